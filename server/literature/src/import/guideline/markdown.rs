//! Reads guidelines in Markdown: headings, paragraphs, lists and tables. Pure markup is dropped.

use super::document::Document;
use super::outline::Outline;

pub(super) fn read(text: &str) -> Document {
    let mut document = Document::default();
    let mut outline = Outline::default();
    let mut paragraph = String::new();
    let mut fence: Option<&str> = None;
    let mut top: Vec<(u8, String)> = Vec::new();
    let text = strip_comments(text);
    let (front, body) = front_matter(&text);
    for line in front.lines() {
        if let Some((name, value)) = line.split_once(':') {
            let value = value.trim().trim_matches(['"', '\'']);
            match name.trim() {
                "title" if !value.is_empty() => document.title = Some(value.to_owned()),
                "date" | "year" | "published" => document.dated = value.to_owned(),
                _ => {}
            }
        }
    }
    let mut lines = body.lines().peekable();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if let Some(mark) = fence {
            if trimmed.starts_with(mark) {
                fence = None;
            } else {
                outline.paragraph(trimmed);
            }
            continue;
        }
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)) {
            outline.paragraph(&std::mem::take(&mut paragraph));
            fence = Some(mark);
            continue;
        }
        let underline =
            lines.peek().map(|next| next.trim()).filter(|_| paragraph.is_empty()).and_then(underlined);
        let heading = atx(trimmed).or(match underline {
            Some(level) if !trimmed.is_empty() && !trimmed.starts_with(['|', '-', '>']) => {
                lines.next();
                Some((level, trimmed))
            }
            _ => None,
        });
        if let Some((level, text)) = heading {
            outline.paragraph(&std::mem::take(&mut paragraph));
            let text = plain(text);
            if level == 1 {
                top.push((level, text.clone()));
            }
            outline.heading(level, &text);
            continue;
        }
        let own = trimmed.is_empty() || is_item(trimmed) || trimmed.starts_with('|');
        if own {
            outline.paragraph(&std::mem::take(&mut paragraph));
        }
        if is_rule(trimmed) {
            continue;
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(&plain(trimmed.trim_start_matches(['>', '|']).trim_end_matches('|')));
        if trimmed.starts_with('|') {
            outline.paragraph(&std::mem::take(&mut paragraph));
        }
    }
    outline.paragraph(&paragraph);
    if document.title.is_none()
        && let [(_, title)] = top.as_slice()
    {
        document.title = Some(title.clone());
    }
    document.parts = outline.finish();
    document
}

/// Splits off the front matter: the lines between the first two `---`, and the rest.
fn front_matter(text: &str) -> (&str, &str) {
    let start = text.trim_start_matches('\u{feff}');
    let Some(rest) = start.strip_prefix("---\n").or_else(|| start.strip_prefix("---\r\n")) else {
        return ("", text);
    };
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            return (rest.get(..at).unwrap_or_default(), rest.get(at + line.len()..).unwrap_or_default());
        }
        at += line.len();
    }
    ("", text)
}

fn strip_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("<!--") {
        out.push_str(before);
        rest = match behind.split_once("-->") {
            Some((_, behind)) => behind,
            None => "",
        };
    }
    out.push_str(rest);
    out
}

fn atx(line: &str) -> Option<(u8, &str)> {
    let text = line.trim_start_matches('#');
    let level = u8::try_from(line.len() - text.len()).ok().filter(|level| (1..=6).contains(level))?;
    let text = text.strip_prefix([' ', '\t'])?.trim().trim_end_matches('#').trim();
    // Remove attributes such as `{#id .class}` after the heading.
    let text = text.split_once(" {#").map_or(text, |(text, _)| text);
    Some((level, text))
}

/// Returns the level of the heading that is underlined by this line of `=` or `-`.
fn underlined(line: &str) -> Option<u8> {
    let only = |mark: char| line.len() >= 3 && line.chars().all(|c| c == mark);
    if only('=') {
        Some(1)
    } else if only('-') {
        Some(2)
    } else {
        None
    }
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ")
        || line.starts_with("* ")
        || line.starts_with("+ ")
        || line.split_once(['.', ')']).is_some_and(|(number, rest)| {
            (1..=3).contains(&number.len())
                && number.bytes().all(|byte| byte.is_ascii_digit())
                && rest.starts_with(' ')
        })
}

/// Returns whether a line is a separator: `---`, or the second line of a table.
fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|c| matches!(c, '-' | '*' | '_' | '|' | ':' | ' ' | '='))
}

/// Removes the marks of emphasis, code, links and images from a line.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['[', '*', '_', '`', '\\']) {
        let (before, mark) = rest.split_at(at);
        out.push_str(before.strip_suffix('!').filter(|_| mark.starts_with('[')).unwrap_or(before));
        let behind = mark.get(1..).unwrap_or_default();
        rest = behind;
        match mark.as_bytes().first() {
            Some(b'[') => match link(behind) {
                Some((text, behind)) => {
                    out.push_str(&plain(text));
                    rest = behind;
                }
                None => out.push('['),
            },
            // The underscore in `snake_case` is not markup.
            Some(b'_')
                if out.ends_with(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric) =>
            {
                out.push('_');
            }
            // A single star between spaces is not markup.
            Some(b'*') if behind.starts_with(' ') && (out.is_empty() || out.ends_with(' ')) => out.push('*'),
            _ => {}
        }
    }
    out.push_str(rest);
    out
}

/// Returns the text of a link, given the text after its `[`, and the rest after its target.
fn link(behind: &str) -> Option<(&str, &str)> {
    let close = behind.find(']')?;
    let text = behind.get(..close)?;
    let target = behind.get(close + 1..)?;
    let end = match target.as_bytes().first()? {
        b'(' => target.find(')')?,
        _ => return None,
    };
    Some((text, target.get(end + 1..)?))
}
