//! Removes lines that pages repeat: running heads and footers, page numbers and line numbers.

use super::columns::PlacedLine;
use referee_syntax::is_references_heading;
use std::collections::{HashMap, HashSet};

/// The minimum number of pages with the same running head.
const MIN_PAGES: usize = 3;

/// The minimum number of line numbers in the margin of a page.
const MIN_LINE_NUMBERS: usize = 8;

/// The share of a page, at its top and at its bottom, that may be a running head.
const MARGIN_SHARE: f64 = 0.12;

/// Removes the running heads.
pub(crate) fn drop(lines: &mut Vec<PlacedLine>) {
    let top = lines.iter().map(|line| line.y).fold(f64::INFINITY, f64::min);
    let bottom = lines.iter().map(|line| line.y).fold(f64::NEG_INFINITY, f64::max);
    let margin = MARGIN_SHARE * (bottom - top);
    let is_in_margin = |line: &PlacedLine| line.y < top + margin || line.y > bottom - margin;
    let mut pages_of: HashMap<String, HashSet<u32>> = HashMap::new();
    let mut heights_of: HashMap<String, (f64, f64)> = HashMap::new();
    let mut pages = HashSet::new();
    for line in lines.iter() {
        pages.insert(line.page);
        let shape = shape(&line.text);
        // Separate numbers are page numbers, or parts of references that a line break cut off.
        if is_in_margin(line) && !shape.is_empty() {
            let heights = heights_of.entry(shape.clone()).or_insert((line.y, line.y));
            *heights = (heights.0.min(line.y), heights.1.max(line.y));
            pages_of.entry(shape).or_default().insert(line.page);
        }
    }
    // Left and right pages have different heads.
    let enough = MIN_PAGES.max(pages.len() / 4).min(pages.len().max(MIN_PAGES));
    let line_numbers = line_numbers(lines);
    let mut index = 0;
    lines.retain(|line| {
        index += 1;
        let text = line.text.trim();
        let is_number = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let shape = shape(&line.text);
        let on = pages_of.get(&shape).map_or(0, HashSet::len);
        // Two pages are enough if the line is at the same height on both.
        let is_level = heights_of.get(&shape).is_some_and(|(highest, lowest)| lowest - highest < 1.0);
        let repeats = on >= enough || (on == pages.len() && on >= 2 && is_level);
        // The heading of a list that continues over pages is handled by the reader of the list.
        if is_references_heading(text) {
            return true;
        }
        let is_page_number = is_number && (line.y < top + margin / 2.0 || line.y > bottom - margin / 2.0);
        !(is_in_margin(line) && (repeats && !text.is_empty())
            || is_page_number
            || line_numbers.contains(&(index - 1)))
    });
}

/// Returns a line without its digits: `Page 3 of 20`.
fn shape(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace()).collect::<String>().to_lowercase()
}

/// Returns the indexes of the lines that are line numbers: a separate column of increasing numbers.
fn line_numbers(lines: &[PlacedLine]) -> HashSet<usize> {
    let mut by_column: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        by_column.entry((line.page, line.column)).or_default().push(index);
    }
    let mut out = HashSet::new();
    for indices in by_column.into_values() {
        let number = |index: &usize| lines.get(*index).and_then(|line| line.text.trim().parse::<u32>().ok());
        let numbers: Vec<u32> = indices.iter().filter_map(number).collect();
        let all = numbers.len() == indices.len() && numbers.len() >= MIN_LINE_NUMBERS;
        if all && numbers.windows(2).all(|pair| pair.first() < pair.last()) {
            out.extend(indices);
        }
    }
    out
}
