//! Joins the cells of a table to rows of the form `| a | b |`, in which every rule reads tables.
//!
//! Many documents use tables for their layout: letterheads, forms with paragraphs, lists of references. Those keep
//! their paragraphs.

use crate::found_paragraph::{CellPlace, FoundParagraph, FoundRun};
use referee_syntax::{SourcePlace, is_references_heading};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// The length of the longest cell that is a value and not prose, in bytes.
const MAX_VALUE_BYTES: usize = 200;

/// The most paragraphs of a cell that is a value.
const MAX_VALUE_PARAGRAPHS: usize = 2;

/// The most columns of a table that is read.
const MAX_COLUMNS: u32 = 64;

/// Counts tables, rows and cells while a document is read.
#[derive(Debug, Default)]
pub(crate) struct TableCounter {
    tables: u32,
    /// The open tables, the innermost last: the current cell, and the column of the next one.
    open: Vec<(CellPlace, u32)>,
}

impl TableCounter {
    pub(crate) fn begin(&mut self) {
        self.tables += 1;
        self.open.push((CellPlace { table: self.tables, ..CellPlace::default() }, 1));
    }

    pub(crate) fn end(&mut self) {
        self.open.pop();
    }

    pub(crate) fn row(&mut self) {
        if let Some((place, next)) = self.open.last_mut() {
            place.row += 1;
            *next = 1;
        }
    }

    /// Begins a cell that is `columns` wide.
    pub(crate) fn cell(&mut self, columns: Option<&str>) {
        if let Some((place, next)) = self.open.last_mut() {
            place.column = *next;
            let columns = columns.and_then(|columns| columns.parse().ok()).unwrap_or(1);
            *next = next.saturating_add(columns);
        }
    }

    /// Returns the current cell of the innermost table.
    pub(crate) fn place(&self) -> Option<CellPlace> {
        self.open.last().map(|(place, _)| *place).filter(|place| place.column > 0)
    }

    pub(crate) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }
}

/// The paragraphs of each cell of a table, by row and column.
type Rows<P> = BTreeMap<u32, BTreeMap<u32, Vec<P>>>;

/// Joins the cells of each table of values to one paragraph for each row. Notes to its cells follow the table.
pub(crate) fn join_rows(paragraphs: Vec<FoundParagraph>) -> Vec<FoundParagraph> {
    let mut tables = tables_of_values(&paragraphs).into_iter().peekable();
    let mut out = Vec::with_capacity(paragraphs.len());
    let mut all = paragraphs.into_iter().enumerate().peekable();
    while let Some((index, paragraph)) = all.next() {
        let Some(table) = tables.next_if(|table| table.start == index) else {
            out.push(paragraph);
            continue;
        };
        let mut rows = Rows::new();
        let mut notes = Vec::new();
        let rest = std::iter::from_fn(|| all.next_if(|(index, _)| table.contains(index)));
        for paragraph in std::iter::once(paragraph).chain(rest.map(|(_, paragraph)| paragraph)) {
            match paragraph.cell {
                Some(CellPlace { row, column, .. }) => {
                    rows.entry(row).or_default().entry(column).or_default().push(paragraph);
                }
                None => notes.push(paragraph),
            }
        }
        let columns = columns(&rows);
        out.extend(rows.into_values().map(|row| joined(row, columns)));
        out.append(&mut notes);
    }
    out
}

fn columns<P>(rows: &Rows<P>) -> u32 {
    rows.values().filter_map(|row| row.keys().next_back()).max().copied().unwrap_or(0)
}

