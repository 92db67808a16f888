//! Tables of a note with a value in each cell: laboratory values by day, observations by hour.
//!
//! A table has bars (Markdown) or columns that two blanks separate. Its times are in the first row or in the first column;
//! without times, a table of two columns gives the present values.

pub(crate) mod times;

use crate::BlockContext;
use crate::pattern::{Pattern, any_case, forms};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A cell with a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChartCell {
    /// The value with its name before it and its unit after it: “Na 119 mmol/L”.
    pub(crate) sentence: String,
    /// The name of the value without its unit.
    pub(crate) name: String,
    /// Where the value is in the block.
    pub(crate) span: Span,
    /// The table of the block, from 0.
    pub(crate) table: usize,
    /// The number of the time in the table, from 0.
    pub(crate) column: usize,
    /// The time as the table gives it: “11/03”, “14:00”, “Day 2”; empty for present values.
    pub(crate) time: String,
}

/// A cell of a row with its place in the block.
pub(crate) type Cell<'t> = (&'t str, usize);

/// The most cells of a block that are read, with headings, names and empty cells; the others are left out.
const MAX_CELLS: usize = 800;

/// The cells with a value in the tables of a block, in text order.
pub(crate) struct Charts(pub(crate) Vec<ChartCell>);

impl Charts {
    /// The tables of a block, read once.
    pub(crate) fn of(block: &BlockContext<'_>) -> Arc<Charts> {
        block.fact(|block| Charts(read(block.prose())))
    }
}

/// Reads the values in the tables of a text.
fn read(prose: &str) -> Vec<ChartCell> {
    let mut out = Vec::new();
    for (nth, rows) in tables(prose).iter().enumerate() {
        table(rows, nth, &mut out);
    }
    out
}

/// The rows of each table of a text, without its lines between rows.
pub(crate) fn tables(prose: &str) -> Vec<Vec<Vec<Cell<'_>>>> {
    let mut out = Vec::new();
    let mut known = 0;
    let mut rows: Vec<Vec<Cell<'_>>> = Vec::new();
    let mut at = 0;
    for line in prose.split_inclusive('\n').chain(["\n"]) {
        let cells = cells_of(line, at);
        at += line.len();
        if cells.len() >= 2 && known + cells.len() <= MAX_CELLS {
            known += cells.len();
            rows.push(cells);
            continue;
        }
        let mut whole = std::mem::take(&mut rows);
        if whole.len() >= 2 {
            whole.retain(|row| row.iter().any(|(cell, _)| !cell.is_empty()));
            // An indented table begins each row with blanks.
            if whole.iter().all(|row| row.first().is_some_and(|(cell, _)| cell.is_empty())) {
                whole.iter_mut().for_each(|row| *row = row.split_off(1));
            }
            out.push(whole);
        }
        if cells.len() >= 2 {
            break;
        }
    }
    out
}

/// Returns the cells of a line; two empty ones for the line below a heading row, and nothing for a line
/// outside of a table.
fn cells_of(line: &str, start: usize) -> Vec<Cell<'_>> {
    let text = line.trim_end();
    let is_rule = text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '=' | '+'));
    if is_rule && !text.trim().is_empty() {
        // The line below a heading row continues the table.
        return vec![("", start), ("", start)];
    }
    let mut out = Vec::new();
    if text.trim_start().starts_with('|') {
        let inner = text.trim().trim_start_matches('|').trim_end_matches('|');
        let mut at = text.find(inner).unwrap_or_default();
        for cell in inner.split('|') {
            out.push(trimmed(cell, start + at));
            at += cell.len() + 1;
        }
        return out;
    }
    let mut from = 0;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let blanks = bytes.get(at..).map_or(0, |rest| rest.iter().take_while(|b| **b == b' ').count());
        let is_tab = bytes.get(at) == Some(&b'\t');
        if blanks >= 2 || is_tab {
            out.push(trimmed(text.get(from..at).unwrap_or_default(), start + from));
            from = at + blanks.max(1);
            at = from;
        } else {
            at += blanks.max(1);
        }
    }
    out.push(trimmed(text.get(from..).unwrap_or_default(), start + from));
    if out.first().is_some_and(|(cell, _)| cell.is_empty()) && out.len() <= 2 {
        // An indented line.
        out.clear();
    }
    out
}

/// A cell without the blanks and marks of emphasis around it.
fn trimmed(cell: &str, at: usize) -> Cell<'_> {
    let is_mark = |c: char| c.is_whitespace() || c == '*';
    let lead = cell.len() - cell.trim_start_matches(is_mark).len();
    (cell.trim_matches(is_mark), at + lead)
}

/// Whether a cell is a time: a date, an hour, a day of the stay, “today”.
fn is_time(cell: &str) -> bool {
    static TIME: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&format!(r"^(?:{})[.:]?$", forms("charts/time"))));
    TIME.is_match(cell)
}

