//! Finds the end of a block of Typst: a blank line outside all brackets, formulas, raw text and
//! comments.
//!
//! A paragraph that opens one of these without closing it is parsed together with the following
//! text, in growing pieces, until the parser finds the first paragraph break outside it. Without
//! one within the limit, the paragraph counts as half-typed: only it is damaged, and the
//! following text is parsed as if it were closed. The text that was parsed without success is not
//! parsed again for each of the next paragraphs: the block takes a part of it that is large enough
//! to pay for the attempt, and [`super::read`] reads it paragraph by paragraph.

use crate::lookahead::Lookahead;
use referee_text::RopeSlice;
use referee_text::blocks::Cut;
use referee_text::effort::look_at;
use typst_syntax::{SyntaxKind, SyntaxNode};

/// The maximum distance in which the end of code, a formula or a string is searched for, in bytes.
const MAX_CODE_BYTES: usize = 64 * 1024;
/// The maximum distance in which the end of content in brackets is searched for, in bytes. The
/// following text is markup in either case, so little is lost.
const MAX_CONTENT_BYTES: usize = 16 * 1024;
/// The maximum distance in which the end of raw text and comments is searched for, in bytes;
/// scanning them is cheap.
const MAX_RAW_BYTES: usize = 256 * 1024;
/// If the parse finds no end, the block takes one part in this many of the parsed text.
const MIN_BLOCK_FRACTION: usize = 8;

/// Returns the end of the block at the start of `rest`.
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
    // The construct is half-typed.
    let mut end = len;
    while end < window / MIN_BLOCK_FRACTION {
        match paragraph(&mut ahead, end) {
            Some((next, _)) => end = next,
            None => break,
        }
    }
    Cut { len: end, seen: looked.max(window).min(total) }
}

/// Returns the end of the paragraph at `at`, including the following blank lines, and how far the
/// text was read. A heading is a separate paragraph. `None` if the paragraph ends with the text.
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

/// Returns the paragraphs of `text` with their offsets, each including the following blank lines.
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

/// The maximum length of a heading marker, `======= `.
const MAX_MARK_BYTES: usize = 8;

fn begins_heading(line: &str) -> bool {
    let mark = line.bytes().take(MAX_MARK_BYTES).take_while(|byte| *byte == b'=').count();
    mark > 0 && line.as_bytes().get(mark) == Some(&b' ')
}

/// Parses `text` into a tree.
pub(super) fn parse(text: &str) -> SyntaxNode {
    look_at(text.len());
    typst_syntax::parse(text)
}

/// The construct that is open at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OpenConstruct {
    /// A formula or raw text within a line, which authors do not spread over paragraphs:
    /// half-typed.
    Inline,
    /// `[`
    Content,
    /// `(`, `{`, a string, a block formula.
    Code,
    /// Raw text in three backticks or more, a comment.
    Raw,
}

/// Returns the construct that `text` leaves open, if any; of several, the one with the largest
/// search distance.
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

/// Returns the construct that the tree of `text` leaves open.
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
                    // A comment may be the last child of any node; otherwise only errors matter.
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

/// Returns whether every `/*` is closed by a `*/`.
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

/// Returns the start of the first line after a top-level paragraph break, at or after byte `from`.
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
