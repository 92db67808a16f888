//! Removes line numbers from the margins of a manuscript under review: one for each line, or for
//! each fifth.
//!
//! They are removed before columns are searched for. The numbers of references may be in a margin
//! too, but they do not increase with the lines, since a reference has more than one.

use super::page::{Fragment, Page};

/// The minimum count of numbers in a margin.
const MIN_NUMBERS: usize = 8;

/// The minimum count of numbers in a margin if not every line has one.
const MIN_SPARSE_NUMBERS: usize = 4;

/// The maximum count of separate numbers on a page of text; a page with a table has more.
const MAX_NUMBERS: usize = 600;

/// The maximum distance between the edges of aligned numbers, in points.
const MAX_OFFSET: f64 = 2.5;

/// The maximum ratio of lines to the increase of their numbers.
const MAX_LINE_RATIO: f64 = 1.6;

/// The side of the page with the line numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// A number that is a separate fragment.
#[derive(Clone, Copy, Debug)]
struct Number {
    /// The index of the fragment.
    index: usize,
    value: u32,
    y: f64,
}

/// The lines of text of a page.
#[derive(Clone, Copy, Debug)]
struct TextLines<'a> {
    /// The vertical positions of the lines, increasing.
    heights: &'a [f64],
    /// The usual distance between two lines.
    distance: f64,
}

impl TextLines<'_> {
    /// Returns whether the distance of two numbers in lines equals the difference of their values.
    /// Tolerates lines that could not be read, and numbers that are merged with the text.
    fn rise(self, above: &Number, below: &Number) -> bool {
        let step = below.value.saturating_sub(above.value);
        if !(1..=10).contains(&step) || below.y <= above.y {
            return false;
        }
        // A number may be slightly above its line.
        let middle = self.distance / 2.0;
        let until = |y: f64| self.heights.partition_point(|height| *height <= y + middle);
        #[expect(clippy::cast_precision_loss, reason = "lines of a page")]
        let lines = until(below.y).saturating_sub(until(above.y)) as f64;
        // Space between paragraphs reduces the number of lines for the distance.
        let apart = ((below.y - above.y) / self.distance).min(lines.max(1.0));
        apart / f64::from(step) < MAX_LINE_RATIO
    }
}

/// Returns the pages without their line numbers.
pub(super) fn without(pages: &[Page]) -> Vec<Page> {
    let mut found: Vec<Vec<usize>> = pages.iter().map(of_page).collect();
    // A manuscript has line numbers on several pages, not on only one.
    let numbered = found.iter().filter(|indices| !indices.is_empty()).count();
    if numbered == 0 || (numbered == 1 && pages.len() > 2) {
        return pages.to_vec();
    }
    continue_over_pages(pages, &mut found);
    let kept = |page: &Page, drop: &[usize]| {
        let rest = page.fragments.iter().enumerate().filter(|(index, _)| !drop.contains(index));
        Page { number: page.number, fragments: rest.map(|(_, fragment)| fragment.clone()).collect() }
    };
    pages.iter().zip(&found).map(|(page, drop)| kept(page, drop)).collect()
}

/// Finds the numbers of pages with few lines, which a figure shares with a caption: they go on from
/// the page before or to the page after.
fn continue_over_pages(pages: &[Page], found: &mut [Vec<usize>]) {
    let bounds = |page: &Page, indices: &[usize]| {
        let values = indices.iter().filter_map(|index| value(page.fragments.get(*index)?));
        let values: Vec<u32> = values.collect();
        Some((*values.iter().min()?, *values.iter().max()?))
    };
    for at in (0..pages.len()).chain((0..pages.len()).rev()) {
        let (Some(page), Some(known)) = (pages.get(at), found.get(at)) else { continue };
        if !known.is_empty() {
            continue;
        }
        let of = |at: Option<usize>| bounds(pages.get(at?)?, found.get(at?)?);
        let before = of(at.checked_sub(1)).map(|(_, last)| last);
        let after = of(Some(at + 1)).map(|(first, _)| first);
        let Some(lines) = heights(page) else { continue };
        let fits = |indices: &Vec<usize>| {
            bounds(page, indices).is_some_and(|(first, last)| {
                let near = |low: u32, high: u32| (1..=10).contains(&high.saturating_sub(low));
                before.is_some_and(|before| near(before, first))
                    || after.is_some_and(|after| near(last, after))
            })
        };
        let sides = [Side::Left, Side::Right]
            .map(|side| margin(&page.fragments, side, TextLines { heights: &lines.0, distance: lines.1 }, 2));
        if let Some(indices) = sides.into_iter().find(fits)
            && let Some(known) = found.get_mut(at)
        {
            *known = indices;
        }
    }
}

