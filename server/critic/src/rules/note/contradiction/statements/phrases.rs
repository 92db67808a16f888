//! Phrases of the tables of statements, and their index.
//!
//! A phrase is a list of words. `[a|b c]` may be absent, `(a|b c)` is either, `word*` has any ending, `..` up to three words
//! of any kind, `#` a number, `{count}` a number of things in digits or as a word, `{drug}` the name of a drug or of a group
//! of drugs, `{side}` a word for right or left, `{level}` the first of two vertebrae, `{finger}` the name of a finger,
//! `{weeks}` a gestation as “32+3” or “28/40”, `{day}` a day of a calendar as “11 Feb” or “11/02/2026”, `{here}` the first
//! word of the statement that a phrase of `unless` is about.

use super::tokens::{Gap, MONTH_NAMES, Tokens};
use crate::pattern::{contexts, words};
use crate::rules::note::contradiction::sides::side_of_word;
use rustc_hash::FxHashMap;
use std::sync::{LazyLock, OnceLock};

/// The most words that `..` passes over.
const MAX_SKIPPED: usize = 3;
/// The number of first bytes by which words with any ending are found; they have at least that many.
const PREFIX_LENGTH: usize = 3;

/// What one word of a text is compared with.
#[derive(Clone, Debug)]
enum Atom {
    Word(&'static str),
    Prefix(&'static str),
    Number,
    Count,
    Drug,
    Side,
    Level,
    Finger,
    Weeks,
    Day,
    Here,
}

/// One place of a phrase.
#[derive(Clone, Debug)]
struct Element {
    any_of: Vec<Atom>,
    is_optional: bool,
    /// The most words of any kind before it.
    skips: usize,
}

/// A phrase with the row that it belongs to.
#[derive(Debug)]
pub(super) struct Phrase {
    pub(super) row: usize,
    elements: Vec<Element>,
    anchor: usize,
}

/// A phrase in a text: its first and last token, and the place and the number that it contains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) row: usize,
    pub(super) first: usize,
    pub(super) last: usize,
    /// The side (1 is right), the vertebra or the finger, by a number.
    pub(super) which: Option<u32>,
    pub(super) number: Option<usize>,
    /// The drug, by its index in the lexicon.
    pub(super) drug: Option<usize>,
}

/// The text in which phrases are searched.
pub(super) struct Searched<'a> {
    pub(super) tokens: &'a Tokens,
    /// The prose of the block, for the capitals of "R" and "L".
    pub(super) prose: &'a str,
    /// The drug or group of drugs whose name begins at a token, by a number of its own.
    pub(super) drug_at: &'a dyn Fn(usize) -> Option<usize>,
    /// The first token of the statement whose `unless` is searched.
    pub(super) here: Option<usize>,
}

/// Phrases by the word that each must contain.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    all: Vec<Phrase>,
    exact: FxHashMap<&'static str, Vec<usize>>,
    prefixes: FxHashMap<&'static [u8], Vec<(&'static str, usize)>>,
}

/// Words that are too common to find a phrase by.
static COMMON: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("contradiction/statements/common"));

/// A phrase that cannot be read or has only common words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unreadable(pub(super) &'static str);

