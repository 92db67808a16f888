//! Where a block of Typst ends: at a blank line that no bracket, formula, raw text or comment reaches over.
//!
//! A paragraph that opens one and does not close it is parsed together with what follows, in growing pieces,
//! until the parser itself says where the first paragraph break outside of it is. If there is none within reach,
//! the paragraph is taken as half-typed: it alone is damaged, and what follows is read as if it were closed. The
//! text that was parsed in vain is then not parsed again for each of the next paragraphs: the block takes up a
//! part of it that is large enough to pay, and [`super::read`] reads it paragraph by paragraph.

use crate::lookahead::Lookahead;
use referee_text::RopeSlice;
use referee_text::blocks::Cut;
use referee_text::effort::look_at;
use typst_syntax::{SyntaxKind, SyntaxNode};

/// How far the end of code, a formula or a string is searched for.
const MAX_CODE_BYTES: usize = 64 * 1024;
/// How far the end of content in brackets is searched for, in bytes. What follows is markup with or without it, so
/// little is lost.
const MAX_CONTENT_BYTES: usize = 16 * 1024;
/// How far the end of raw text and comments is searched for, in bytes; they cost little to go over.
const MAX_RAW_BYTES: usize = 256 * 1024;
/// Of the text that was parsed in vain, the part that the block takes up.
const MIN_BLOCK_FRACTION: usize = 8;

/// The end of the block that starts at the start of `rest`.
pub(super) fn cut(rest: RopeSlice<'_>) -> Cut {
    let mut ahead = Lookahead::new(rest);
    let total = ahead.total();
    let Some((len, seen)) = paragraph(&mut ahead, 0) else { return Cut { len: total, seen: total } };
    let text = ahead.text().get(..len).unwrap_or_default();
    let Some(open) = open_end(text) else { return Cut { len, seen } };
    let (limit, heading_ends) = match open {
        OpenConstruct::Content => (MAX_CONTENT_BYTES, false),
        OpenConstruct::Code => (MAX_CODE_BYTES, true),
        OpenConstruct::Raw => (MAX_RAW_BYTES, false),
        OpenConstruct::Inline => return Cut { len, seen },
    };
    let mut window = len;
    let mut looked = seen;
    let mut stopped = false;
    while window < total && window < limit && !stopped {
        let goal = window.saturating_mul(2);
        while window < goal {
            if heading_ends && begins_heading(ahead.text().get(window..).unwrap_or_default()) {
                looked = looked.max(window + MAX_MARK_BYTES + 1);
                stopped = true;
                break;
            }
            let Some((end, seen)) = paragraph(&mut ahead, window) else {
                (window, looked) = (total, total);
                break;
            };
            window = end;
            looked = looked.max(seen);
        }
        let text = ahead.text().get(..window).unwrap_or_default();
        if let Some(end) = first_break(text, len) {
            return Cut { len: end, seen: looked.min(total) };
        }
        if window == total && open_end(text).is_none() {
            return Cut { len: total, seen: total };
        }
    }
    // Half-typed.
    let mut end = len;
    while end < window / MIN_BLOCK_FRACTION {
        match paragraph(&mut ahead, end) {
            Some((next, _)) => end = next,
            None => break,
        }
    }
    Cut { len: end, seen: looked.max(window).min(total) }
}

/// The end of the paragraph at `at`, blank lines behind it included, and how far one had to look. A heading is a
/// paragraph of its own. Nothing where it ends with the text.
fn paragraph(ahead: &mut Lookahead<'_>, at: usize) -> Option<(usize, usize)> {
    let mut at = at;
    let mut begun = false;
    let mut ended = false;
    loop {
        if at >= ahead.total() {
            return None;
        }
        let stop = ahead.line_end(at);
        let line = ahead.text().get(at..stop).unwrap_or_default();
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let is_blank = indent == line.len();
        let is_heading = begins_heading(line);
        if !is_blank && (ended || (begun && is_heading)) {
            return Some((at, at + indent.max(MAX_MARK_BYTES) + 1));
        }
        ended |= is_heading || (is_blank && begun);
        begun |= !is_blank;
        let next = ahead.line_break(stop);
        if next == at {
            return None;
        }
        at = next;
    }
}