/// Returns the number that a fragment consists of.
fn value(fragment: &Fragment) -> Option<u32> {
    let text = fragment.text.trim();
    let digits = (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<u32>().ok().filter(|_| digits)
}

/// Returns the vertical positions of the lines of a page, and their usual distance.
fn heights(page: &Page) -> Option<(Vec<f64>, f64)> {
    let words =
        |fragment: &&Fragment| fragment.text.chars().any(char::is_alphabetic) && fragment.y.is_finite();
    let mut heights: Vec<f64> = page.fragments.iter().filter(words).map(|fragment| fragment.y).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|below, above| *below - *above < 4.0);
    let distance = line_height(&heights)?;
    Some((heights, distance))
}

/// Returns the indexes of the line numbers in both margins of a page.
fn of_page(page: &Page) -> Vec<usize> {
    let Some((heights, height)) = heights(page) else { return Vec::new() };
    let lines = TextLines { heights: &heights, distance: height };
    let sides = [Side::Left, Side::Right].map(|side| margin(&page.fragments, side, lines, MIN_NUMBERS));
    // Line numbers run down the whole page; numbers on a part of it belong to a list.
    let most = |indices: &Vec<usize>| {
        indices.len() * if is_sparse(page, indices) { 5 } else { 1 } * 5 >= heights.len() * 3
    };
    sides.into_iter().filter(most).flatten().collect()
}

/// Returns whether only each fifth or tenth line has a number.
fn is_sparse(page: &Page, indices: &[usize]) -> bool {
    let value = |index: &usize| page.fragments.get(*index)?.text.trim().parse::<u32>().ok();
    let values: Vec<u32> = indices.iter().filter_map(value).collect();
    values.windows(2).all(|pair| matches!(pair, [above, below] if below - above >= 5))
}

/// Returns the usual distance between two lines, whose positions increase.
fn line_height(heights: &[f64]) -> Option<f64> {
    let mut distances: Vec<f64> = heights
        .windows(2)
        .filter_map(|pair| Some(pair.last()? - pair.first()?))
        .filter(|distance| *distance < 60.0)
        .collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 2).copied()
}

/// Returns the indexes of the line numbers in a margin; empty if the margin has fewer than `least`.
fn margin(fragments: &[Fragment], side: Side, lines: TextLines<'_>, least: usize) -> Vec<usize> {
    let edge = |fragment: &Fragment| if side == Side::Left { fragment.x } else { -fragment.end };
    let numbered = |(index, fragment): (usize, &Fragment)| {
        Some((Number { index, value: value(fragment)?, y: fragment.y }, fragment.x, fragment.end))
    };
    let numbers: Vec<(Number, f64, f64)> = fragments.iter().enumerate().filter_map(numbered).collect();
    if numbers.len() > MAX_NUMBERS {
        return Vec::new();
    }
    // The numbers in a margin are aligned at one of their two edges.
    let mut best: Vec<Number> = Vec::new();
    for (_, x, end) in &numbers {
        for aligned in [
            numbers.iter().filter(|(_, other, _)| (other - x).abs() < MAX_OFFSET).collect::<Vec<_>>(),
            numbers.iter().filter(|(_, _, other)| (other - end).abs() < MAX_OFFSET).collect::<Vec<_>>(),
        ] {
            if aligned.len() > best.len() {
                best = aligned.into_iter().map(|(number, ..)| *number).collect();
            }
        }
    }
    best.sort_by(|a, b| a.y.total_cmp(&b.y));
    let run = longest_run(&best, lines, least);
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return Vec::new() };
    // Text may extend further out above and below the numbers, as running heads do, but not among
    // them.
    let outermost =
        run.iter().filter_map(|number| fragments.get(number.index)).map(edge).fold(f64::INFINITY, f64::min);
    let is_outside = |fragment: &Fragment| {
        edge(fragment) < outermost - MAX_OFFSET
            && fragment.y >= first.y
            && fragment.y <= last.y
            && value(fragment).is_none()
    };
    if fragments.iter().any(is_outside) {
        Vec::new()
    } else {
        run.iter().map(|number| number.index).collect()
    }
}

