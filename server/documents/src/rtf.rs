//! Reads Rich Text Format: groups in braces, control words, letters.
//!
//! Source: Microsoft, "Rich Text Format (RTF) Specification, version 1.9.1". Word keeps field codes
//! in RTF in the same form as in its own format.

use crate::DocumentError;
use crate::cited_works::CitedWorks;
use crate::found_paragraph::FoundParagraph;
use crate::paragraphs::into_document;
use crate::superscript::raised;
use crate::tables::TableCounter;
use referee_syntax::{Document, SourcePlace};
use referee_text::Span;

/// The maximum nesting depth of groups.
const MAX_DEPTH: usize = 500;

/// Groups whose contents are not text.
const SKIPPED_GROUPS: &[&str] = &[
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "object",
    "header",
    "headerl",
    "headerr",
    "headerf",
    "footer",
    "footerl",
    "footerr",
    "footerf",
    "listtable",
    "listoverridetable",
    "generator",
    "themedata",
    "colorschememapping",
    "datastore",
    "latentstyles",
    "xmlnstbl",
    "rsidtbl",
    "mmathPr",
    "annotation",
    "atnid",
    "atnauthor",
    "bkmkstart",
    "bkmkend",
    "shppict",
    "nonshppict",
    "revtbl",
    "filetbl",
    "pntext",
];

/// The properties that a group changes until it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct GroupState {
    skips: bool,
    is_code: bool,
    is_raised: bool,
    is_deleted: bool,
    /// The number of fallback characters after a Unicode character.
    fallbacks: usize,
    /// Whether the text that a field displays begins in this group.
    opens_field: bool,
}

/// Reads an RTF document.
///
/// # Errors
///
/// If the file does not begin like RTF.
pub fn read(bytes: &[u8]) -> Result<Document, DocumentError> {
    if !bytes.starts_with(b"{\\rtf") {
        return Err(DocumentError::OtherFormat("RTF"));
    }
    let mut cited = CitedWorks::default();
    let mut reader = Reader {
        bytes,
        at: 0,
        state: GroupState { fallbacks: 1, ..GroupState::default() },
        groups: Vec::new(),
        paragraph: FoundParagraph::default(),
        out: Vec::new(),
        code: String::new(),
        fields: Vec::new(),
        generated: 0,
        skip: 0,
        high_surrogate: None,
        tables: TableCounter::default(),
        in_cell: false,
        has_row: false,
        has_cell: false,
        cited: &mut cited,
    };
    reader.read();
    let paragraphs = reader.out;
    Ok(into_document(paragraphs, &cited))
}

