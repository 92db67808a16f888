//! Puts the lines of a page in reading order, column by column.

use super::page::{Fragment, Page};
use crate::superscript::raised;

/// The minimum number of rows with letters on both sides of a gap between two columns.
const MIN_ROWS: usize = 6;

/// The maximum number of times that a column may be split again.
const MAX_PARTINGS: u32 = 2;

/// The minimum number of letters of a word that may be too long for its column.
const MIN_LONG_WORD: usize = 16;

/// The maximum number of fragments of a page that are sorted; the rest of an absurd page is left
/// out.
const MAX_FRAGMENTS: usize = 20_000;

/// The maximum number of raised or lowered fragments of a line.
const MAX_RAISED_FRAGMENTS: usize = 40;

/// The maximum ratio of the distance of two lines of a title or caption to the size of its letters.
const MAX_LINE_DISTANCE: f64 = 1.45;

/// The maximum ratio of the distance of a raised or lowered letter to the size of the line.
const MAX_RAISED: f64 = 0.62;

/// The minimum ratio of the gap between two cells of a table to the size of the letters.
const CELL_GAP: f64 = 1.5;

/// A line with its position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacedLine {
    /// The text of the line, with a space between words.
    pub text: String,
    /// The size of most of its letters, in points.
    pub size: f64,
    /// The start of the line, in points from the left.
    pub x: f64,
    /// The end of the line, in points from the left.
    pub end: f64,
    /// The vertical position, in points from the top.
    pub y: f64,
    /// The page, from 1.
    pub page: u32,
    /// The column, counted over the parts of a page.
    pub column: u32,
    /// The left edge of the column, in points.
    pub left: f64,
    /// The right edge of the column, in points.
    pub right: f64,
    /// The number of gaps between its words that are wider than one and a half letters, as between
    /// the cells of a table.
    pub gaps: u32,
}

/// A row of fragments at the same height.
#[derive(Clone, Debug)]
struct Row<'a> {
    y: f64,
    size: f64,
    fragments: Vec<&'a Fragment>,
}

/// The maximum distance of a line from the edge of its column, in points.
const EDGE_TOLERANCE: f64 = 3.0;

/// The minimum number of rows that begin at both edges of the columns of another page, on a page on
/// which other rows extend across them.
const MIN_ALIGNED_ROWS: usize = 2;

/// The columns of a page.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// The gap between them, in points from the left.
    gap: f64,
    /// The left edge of the first column.
    first: f64,
    /// The left edge of the second column.
    second: f64,
}

/// Returns the lines of the pages in reading order. A page with too few lines to show its columns
/// gets those of the page before, or else of the next page that shows some.
#[must_use]
pub fn reading_order(pages: &[Page]) -> Vec<PlacedLine> {
    let pages: Vec<(&Page, Vec<&Fragment>)> = pages.iter().map(|page| (page, fragments(page))).collect();
    let columns: Vec<Option<Columns>> =
        pages.iter().map(|(_, fragments)| Columns::of(fragments, gap(fragments)?)).collect();
    let mut next = columns.iter().flatten().next().copied();
    let mut out = Vec::new();
    for ((page, fragments), own) in pages.into_iter().zip(columns) {
        let other = next.filter(|columns| columns.fit(&fragments));
        let chosen = match (own, other) {
            // The gap between the cells of a table above two short columns.
            (Some(own), Some(other)) if other.is_cut_by(&fragments, own.gap) => Some(other),
            (own, other) => own.or(other),
        };
        next = chosen.or(next);
        out.extend(lines(page, fragments, chosen.map(|columns| columns.gap)));
    }
    out
}

impl Columns {
    /// Returns the columns on both sides of a gap, with the edges at which most rows begin.
    fn of(fragments: &[&Fragment], gap: f64) -> Option<Self> {
        let rows = rows(fragments.to_vec());
        let beside = rows.iter().filter(|row| !row.reaches_over(gap));
        let (lefts, rights): (Vec<_>, Vec<_>) = beside.map(|row| row.starts(gap)).unzip();
        let edge = |starts: Vec<Option<f64>>| {
            let mut all: Vec<f64> = starts.into_iter().flatten().collect();
            all.sort_by(f64::total_cmp);
            let near = |edge: f64| all.iter().filter(|x| (**x - edge).abs() < EDGE_TOLERANCE).count();
            all.iter().copied().max_by_key(|edge| near(*edge))
        };
        let (first, second) = (edge(lefts)?, edge(rights)?);
        Some(Columns { gap, first, second })
    }