impl Phrases {
    /// Adds the phrases of a cell, separated by `;`, for a row.
    pub(super) fn add(&mut self, cell: &'static str, row: usize) -> Result<(), Unreadable> {
        for text in cell.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            for phrase in parse(text, row).ok_or(Unreadable(text))? {
                self.push(phrase).ok_or(Unreadable(text))?;
            }
        }
        Ok(())
    }

    fn push(&mut self, phrase: Phrase) -> Option<()> {
        let index = self.all.len();
        for atom in &phrase.elements.get(phrase.anchor)?.any_of {
            match atom {
                Atom::Word(word) => self.exact.entry(word).or_default().push(index),
                Atom::Prefix(word) => {
                    let key = word.as_bytes().get(..PREFIX_LENGTH)?;
                    self.prefixes.entry(key).or_default().push((word, index));
                }
                Atom::Weeks => {
                    for word in WEEKS.iter() {
                        self.exact.entry(word.as_str()).or_default().push(index);
                    }
                }
                Atom::Day => {
                    for word in DAY_WORDS.iter() {
                        self.exact.entry(word.as_str()).or_default().push(index);
                    }
                }
                Atom::Level => {
                    for word in ["l", "c"] {
                        self.exact.entry(word).or_default().push(index);
                    }
                }
                _ => return None,
            }
        }
        self.all.push(phrase);
        Some(())
    }

    /// Calls `visit` with each phrase that a range of tokens contains.
    pub(super) fn find(
        &self,
        text: &Searched<'_>,
        range: std::ops::Range<usize>,
        mut visit: impl FnMut(Found),
    ) {
        for at in range {
            let word = text.tokens.text(at);
            let exact = self.exact.get(word).into_iter().flatten().copied();
            let key = word.as_bytes().get(..PREFIX_LENGTH).unwrap_or_default();
            let prefixes = self.prefixes.get(key).into_iter().flatten();
            let prefixes = prefixes.filter(|(prefix, _)| word.starts_with(prefix)).map(|(_, index)| *index);
            for index in exact.chain(prefixes) {
                if let Some(found) = self.all.get(index).and_then(|phrase| phrase.at(text, at)) {
                    visit(found);
                }
            }
        }
    }

    /// The first phrase that a range of tokens contains and that counts.
    fn first_in(
        &self,
        text: &Searched<'_>,
        range: std::ops::Range<usize>,
        counts: impl Fn(&Found) -> bool,
    ) -> Option<Found> {
        let mut first = None;
        self.find(text, range, |found| {
            if first.is_none() && counts(&found) {
                first = Some(found);
            }
        });
        first
    }
}

/// The phrases of a cell that matter only if something else was found, read when they are first needed: the tables have
/// 27,000 of them, and most notes need few.
#[derive(Debug, Default)]
pub(super) struct PhraseList {
    cell: &'static str,
    phrases: OnceLock<Phrases>,
}

impl PhraseList {
    pub(super) fn of(cell: &'static str) -> Self {
        Self { cell, phrases: OnceLock::new() }
    }

    /// Whether there is no phrase.
    pub(super) fn is_empty(&self) -> bool {
        self.cell.is_empty()
    }

    /// The first phrase that a range of tokens contains and that counts. Phrases that cannot be read are skipped; a test
    /// requires that there are none.
    pub(super) fn first_in(
        &self,
        text: &Searched<'_>,
        range: std::ops::Range<usize>,
        counts: impl Fn(&Found) -> bool,
    ) -> Option<Found> {
        let read = || {
            let mut phrases = Phrases::default();
            let _unreadable = phrases.add(self.cell, 0);
            phrases
        };
        if self.is_empty() { None } else { self.phrases.get_or_init(read).first_in(text, range, counts) }
    }

    /// The phrase that cannot be read, if there is one.
    #[cfg(test)]
    pub(super) fn unreadable(&self) -> Option<&'static str> {
        Phrases::default().add(self.cell, 0).err().map(|Unreadable(phrase)| phrase)
    }
}

/// Reads a phrase; one for each combination of its alternatives of several words. `None` if it cannot be read.
fn parse(text: &'static str, row: usize) -> Option<Vec<Phrase>> {
    variants(text)?.into_iter().map(|elements| anchored(elements, row)).collect()
}

/// The most phrases that a phrase with alternatives of several words gives.
const MAX_VARIANTS: usize = 200;

/// The sequences of elements that a text gives.
fn variants(text: &'static str) -> Option<Vec<Vec<Element>>> {
    let mut out: Vec<Vec<Element>> = vec![Vec::new()];
    let mut skips = 0;
    for part in split(text, char::is_whitespace)? {
        if part == ".." {
            skips = MAX_SKIPPED;
            continue;
        }
        let optional = part.strip_prefix('[').and_then(|part| part.strip_suffix(']'));
        let inside = match part.strip_prefix('(') {
            Some(inside) => inside.strip_suffix(')')?,
            None => optional.unwrap_or(part),
        };
        let choices = split(inside, |c| c == '|')?;
        let is_plain = |choice: &&str| !choice.contains(|c: char| c.is_whitespace() || "()[]".contains(c));
        if choices.iter().all(is_plain) {
            let any_of = choices.into_iter().map(atom).collect::<Option<Vec<Atom>>>()?;
            let element = Element { any_of, is_optional: optional.is_some(), skips };
            out.iter_mut().for_each(|sequence| sequence.push(element.clone()));
        } else {
            let mut all = Vec::new();
            for choice in choices {
                for mut sequence in variants(choice)? {
                    let first = sequence.first_mut()?;
                    first.skips = first.skips.max(skips);
                    all.push(sequence);
                }
            }
            if optional.is_some() {
                all.push(Vec::new());
            }
            out = out
                .iter()
                .flat_map(|known| all.iter().map(|more| [known.as_slice(), more.as_slice()].concat()))
                .collect();
        }
        if out.len() > MAX_VARIANTS {
            return None;
        }
        skips = 0;
    }
    Some(out)
}

