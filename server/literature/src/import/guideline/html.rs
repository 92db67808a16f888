//! Reads HTML: the visible text, by headings.

use super::document::Document;
use super::outline::Outline;
use html5gum::{Token, Tokenizer};

/// Elements that are invisible or not part of the document; skipped with their contents.
const SKIPPED_ELEMENTS: &[&str] = &[
    "script", "style", "nav", "template", "noscript", "svg", "math", "footer", "form", "button", "select",
    "iframe", "object", "dialog", "canvas",
];

/// Elements that occur within a line of text.
const INLINE_ELEMENTS: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var",
    "wbr", "img",
];

pub(super) fn read(text: &str) -> Document {
    let mut document = Document::default();
    let mut outline = Outline::default();
    let mut paragraph = String::new();
    let mut heading: Option<u8> = None;
    let mut first: Option<String> = None;
    let mut in_title = false;
    // The element being skipped, and its nesting depth.
    let mut skipped: Option<(String, u32)> = None;
    for token in Tokenizer::new(text) {
        let Ok(token) = token;
        let name = match &token {
            Token::StartTag(tag) => name(&tag.name),
            Token::EndTag(tag) => name(&tag.name),
            _ => String::new(),
        };
        if let Some((element, depth)) = &mut skipped {
            match &token {
                Token::StartTag(tag) if name == *element && !tag.self_closing => *depth += 1,
                Token::EndTag(_) if name == *element => *depth -= 1,
                _ => {}
            }
            if *depth == 0 {
                skipped = None;
            }
            continue;
        }
        match token {
            Token::StartTag(tag) => {
                if SKIPPED_ELEMENTS.contains(&name.as_str()) {
                    if !tag.self_closing {
                        skipped = Some((name, 1));
                    }
                } else if name == "meta" {
                    let value = |wanted: &[u8]| {
                        tag.attributes.get(wanted).map(|value| String::from_utf8_lossy(value).into_owned())
                    };
                    let about =
                        value(b"name").or_else(|| value(b"property")).unwrap_or_default().to_lowercase();
                    if ["date", "published", "dcterms.issued", "citation_publication_date"]
                        .iter()
                        .any(|known| about.contains(known))
                        && document.dated.is_empty()
                    {
                        document.dated = value(b"content").unwrap_or_default();
                    }
                } else if name == "title" {
                    in_title = true;
                } else if let Some(level) = level(&name) {
                    outline.paragraph(&std::mem::take(&mut paragraph));
                    heading = Some(level);
                } else if matches!(name.as_str(), "td" | "th") {
                    paragraph.push_str(if paragraph.trim().is_empty() { "" } else { " | " });
                } else if name == "br" || !INLINE_ELEMENTS.contains(&name.as_str()) {
                    if heading.is_some() {
                        paragraph.push(' ');
                    } else {
                        outline.paragraph(&std::mem::take(&mut paragraph));
                    }
                }
            }
            Token::EndTag(_) => {
                if name == "title" {
                    in_title = false;
                } else if level(&name).is_some() {
                    if let Some(level) = heading.take() {
                        let text = std::mem::take(&mut paragraph);
                        if level == 1 && first.is_none() {
                            first = Some(text.clone());
                        }
                        outline.heading(level, &text);
                    }
                } else if heading.is_none()
                    && !INLINE_ELEMENTS.contains(&name.as_str())
                    && !matches!(name.as_str(), "td" | "th")
                {
                    outline.paragraph(&std::mem::take(&mut paragraph));
                }
            }
            Token::String(words) => {
                let words = String::from_utf8_lossy(&words);
                if in_title {
                    document.title.get_or_insert_default().push_str(&words);
                } else {
                    paragraph.push_str(&words);
                }
            }
            _ => {}
        }
    }
    outline.paragraph(&paragraph);
    // `<title>` often ends with the name of the site, so the first heading is preferred.
    document.title = first.filter(|text| !text.trim().is_empty()).or(document.title);
    document.parts = outline.finish();
    document
}

fn name(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_ascii_lowercase()
}

fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}
