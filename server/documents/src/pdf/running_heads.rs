//! Removes lines that pages repeat: running heads and footers, page numbers and line numbers.

use super::columns::PlacedLine;
use referee_syntax::is_references_heading;
use std::collections::{HashMap, HashSet};

/// The minimum number of pages with the same running head.
const MIN_PAGES: usize = 3;

/// The minimum number of line numbers in the margin of a page.
const MIN_LINE_NUMBERS: usize = 8;

/// The minimum ratio of the size of a title to that of the text.
const TITLE_SIZE: f64 = 1.25;

/// The number of consecutive lines of text that begin the text of a page.
const TEXT_LINES: usize = 3;

/// The number of letters of a line that is text.
const TEXT_LETTERS: usize = 40;

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
    let title = title_line(lines);
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
        if is_references_heading(text) || title == Some(index - 1) {
            return true;
        }
        let is_page_number = is_number && (line.y < top + margin / 2.0 || line.y > bottom - margin / 2.0);
        !(is_in_margin(line) && (repeats && !text.is_empty())
            || is_page_number
            || line_numbers.contains(&(index - 1)))
    });
}

/// Returns the index of the line that is the title if the running heads repeat it: on the first page,
/// larger than the text, and no other large line follows it before the text. The name of a journal
/// has the title after it.
fn title_line(lines: &[PlacedLine]) -> Option<usize> {
    let mut sizes: Vec<f64> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f64::total_cmp);
    let body = sizes.get(sizes.len() / 2).copied()?;
    let page = lines.first()?.page;
    let front = lines.iter().take_while(|line| line.page == page);
    let is_text = |line: &PlacedLine| line.size < 1.06 * body;
    let all: Vec<&PlacedLine> = front.collect();
    let text = all
        .windows(TEXT_LINES)
        .position(|lines| lines.iter().all(|line| is_text(line) && line.text.len() > TEXT_LETTERS))
        .unwrap_or(all.len());
    let mut large = all.iter().take(text).enumerate().filter(|(_, line)| line.size > TITLE_SIZE * body);
    match (large.next(), large.next()) {
        (Some((index, _)), None) => Some(index),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::{PlacedLine, drop};

    fn page(number: u32, head: &str, first: &[(f64, &str)]) -> Vec<PlacedLine> {
        let line = |y: u32, size: f64, text: &str| PlacedLine {
            text: text.to_owned(),
            size,
            y: f64::from(y),
            page: number,
            ..PlacedLine::default()
        };
        let mut out = vec![line(20, 9.0, head)];
        out.extend((1_u32..).zip(first).map(|(row, (size, text))| line(24 + 20 * row, *size, text)));
        let names = ["one", "two", "three", "four", "five"];
        out.extend((0_u32..).zip(names).map(|(row, name)| {
            let text = format!(
                "On ward {name} the nights of page {} were counted by all.",
                "x".repeat(number as usize)
            );
            line(200 + 100 * row, 10.0, &text)
        }));
        out
    }

    #[test]
    fn a_title_that_the_running_heads_repeat_is_kept_and_a_journal_is_not() {
        let read = |head: &str, first: &[(f64, &str)]| -> Vec<String> {
            let mut lines = page(1, "", first);
            (2..6).for_each(|number| lines.extend(page(number, head, &[])));
            drop(&mut lines);
            lines.into_iter().map(|line| line.text).collect()
        };
        let title = "Nights on the wards";
        let kept = read(title, &[(17.0, title), (11.0, "Ada Roe")]);
        assert_eq!(kept.iter().filter(|text| *text == title).count(), 1, "{kept:?}");
        let journal = "Journal of Wards";
        let kept = read(journal, &[(24.0, journal), (17.0, title), (11.0, "Ada Roe")]);
        assert!(
            kept.iter().any(|text| text == title) && !kept.iter().any(|text| text == journal),
            "{kept:?}"
        );
    }
}