/// Returns the longest run of numbers that increase with the lines; empty if it is too short to be
/// certain.
fn longest_run(numbers: &[Number], lines: TextLines<'_>, least: usize) -> Vec<Number> {
    let mut runs: Vec<Vec<Number>> = Vec::new();
    for number in numbers {
        let goes_on = runs.last().and_then(|run| run.last()).is_some_and(|last| lines.rise(last, number));
        match runs.last_mut() {
            Some(run) if goes_on => run.push(*number),
            _ => runs.push(vec![*number]),
        }
    }
    let longest = runs.into_iter().max_by_key(Vec::len).unwrap_or_default();
    let sparse = longest.windows(2).all(|pair| match pair {
        [above, below] => below.value - above.value == 5 || below.value - above.value == 10,
        _ => true,
    });
    let least = if sparse { least.min(MIN_SPARSE_NUMBERS) } else { least };
    if longest.len() >= least { longest } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::{Fragment, Page, without};

    fn fragment(x: f64, y: f64, text: &str) -> Fragment {
        let end = x + 5.0 * f64::from(u32::try_from(text.len()).unwrap_or(0));
        Fragment { text: text.to_owned(), size: 10.0, x, end, y }
    }

    fn texts(pages: &[Page]) -> Vec<String> {
        pages.iter().flat_map(|page| &page.fragments).map(|fragment| fragment.text.clone()).collect()
    }

    #[test]
    fn numbers_of_lines_go_and_numbers_of_references_stay() {
        let mut fragments = Vec::new();
        for line in 0..12_u32 {
            let y = 80.0 + 12.0 * f64::from(line);
            fragments.push(fragment(40.0, y, &(96 + line).to_string()));
            fragments.push(fragment(70.0, y, "Words of the manuscript under review"));
        }
        let page = Page { number: 3, fragments };
        assert_eq!(texts(&without(&[page])), vec!["Words of the manuscript under review"; 12]);

        let mut fragments = Vec::new();
        for item in 0..12_u32 {
            let y = 80.0 + 36.0 * f64::from(item);
            fragments.push(fragment(40.0, y, &(1 + item).to_string()));
            for line in 0..3_u32 {
                fragments.push(fragment(
                    70.0,
                    y + 12.0 * f64::from(line),
                    "Ng A, Ode B. Sleep after surgery.",
                ));
            }
        }
        let page = Page { number: 4, fragments };
        assert_eq!(texts(&without(&[page])).len(), 48, "each reference keeps its number");
    }

    #[test]
    fn numbers_of_lines_go_where_paragraphs_stand_apart() {
        let mut fragments = Vec::new();
        for item in 0..8_u32 {
            for line in 0..2_u32 {
                let y = 80.0 + 26.0 * f64::from(item) + 13.0 * f64::from(item) + 13.0 * f64::from(line);
                fragments.push(fragment(70.0, y, "Words of the manuscript under review"));
                fragments.push(fragment(33.0, y - 3.4, &(456 + 2 * item + line).to_string()));
            }
        }
        let page = Page { number: 3, fragments };
        assert_eq!(texts(&without(&[page])), vec!["Words of the manuscript under review"; 16]);
    }
}