/// A field whose displayed text is being read.
struct OpenField {
    works: Vec<usize>,
    start: usize,
    is_list: bool,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    state: GroupState,
    groups: Vec<GroupState>,
    paragraph: FoundParagraph,
    out: Vec<FoundParagraph>,
    /// The code of the next field.
    code: String,
    fields: Vec<OpenField>,
    /// The number of open lists of a reference manager.
    generated: usize,
    /// The number of fallback characters that remain to be skipped after a Unicode character.
    skip: usize,
    /// The first half of a surrogate pair.
    high_surrogate: Option<u16>,
    tables: TableCounter,
    /// Whether the paragraph is in a cell of a table.
    in_cell: bool,
    /// Whether the current row has begun.
    has_row: bool,
    /// Whether the current cell has begun.
    has_cell: bool,
    cited: &'a mut CitedWorks,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(byte) = self.bytes.get(self.at).copied() {
            self.at += 1;
            match byte {
                b'{' => {
                    if self.groups.len() >= MAX_DEPTH {
                        break;
                    }
                    self.groups.push(self.state);
                    self.state.opens_field = false;
                }
                b'}' => self.end_group(),
                b'\\' => self.control(),
                b'\r' | b'\n' => {}
                byte => self.letter(latin(byte)),
            }
        }
        self.end_paragraph();
    }

    fn end_group(&mut self) {
        if self.state.opens_field
            && let Some(field) = self.fields.pop()
        {
            self.generated -= usize::from(field.is_list);
            let end = self.paragraph.text.len();
            if !field.works.is_empty() {
                self.paragraph.citations.push((Span::new(field.start.min(end), end), field.works));
            }
        }
        if let Some(before) = self.groups.pop() {
            self.state = before;
        }
    }

    fn control(&mut self) {
        let Some(byte) = self.bytes.get(self.at).copied() else { return };
        if !byte.is_ascii_alphabetic() {
            self.at += 1;
            match byte {
                b'\'' => {
                    let code =
                        self.bytes.get(self.at..self.at + 2).and_then(|code| std::str::from_utf8(code).ok());
                    let value = code.and_then(|code| u8::from_str_radix(code, 16).ok());
                    self.at = (self.at + 2).min(self.bytes.len());
                    self.letter(value.map_or('?', latin));
                }
                b'~' => self.letter('\u{a0}'),
                b'_' => self.letter('-'),
                b'*' => self.state.skips |= !self.is_field_code(),
                b'{' | b'}' | b'\\' => self.letter(char::from(byte)),
                b'\r' | b'\n' => self.end_paragraph(),
                _ => {}
            }
            return;
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count().min(32);
        let word = rest.get(..letters).and_then(|word| std::str::from_utf8(word).ok()).unwrap_or_default();
        self.at += letters;
        let digits = self.bytes.get(self.at..).unwrap_or_default();
        let count = digits
            .iter()
            .enumerate()
            .take_while(|(at, byte)| byte.is_ascii_digit() || (*at == 0 && **byte == b'-'))
            .count()
            .min(11);
        let number =
            digits.get(..count).and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<i32>().ok());
        self.at += count;
        if self.bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.word(word, number);
    }

    /// Returns whether the group that begins with `\*` is the code of a field.
    fn is_field_code(&self) -> bool {
        self.bytes.get(self.at..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\\fldinst"))
    }

    /// Adds a UTF-16 code unit. Characters outside the Basic Multilingual Plane come as two `\u` in a row.
    fn unicode(&mut self, unit: u16) {
        let high = self.high_surrogate.take();
        if (0xd800..0xdc00).contains(&unit) {
            self.high_surrogate = Some(unit);
            return;
        }
        let pair: Vec<u16> = high.into_iter().chain([unit]).collect();
        for character in char::decode_utf16(pair) {
            self.letter(character.unwrap_or('\u{fffd}'));
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        match word {
            "par" | "sect" | "page" => self.end_paragraph(),
            "line" | "tab" => self.letter(' '),
            "pard" | "intbl" if !self.state.skips => self.in_cell = word == "intbl",
            "cell" | "row" if !self.state.skips => {
                self.in_cell = true;
                self.end_paragraph();
                self.has_cell = false;
                self.has_row = word == "cell";
            }
            "u" => {
                let value = number.unwrap_or(0);
                let unit = u16::try_from(if value < 0 { value + 0x1_0000 } else { value }).unwrap_or(0xfffd);
                self.unicode(unit);
                self.skip = self.state.fallbacks;
            }
            "uc" => {
                self.state.fallbacks =
                    number.and_then(|count| usize::try_from(count).ok()).unwrap_or(1).min(16)
            }
            "super" => self.state.is_raised = number != Some(0),
            "nosupersub" | "plain" => self.state.is_raised = false,
            "deleted" => self.state.is_deleted = number != Some(0),
            "emdash" => self.letter('—'),
            "endash" => self.letter('–'),
            "lquote" => self.letter('‘'),
            "rquote" => self.letter('’'),
            "ldblquote" => self.letter('“'),
            "rdblquote" => self.letter('”'),
            "bullet" => self.letter('•'),
            "fldinst" => {
                self.state.is_code = true;
                self.code.clear();
            }
            "fldrslt" => {
                self.state.is_code = false;
                self.begin_field();
            }
            "footnote" => self.state.skips = true,
            "outlinelevel" => {
                self.paragraph.heading = number
                    .and_then(|level| u8::try_from(level).ok())
                    .filter(|level| *level < 9)
                    .map(|level| level + 1);
            }
            "bin" => {
                self.at = self
                    .at
                    .saturating_add(number.and_then(|count| usize::try_from(count).ok()).unwrap_or(0))
                    .min(self.bytes.len())
            }
            word if SKIPPED_GROUPS.contains(&word) => self.state.skips = true,
            _ => {}
        }
    }

    fn begin_field(&mut self) {
        let code = std::mem::take(&mut self.code);
        let works = if code.contains("CSL_CITATION") {
            self.cited.csl(&code)
        } else if code.contains("EN.CITE") {
            self.cited.endnote(&code)
        } else {
            Vec::new()
        };
        let is_list =
            ["ZOTERO_BIBL", "CSL_BIBLIOGRAPHY", "EN.REFLIST"].iter().any(|name| code.contains(name));
        self.generated += usize::from(is_list);
        self.paragraph.is_generated |= is_list && self.paragraph.text.trim().is_empty();
        self.fields.push(OpenField { works, start: self.paragraph.text.len(), is_list });
        self.state.opens_field = true;
    }

    fn letter(&mut self, letter: char) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if self.state.is_code {
            self.code.push(letter);
        } else if !self.state.skips && !self.state.is_deleted {
            if self.state.is_raised && letter.is_ascii_digit() {
                self.paragraph.text.push_str(&raised(letter.encode_utf8(&mut [0; 4])));
            } else {
                self.paragraph.text.push(letter);
            }
        }
    }

    fn end_paragraph(&mut self) {
        if self.state.is_code || self.state.skips {
            return;
        }
        self.place_in_table();
        for field in &mut self.fields {
            let end = self.paragraph.text.len();
            if !field.works.is_empty() && field.start < end {
                self.paragraph.citations.push((Span::new(field.start, end), field.works.clone()));
            }
            field.start = 0;
        }
        let next = FoundParagraph { is_generated: self.generated > 0, ..FoundParagraph::default() };
        let mut paragraph = std::mem::replace(&mut self.paragraph, next);
        if paragraph.text.trim().is_empty() {
            return;
        }
        let number = u32::try_from(self.out.len() + 1).unwrap_or(u32::MAX);
        paragraph.place = SourcePlace { paragraph: Some(number), ..SourcePlace::default() };
        paragraph.cell = self.tables.place();
        self.out.push(paragraph);
    }

    /// Enters the cell of the paragraph that ends, or leaves the table.
    fn place_in_table(&mut self) {
        if !self.in_cell {
            self.tables.end();
            self.has_row = false;
            self.has_cell = false;
            return;
        }
        if !self.tables.is_open() {
            self.tables.begin();
        }
        if !self.has_row {
            self.tables.row();
        }
        if !self.has_cell {
            self.tables.cell(None);
        }
        self.has_row = true;
        self.has_cell = true;
    }
}