/// The parts of a text between separators outside brackets; `None` if its brackets do not match.
fn split(text: &'static str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&'static str>> {
    let (mut depth, mut from) = (0_usize, 0);
    let mut out = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            _ if depth == 0 && is_separator(c) => {
                out.push(text.get(from..at)?);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push(text.get(from..)?);
    out.retain(|part| !part.trim().is_empty());
    (depth == 0 && !out.is_empty()).then_some(out)
}

/// The phrase with the rarest of its words as its anchor; `None` if it has no word to find it by.
fn anchored(elements: Vec<Element>, row: usize) -> Option<Phrase> {
    let rarity = |element: &Element| {
        let letters = |atom: &Atom| match atom {
            Atom::Word(word) | Atom::Prefix(word) if !COMMON.contains(word) => word.len(),
            Atom::Word(word) => 1 + usize::from(word.len() > 1),
            Atom::Prefix(_) => 1,
            Atom::Weeks | Atom::Level | Atom::Day => 2,
            _ => 0,
        };
        element.any_of.iter().map(letters).min().unwrap_or(0)
    };
    let must = elements.iter().enumerate().filter(|(_, element)| !element.is_optional);
    let (anchor, element) = must.max_by_key(|(_, element)| rarity(element))?;
    (rarity(element) > 0).then_some(())?;
    Some(Phrase { row, elements, anchor })
}

fn atom(text: &'static str) -> Option<Atom> {
    Some(match text {
        "" => return None,
        "#" => Atom::Number,
        "{count}" => Atom::Count,
        "{drug}" => Atom::Drug,
        "{level}" => Atom::Level,
        "{finger}" => Atom::Finger,
        "{weeks}" => Atom::Weeks,
        "{day}" => Atom::Day,
        "{side}" => Atom::Side,
        "{here}" => Atom::Here,
        _ => match text.strip_suffix('*') {
            Some(prefix) if prefix.len() >= PREFIX_LENGTH => Atom::Prefix(prefix),
            Some(_) => return None,
            None => Atom::Word(text),
        },
    })
}

impl Phrase {
    /// The phrase with its anchor at a token.
    fn at(&self, text: &Searched<'_>, anchor: usize) -> Option<Found> {
        let mut found =
            Found { row: self.row, first: anchor, last: anchor, which: None, number: None, drug: None };
        let ahead = self.elements.get(..self.anchor)?;
        let element = self.elements.get(self.anchor)?;
        let skips = element.skips;
        if !is_at(element, text, anchor, &mut found) {
            return None;
        }
        let behind = self.elements.get(self.anchor + 1..)?;
        (forwards(behind, text, anchor, &mut found) && backwards(ahead, text, anchor, skips, &mut found))
            .then_some(found)
    }
}

/// The words with which a day of a calendar begins: "11", "09", "february".
static DAY_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let days = (1..=31).flat_map(|day: u32| [day.to_string(), format!("{day:02}")]);
    let mut out: Vec<String> = days.chain(MONTH_NAMES.iter().map(|name| (*name).to_owned())).collect();
    out.sort();
    out.dedup();
    out
});

/// The completed weeks that a gestation has.
static WEEKS: LazyLock<Vec<String>> = LazyLock::new(|| (5..=43).map(|week: u32| week.to_string()).collect());

/// Whether the number at a token is the weeks of a gestation: "32+3", "28/40".
fn is_gestation(text: &Searched<'_>, at: usize) -> bool {
    let Some((this, next)) = text.tokens.get(at).zip(text.tokens.get(at + 1)) else { return false };
    let is_alone = !text
        .prose
        .get(..this.span.start as usize)
        .is_some_and(|before| before.ends_with(['/', '+', '.', '-']));
    let between = text.prose.get(this.span.end as usize..next.span.start as usize).unwrap_or_default();
    let is_followed =
        text.prose.get(next.span.end as usize..).is_some_and(|rest| rest.starts_with(['/', '+']));
    let second = text.tokens.text(at + 1);
    let is_days = between.trim() == "+" && matches!(second, "0" | "1" | "2" | "3" | "4" | "5" | "6");
    is_alone
        && !is_followed
        && WEEKS.iter().any(|week| week == text.tokens.text(at))
        && (is_days || between == "/" && second == "40")
}

