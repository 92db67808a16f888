//! Finds the end of a block of Markdown.
//!
//! A block ends at a blank line, unless it is a list item or a footnote that continues, indented,
//! after it. It also ends before a heading and before the next item of the same list. Constructs
//! that contain blank lines (code, comments, math, …) are never split.

use super::opener::{End, Opener, Unclosed};
use crate::lines::{Line, Lines};
use crate::list_marker::Marker;
use crate::references;
use referee_text::Span;
use referee_text::blocks::Cut;

/// The length of the beginning of a line that is examined to see whether it begins an item or a
/// heading, in bytes.
const MAX_LINE_PREFIX_BYTES: usize = 64;

/// The kind of a block, as far as parsing depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A block without prose, with its opener.
    Opaque(Opener),
    /// A block of text.
    Prose,
}

/// A block before it is parsed.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The end of the block.
    pub(super) cut: Cut,
    /// The kind of the block.
    pub(super) shape: Shape,
    /// The parts of a text block that are not text: the code in a list item, a comment in a
    /// paragraph.
    pub(super) inside: Vec<(Opener, Span)>,
}

/// Returns the end and the kind of the block that begins with the first of `lines`. The lines are
/// those of the last `total` bytes of the text that `unclosed` belongs to.
pub(super) fn cut(lines: Lines<'_>, total: usize, unclosed: &Unclosed) -> Piece {
    let mut inside = Vec::new();
    let (cut, shape) = scan(lines, total, unclosed, &mut inside);
    Piece { cut, shape, inside }
}

fn scan(
    mut lines: Lines<'_>,
    total: usize,
    unclosed: &Unclosed,
    within: &mut Vec<(Opener, Span)>,
) -> (Cut, Shape) {
    let mut seen = 0;
    let Some(first) = lines.next() else { return (Cut { len: 0, seen: 0 }, Shape::Prose) };
    let mut end = first.end();
    if let Some(opener) = Opener::of(&first, true, lines.clone()) {
        match unclosed.end(&opener, &first, lines.clone(), total) {
            End::At { end, whole_line: true } if opener.begins(&first) => {
                skip_to(&mut lines, end);
                let (end, looked) = blank_lines(&mut lines, end);
                return (Cut { len: end, seen: looked }, Shape::Opaque(opener));
            }
            End::At { end: inside, .. } => {
                within.extend(opener.part(&first, inside).map(|part| (opener, part)));
                end = end.max(skip_to(&mut lines, inside));
            }
            End::Open { seen: looked } => seen = seen.max(looked),
        }
    } else if opener_may_depend_on_more(&first) {
        // The next line that is not blank determines whether `---` opens metadata.
        seen = seen.max(lines.clone().find(|line| !line.is_blank()).map_or(usize::MAX, |line| line.end()));
    }
    if first.is_blank() {
        let (end, looked) = blank_lines(&mut lines, end);
        return (Cut { len: end, seen: seen.max(looked) }, Shape::Prose);
    }
    if is_atx_heading(&first) {
        let (end, looked) = blank_lines(&mut lines, end);
        return (Cut { len: end, seen: seen.max(looked) }, Shape::Prose);
    }
    if let Some(second) = lines.clone().next() {
        let underlined = is_underline(second.trimmed());
        if underlined || references::is_heading_line(first.trimmed()) {
            if underlined {
                lines.next();
                end = second.end();
            }
            let (end, looked) = blank_lines(&mut lines, end);
            return (Cut { len: end, seen: seen.max(looked).max(second.end()) }, Shape::Prose);
        }
    }
    let list = Marker::of(prefix(&first.text));
    let mut container = holds_more(&first);
    loop {
        let ahead = lines.clone();
        let Some(line) = lines.next() else { break };
        if line.is_blank() {
            let (behind, looked) = blank_lines(&mut lines, line.end());
            let next = lines.clone().next();
            let goes_on = next.as_ref().is_some_and(|line| {
                (container && line.text.starts_with([' ', '\t'])) || is_definition(line.text.trim_start())
            });
            end = behind;
            if !goes_on {
                // A definition is recognized by two characters.
                seen = seen.max(looked.saturating_add(1));
                break;
            }
            continue;
        }
        if is_atx_heading(&line) || (list.is_some() && Marker::of(prefix(&line.text)) == list) {
            seen = seen.max(line.start + MAX_LINE_PREFIX_BYTES);
            lines = ahead;
            break;
        }
        end = line.end();
        container = container || holds_more(&line);
        if let Some(opener) = Opener::of(&line, false, lines.clone()) {
            match unclosed.end(&opener, &line, lines.clone(), total) {
                End::At { end: inside, .. } => {
                    within.extend(opener.part(&line, inside).map(|part| (opener, part)));
                    end = end.max(skip_to(&mut lines, inside));
                }
                End::Open { seen: looked } => seen = seen.max(looked),
            }
        }
    }
    // The text ended: appended text belongs to this block.
    let len = end;
    if lines.clone().next().is_none() {
        seen = usize::MAX;
    }
    (Cut { len, seen: seen.max(len) }, Shape::Prose)
}

/// Skips the following blank lines. Returns the end of the last one, and how far the text was read
/// to know.
fn blank_lines(lines: &mut Lines<'_>, mut end: usize) -> (usize, usize) {
    loop {
        let mut ahead = lines.clone();
        match ahead.next() {
            Some(line) if line.is_blank() => {
                end = line.end();
                *lines = ahead;
            }
            Some(line) => return (end, line.seen_for_blank()),
            None => return (end, usize::MAX),
        }
    }
}

/// Skips the lines that begin before `place`, and returns the end of the last one.
fn skip_to(lines: &mut Lines<'_>, place: usize) -> usize {
    while lines.at() < place {
        if lines.next().is_none() {
            break;
        }
    }
    lines.at()
}

fn opener_may_depend_on_more(line: &Line<'_>) -> bool {
    line.trimmed() == "---"
}

fn prefix(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_LINE_PREFIX_BYTES)).unwrap_or_default()
}

/// Returns whether the line is `# Title`, without indentation.
fn is_atx_heading(line: &Line<'_>) -> bool {
    let marks = line.text.bytes().take_while(|byte| *byte == b'#').count();
    (1..=6).contains(&marks)
        && line
            .text
            .get(marks..)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
}

/// Returns whether the line consists of `=` or `-`, as below a heading.
pub(crate) fn is_underline(line: &str) -> bool {
    line.len() >= 2 && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'))
}

/// Returns whether indented text after a blank line still belongs to the block that begins with
/// this line.
fn holds_more(line: &Line<'_>) -> bool {
    let body = line.text.trim_start();
    let body = body.trim_start_matches(['>', ' ']);
    Marker::of(prefix(body)).is_some() || is_definition(body) || is_lettered(prefix(body))
}

/// Returns whether this begins the definition of a term or the caption of a table, which may follow
/// a blank line.
fn is_definition(body: &str) -> bool {
    body.strip_prefix([':', '~']).is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// Returns whether a line begins with a lettered list marker: `a. `, `iv) `, `(b) `.
fn is_lettered(body: &str) -> bool {
    let inner = body.strip_prefix('(').unwrap_or(body);
    let letters = inner.bytes().take_while(u8::is_ascii_alphabetic).count();
    (1..=5).contains(&letters)
        && inner.get(letters..).is_some_and(|rest| {
            rest.starts_with(['.', ')']) && rest.get(1..2).is_some_and(|next| next == " " || next == "\t")
        })
}
