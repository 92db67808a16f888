//! The list of references of a PDF, and where each reference of it begins.

mod begin;
mod number;

use super::columns::PlacedLine;
use super::join::join_line;
use super::page::step;
use crate::list_end::{self, has_year};
use begin::{behind_dash, goes_on, is_complete, looks_like_start};
use number::{NumberStyle, behind_label, number};
use referee_syntax::is_references_heading;
use std::collections::HashMap;
use std::ops::Range;

/// The least letters of an item.
const MIN_ITEM_BYTES: usize = 25;

/// The longest item, in bytes, that is one reference.
const MAX_ITEM_BYTES: usize = 1_500;

/// The list of references.
#[derive(Clone, Debug)]
pub(super) struct ReferenceList {
    /// The lines below the heading that are the list.
    pub(super) lines: Range<usize>,
    pub(super) items: Vec<Item>,
}

/// One reference of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// Its words, with its number where it has one.
    pub(super) text: String,
    /// The page on which it begins.
    pub(super) page: u32,
}

/// Finds the lists below their headings and cuts them, first to last: a paper has one, some have a second one behind the
/// methods, a thesis has one for each chapter.
pub(super) fn find(lines: &[PlacedLine], body: f64) -> Vec<ReferenceList> {
    let headings: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| is_heading(&line.text)).map(|(index, _)| index).collect();
    let mut lists: Vec<ReferenceList> = Vec::new();
    let mut limit = lines.len();
    let mut last = headings.len();
    while let Some(nth) = last.checked_sub(1) {
        last = nth;
        let Some(mut at) = headings.get(nth).copied() else { break };
        if at >= limit {
            continue;
        }
        let until = end(lines, at + 1, body).min(limit);
        let mut part: Vec<PlacedLine> = lines.get(at + 1..until).unwrap_or_default().to_vec();
        // A list that goes on over pages may have its heading as their running head.
        while let Some(before) = last.checked_sub(1).and_then(|before| headings.get(before).copied())
            && let Some(between) = lines.get(before + 1..at)
            && end(lines, before + 1, body) >= at
            && is_list(&cut(between), MIN_CONTINUED_ITEMS)
        {
            part = between.iter().cloned().chain(part).collect();
            at = before;
            last -= 1;
        }
        let items = cut(&part);
        let first_found = lists.is_empty();
        if first_found && items.iter().any(|item| has_year(&item.text)) || is_list(&items, MIN_LISTED_ITEMS) {
            lists.insert(0, ReferenceList { lines: at + 1..until, items });
            limit = at;
        }
    }
    lists
}

/// The items of all lists, first to last. Numbers that begin anew in each list are taken off: nobody can tell what they
/// mean in the text.
pub(super) fn merged(lists: &mut [ReferenceList]) -> Vec<Item> {
    let value = |item: Option<&Item>| item.and_then(|item| number(&item.text)).map(|(number, ..)| number);
    let goes_on = |pair: &[ReferenceList]| match pair {
        [before, list] => {
            value(list.items.first()) == value(before.items.last()).map(|number| number.saturating_add(1))
        }
        _ => true,
    };
    let go_on = lists.windows(2).all(goes_on);
    let mut items: Vec<Item> = lists.iter_mut().flat_map(|list| std::mem::take(&mut list.items)).collect();
    if !go_on {
        for item in &mut items {
            if let Some((_, _, start)) = number(&item.text) {
                item.text.drain(..start);
            }
        }
    }
    items
}

/// The least items of a list before the last one.
const MIN_LISTED_ITEMS: usize = 3;

/// The least items of the part of a list between two running heads.
const MIN_CONTINUED_ITEMS: usize = 2;

/// Whether most of so many items are references.
fn is_list(items: &[Item], least: usize) -> bool {
    let sized =
        |item: &&Item| has_year(&item.text) && (MIN_ITEM_BYTES..=MAX_ITEM_BYTES).contains(&item.text.len());
    items.len() >= least && items.iter().filter(sized).count() * 3 >= items.len() * 2
}

