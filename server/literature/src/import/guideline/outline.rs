//! The headings and the page under which a text stands.

use referee_text::sentences::sentences;

/// The longest text of one part, in bytes; a section that is longer is several parts.
const MAX_PART_BYTES: usize = 6_000;

/// What stands under one heading, on one page.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct DocumentPart {
    /// The headings above it, the outermost first.
    pub(super) headings: Vec<String>,
    /// The page, counted from 1; `None` where the format has no pages.
    pub(super) page: Option<u32>,
    /// Its paragraphs, a line each.
    pub(super) text: String,
}

/// A document while it is read.
#[derive(Debug, Default)]
pub(super) struct Outline {
    headings: Vec<(u8, String)>,
    page: Option<u32>,
    text: String,
    parts: Vec<DocumentPart>,
}

impl Outline {
    /// A heading; 1 is the highest level.
    pub(super) fn heading(&mut self, level: u8, text: &str) {
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        self.end_part();
        self.headings.retain(|(above, _)| *above < level);
        self.headings.push((level, text));
    }

    /// From here on it is page `number`.
    pub(super) fn page(&mut self, number: u32) {
        if self.page != Some(number) {
            self.end_part();
            self.page = Some(number);
        }
    }

    /// A paragraph, a list item, a row of a table.
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

    /// The parts, in order.
    pub(super) fn finish(mut self) -> Vec<DocumentPart> {
        self.end_part();
        self.parts
    }
}

/// One line without brackets, which would end the citation of it.
pub(super) fn clean(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}'))
        .map(|c| if matches!(c, '[' | ']') || c.is_control() { ' ' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