/// Adds the cells of a table.
fn table(rows: &[Vec<Cell<'_>>], table: usize, out: &mut Vec<ChartCell>) {
    let Some((head, body)) = rows.split_first() else { return };
    let first = |row: &[Cell<'_>]| row.first().map_or("", |(cell, _)| *cell).to_owned();
    let times = head.iter().skip(1).filter(|(cell, _)| is_time(cell)).count();
    // In an aligned table the heading row may begin with its first time.
    let offset = usize::from(
        !(is_time(&first(head)) && head.len() < body.iter().map(|row| row.len()).max().unwrap_or(0)),
    );
    let has_times = times >= 2 || times == 1 && head.len() == 2 || times >= 1 && offset == 0;
    let mut push = |name: &str, (value, at): Cell<'_>, column: usize, time: &str| {
        if let Some(cell) = cell_of(name, value, at, table, column, time) {
            out.push(cell);
        }
    };
    if has_times {
        for row in body {
            for (column, value) in row.iter().skip(1).enumerate() {
                let time = head.get(column + offset).map_or("", |(time, _)| *time);
                if is_time(time) {
                    push(&first(row), *value, column, time);
                }
            }
        }
        return;
    }
    if body.len() >= 2 && body.iter().all(|row| is_time(&first(row))) {
        for (line, row) in body.iter().enumerate() {
            for (column, value) in row.iter().enumerate().skip(1) {
                let name = head.get(column).map_or("", |(name, _)| *name);
                push(name, *value, line, &first(row));
            }
        }
        return;
    }
    if rows.iter().all(|row| row.len() == 2) {
        for row in rows {
            if let Some(value) = row.get(1) {
                push(&first(row), *value, 0, "");
            }
        }
    }
}

/// Returns the cell with a value and its name; `None` for a cell without a value.
fn cell_of(name: &str, value: &str, at: usize, table: usize, column: usize, time: &str) -> Option<ChartCell> {
    /// The longest name and the longest value, in bytes.
    const MAX_BYTES: usize = 60;
    let starts = value.trim_start_matches(['<', '>', '~', '≈', ' ', '↑', '↓', '-', '−']);
    let is_value = starts.starts_with(|c: char| c.is_ascii_digit());
    if !is_value || name.is_empty() || name.len() > MAX_BYTES || value.len() > MAX_BYTES {
        return None;
    }
    let (name, unit) = without_unit(name);
    if !name.starts_with(char::is_alphabetic) && !name.starts_with('%') {
        return None;
    }
    let sentence = format!("{name} {value} {unit}").trim_end().to_owned();
    let span = Span::new(at, at + value.len());
    Some(ChartCell { sentence, name, span, table, column, time: time.to_owned() })
}

/// A name without its unit, and the unit: “Na (mmol/L)”, “Creatinine, µmol/L”, “Weight kg”.
fn without_unit(name: &str) -> (String, String) {
    static UNIT: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"^(?P<name>.*?)(?:[ ,]+[(\[]?|[(\[])(?P<unit>{})[)\]]?$", forms("charts/unit")))
    });
    static BRACKET: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"^(?P<name>[^(\[]+)[(\[](?P<unit>[^)\]]*)[)\]]$"));
    let found = UNIT.captures(name).or_else(|| BRACKET.captures(name));
    match found {
        Some(found) if !found["name"].trim().is_empty() => {
            (found["name"].trim().to_owned(), found["unit"].to_owned())
        }
        _ => (name.to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(String, String)> {
        read(text).into_iter().map(|cell| (cell.sentence, cell.time)).collect()
    }

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(sentence, time)| ((*sentence).to_owned(), (*time).to_owned())).collect()
    }

    #[test]
    fn times_are_in_the_first_row_or_in_the_first_column() {
        assert_eq!(
            cells("| | 11/03 | 12/03 |\n|---|---|---|\n| Temp max (°C) | 38.9 | 36.6 |\n| Resp | - | 18 |\n"),
            pairs(&[("Temp max 38.9 °C", "11/03"), ("Temp max 36.6 °C", "12/03"), ("Resp 18", "12/03")])
        );
        assert_eq!(
            cells("| Time | GCS | BP |\n|---|---|---|\n| 23:20 | 11 | 138/78 |\n| 02:00 | 16 | 128/74 |\n"),
            pairs(&[
                ("GCS 11", "23:20"),
                ("BP 138/78", "23:20"),
                ("GCS 16", "02:00"),
                ("BP 128/74", "02:00")
            ])
        );
    }

    #[test]
    fn columns_may_be_aligned() {
        let text = "Lab          1 Dec    2 Dec\nK mmol/L      3.4      4.1\nTSH mU/L      1.9       -\n";
        assert_eq!(
            cells(text),
            pairs(&[("K 3.4 mmol/L", "1 Dec"), ("K 4.1 mmol/L", "2 Dec"), ("TSH 1.9 mU/L", "1 Dec")])
        );
        let text = "            07/05   08/05\nHb g/L       121      98\n";
        assert_eq!(cells(text), pairs(&[("Hb 121 g/L", "07/05"), ("Hb 98 g/L", "08/05")]));
    }

    #[test]
    fn a_table_may_be_indented() {
        let text = "    Na          136\n    K           5.7\n    creatinine  78\n";
        assert_eq!(cells(text), pairs(&[("Na 136", ""), ("K 5.7", ""), ("creatinine 78", "")]));
    }

    #[test]
    fn a_table_without_times_gives_present_values() {
        let text = "| Test | Result |\n|---|---|\n| K | 3.7 |\n| Urine | negative |\n";
        assert_eq!(cells(text), pairs(&[("K 3.7", "")]));
        assert_eq!(
            cells("| Drug | Dose | Time |\n|---|---|---|\n| amlodipine | 5 mg | night |\n"),
            pairs(&[])
        );
    }

    #[test]
    fn the_first_rows_of_a_long_table_are_read() {
        let rows: String =
            (0..1000).map(|row| format!("| {:02}:{:02} | {row} |\n", row / 60, row % 60)).collect();
        let all = cells(&format!("| Time | HR |\n|---|---|\n{rows}"));
        assert_eq!(all.first(), Some(&(String::from("HR 0"), String::from("00:00"))));
        assert!((300..1000).contains(&all.len()), "{}", all.len());
    }

    #[test]
    fn a_place_is_that_of_the_value() {
        let text = "| | Day 1 | Día 2 |\n|---|---|---|\n| **Na** | 119 | 127 |\n";
        let shown: Vec<&str> = read(text).iter().map(|cell| &text[cell.span.range()]).collect();
        assert_eq!(shown, ["119", "127"]);
    }
}