/// The paragraphs of `text`, each with the blank lines behind it.
pub(super) fn paragraphs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let rope = referee_text::Rope::from_str(text);
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let mut ahead = Lookahead::new(rope.byte_slice(at..));
        let len = paragraph(&mut ahead, 0).map_or(text.len() - at, |(len, _)| len);
        let start = at;
        at += len.max(1);
        text.get(start..at).map(|part| (start, part))
    })
}

/// The longest mark of a heading that is looked for, `======= `.
const MAX_MARK_BYTES: usize = 8;

fn begins_heading(line: &str) -> bool {
    let mark = line.bytes().take(MAX_MARK_BYTES).take_while(|byte| *byte == b'=').count();
    mark > 0 && line.as_bytes().get(mark) == Some(&b' ')
}

/// The tree of `text`.
pub(super) fn parse(text: &str) -> SyntaxNode {
    look_at(text.len());
    typst_syntax::parse(text)
}

/// What a text leaves open at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OpenConstruct {
    /// A formula or raw text within a line, which no author spreads over paragraphs: half-typed.
    Inline,
    /// `[`
    Content,
    /// `(`, `{`, a string, a formula set apart.
    Code,
    /// Raw text in three backticks or more, a comment.
    Raw,
}

/// What `text` leaves open, if anything; of several the one that is searched for farthest.
fn open_end(text: &str) -> Option<OpenConstruct> {
    let bytes = text.as_bytes();
    let may = memchr::memchr3(b'#', b'$', b'`', bytes).is_some()
        || memchr::memmem::find(bytes, b"/*").is_some()
        || (memchr::memchr(b'@', bytes).is_some() && memchr::memchr(b'[', bytes).is_some());
    if !may {
        return None;
    }
    open_in(&parse(text.trim_end()), text)
}

/// What the tree of `text` leaves open.
pub(super) fn open_in(root: &SyntaxNode, text: &str) -> Option<OpenConstruct> {
    let content = text.trim_end().len();
    let mut most = None;
    let mut stack = vec![(root, 0)];
    while let Some((node, start)) = stack.pop() {
        match node.kind() {
            SyntaxKind::Error => most = most.max(open_error(node, start, text)),
            SyntaxKind::BlockComment => {
                if start + node.len() >= content && !is_closed_comment(node.leaf_text()) {
                    most = most.max(Some(OpenConstruct::Raw));
                }
            }
            _ => {
                let mut at = start;
                for child in node.children() {
                    // A comment may be the last child of anything; other than that only errors matter.
                    if child.diagnosis().errors || at + child.len() >= content {
                        stack.push((child, at));
                    }
                    at += child.len();
                }
            }
        }
    }
    most
}

fn open_error(node: &SyntaxNode, start: usize, text: &str) -> Option<OpenConstruct> {
    let own = node.leaf_text().as_str();
    let (errors, _) = node.errors_and_warnings();
    let message = errors.first().map(|error| error.message.as_str())?;
    match message {
        "unclosed delimiter" => match own {
            "[" => Some(OpenConstruct::Content),
            "(" | "{" => Some(OpenConstruct::Code),
            "$" => {
                let next = text.get(start + 1..).and_then(|rest| rest.chars().next());
                Some(if next.is_none_or(char::is_whitespace) {
                    OpenConstruct::Code
                } else {
                    OpenConstruct::Inline
                })
            }
            // `*` and `_` end with their paragraph.
            _ => None,
        },
        "unclosed string" => Some(OpenConstruct::Code),
        "unclosed raw text" if own.starts_with("```") => Some(OpenConstruct::Raw),
        "unclosed raw text" => Some(OpenConstruct::Inline),
        _ => None,
    }
}

/// Whether every `/*` has its `*/`.
fn is_closed_comment(text: &str) -> bool {
    let mut depth = 0_i64;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'/', Some(b'*')) => {
                depth += 1;
                bytes.next();
            }
            (b'*', Some(b'/')) => {
                depth -= 1;
                bytes.next();
            }
            _ => {}
        }
    }
    depth <= 0
}

/// The start of the first line behind a paragraph break outside of everything, at or behind byte `from`.
fn first_break(text: &str, from: usize) -> Option<usize> {
    let root = parse(text);
    let mut at = 0;
    for child in root.children() {
        let end = at + child.len();
        if child.kind() == SyntaxKind::Parbreak && end >= from {
            let blank = child.leaf_text();
            let line = blank.rfind(['\n', '\r']).map_or(blank.len(), |found| found + 1);
            return Some(at + line).filter(|end| *end >= from && *end < text.len());
        }
        at = end;
    }
    None
}