/// Whether a line heads a list of references.
pub(super) fn is_heading(text: &str) -> bool {
    is_references_heading(&heading_words(text))
}

/// The words of a heading: `R E F E R E N C E S` is one.
pub(super) fn heading_words(text: &str) -> String {
    let text = text.trim().trim_end_matches(':');
    let mut letters = text.split_whitespace();
    let is_spaced = text.len() >= 15 && letters.all(|word| word.chars().count() == 1);
    if is_spaced { text.split_whitespace().collect() } else { text.to_owned() }
}

/// Where the list ends: at a heading, or at the end of the text.
fn end(lines: &[PlacedLine], from: usize, body: f64) -> usize {
    // The list is often set smaller than the text; the labels of a figure that stands in it are smaller still.
    let list_size = lines.get(from..).and_then(|rest| {
        let mut sizes: Vec<(i64, usize)> =
            rest.iter().take(80).map(|line| (step(line.size), line.text.len())).collect();
        sizes.sort_unstable();
        let half = sizes.iter().map(|(_, letters)| letters).sum::<usize>() / 2;
        let mut letters = 0;
        sizes
            .iter()
            .find(|(_, of_line)| {
                letters += of_line;
                letters >= half
            })
            .map(|(size, _)| *size)
    });
    let list_size = list_size.unwrap_or_else(|| step(body));
    let ends = |line: &PlacedLine| {
        let text = line.text.trim();
        let larger = step(line.size) >= list_size + 3
            && list_end::is_short(text)
            && text.chars().filter(|c| c.is_alphabetic()).count() >= 4
            && !has_year(text);
        list_end::is_heading_behind(text) || larger
    };
    let rest = lines.get(from..).unwrap_or_default();
    let mut ending = (from..).zip(rest).filter(|(_, line)| ends(line)).map(|(at, _)| at);
    ending.find(|at| !numbers_go_on(lines, from, *at)).unwrap_or(lines.len())
}

/// Whether a numbered list goes on behind a line: a foot of a page, or the title of a figure, stands in it.
fn numbers_go_on(lines: &[PlacedLine], from: usize, at: usize) -> bool {
    let numbered = |line: &PlacedLine| number(line.text.trim()).map(|(number, style, _)| (number, style));
    let before = lines.get(from..at).unwrap_or_default();
    let last = before.iter().rev().take(MAX_LINES_OF_ITEM).find_map(numbered);
    let behind = lines.get(at + 1..).unwrap_or_default();
    last.is_some_and(|(number, style)| {
        behind.iter().take(MAX_LINES_OF_ITEM).filter_map(numbered).any(|next| next == (number + 1, style))
    })
}

/// The most lines between two numbers of a list.
const MAX_LINES_OF_ITEM: usize = 12;

/// Cuts the lines of a list into its items.
fn cut(lines: &[PlacedLine]) -> Vec<Item> {
    if let Some(items) = by_number(lines).or_else(|| by_label(lines)) {
        return items;
    }
    // Where lines stand tells more than what they say: a publisher and its place read like a name.
    let ways = [by_hanging_indent(lines), by_first_line_indent(lines), by_gap(lines), by_words(lines)];
    let cuts = ways.map(|starts| joined(lines, &starts));
    let scores = cuts.each_ref().map(|items| score(items));
    let best = scores.into_iter().max().unwrap_or_default();
    let nearly = |score: i64| best > 0 && score * NEARLY_BEST.1 >= best * NEARLY_BEST.0;
    let chosen = scores.into_iter().position(|score| score == best || nearly(score)).unwrap_or_default();
    let mut items = cuts.into_iter().nth(chosen).unwrap_or_default();
    name_repeated_authors(&mut items);
    items
}

/// The part of the best score, as a fraction, from which on a cut by places is preferred to one by words.
const NEARLY_BEST: (i64, i64) = (19, 20);