/// Returns the paragraphs of each table that has values in its cells, in order.
fn tables_of_values(paragraphs: &[FoundParagraph]) -> Vec<Range<usize>> {
    let mut tables: BTreeMap<u32, Range<usize>> = BTreeMap::new();
    let mut listed = HashSet::new();
    let mut in_references = false;
    for (index, paragraph) in paragraphs.iter().enumerate() {
        if paragraph.heading.is_some() || is_references_heading(&paragraph.text) {
            in_references = is_references_heading(&paragraph.text);
        }
        if let Some(cell) = paragraph.cell {
            tables.entry(cell.table).or_insert(index..index).end = index + 1;
            if in_references {
                listed.insert(cell.table);
            }
        }
    }
    let has_values = |table: &u32, range: &Range<usize>| {
        let inside = paragraphs.get(range.clone()).unwrap_or_default();
        let mut rows: Rows<&FoundParagraph> = Rows::new();
        for paragraph in inside {
            match paragraph.cell {
                Some(cell) if cell.table == *table => {
                    rows.entry(cell.row).or_default().entry(cell.column).or_default().push(paragraph);
                }
                None if paragraph.place.note.is_some() => {}
                // A table in a cell of another one.
                _ => return false,
            }
        }
        !listed.contains(table) && are_values(&rows)
    };
    tables.into_iter().filter(|(table, range)| has_values(table, range)).map(|(_, range)| range).collect()
}

/// Returns whether most rows of a table have several cells with values.
fn are_values(rows: &Rows<&FoundParagraph>) -> bool {
    let is_prose = |cell: &Vec<&FoundParagraph>| {
        let length: usize = cell.iter().map(|paragraph| paragraph.text.len()).sum();
        length > MAX_VALUE_BYTES
            || cell.len() > MAX_VALUE_PARAGRAPHS
            || cell.iter().any(|paragraph| paragraph.is_generated || paragraph.text.trim().contains(": "))
    };
    let columns = columns(rows);
    let has_number = |row: &BTreeMap<u32, Vec<&FoundParagraph>>| {
        let begins = |words: &str| {
            words
                .trim_start_matches(['<', '>', '≤', '≥', '~', '-', '−', ' '])
                .starts_with(|c: char| c.is_ascii_digit())
        };
        row.values().flatten().any(|paragraph| begins(&paragraph.text))
    };
    let are_values = |(nth, row): &(usize, &BTreeMap<u32, Vec<&FoundParagraph>>)| {
        // Two columns of words are a form with the names of its sections: "Allergies", "Penicillin".
        let is_of_values = columns > 2 || *nth == 0 || has_number(row);
        row.len() >= 2 && is_of_values && !row.values().any(is_prose)
    };
    let of_values = rows.values().enumerate().filter(are_values).count();
    of_values >= 2 && of_values * 2 > rows.len() && columns <= MAX_COLUMNS
}

/// Joins the cells of a row; a table has `columns` columns.
fn joined(row: BTreeMap<u32, Vec<FoundParagraph>>, columns: u32) -> FoundParagraph {
    let mut out = FoundParagraph::default();
    let mut row = row;
    for column in 1..=columns {
        out.text.push_str("| ");
        let cell = row.remove(&column).unwrap_or_default();
        for (nth, paragraph) in cell.into_iter().enumerate() {
            if nth > 0 {
                out.text.push_str(separator(&out.text, &paragraph.text));
            }
            append(&mut out, paragraph);
        }
        out.text.push(' ');
    }
    out.text.push('|');
    out
}

/// Returns what separates two paragraphs of a cell: a new item begins with a capital letter.
fn separator(before: &str, next: &str) -> &'static str {
    let is_item = next.trim_start().starts_with(char::is_uppercase)
        && before.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '%'));
    if is_item { "; " } else { " " }
}

/// Appends a paragraph of a cell to its row.
fn append(row: &mut FoundParagraph, paragraph: FoundParagraph) {
    let start = row.text.len();
    // A bar would begin another cell.
    row.text.push_str(&paragraph.text.replace('|', "/"));
    row.citations.extend(paragraph.citations.into_iter().map(|(span, works)| (span.shift(start), works)));
    row.runs.extend(paragraph.runs.into_iter().map(|run| FoundRun {
        text: run.text.shift(start),
        elements: run.elements.iter().map(|(text, place)| (text.shift(start), *place)).collect(),
        ..run
    }));
    if row.cell.is_none() {
        row.cell = paragraph.cell;
        let cell = paragraph.cell.unwrap_or_default();
        row.place = SourcePlace { table: Some(cell.table), row: Some(cell.row), ..paragraph.place };
    }
}

#[cfg(test)]
mod tests;