    /// Returns whether the rows of another page are in these columns: one row is enough if none
    /// extends across the gap; otherwise some must begin at both edges, as cells of a table hardly do.
    fn fit(&self, fragments: &[&Fragment]) -> bool {
        let aligned = self.aligned(&rows(fragments.to_vec())).count();
        aligned >= MIN_ALIGNED_ROWS || aligned > 0 && parts_cleanly(fragments, self.gap)
    }

    /// Returns whether rows in these columns extend across another gap.
    fn is_cut_by(&self, fragments: &[&Fragment], gap: f64) -> bool {
        let rows = rows(fragments.to_vec());
        self.aligned(&rows).filter(|row| row.reaches_over(gap)).count() >= MIN_ALIGNED_ROWS
    }

    /// Returns the rows with text at both edges.
    fn aligned<'r, 'f>(&self, rows: &'r [Row<'f>]) -> impl Iterator<Item = &'r Row<'f>> {
        let Columns { gap, first, second } = *self;
        let near = |x: Option<f64>, edge: f64| x.is_some_and(|x| (x - edge).abs() < EDGE_TOLERANCE);
        rows.iter().filter(move |row| {
            let (left, right) = row.starts(gap);
            !row.reaches_over(gap) && near(left, first) && near(right, second)
        })
    }
}

/// Returns the fragments of a page that have text and a valid position.
fn fragments(page: &Page) -> Vec<&Fragment> {
    let finite = |fragment: &&Fragment| {
        [fragment.x, fragment.end, fragment.y, fragment.size]
            .iter()
            .all(|value| value.is_finite() && value.abs() < 1e6)
            && !fragment.text.trim().is_empty()
            && fragment.size > 0.0
    };
    page.fragments.iter().filter(finite).take(MAX_FRAGMENTS).collect()
}

/// Returns the lines of one page, split at `gap` if it is given.
fn lines(page: &Page, fragments: Vec<&Fragment>, gap: Option<f64>) -> Vec<PlacedLine> {
    let mut columns = Vec::new();
    part_at(fragments, gap, MAX_PARTINGS, &mut columns);
    let mut out = Vec::new();
    for (number, column) in (1..).zip(columns) {
        let left = column.iter().map(|fragment| fragment.x).fold(f64::INFINITY, f64::min);
        let right = column.iter().map(|fragment| fragment.end).fold(f64::NEG_INFINITY, f64::max);
        for row in with_raised(rows(column)) {
            out.push(PlacedLine { page: page.number, column: number, left, right, ..line(row) });
        }
    }
    widen(&mut out);
    out
}

/// Groups fragments into rows, from the top. A fragment that is raised or lowered by less than half
/// a line belongs to the row.
fn rows(mut fragments: Vec<&Fragment>) -> Vec<Row<'_>> {
    fragments.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for fragment in fragments {
        let near =
            rows.last_mut().filter(|row| (fragment.y - row.y).abs() < 0.45 * row.size.max(fragment.size));
        match near {
            Some(row) => {
                if fragment.size > row.size {
                    (row.y, row.size) = (fragment.y, fragment.size);
                }
                row.fragments.push(fragment);
            }
            None => rows.push(Row { y: fragment.y, size: fragment.size, fragments: vec![fragment] }),
        }
    }
    for row in &mut rows {
        row.fragments.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    rows
}

