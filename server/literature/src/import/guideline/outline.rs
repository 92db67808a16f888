//! Assigns text to its heading and page.

use referee_text::sentences::sentences;

/// The maximum size of one part in bytes; a longer section is split into several parts.
const MAX_PART_BYTES: usize = 6_000;

/// The text under one heading, on one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct DocumentPart {
    /// The headings above it, outermost first.
    pub(super) headings: Vec<String>,
    /// The page, counted from 1; `None` in formats without pages.
    pub(super) page: Option<u32>,
    /// Its paragraphs, one per line.
    pub(super) text: String,
}

/// The outline of a document while it is read.
#[derive(Debug, Default)]
pub(super) struct Outline {
    headings: Vec<(u8, String)>,
    page: Option<u32>,
    text: String,
    parts: Vec<DocumentPart>,
}

impl Outline {
    /// Adds a heading; 1 is the highest level.
    pub(super) fn heading(&mut self, level: u8, text: &str) {
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        self.end_part();
        self.headings.retain(|(above, _)| *above < level);
        self.headings.push((level, text));
    }

    /// Starts page `number`.
    pub(super) fn page(&mut self, number: u32) {
        if self.page != Some(number) {
            self.end_part();
            self.page = Some(number);
        }
    }

    /// Adds a paragraph, a list item, or a table row.
    pub(super) fn paragraph(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        if text.len() <= MAX_PART_BYTES {
            self.add(&text);
            return;
        }
        for range in sentences(&text) {
            self.add(text.get(range).unwrap_or_default());
        }
    }

    fn add(&mut self, text: &str) {
        if !self.text.is_empty() && self.text.len() + text.len() > MAX_PART_BYTES {
            self.end_part();
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(text);
    }

    fn end_part(&mut self) {
        if self.text.is_empty() {
            return;
        }
        self.parts.push(DocumentPart {
            headings: self.headings.iter().map(|(_, text)| text.clone()).collect(),
            page: self.page,
            text: std::mem::take(&mut self.text),
        });
    }

    /// Returns the parts, in order.
    pub(super) fn finish(mut self) -> Vec<DocumentPart> {
        self.end_part();
        self.parts
    }
}

/// Converts a text to one line without brackets, which would end its citation.
pub(super) fn clean(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}'))
        .map(|c| if matches!(c, '[' | ']') || c.is_control() { ' ' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
