//! Drops letters that lie on lines of text: labels of a drawing whose place on the page is not known.
//!
//! Text never lies on text. The place of a drawing within a page depends on transformations that the
//! reader of the letters does not follow in all files.

use super::page::{Fragment, Page};
use std::collections::HashSet;

/// The minimum number of letters of a line that others may not lie on.
const MIN_LINE_LETTERS: usize = 20;

/// The maximum ratio of the distance of a label from a line to the size of the line's letters; lines
/// are further apart.
const MAX_DISTANCE: f64 = 0.62;

/// The minimum ratio of the size of a label to that of the line; raised numbers are smaller.
const MIN_SIZE: f64 = 0.85;

/// The maximum number of lines that are compared with a label.
const MAX_LINES: usize = 100;

/// Removes the fragments that lie on longer ones.
pub(super) fn drop(pages: &mut [Page]) {
    for page in pages {
        let on_lines = on_lines(&page.fragments);
        let mut index = 0;
        page.fragments.retain(|_| {
            index += 1;
            !on_lines.contains(&(index - 1))
        });
    }
}

/// Returns the indexes of the fragments that lie on longer ones.
fn on_lines(fragments: &[Fragment]) -> HashSet<usize> {
    let letters = |fragment: &Fragment| fragment.text.chars().count();
    let is_line = |(fragment, letters): &(&Fragment, usize)| {
        *letters >= MIN_LINE_LETTERS && fragment.y.is_finite() && fragment.size.is_finite()
    };
    let mut lines: Vec<(&Fragment, usize)> =
        fragments.iter().map(|fragment| (fragment, letters(fragment))).filter(is_line).collect();
    lines.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y));
    let tallest = lines.iter().map(|(line, _)| line.size).fold(0.0, f64::max);
    let is_on_line = |fragment: &Fragment| {
        let first = lines.partition_point(|(line, _)| line.y < fragment.y - MAX_DISTANCE * tallest);
        let near = lines.get(first..).unwrap_or_default().iter().take(MAX_LINES);
        let mut near = near.take_while(|(line, _)| line.y < fragment.y + MAX_DISTANCE * tallest);
        near.any(|(line, long)| {
            (line.y - fragment.y).abs() < MAX_DISTANCE * line.size
                && fragment.size >= MIN_SIZE * line.size
                && fragment.x > line.x + 1.0
                && fragment.end < line.end - 1.0
                && 2 * letters(fragment) < *long
        })
    };
    (0..).zip(fragments).filter(|(_, fragment)| is_on_line(fragment)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::{Fragment, Page, drop};

    fn fragment(x: f64, y: f64, size: f64, text: &str) -> Fragment {
        let letters = f64::from(u32::try_from(text.len()).unwrap_or(0));
        Fragment { text: text.to_owned(), size, x, end: x + letters * size / 2.0, y }
    }

    #[test]
    fn labels_on_lines_go_and_raised_numbers_stay() {
        let page = [
            fragment(50.0, 100.0, 10.0, "Words of the manuscript under review"),
            fragment(90.0, 101.0, 12.0, "Loop"),
            fragment(90.0, 105.5, 12.0, "Trace"),
            fragment(232.0, 96.5, 7.0, "3"),
            fragment(100.0, 108.5, 7.0, "4"),
            fragment(50.0, 112.0, 10.0, "were counted by them"),
            fragment(240.0, 100.0, 10.0, "Right"),
        ];
        let mut pages = [Page { number: 1, fragments: page.to_vec() }];
        drop(&mut pages);
        let kept = pages.iter().flat_map(|page| &page.fragments);
        let texts: Vec<&str> = kept.map(|fragment| fragment.text.as_str()).collect();
        assert_eq!(
            texts,
            ["Words of the manuscript under review", "3", "4", "were counted by them", "Right"]
        );
    }
}