/// Joins rows that are raised or lowered by more than half a line with the row whose gaps they fill:
/// browsers lower an index by half of its size.
fn with_raised(rows: Vec<Row<'_>>) -> Vec<Row<'_>> {
    let mut out: Vec<Row<'_>> = Vec::new();
    for row in rows {
        match out.last_mut() {
            Some(above) if fills_gaps(above, &row) => {
                if row.fragments.len() > above.fragments.len() {
                    (above.y, above.size) = (row.y, row.size);
                }
                above.fragments.extend(row.fragments);
                above.fragments.sort_by(|a, b| a.x.total_cmp(&b.x));
            }
            _ => out.push(row),
        }
    }
    out
}

/// Returns whether each fragment of the row with fewer letters touches one of the other row, and
/// overlaps none.
fn fills_gaps(above: &Row<'_>, below: &Row<'_>) -> bool {
    let size = above.size.max(below.size);
    if below.y - above.y > MAX_RAISED * size {
        return false;
    }
    let letters =
        |row: &Row<'_>| row.fragments.iter().map(|fragment| fragment.text.trim().len()).sum::<usize>();
    let (few, many) = if letters(above) < letters(below) { (above, below) } else { (below, above) };
    few.fragments.len() <= MAX_RAISED_FRAGMENTS
        && few.fragments.iter().all(|one| {
            let overlaps =
                |other: &Fragment| one.x < other.end - 0.15 * size && other.x < one.end - 0.15 * size;
            let touches = |other: &Fragment| {
                (one.x - other.end).abs() < 0.4 * size || (other.x - one.end).abs() < 0.4 * size
            };
            !many.fragments.iter().any(|other| overlaps(other))
                && many.fragments.iter().any(|other| touches(other))
        })
}

/// Builds the line of a row, with raised numbers as such.
fn line(row: Row<'_>) -> PlacedLine {
    let mut out = PlacedLine { y: row.y, size: row.size, ..PlacedLine::default() };
    let mut letters = 0;
    for fragment in row.fragments {
        if fragment.size < row.size && fragment.text.len() > letters && fragment.text.len() > 12 {
            out.size = fragment.size;
        }
        letters = letters.max(fragment.text.len());
        let is_raised = fragment.size < 0.85 * row.size && fragment.y < row.y - 0.12 * row.size;
        let words = fragment.text.trim_matches(['\u{a0}', ' ']);
        if out.text.is_empty() {
            out.x = fragment.x;
            out.text.push_str(words);
        } else if is_raised && !out.text.ends_with(' ') {
            out.text.push_str(&raised(words));
        } else {
            let apart = fragment.x > out.end + 0.12 * row.size || fragment.text.starts_with(' ');
            out.gaps += u32::from(fragment.x > out.end + CELL_GAP * row.size);
            if apart && !out.text.ends_with(' ') {
                out.text.push(' ');
            }
            out.text.push_str(words);
        }
        if fragment.text.ends_with(' ') {
            out.text.push(' ');
        }
        out.end = out.end.max(fragment.end);
    }
    out.text.truncate(out.text.trim_end().len());
    out
}

/// Splits fragments into columns if there is a gap between them, as long as `partings` are left.
fn part<'a>(fragments: Vec<&'a Fragment>, partings: u32, out: &mut Vec<Vec<&'a Fragment>>) {
    let gap = (partings > 0).then(|| gap(&fragments)).flatten();
    part_at(fragments, gap, partings, out);
}

/// Splits fragments at a gap, in reading order. A row that extends across the gap separates the
/// columns above it from those below.
fn part_at<'a>(
    fragments: Vec<&'a Fragment>,
    gap: Option<f64>,
    partings: u32,
    out: &mut Vec<Vec<&'a Fragment>>,
) {
    if fragments.is_empty() {
        return;
    }
    let Some(gap) = gap else {
        out.push(fragments);
        return;
    };
    let (mut left, mut right, mut over) = (Vec::new(), Vec::new(), Vec::new());
    let flush =
        |left: &mut Vec<&'a Fragment>, right: &mut Vec<&'a Fragment>, out: &mut Vec<Vec<&'a Fragment>>| {
            part(std::mem::take(left), partings - 1, out);
            part(std::mem::take(right), partings - 1, out);
        };
    for row in rows(fragments) {
        if row.reaches_over(gap) {
            flush(&mut left, &mut right, out);
            over.extend(row.fragments);
            continue;
        }
        if !over.is_empty() {
            if row.ends_paragraph_above(&over, gap) {
                over.extend(row.fragments);
                continue;
            }
            part(std::mem::take(&mut over), partings - 1, out);
        }
        for fragment in row.fragments {
            if fragment.end <= gap + 1.0 || crosses(fragment, gap) {
                left.push(fragment)
            } else {
                right.push(fragment)
            }
        }
    }
    // Text across the columns may have others: an abstract next to the dates of the article.
    part(over, partings - 1, out);
    flush(&mut left, &mut right, out);
}

