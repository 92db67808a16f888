//! Reads the cells of a notebook at their offsets in the file.

use crate::DocumentError;
use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::{CollectOptions, ParseOptions};
use referee_syntax::SourcePlace;
use std::ops::Range;

/// The maximum number of cells that are read.
const MAX_CELLS: usize = 50_000;

/// The cells as a text with as many bytes as the file.
pub(super) struct Cells {
    pub(super) text: String,
    /// The cell of each line of the text.
    pub(super) places: Vec<SourcePlace>,
    /// The ranges that an edit must replace as a whole or not at all, in the order of the file.
    pub(super) atomic_ranges: Vec<AtomicRange>,
}

/// A range of the file that an edit must replace as a whole or not at all, because it represents
/// fewer bytes of text than it has, or no text.
#[derive(Clone, Debug)]
pub(super) struct AtomicRange {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: AtomicKind,
}

/// The content of an [`AtomicRange`].
#[derive(Clone, Debug)]
pub(super) enum AtomicKind {
    /// A character that JSON escapes; it is at the end of the range.
    Escape,
    /// A line break within a cell, with the bytes that write it; the line ends at the end of the
    /// range.
    LineBreak(String),
    /// Text outside the cells, which is not edited.
    Structure,
}

impl AtomicRange {
    /// Returns whether the range is outside the text of the cells.
    pub(super) fn is_structure(&self) -> bool {
        matches!(self.kind, AtomicKind::Structure)
    }

    /// Returns whether `at` is after the first byte and before the end.
    pub(super) fn is_around(&self, at: usize) -> bool {
        self.start < at && at < self.end
    }
}

/// Reads the cells of a notebook.
pub(super) fn read(json: &str) -> Result<Cells, DocumentError> {
    // Only strict JSON is accepted; the AST parser below is more lenient.
    serde_json::from_str::<serde::de::IgnoredAny>(json).map_err(DocumentError::NotebookJson)?;
    let parsed = jsonc_parser::parse_to_ast(json, &CollectOptions::default(), &ParseOptions::default()).ok();
    let root = parsed.and_then(|parsed| parsed.value);
    let root = root.as_ref().and_then(Value::as_object).ok_or(DocumentError::Missing("cells"))?;
    let cells = cells_of(root).ok_or(DocumentError::Missing("cells"))?;
    let mut writer = Writer {
        json,
        text: String::with_capacity(json.len()),
        places: Vec::new(),
        atomic_ranges: Vec::new(),
        cell: 0,
    };
    let mut is_first = true;
    for (number, cell) in (1_u32..).zip(cells.elements.iter().take(MAX_CELLS)) {
        let Some(cell) = cell.as_object() else { continue };
        let strings = strings_of(cell);
        let kind = cell.get_string("cell_type").map(|kind| kind.value.as_ref());
        let begins = strings.first().and_then(|string| json.get(string.clone())).unwrap_or_default();
        // A raw cell at the top is the front matter of Quarto and MyST.
        let is_front_matter = is_first && begins.trim_start().starts_with("---");
        if strings.is_empty() || (kind != Some("markdown") && !(kind == Some("raw") && is_front_matter)) {
            continue;
        }
        is_first = false;
        writer.cell(number, &strings);
    }
    writer.structure(json.len());
    Ok(Cells { text: writer.text, places: writer.places, atomic_ranges: writer.atomic_ranges })
}

fn cells_of<'a, 'j>(root: &'a Object<'j>) -> Option<&'a Array<'j>> {
    root.get_array("cells")
        .or_else(|| root.get_array("worksheets")?.elements.first()?.as_object()?.get_array("cells"))
}

/// Returns the ranges of the strings in the source of a cell, without their quotation marks.
fn strings_of(cell: &Object<'_>) -> Vec<Range<usize>> {
    let inside = |value: &Value<'_>| match value {
        Value::StringLit(string) => Some(string.range.start + 1..string.range.end - 1),
        _ => None,
    };
    let Some(source) = cell.get("source") else { return Vec::new() };
    match &source.value {
        Value::Array(lines) => lines.elements.iter().filter_map(inside).collect(),
        other => inside(other).into_iter().collect(),
    }
}

/// Writes the text so that its offsets equal those of the file.
struct Writer<'j> {
    json: &'j str,
    text: String,
    places: Vec<SourcePlace>,
    atomic_ranges: Vec<AtomicRange>,
    /// The number of the cell whose lines are being written.
    cell: u32,
}

