//! Finds the list of references of a PDF, and the start of each reference.

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

/// The minimum length of an item, in bytes.
const MIN_ITEM_BYTES: usize = 25;

/// The maximum length of an item that is one reference, in bytes.
const MAX_ITEM_BYTES: usize = 1_500;

#[derive(Clone, Debug)]
pub(crate) struct ReferenceList {
    /// The lines of the list below its heading.
    pub(crate) lines: Range<usize>,
    pub(crate) items: Vec<Item>,
}

/// A reference of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The text, with its number if it has one.
    pub(crate) text: String,
    /// The page on which it begins.
    pub(crate) page: u32,
}

/// Finds the lists below their headings and splits them, in order: a paper has one, some have a
/// second one after the methods, a thesis has one for each chapter.
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
        // A list that continues over pages may have its heading as their running head.
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

/// Returns the items of all lists, in order. If each list restarts its numbers, they are removed,
/// because a number in the text does not identify the list.
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

/// The minimum number of items of a list before the last one.
const MIN_LISTED_ITEMS: usize = 3;

/// The minimum number of items of the part of a list between two running heads.
const MIN_CONTINUED_ITEMS: usize = 2;

/// Returns whether there are at least `least` items and most of them are references.
fn is_list(items: &[Item], least: usize) -> bool {
    let sized =
        |item: &&Item| has_year(&item.text) && (MIN_ITEM_BYTES..=MAX_ITEM_BYTES).contains(&item.text.len());
    items.len() >= least && items.iter().filter(sized).count() * 3 >= items.len() * 2
}

/// Returns whether a line is the heading of a list of references.
pub(super) fn is_heading(text: &str) -> bool {
    is_references_heading(&heading_words(text))
}

/// Returns the text of a heading, without letter spacing: `R E F E R E N C E S`.
pub(super) fn heading_words(text: &str) -> String {
    let text = text.trim().trim_end_matches(':');
    let mut letters = text.split_whitespace();
    let is_spaced = text.len() >= 15 && letters.all(|word| word.chars().count() == 1);
    if is_spaced { text.split_whitespace().collect() } else { text.to_owned() }
}

/// Returns the end of the list: a heading, or the end of the text.
fn end(lines: &[PlacedLine], from: usize, body: f64) -> usize {
    // The list is often set in a smaller size than the text; the labels of a figure within it are
    // smaller still.
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

/// Returns whether a numbered list continues after a line, which is then a page footer or the title
/// of a figure.
fn numbers_go_on(lines: &[PlacedLine], from: usize, at: usize) -> bool {
    let numbered = |line: &PlacedLine| number(line.text.trim()).map(|(number, style, _)| (number, style));
    let before = lines.get(from..at).unwrap_or_default();
    let last = before.iter().rev().take(MAX_LINES_OF_ITEM).find_map(numbered);
    let behind = lines.get(at + 1..).unwrap_or_default();
    last.is_some_and(|(number, style)| {
        behind.iter().take(MAX_LINES_OF_ITEM).filter_map(numbered).any(|next| next == (number + 1, style))
    })
}

/// The maximum number of lines between two numbers of a list.
const MAX_LINES_OF_ITEM: usize = 12;

/// Splits the lines of a list into its items.
fn cut(lines: &[PlacedLine]) -> Vec<Item> {
    if let Some(items) = by_number(lines).or_else(|| by_label(lines)) {
        return items;
    }
    // The positions of lines are more reliable than their text: a publisher and its place look like
    // a name.
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

/// The fraction of the best score from which a split by position is preferred to one by words.
const NEARLY_BEST: (i64, i64) = (19, 20);

/// Replaces the dash that a list prints for repeated authors by the authors of the reference above.
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

/// Returns the text before the first year of a reference; `None` if it is not a list of authors.
fn names_before_year(text: &str) -> Option<&str> {
    let (at, _) = text.char_indices().find(|(at, _)| {
        let rest = text.get(*at..).unwrap_or_default();
        let before = text.get(..*at).unwrap_or_default();
        before.ends_with([' ', '(']) && rest.get(..4).is_some_and(has_year)
    })?;
    let names = text.get(..at)?.trim_end_matches([' ', '(', ',', '.']);
    (!names.is_empty() && names.len() <= MAX_NAMES_BYTES && looks_like_start(text)).then_some(names)
}

/// The maximum length of a list of authors that is repeated, in bytes.
const MAX_NAMES_BYTES: usize = 200;

/// Returns the items of a list whose references begin with labels of author and year: `[Aks+06]`.
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

/// Returns the items of a numbered list: each begins with the number after that of the previous
/// item. A second list may continue the numbers of the first.
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
                // The item before could not be read, or is missing.
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

/// Returns whether the item with the number `wanted` begins in a line after this one.
fn comes_later(lines: &[PlacedLine], from: usize, wanted: u32, style: NumberStyle) -> bool {
    let rest = lines.get(from + 1..).unwrap_or_default().iter().take(60);
    rest.filter_map(|line| number(line.text.trim()))
        .any(|(number, found, _)| number == wanted && found == style)
}

/// Returns the lines at the left edge of their columns, if other lines are indented.
fn by_hanging_indent(lines: &[PlacedLine]) -> Vec<usize> {
    let lefts = lefts(lines);
    let at_left = |line: &&PlacedLine| {
        lefts.get(&(line.page, line.column)).is_some_and(|left| line.x < left + 0.35 * line.size)
    };
    let starts: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| at_left(line)).map(|(index, _)| index).collect();
    if starts.len() == lines.len() { Vec::new() } else { starts }
}

/// Returns the indented lines, if the others are at the left edge.
fn by_first_line_indent(lines: &[PlacedLine]) -> Vec<usize> {
    let lefts = lefts(lines);
    let indented = |line: &PlacedLine| {
        lefts.get(&(line.page, line.column)).is_some_and(|left| line.x > left + 0.7 * line.size)
    };
    lines.iter().enumerate().filter(|(_, line)| indented(line)).map(|(index, _)| index).collect()
}

/// Returns the left edges of the columns, from the lines of the list only.
fn lefts(lines: &[PlacedLine]) -> HashMap<(u32, u32), f64> {
    let mut lefts: HashMap<(u32, u32), f64> = HashMap::new();
    for line in lines {
        let left = lefts.entry((line.page, line.column)).or_insert(line.x);
        *left = left.min(line.x);
    }
    lefts
}

/// Returns the lines with a larger distance from the line above than usual.
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

/// Returns the lines that begin with a name, after a line that ends a reference.
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

/// Returns the items that begin at these lines; the text before the first belongs to it.
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

/// Returns how much the items look like a list of references: complete references count in favour,
/// partial and merged ones against.
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