/// The names of the fingers from the thumb, folded.
static FINGERS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    contexts("contradiction/statements/finger:")
        .map(|(_, forms)| forms.split('|').map(str::to_owned).collect())
        .collect()
});

/// The vertebra whose letter is at a token, if its number follows directly: "L4". Lumbar ones count from 100, cervical ones
/// from 200.
fn vertebra(tokens: &Tokens, at: usize) -> Option<u32> {
    const MOST: f64 = 7.0;
    let from = match tokens.text(at) {
        "l" => 100,
        "c" => 200,
        _ => return None,
    };
    let (this, next) = (tokens.get(at)?, tokens.get(at + 1)?);
    let number =
        tokens.number(at + 1).filter(|number| number.fract() == 0.0 && (1.0..=MOST).contains(number))?;
    (this.span.end == next.span.start).then_some(from + number as u32)
}

/// Whether an element is at a token; notes its number or side.
fn is_at(element: &Element, text: &Searched<'_>, at: usize, found: &mut Found) -> bool {
    let word = text.tokens.text(at);
    element.any_of.iter().any(|atom| match atom {
        Atom::Word(wanted) => word == *wanted,
        Atom::Prefix(wanted) => word.starts_with(wanted),
        Atom::Number => {
            let is_number = text.tokens.get(at).is_some_and(|token| token.is_number);
            if is_number && found.number.is_none() {
                found.number = Some(at);
            }
            is_number
        }
        Atom::Count => {
            let is_count = text.tokens.count(at).is_some();
            if is_count && found.number.is_none() {
                found.number = Some(at);
            }
            is_count
        }
        Atom::Weeks => {
            let is_gestation = is_gestation(text, at);
            if is_gestation {
                found.number = Some(at);
            }
            is_gestation
        }
        Atom::Day => text.tokens.is_day(text.prose, at),
        Atom::Level => {
            let level = vertebra(text.tokens, at);
            found.which = found.which.or(level);
            level.is_some()
        }
        Atom::Finger => {
            let finger = (1..).zip(FINGERS.iter()).find(|(_, names)| names.iter().any(|name| name == word));
            found.which = found.which.or(finger.as_ref().map(|(number, _)| *number));
            finger.is_some()
        }
        Atom::Drug => {
            let drug = (text.drug_at)(at);
            found.drug = found.drug.or(drug);
            drug.is_some()
        }
        Atom::Here => text.here == Some(at),
        Atom::Side => {
            let shown = text.tokens.get(at).and_then(|token| text.prose.get(token.span.range()));
            let side = side_of_word(word, shown.unwrap_or_default());
            found.which = found.which.or(side.map(u32::from));
            side.is_some()
        }
    })
}

/// Matches elements after a token that is taken.
fn forwards(elements: &[Element], text: &Searched<'_>, taken: usize, found: &mut Found) -> bool {
    let Some((element, rest)) = elements.split_first() else {
        found.last = found.last.max(taken);
        return true;
    };
    for step in 1..=element.skips + 1 {
        let at = taken + step;
        if text.tokens.get(at).is_none_or(|token| token.gap > Gap::Mark) {
            break;
        }
        let before = *found;
        if is_at(element, text, at, found) && forwards(rest, text, at, found) {
            return true;
        }
        *found = before;
    }
    element.is_optional && forwards(rest, text, taken, found)
}

/// Matches elements before a token that is taken, from the last to the first; `skips` words may lie between.
fn backwards(
    elements: &[Element],
    text: &Searched<'_>,
    taken: usize,
    skips: usize,
    found: &mut Found,
) -> bool {
    let Some((element, rest)) = elements.split_last() else {
        found.first = found.first.min(taken);
        return true;
    };
    for step in 1..=skips + 1 {
        let is_joined = text.tokens.get(taken + 1 - step).is_some_and(|token| token.gap <= Gap::Mark);
        let Some(at) = taken.checked_sub(step).filter(|_| is_joined) else { break };
        let before = *found;
        if is_at(element, text, at, found) && backwards(rest, text, at, element.skips, found) {
            return true;
        }
        *found = before;
    }
    element.is_optional && backwards(rest, text, taken, skips.max(element.skips), found)
}