fn crosses(fragment: &Fragment, gap: f64) -> bool {
    fragment.x < gap - 1.0 && fragment.end > gap + 1.0
}

impl Row<'_> {
    /// Returns where the text on the left and on the right of a gap begins.
    fn starts(&self, gap: f64) -> (Option<f64>, Option<f64>) {
        let is_right = |fragment: &&&Fragment| fragment.x >= gap - 1.0;
        let left = self.fragments.iter().find(|fragment| !is_right(fragment));
        let right = self.fragments.iter().find(is_right);
        (left.map(|first| first.x), right.map(|first| first.x))
    }

    /// Returns whether the row is the short last line of text that extends across the gap, such as a
    /// title or a caption: it follows at the distance of a line, and no column begins next to it.
    fn ends_paragraph_above(&self, over: &[&Fragment], gap: f64) -> bool {
        let Some(last) = over.iter().max_by(|a, b| a.y.total_cmp(&b.y)) else { return false };
        let left = over.iter().map(|fragment| fragment.x).fold(f64::INFINITY, f64::min);
        (self.size - last.size).abs() < 0.05 * self.size
            && self.y - last.y < MAX_LINE_DISTANCE * self.size
            && self.fragments.iter().all(|fragment| fragment.end <= gap)
            && self.fragments.first().is_some_and(|first| (first.x - left).abs() < 0.5 * self.size)
    }

    /// Returns whether the line continues across a gap between columns. A word that is too long for
    /// its column, and extends into the gap or the next column, does not count.
    fn reaches_over(&self, gap: f64) -> bool {
        self.fragments.iter().enumerate().any(|(index, fragment)| {
            crosses(fragment, gap)
                && match self.fragments.get(index + 1) {
                    // Words of one line do not overlap.
                    Some(next) if next.x < fragment.end - 0.3 * self.size => false,
                    Some(next) if next.x < fragment.end + 0.7 * self.size => true,
                    _ => !sticks_out(fragment, gap),
                }
        })
    }
}

/// Returns whether the text that crosses a gap is one long word, such as an address or a DOI.
fn sticks_out(fragment: &Fragment, gap: f64) -> bool {
    let text = fragment.text.trim_end();
    let word = text.rsplit(char::is_whitespace).next().unwrap_or(text);
    let (letters, of_word) = (text.chars().count(), word.chars().count());
    if of_word < MIN_LONG_WORD || !word.contains(['/', '.', '_', '-']) {
        return false;
    }
    #[expect(clippy::cast_precision_loss, reason = "letters of a line")]
    let share = of_word as f64 / letters as f64;
    fragment.end - share * (fragment.end - fragment.x) < gap
}

