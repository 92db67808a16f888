//! Moves footnotes at the foot of the column in which a list of references begins.
//!
//! They are between two references of the list, and belong to the text in front of it.

use super::columns::PlacedLine;
use super::reference_list;

/// The maximum ratio of the size of the first note to that of the line above it.
const MAX_SIZE_RATIO: f64 = 0.92;

/// The minimum ratio of the gap above notes of the same size to the gap between references.
const MIN_GAP_RATIO: f64 = 1.8;

/// Moves the notes in front of the heading of the list.
pub(super) fn move_before_lists(lines: &mut Vec<PlacedLine>) {
    let mut heading = 0;
    while heading < lines.len() {
        let is_heading = lines.get(heading).is_some_and(|line| reference_list::is_heading(&line.text));
        if is_heading && let Some(notes) = notes(lines, heading) {
            let moved: Vec<PlacedLine> = lines.drain(notes.0..notes.1).collect();
            let many = moved.len();
            lines.splice(heading..heading, moved);
            heading += many;
        }
        heading += 1;
    }
}

/// Returns the range of the notes at the foot of a heading's column.
fn notes(lines: &[PlacedLine], heading: usize) -> Option<(usize, usize)> {
    let above = lines.get(heading)?;
    let column = lines.get(heading + 1..)?;
    let len = column.iter().take_while(|line| (line.page, line.column) == (above.page, above.column)).count();
    let column = column.get(..len)?;
    let first = small_note(column).or_else(|| distant_note(column))?;
    let size = column.get(first)?.size;
    let notes = column.get(first..)?;
    // All following lines are as small: a reference that ends with a raised number is not a note.
    let are_small = notes.iter().all(|line| line.size < size * 1.05);
    (are_small && first > 0).then_some((heading + 1 + first, heading + 1 + len))
}

/// Returns the first line of notes in a smaller size than the list.
fn small_note(column: &[PlacedLine]) -> Option<usize> {
    let begins = |pair: &[PlacedLine]| match pair {
        [last, first] => first.size < MAX_SIZE_RATIO * last.size && is_note(first),
        _ => false,
    };
    column.windows(2).position(begins).map(|pair| pair + 1)
}

/// Returns the first line of notes at a large distance below a list whose references lack numbers.
fn distant_note(column: &[PlacedLine]) -> Option<usize> {
    let gaps: Vec<f64> = column
        .windows(2)
        .filter_map(|pair| match pair {
            [above, below] => Some(below.y - above.y),
            _ => None,
        })
        .collect();
    let usual = |before: usize| gaps.get(..before).unwrap_or_default().iter().copied().fold(0.0, f64::max);
    let far = |(at, gap): (usize, &f64)| (at >= 2 && *gap > MIN_GAP_RATIO * usual(at)).then_some(at + 1);
    let first = gaps.iter().enumerate().rev().find_map(far)?;
    let is_numbered = column.get(..first)?.iter().any(is_note);
    (!is_numbered && column.get(first).is_some_and(is_note)).then_some(first)
}

/// Returns whether a line begins with the mark of a note.
fn is_note(line: &PlacedLine) -> bool {
    let text = line.text.trim_start();
    let mark = |c: char| c.is_ascii_digit() || "⁰¹²³⁴⁵⁶⁷⁸⁹*†‡§¶".contains(c);
    let words = text.trim_start_matches(mark).trim_start();
    words.len() < text.len() && words.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::{PlacedLine, move_before_lists};

    fn line(y: f64, size: f64, text: &str) -> PlacedLine {
        PlacedLine { text: text.to_owned(), size, y, page: 2, column: 1, ..PlacedLine::default() }
    }

    #[test]
    fn a_note_at_the_foot_stands_in_front_of_the_list() {
        let mut lines = vec![
            line(100.0, 12.0, "We counted nights.¹"),
            line(120.0, 14.0, "References"),
            line(140.0, 12.0, "Doe, J. (2019). Nights on wards. J Wards, 1, 1–9."),
            line(154.0, 12.0, "Roe, A. (2020). Days on wards."),
            line(700.0, 10.0, "1 The nights of the year 2019."),
            line(712.0, 10.0, "They were many."),
            PlacedLine { page: 3, ..line(72.0, 12.0, "J Wards, 2, 1–9.") },
        ];
        move_before_lists(&mut lines);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts[1], "1 The nights of the year 2019.");
        assert_eq!(texts[3], "References");
        assert_eq!(texts[6], "J Wards, 2, 1–9.");
    }

    #[test]
    fn a_note_of_the_same_size_is_told_by_its_distance() {
        let mut lines = vec![
            line(120.0, 12.0, "References"),
            line(140.0, 12.0, "Doe, J. (2019). Nights on wards. J Wards, 1, 1–9."),
            line(164.0, 12.0, "Roe, A. (2020). Days on wards."),
            line(178.0, 12.0, "J Wards, 2, 1–9."),
            line(240.0, 12.0, "1 The nights of the year 2019."),
        ];
        move_before_lists(&mut lines);
        assert!(lines[0].text.starts_with("1 The nights"), "{lines:?}");
        let mut numbered = vec![
            line(120.0, 12.0, "References"),
            line(140.0, 12.0, "1 Doe J. Nights on wards. J Wards 2019; 1: 1–9."),
            line(154.0, 12.0, "2 Roe A. Days on wards. J Wards 2020; 2: 1–9."),
            line(168.0, 12.0, "3 Roe B. Days on wards. J Wards 2020; 2: 1–9."),
            line(240.0, 12.0, "4 Roe C. Days on wards. J Wards 2020; 2: 1–9."),
        ];
        let before = numbered.clone();
        move_before_lists(&mut numbered);
        assert_eq!(numbered, before);
    }

    #[test]
    fn small_references_are_no_notes() {
        let mut lines = vec![
            line(120.0, 14.0, "References"),
            line(140.0, 9.0, "1 Doe J. Nights on wards. J Wards 2019; 1: 1–9."),
            line(152.0, 9.0, "2 Roe A. Days on wards. J Wards 2020; 2: 1–9."),
        ];
        let before = lines.clone();
        move_before_lists(&mut lines);
        assert_eq!(lines, before);
    }
}