/// Writes the names out for which a list prints a dash, since they are those of the reference above.
fn name_repeated_authors(items: &mut [Item]) {
    let mut names = String::new();
    for item in items {
        match behind_dash(&item.text) {
            Some(rest) if !names.is_empty() => item.text = format!("{names}{rest}"),
            Some(_) => {}
            None => names = names_before_year(&item.text).unwrap_or_default().to_owned(),
        }
    }
}

/// What stands in front of the first year of a reference; `None` where that is no list of names.
fn names_before_year(text: &str) -> Option<&str> {
    let (at, _) = text.char_indices().find(|(at, _)| {
        let rest = text.get(*at..).unwrap_or_default();
        let before = text.get(..*at).unwrap_or_default();
        before.ends_with([' ', '(']) && rest.get(..4).is_some_and(has_year)
    })?;
    let names = text.get(..at)?.trim_end_matches([' ', '(', ',', '.']);
    (!names.is_empty() && names.len() <= MAX_NAMES_BYTES && looks_like_start(text)).then_some(names)
}

/// The longest list of names, in bytes, that is written out again.
const MAX_NAMES_BYTES: usize = 200;

/// The items of a list whose references begin with labels of names and years: `[Aks+06]`.
fn by_label(lines: &[PlacedLine]) -> Option<Vec<Item>> {
    let labelled = |line: &PlacedLine| behind_label(line.text.trim()).is_some();
    let first = lines.iter().position(labelled).filter(|first| *first < 12)?;
    let rest = lines.get(first..)?;
    let starts: Vec<usize> =
        rest.iter().enumerate().filter(|(_, line)| labelled(line)).map(|(index, _)| index).collect();
    if starts.len() < MIN_LISTED_ITEMS || starts.len() * MAX_LINES_OF_ITEM < rest.len() {
        return None;
    }
    let mut items = joined(rest, &starts);
    for item in &mut items {
        if let Some(start) = behind_label(&item.text) {
            item.text.drain(..start);
        }
    }
    Some(items)
}

/// The items of a numbered list: each begins with the number behind that of the one before. A second list goes on with
/// the numbers of the first.
fn by_number(lines: &[PlacedLine]) -> Option<Vec<Item>> {
    let numbered = |least: u32| {
        lines.iter().take(12).enumerate().find_map(|(index, line)| {
            let (number, style, _) = number(line.text.trim())?;
            let goes_on = || (1..=2).all(|next| comes_later(lines, index, number + next, style));
            (number == 1 || number >= least && goes_on()).then_some((index, style, number))
        })
    };
    let (first, style, number_of_first) = numbered(u32::MAX).or_else(|| numbered(2))?;
    let mut starts = vec![first];
    let mut expected = number_of_first + 1;
    let mut index = first + 1;
    while index < lines.len() {
        let here = lines
            .get(index)
            .and_then(|line| number(line.text.trim()))
            .filter(|(_, found, _)| *found == style);
        if let Some((number, ..)) = here {
            if number == expected {
                starts.push(index);
                expected += 1;
            } else if number > expected
                && number <= expected + 2
                && !comes_later(lines, index, expected, style)
            {
                // One that could not be read, or that is missing.
                starts.push(index);
                expected = number + 1;
            }
        }
        index += 1;
    }
    if starts.len() < 2 {
        return None;
    }
    let mut items =
        joined(lines.get(first..)?, &starts.iter().map(|start| start - first).collect::<Vec<_>>());
    for item in &mut items {
        if let Some((number, _, start)) = number(&item.text) {
            item.text = format!("{number}. {}", item.text.get(start..).unwrap_or_default());
        }
    }
    Some(items)
}

/// Whether the item with a number begins in a line behind this one.
fn comes_later(lines: &[PlacedLine], from: usize, wanted: u32, style: NumberStyle) -> bool {
    let rest = lines.get(from + 1..).unwrap_or_default().iter().take(60);
    rest.filter_map(|line| number(line.text.trim()))
        .any(|(number, found, _)| number == wanted && found == style)
}