/// Returns the gap between two columns, if there are two: in the middle third of the text, where
/// most rows have letters on both sides and the fewest rows cross it.
fn gap(fragments: &[&Fragment]) -> Option<f64> {
    let left = fragments.iter().map(|fragment| fragment.x).fold(f64::INFINITY, f64::min);
    let right = fragments.iter().map(|fragment| fragment.end).fold(f64::NEG_INFINITY, f64::max);
    let width = right - left;
    if !(width.is_finite() && width > 60.0) {
        return None;
    }
    let rows = rows(fragments.to_vec());
    // The candidates are 2 points to the left of each left edge.
    let mut edges: Vec<f64> = fragments.iter().map(|fragment| fragment.x - 2.0).collect();
    edges.sort_by(f64::total_cmp);
    edges.dedup_by(|a, b| (*a - *b).abs() < 2.0);
    let candidates = edges.into_iter().filter(|x| *x > left + 0.25 * width && *x < left + 0.75 * width);
    let found: Vec<(usize, usize, f64, f64)> = candidates
        .filter_map(|x| {
            let (mut both, mut over) = (0_usize, 0_usize);
            let mut distances = Vec::new();
            let (mut widths_left, mut widths_right) = (Vec::new(), Vec::new());
            for row in &rows {
                if row.reaches_over(x) {
                    over += 1;
                    continue;
                }
                let extent = |side: &dyn Fn(&Fragment) -> bool| {
                    let of: Vec<&&Fragment> =
                        row.fragments.iter().filter(|fragment| side(fragment)).collect();
                    let start = of.iter().map(|fragment| fragment.x).fold(f64::INFINITY, f64::min);
                    let end = of.iter().map(|fragment| fragment.end).fold(f64::NEG_INFINITY, f64::max);
                    (!of.is_empty()).then_some((start, end))
                };
                let on_left = extent(&|fragment| fragment.end <= x + 1.0 || crosses(fragment, x));
                let on_right = extent(&|fragment| fragment.x >= x - 1.0);
                widths_left.extend(on_left.map(|(start, end)| end - start));
                widths_right.extend(on_right.map(|(start, end)| end - start));
                if let (Some((_, left_end)), Some((right_start, _))) = (on_left, on_right) {
                    // Words of one line are closer than columns.
                    let is_apart = right_start - left_end > 0.7 * row.size;
                    both += usize::from(is_apart);
                    distances.extend(is_apart.then_some(right_start - left_end));
                }
            }
            // Numbers in front of their items are not a column.
            let is_wide = |widths: &mut Vec<f64>| {
                widths.sort_by(f64::total_cmp);
                widths.get(widths.len() / 2).is_some_and(|median| *median > 0.2 * width)
            };
            let wide = is_wide(&mut widths_left) && is_wide(&mut widths_right);
            // A word that extends beyond its column does not count.
            distances.sort_by(f64::total_cmp);
            let distance = distances.get(distances.len() / 10).copied().unwrap_or_default();
            (both >= MIN_ROWS && wide && both * 3 >= over).then_some((
                both.saturating_mul(2).saturating_sub(over),
                over,
                distance,
                x,
            ))
        })
        .collect();
    let most = found.iter().map(|(rows, ..)| *rows).max()?;
    let good: Vec<(usize, usize, f64, f64)> =
        found.into_iter().filter(|(rows, ..)| *rows * 10 >= most * 9).collect();
    // A page number between the columns is an edge too; lines that end with a hyphen may cross it.
    let fewest = good.iter().map(|(_, over, ..)| *over).min()?;
    let clean = good.into_iter().filter(|(_, over, ..)| *over <= fewest + 1 + rows.len() / 50);
    // There is also a gap after the numbers of a right column, but a narrower one.
    clean
        .max_by(|(_, _, one, at), (_, _, other, x)| one.total_cmp(other).then(x.total_cmp(at)))
        .map(|(.., x)| x)
}

/// Returns whether no row extends across a gap.
fn parts_cleanly(fragments: &[&Fragment], gap: f64) -> bool {
    !rows(fragments.to_vec()).iter().any(|row| row.reaches_over(gap))
}

/// Gives the same edges to columns of one page that begin and end at nearly the same positions: a
/// column that a table interrupts is one column.
fn widen(lines: &mut [PlacedLine]) {
    let edges: Vec<(f64, f64)> = lines.iter().map(|line| (line.left, line.right)).collect();
    let mut distinct: Vec<(f64, f64)> = Vec::new();
    for (left, right) in edges {
        match distinct
            .iter_mut()
            .find(|(known, end)| (*known - left).abs() < 24.0 && right.min(*end) > left.max(*known))
        {
            Some(known) => *known = (known.0.min(left), known.1.max(right)),
            None => distinct.push((left, right)),
        }
    }
    for line in lines {
        let same = distinct
            .iter()
            .find(|(left, right)| line.left >= *left && line.left < left + 24.0 && line.right <= *right);
        if let Some((left, right)) = same {
            (line.left, line.right) = (*left, *right);
        }
    }
}
