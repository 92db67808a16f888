//! The list of references of a PDF, and where each reference of it begins.

use super::columns::PlacedLine;
use super::join::join_line;
use super::page::step;
use crate::list_end::{self, has_year};
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

/// How items are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberStyle {
    /// `[1]`
    Brackets,
    /// `(1)`
    Parentheses,
    /// `1.`
    Dot,
    /// `1)`
    Closing,
    /// `1`
    Bare,
}

/// The number at the start of a line, how it is marked, and where the words behind it begin.
fn number(line: &str) -> Option<(u32, NumberStyle, usize)> {
    let (open, body) = match line.chars().next()? {
        '[' => (Some('['), line.get(1..)?),
        '(' => (Some('('), line.get(1..)?),
        _ => (None, line),
    };
    let body = body.trim_start();
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=3).contains(&digits) {
        return raised_number(line);
    }
    let number: u32 = body.get(..digits)?.parse().ok()?;
    let rest = body.get(digits..)?.trim_start_matches(' ');
    let mark = rest.chars().next();
    let (style, skip) = match (open, mark) {
        (Some('['), Some(']')) => (NumberStyle::Brackets, 1),
        (Some('('), Some(')')) => (NumberStyle::Parentheses, 1),
        (None, Some('.')) => (NumberStyle::Dot, 1),
        (None, Some(')' | ']')) => (NumberStyle::Closing, 1),
        (None, Some(c)) if c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '\'') => {
            (NumberStyle::Bare, 0)
        }
        (None, None) => (NumberStyle::Bare, 0),
        _ => return None,
    };
    let rest = rest.get(skip..)?;
    // `12.5` and `3.2` are values.
    if style == NumberStyle::Dot && rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let start = line.len() - rest.trim_start().len();
    (number > 0).then_some((number, style, start))
}

/// `¹² Smith`.
fn raised_number(line: &str) -> Option<(u32, NumberStyle, usize)> {
    let mut value = 0_u32;
    let mut len = 0;
    for c in line.chars().take(3) {
        let Some(digit) = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c) else { break };
        value = value * 10 + u32::try_from(digit).unwrap_or(0);
        len += c.len_utf8();
    }
    let rest = line.get(len..)?;
    (value > 0).then(|| (value, NumberStyle::Bare, line.len() - rest.trim_start().len()))
}

/// Cuts the lines of a list into its items.
fn cut(lines: &[PlacedLine]) -> Vec<Item> {
    if let Some(items) = by_number(lines) {
        return items;
    }
    let ways = [by_hanging_indent(lines), by_first_line_indent(lines), by_gap(lines), by_words(lines)];
    let scored = ways.into_iter().map(|starts| joined(lines, &starts)).map(|items| (score(&items), items));
    let best = scored.max_by_key(|(score, _)| *score);
    best.map(|(_, items)| items).unwrap_or_default()
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

fn is_complete(line: &str) -> bool {
    let line = line.trim_end();
    let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    // An initial ends with a full stop too.
    let is_initial =
        last.trim_end_matches('.').chars().count() <= 2 && last.chars().all(|c| c.is_uppercase() || c == '.');
    (line.ends_with('.') && !is_initial)
        || last.starts_with("http")
        || last.contains("10.")
        || last.ends_with(|c: char| c.is_ascii_digit())
}

/// `Smith, J.`, `Smith J,`, `van der Berg A`, `de Vries AB (2019)`, `World Health Organization.`
fn looks_like_start(line: &str) -> bool {
    let line = line.trim_start();
    let head = line.get(..line.floor_char_boundary(60)).unwrap_or(line);
    let names = head.split([',', '.', ';']).next().unwrap_or_default();
    let year = names.find(" (1").or_else(|| names.find(" (2")).unwrap_or(names.len());
    let names = names.get(..year).unwrap_or(names);
    let words: Vec<&str> = names.split_whitespace().collect();
    let particle = |word: &&str| {
        matches!(
            word.to_lowercase().as_str(),
            "van"
                | "von"
                | "de"
                | "der"
                | "den"
                | "ter"
                | "ten"
                | "del"
                | "dos"
                | "du"
                | "di"
                | "da"
                | "la"
                | "le"
                | "el"
                | "al"
                | "of"
                | "for"
                | "and"
        )
    };
    let named = words.iter().all(|word| word.starts_with(|c: char| c.is_uppercase()) || particle(word));
    !words.is_empty()
        && words.len() <= 8
        && named
        && names.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && head.len() > names.len()
}

/// The items that begin at these lines; what stands before the first belongs to it.
fn joined(lines: &[PlacedLine], starts: &[usize]) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    let mut starts = starts.iter().peekable();
    for (index, line) in lines.iter().enumerate() {
        let begins = starts.next_if(|start| **start == index).is_some();
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
