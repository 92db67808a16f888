//! Where a block of Markdown ends.
//!
//! A block ends at a blank line, unless it is a list item or a footnote that goes on, indented, behind it. It also
//! ends before a heading and before the next item of the same list. What runs over blank lines (code, comments,
//! math, …) is never cut.

use super::opener::{End, Opener};
use crate::lines::{Line, Lines};
use crate::references;
use referee_text::Span;
use referee_text::blocks::Cut;

/// Bytes of a line that are looked at to know whether it begins an item or a heading.
const PREFIX: usize = 64;

/// What a block is, as far as it matters for reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Something that holds no prose, and what.
    Opaque(Opener),
    /// Text.
    Prose,
}

/// A block before it is read.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Where it ends.
    pub(super) cut: Cut,
    /// What it is.
    pub(super) shape: Shape,
    /// What stands inside a block of text and is none: the code in a list item, a comment in a paragraph.
    pub(super) inside: Vec<(Opener, Span)>,
}

/// Where the block ends that begins with the first of `lines`, and what it is.
pub(super) fn cut(lines: Lines<'_>) -> Piece {
    let mut inside = Vec::new();
    let (cut, shape) = scan(lines, &mut inside);
    Piece { cut, shape, inside }
}

fn scan(mut lines: Lines<'_>, within: &mut Vec<(Opener, Span)>) -> (Cut, Shape) {
    let mut seen = 0;
    let Some(first) = lines.next() else { return (Cut { len: 0, seen: 0 }, Shape::Prose) };
    let mut end = first.end();
    if let Some(opener) = Opener::of(&first, true, lines.clone()) {
        match opener.end(&first, lines.clone()) {
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
        // Whether `---` opens metadata was decided by the next line that is not blank.
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
                // A definition is known by two characters.
                seen = seen.max(looked.saturating_add(1));
                break;
            }
            continue;
        }
        if is_atx_heading(&line) || (list.is_some() && Marker::of(prefix(&line.text)) == list) {
            seen = seen.max(line.start + PREFIX);
            lines = ahead;
            break;
        }
        end = line.end();
        container = container || holds_more(&line);
        if let Some(opener) = Opener::of(&line, false, lines.clone()) {
            match opener.end(&line, lines.clone()) {
                End::At { end: inside, .. } => {
                    within.extend(opener.part(&line, inside).map(|part| (opener, part)));
                    end = end.max(skip_to(&mut lines, inside));
                }
                End::Open { seen: looked } => seen = seen.max(looked),
            }
        }
    }
    // The text ended: whatever is appended belongs to this block.
    let len = end;
    if lines.clone().next().is_none() {
        seen = usize::MAX;
    }
    (Cut { len, seen: seen.max(len) }, Shape::Prose)
}

/// Skips the blank lines that come next. Gives the end of the last, and how far one had to look to know.
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

/// Skips the lines that begin before `place`, and gives the end of the last.
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
    text.get(..text.floor_char_boundary(PREFIX)).unwrap_or_default()
}

/// `# Title`, at the start of the line.
fn is_atx_heading(line: &Line<'_>) -> bool {
    let marks = line.text.bytes().take_while(|byte| *byte == b'#').count();
    (1..=6).contains(&marks)
        && line
            .text
            .get(marks..)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
}

/// A line of `=` or `-` below a heading.
pub(crate) fn is_underline(line: &str) -> bool {
    line.len() >= 2 && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'))
}

/// Whether what follows indented behind a blank line still belongs to what begins with this line.
fn holds_more(line: &Line<'_>) -> bool {
    let body = line.text.trim_start();
    let body = body.trim_start_matches(['>', ' ']);
    Marker::of(prefix(body)).is_some() || is_definition(body) || is_lettered(prefix(body))
}

/// The definition of a term, or the caption of a table, which stand behind a blank line.
fn is_definition(body: &str) -> bool {
    body.strip_prefix([':', '~']).is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// `a. `, `iv) `, `(b) `.
fn is_lettered(body: &str) -> bool {
    let inner = body.strip_prefix('(').unwrap_or(body);
    let letters = inner.bytes().take_while(u8::is_ascii_alphabetic).count();
    (1..=5).contains(&letters)
        && inner.get(letters..).is_some_and(|rest| {
            rest.starts_with(['.', ')']) && rest.get(1..2).is_some_and(|next| next == " " || next == "\t")
        })
}

/// How a list item begins. Items of one list begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    /// `- `, `* `, `+ `.
    Bullet,
    /// `12. `, `12) `, `(12) `, `#. `.
    Number,
    /// `[12] `.
    Bracket,
    /// `(@label) `.
    Example,
    /// `[^label]:`.
    Footnote,
}

impl Marker {
    /// The marker that `text` begins with.
    pub(crate) fn of(text: &str) -> Option<Marker> {
        Self::with_rest(text).map(|(marker, ..)| marker)
    }

    /// The marker that `text` begins with, its number, and the bytes it takes with the blank behind it.
    pub(crate) fn with_rest(text: &str) -> Option<(Marker, Option<u32>, usize)> {
        let blank = |at: usize| text.get(at..at + 1).is_some_and(|next| matches!(next, " " | "\t"));
        let ends = |at: usize| blank(at) || text.get(at..).is_some_and(|rest| rest.trim().is_empty());
        match text.as_bytes() {
            [b'-' | b'*' | b'+', ..] if blank(1) => Some((Marker::Bullet, None, 2)),
            [b'#', b'.', ..] if blank(2) => Some((Marker::Number, None, 3)),
            [b'(', b'@', ..] => {
                let close = text.find(')')?;
                let label = text.get(2..close)?;
                let plain = label.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
                (plain && ends(close + 1)).then_some((Marker::Example, None, close + 2))
            }
            [b'[', b'^', ..] => {
                let close = text.find("]:")?;
                Some((Marker::Footnote, None, close + 2))
            }
            [b'[', rest @ ..] => {
                let digits = digits(rest)?;
                let behind = text.get(1 + digits..)?.strip_prefix(']')?;
                if behind.starts_with([':', '(', '[']) || !ends(digits + 2) {
                    return None;
                }
                Some((Marker::Bracket, text.get(1..=digits)?.parse().ok(), digits + 3))
            }
            [b'(', rest @ ..] => {
                let digits = digits(rest)?;
                (text.get(1 + digits..)?.starts_with(')') && ends(digits + 2))
                    .then(|| (Marker::Number, text.get(1..=digits).and_then(|n| n.parse().ok()), digits + 3))
            }
            bytes => {
                let digits = digits(bytes)?;
                (text.get(digits..)?.starts_with(['.', ')']) && ends(digits + 1))
                    .then(|| (Marker::Number, text.get(..digits).and_then(|n| n.parse().ok()), digits + 2))
            }
        }
    }
}

/// How many digits `bytes` begins with, if one to three.
fn digits(bytes: &[u8]) -> Option<usize> {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..=3).contains(&count).then_some(count)
}