/// The lines at the left edge of their columns, where other lines are indented.
fn by_hanging_indent(lines: &[PlacedLine]) -> Vec<usize> {
    let lefts = lefts(lines);
    let at_left = |line: &&PlacedLine| {
        lefts.get(&(line.page, line.column)).is_some_and(|left| line.x < left + 0.35 * line.size)
    };
    let starts: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| at_left(line)).map(|(index, _)| index).collect();
    if starts.len() == lines.len() { Vec::new() } else { starts }
}

/// The indented lines, where the others stand at the left edge.
fn by_first_line_indent(lines: &[PlacedLine]) -> Vec<usize> {
    let lefts = lefts(lines);
    let indented = |line: &PlacedLine| {
        lefts.get(&(line.page, line.column)).is_some_and(|left| line.x > left + 0.7 * line.size)
    };
    lines.iter().enumerate().filter(|(_, line)| indented(line)).map(|(index, _)| index).collect()
}

/// The left edges of the columns, of the lines of the list alone.
fn lefts(lines: &[PlacedLine]) -> HashMap<(u32, u32), f64> {
    let mut lefts: HashMap<(u32, u32), f64> = HashMap::new();
    for line in lines {
        let left = lefts.entry((line.page, line.column)).or_insert(line.x);
        *left = left.min(line.x);
    }
    lefts
}

/// The lines that stand further from the line above than lines do.
fn by_gap(lines: &[PlacedLine]) -> Vec<usize> {
    let gap = |pair: &[PlacedLine]| match pair {
        [above, below] if above.page == below.page && above.column == below.column => Some(below.y - above.y),
        _ => None,
    };
    let mut gaps: Vec<f64> = lines.windows(2).filter_map(gap).filter(|gap| *gap > 0.0).collect();
    gaps.sort_by(f64::total_cmp);
    let Some(usual) = gaps.get(gaps.len() / 4).copied() else { return Vec::new() };
    let mut starts = vec![0];
    for (index, pair) in lines.windows(2).enumerate() {
        let (Some(above), Some(below)) = (pair.first(), pair.last()) else { continue };
        let begins = match gap(pair) {
            Some(gap) => gap > usual * 1.2 + 0.5,
            None => is_complete(&above.text) && looks_like_start(&below.text),
        };
        if begins {
            starts.push(index + 1);
        }
    }
    starts
}

/// The lines that begin with a name, behind a line that ends a reference.
fn by_words(lines: &[PlacedLine]) -> Vec<usize> {
    let mut starts = vec![0];
    for (index, pair) in lines.windows(2).enumerate() {
        if let [above, below] = pair
            && is_complete(&above.text)
            && looks_like_start(&below.text)
        {
            starts.push(index + 1);
        }
    }
    starts
}

/// The items that begin at these lines; what stands before the first belongs to it.
fn joined(lines: &[PlacedLine], starts: &[usize]) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    let mut starts = starts.iter().peekable();
    for (index, line) in lines.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| lines.get(before));
        let is_first = before.is_some_and(|before| (before.page, before.column) != (line.page, line.column));
        let begins = starts.next_if(|start| **start == index).is_some() && !(is_first && goes_on(&line.text));
        match out.last_mut() {
            Some(item) if !begins => join_line(&mut item.text, &line.text),
            _ => out.push(Item { text: line.text.trim().to_owned(), page: line.page }),
        }
    }
    out
}

/// How much a cut looks like a list of references: whole ones count for it, and halves and pairs against it.
fn score(items: &[Item]) -> i64 {
    items
        .iter()
        .map(|item| {
            let text = item.text.as_str();
            let sized = (MIN_ITEM_BYTES..=MAX_ITEM_BYTES).contains(&text.len());
            let begins = text.starts_with(|c: char| c.is_uppercase() || c == '“') || looks_like_start(text);
            let identifiers = text.matches("doi.org/10.").count().max(text.matches("doi:").count());
            let glued = text.len() / 450;
            let penalty = i64::try_from(glued + identifiers.saturating_sub(1)).unwrap_or(4).min(6) * 2;
            if sized && begins && has_year(text) { 2 - penalty } else { -3 - penalty }
        })
        .sum()
}