/// Decodes a byte of Windows-1252, the code page of nearly all of these files.
fn latin(byte: u8) -> char {
    const WINDOWS_1252_HIGH: [char; 32] = [
        '€', '?', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '?', 'Ž', '?', '?', '‘', '’', '“',
        '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '?', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => WINDOWS_1252_HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or('?'),
        byte => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use crate::fixture::zotero;
    use crate::{DocumentKind, read};

    #[test]
    fn words_fields_and_letters_are_read() {
        let code = zotero(1, "Ng", "Sleep after surgery", 2019).replace('{', "\\{").replace('}', "\\}");
        let text = format!(
            "{{\\rtf1\\ansi{{\\fonttbl{{\\f0 Arial;}}}}\\pard Caf\\'e9 \\u8211?rest \\u-10187?\\u-8451? {{\\field{{\\*\\fldinst {{ADDIN ZOTERO_ITEM CSL_CITATION {code}}}}}{{\\fldrslt (Ng, 2019)}}}} helps.{{\\super 1}}\\par References\\par 1. Ode B. Pain after surgery. J Wards. 2020;13:1-9.\\par}}"
        );
        let document = read(DocumentKind::Rtf, text.as_bytes()).unwrap();
        let lines: Vec<String> = document.text().to_string().lines().map(str::to_owned).collect();
        assert_eq!(lines[0], "Café –rest 𝛽 (Ng, 2019) helps.¹");
        let titles: Vec<_> =
            document.list_items().filter_map(|listed| listed.item.work.title.clone()).collect();
        assert_eq!(titles, ["Sleep after surgery", "Pain after surgery"]);
    }
}