impl Writer<'_> {
    /// Writes the strings of one cell, with the blanks before and between them.
    fn cell(&mut self, number: u32, strings: &[Range<usize>]) {
        for (index, string) in strings.iter().enumerate() {
            if index == 0 {
                self.structure(string.start);
                self.cell = number;
            } else {
                self.between(string.start);
            }
            self.string(string.end);
        }
    }

    /// Writes the range up to `end`, which is outside the cells: the end of the paragraph before
    /// it, blanks, and the end of their line.
    fn structure(&mut self, end: usize) {
        let start = self.text.len();
        if end <= start {
            return;
        }
        self.atomic_ranges.push(AtomicRange { start, end, kind: AtomicKind::Structure });
        // Only one line of blanks precedes the first cell, so that front matter is recognized.
        if start > 0 {
            self.end_line();
        }
        if let Some(blanks) = (end - self.text.len()).checked_sub(1) {
            self.blank(blanks);
            self.end_line();
        }
    }

    fn blank(&mut self, bytes: usize) {
        self.text.extend(std::iter::repeat_n(' ', bytes));
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.places.push(SourcePlace { cell: Some(self.cell.max(1)), ..SourcePlace::default() });
    }

    /// Writes the range between two strings of a cell, up to `end`. If the first string ends with a
    /// line break, the range belongs to it.
    fn between(&mut self, end: usize) {
        let start = self.text.len();
        if let Some(AtomicRange { start: first, end: last, kind: AtomicKind::LineBreak(json) }) =
            self.atomic_ranges.last_mut()
            && *last == start
        {
            *last = end;
            *json = self.json.get(*first..end).unwrap_or_default().to_owned();
            // The line break moves to the end of the range.
            self.text.pop();
            self.blank(end - start);
            self.text.push('\n');
            return;
        }
        // Two strings without a line break between them are one line. The range between them is
        // blank and cannot be edited.
        self.atomic_ranges.push(AtomicRange { start, end, kind: AtomicKind::Structure });
        self.blank(end - start);
    }

    /// Writes the contents of a string, up to its closing quotation mark at `end`.
    fn string(&mut self, end: usize) {
        while self.text.len() < end {
            let start = self.text.len();
            let rest = self.json.get(start..end).unwrap_or_default();
            let plain = rest.find('\\').unwrap_or(rest.len());
            self.text.push_str(rest.get(..plain).unwrap_or_default());
            if let Some(escape) = rest.get(plain..).filter(|escape| !escape.is_empty()) {
                self.escape(escape);
            }
        }
    }

    /// Writes the escape at the start of `rest`: blanks, with its character at the end.
    fn escape(&mut self, rest: &str) {
        let start = self.text.len();
        let (character, bytes) = unescaped(rest);
        let bytes = bytes.min(rest.len());
        let end = start + bytes;
        if character == '\n' {
            self.blank(bytes - 1);
            self.end_line();
            let kind = AtomicKind::LineBreak(rest.get(..bytes).unwrap_or_default().to_owned());
            self.atomic_ranges.push(AtomicRange { start, end, kind });
            return;
        }
        let character = if character.is_control() { ' ' } else { character };
        self.blank(bytes.saturating_sub(character.len_utf8()));
        self.text.push(character);
        self.atomic_ranges.push(AtomicRange { start, end, kind: AtomicKind::Escape });
    }
}

/// Returns the character of the escape at the start of `rest`, and the length of the escape in
/// bytes.
fn unescaped(rest: &str) -> (char, usize) {
    let unit = |at: usize| rest.get(at..at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match rest.as_bytes().get(1) {
        Some(b'n') => ('\n', 2),
        Some(b't') => ('\t', 2),
        Some(b'r' | b'b' | b'f') => (' ', 2),
        Some(b'u') => {
            let first = unit(2).unwrap_or(0x20);
            let second = rest.get(6..8).filter(|mark| *mark == "\\u").and_then(|_| unit(8));
            match (char::from_u32(first), second) {
                (Some(character), _) => (character, 6),
                (None, Some(second)) => {
                    let pair = char::decode_utf16([first as u16, second as u16]).next();
                    (pair.and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                }
                (None, None) => (char::REPLACEMENT_CHARACTER, 6),
            }
        }
        Some(byte) => (char::from(*byte), 2),
        None => (' ', 1),
    }
}
