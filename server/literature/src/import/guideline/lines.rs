//! Reads plain text, as typed or as written by `pdftotext`: pages end with a form feed; headings
//! are numbered, in capitals, or underlined.

use super::document::Document;
use super::outline::Outline;

/// The maximum length of a heading, in characters and in words.
const MAX_HEADING: (usize, usize) = (90, 14);

pub(super) fn read(text: &str) -> Document {
    let mut document = Document::default();
    let mut outline = Outline::default();
    let paged = text.contains('\u{c}');
    for (page, number) in text.split('\u{c}').zip(1_u32..) {
        if paged {
            outline.page(number);
        }
        read_page(page, &mut outline, &mut document);
    }
    if document.dated.is_empty() {
        document.dated = text.lines().take(12).collect::<Vec<_>>().join("\n");
    }
    document.parts = outline.finish();
    document
}

fn read_page(page: &str, outline: &mut Outline, document: &mut Document) {
    let mut paragraph = String::new();
    let mut lines = page.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let ends = |paragraph: &mut String, outline: &mut Outline| {
            outline.paragraph(&std::mem::take(paragraph));
        };
        if line.is_empty() {
            ends(&mut paragraph, outline);
            continue;
        }
        let underline = lines
            .peek()
            .filter(|next| {
                next.len() >= 3 && (next.chars().all(|c| c == '=') || next.chars().all(|c| c == '-'))
            })
            .map(|next| next.starts_with('='));
        if let Some(high) = underline.filter(|_| paragraph.is_empty()) {
            lines.next();
            if high && document.title.is_none() {
                document.title = Some(line.to_owned());
            }
            outline.heading(if high { 1 } else { 2 }, line);
            continue;
        }
        if let Some(level) = heading(line)
            && (paragraph.is_empty() || is_numbered(line).is_some())
        {
            ends(&mut paragraph, outline);
            outline.heading(level, line);
            continue;
        }
        if begins_item(line) {
            ends(&mut paragraph, outline);
        }
        join(&mut paragraph, line);
    }
    outline.paragraph(&paragraph);
}

/// Appends a line to a paragraph, and rejoins a word that was hyphenated at the end of a line.
pub(super) fn join(paragraph: &mut String, line: &str) {
    let parted = paragraph.ends_with('-')
        && paragraph.trim_end_matches('-').ends_with(char::is_lowercase)
        && line.starts_with(char::is_lowercase);
    if parted {
        paragraph.pop();
    } else if !paragraph.is_empty() {
        paragraph.push(' ');
    }
    paragraph.push_str(line);
}

/// Returns whether a line begins a list item.
pub(super) fn begins_item(line: &str) -> bool {
    line.starts_with(['•', '▪', '●', '◦', '–', '·', '‣']) || line.starts_with("- ") || line.starts_with("* ")
}

/// Returns the level of a line that looks like a heading: numbered, or in capitals.
pub(super) fn heading(line: &str) -> Option<u8> {
    let words = line.split_whitespace().count();
    if line.chars().count() > MAX_HEADING.0
        || words > MAX_HEADING.1
        || line.ends_with(['.', ',', ';', ':'])
        || is_contents(line)
    {
        return None;
    }
    if let Some(depth) = is_numbered(line) {
        return Some(depth.min(6));
    }
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = letters >= 4 && !line.chars().any(char::is_lowercase);
    (capitals && words <= 10 && line.chars().filter(char::is_ascii_digit).count() * 3 < letters).then_some(1)
}

/// Returns the depth of the number before a line: 2 for `4.2 Second line`. `None` if the rest is
/// not a heading.
fn is_numbered(line: &str) -> Option<u8> {
    let (number, rest) = line.split_once(' ')?;
    let number = number.trim_end_matches(['.', ')']);
    let mut depth = 0_u8;
    for part in number.split('.') {
        if part.is_empty() || part.len() > 2 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        depth = depth.saturating_add(1);
    }
    let rest = rest.trim_start();
    let begins =
        rest.starts_with(char::is_uppercase) && rest.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    begins.then_some(depth)
}

/// Returns whether a line belongs to a table of contents: dots and a page.
fn is_contents(line: &str) -> bool {
    line.contains("....") || line.contains(". . .") || line.contains("……")
}
