//! Removes everything from the text of a clinical note that could identify its patient.
//!
//! Redaction uses a whitelist. A word stays if it is known not to be a name (a shipped list, the
//! vocabulary, or words that published papers write in lower case), and everything else is
//! replaced, so that unforeseen names are removed as well. A known word is also removed where a
//! name is expected: after a title, a label or a relative, and next to a name. Numbers stay if they
//! are measures; dates, ages over 89, record and telephone numbers, room and house numbers,
//! addresses and institutions are removed. The result is scanned again before it may be shown. This
//! does not guarantee anonymity: an age, a rare disease and a place can still identify a patient,
//! which is why the author sees the text first.

use crate::vocabulary::Vocabulary;
use referee_critic::analysis::identifying_text::{IdentifyingKind, identifying};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

mod addresses;
mod ages;
mod codes;
mod lexicon;
mod measures;
mod patterns;
mod redacted_kind;
mod results;

use patterns::pattern;
pub use redacted_kind::RedactedKind;

static WORD_PATTERN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*|\p{N}+[\p{L}\p{M}][\p{L}\p{M}\p{N}-]*"));

impl From<IdentifyingKind> for RedactedKind {
    fn from(kind: IdentifyingKind) -> RedactedKind {
        match kind {
            IdentifyingKind::Contact => RedactedKind::Contact,
            IdentifyingKind::Date => RedactedKind::Date,
            IdentifyingKind::Number => RedactedKind::Number,
            IdentifyingKind::Name => RedactedKind::Name,
        }
    }
}

/// A piece of text that was removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedText {
    /// The byte range in the original text.
    pub range: Range<usize>,
    /// The kind of text.
    pub kind: RedactedKind,
    /// The replacement: `[NAME_1]`; the same for the same words.
    pub surrogate: String,
}

/// A redacted text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redacted {
    /// The text with surrogates.
    pub text: String,
    /// The removed pieces, in order.
    pub taken: Vec<RemovedText>,
}

/// The words that may stay: the shipped lists, the names of the shipped vocabulary, and words that
/// published texts write in lower case. A workspace vocabulary is not used.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    published: BTreeSet<String>,
}

impl Allowed {
    /// Allows the words that `published` texts write in lower case.
    #[must_use]
    pub fn with(published: &str) -> Allowed {
        let lower = |word: &&str| word.chars().all(|c| !c.is_uppercase() && !c.is_numeric());
        let words = WORD_PATTERN.find_iter(published).map(|word| word.as_str()).filter(lower);
        Allowed { published: words.map(str::to_owned).collect() }
    }

    /// Returns whether a word may stay as it is written; `begins` means that it begins a sentence
    /// that does not mention a person.
    fn holds(&self, word: &str, begins: bool) -> bool {
        let lower = word.to_lowercase();
        let plain = lower.trim_end_matches("'s").trim_end_matches("’s");
        if word.chars().any(char::is_uppercase) {
            // A capital may turn a word into a name.
            let known = |part: &str| lexicon::is_listed(part) || begins && lexicon::is_word(part);
            return (begins || !lexicon::is_name(plain)) && plain.split('-').all(known);
        }
        let known = |word: &str| self.published.contains(word) || lexicon::is_word(word);
        known(plain) || plain.split('-').all(known)
    }
}

/// Removes everything from a text that is not known to be harmless.
#[must_use]
pub fn redact(text: &str, allowed: &Allowed) -> Redacted {
    let mut taken = detect(text, allowed);
    // Scan again, because a word between surrogates may now begin a sentence or be isolated.
    loop {
        let (masked, places) = mask(text, &taken);
        let more = detect(&masked, allowed);
        if more.is_empty() {
            break;
        }
        let original = |at: usize| {
            let next = places.partition_point(|(start, _)| *start <= at);
            let (start, from) =
                next.checked_sub(1).and_then(|last| places.get(last)).copied().unwrap_or((0, 0));
            from + (at - start)
        };
        taken.extend(
            more.into_iter().map(|(range, kind)| (original(range.start)..original(range.end - 1) + 1, kind)),
        );
        taken = merged(taken);
    }
    let mut out = Redacted::default();
    let mut surrogates: BTreeMap<(RedactedKind, String), String> = BTreeMap::new();
    let mut from = 0;
    for (range, kind) in taken {
        let Some(words) = text.get(range.clone()) else { continue };
        let number = surrogates.keys().filter(|(known, _)| *known == kind).count() + 1;
        let surrogate = surrogates
            .entry((kind, words.to_lowercase()))
            .or_insert_with(|| format!("[{}_{number}]", kind.as_str()))
            .clone();
        out.text.push_str(text.get(from..range.start).unwrap_or_default());
        out.text.push_str(&surrogate);
        from = range.end;
        out.taken.push(RemovedText { range, kind, surrogate });
    }
    out.text.push_str(text.get(from..).unwrap_or_default());
    out
}

/// The placeholder for removed text while the rest is scanned.
const MASK_TEXT: &str = "—";

/// Replaces the removed ranges by [`MASK_TEXT`]; also returns the start of each remaining part, in
/// the result and in the text.
fn mask(text: &str, taken: &[(Range<usize>, RedactedKind)]) -> (String, Vec<(usize, usize)>) {
    let (mut out, mut places, mut from) = (String::new(), Vec::new(), 0);
    for (range, _) in taken {
        places.push((out.len(), from));
        out.push_str(text.get(from..range.start).unwrap_or_default());
        out.push_str(MASK_TEXT);
        from = range.end;
    }
    places.push((out.len(), from));
    out.push_str(text.get(from..).unwrap_or_default());
    (out, places)
}

/// Sorts the ranges and merges those that overlap.
fn merged(mut found: Vec<(Range<usize>, RedactedKind)>) -> Vec<(Range<usize>, RedactedKind)> {
    found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut whole: Vec<(Range<usize>, RedactedKind)> = Vec::new();
    for (range, kind) in found {
        match whole.last_mut() {
            Some((last, _)) if range.start < last.end => last.end = last.end.max(range.end),
            _ => whole.push((range, kind)),
        }
    }
    whole
}

/// Returns the ranges to remove from a text, in order.
fn detect(text: &str, allowed: &Allowed) -> Vec<(Range<usize>, RedactedKind)> {
    let words: Vec<Range<usize>> = WORD_PATTERN.find_iter(text).map(|word| word.range()).collect();
    let by_form = identifying(text).into_iter().map(|(range, kind)| (range, RedactedKind::from(kind)));
    let mut found: Vec<(Range<usize>, RedactedKind)> = Vec::new();
    let ages = ages::found(text).into_iter().map(|range| (range, RedactedKind::Number));
    let codes = codes::found(text).into_iter().map(|range| (range, RedactedKind::Number));
    let addresses = addresses::found(text).into_iter().map(|range| (range, RedactedKind::Name));
    for (hit, kind) in by_form.chain(patterns::found(text)).chain(ages).chain(codes).chain(addresses) {
        // Extend a partial hit to the whole word.
        let first = words.partition_point(|word| word.end <= hit.start);
        let last = words.partition_point(|word| word.start < hit.end);
        let start = words
            .get(first)
            .filter(|word| word.start < hit.end)
            .map_or(hit.start, |word| word.start.min(hit.start));
        let end = last
            .checked_sub(1)
            .and_then(|last| words.get(last))
            .map_or(hit.end, |word| word.end.max(hit.end));
        found.push((start..end, kind));
    }
    let found = merged(found);
    let known = Vocabulary::shipped().mentions(text);
    let results = results::found(text);
    let is_known = |word: &Range<usize>| {
        known.iter().any(|mention| mention.range.start <= word.start && word.end <= mention.range.end)
            && text.get(word.clone()).is_some_and(|word| !lexicon::is_name(&word.to_lowercase()))
    };
    let mut taken = found.clone();
    // The kind of removal for each word.
    let mut kinds: Vec<Option<RedactedKind>> = Vec::with_capacity(words.len());
    let mut next = 0;
    for (at, range) in words.iter().enumerate() {
        while found.get(next).is_some_and(|(whole, _)| whole.end <= range.start) {
            next += 1;
        }
        if let Some((_, kind)) = found.get(next).filter(|(whole, _)| whole.start < range.end) {
            kinds.push(Some(*kind));
            continue;
        }
        let Some(word) = text.get(range.clone()) else {
            kinds.push(None);
            continue;
        };
        let is_result =
            || results.iter().any(|result| result.start <= range.start && range.end <= result.end);
        let stays = measures::is_measure(word)
            || is_result()
            || allowed.holds(word, begins_impersonal(text, &words, at))
            || is_known(range);
        let kind = if word.chars().any(char::is_uppercase) { RedactedKind::Name } else { RedactedKind::Word };
        kinds.push((!stays).then_some(kind));
        if !stays {
            taken.push((range.clone(), kind));
        }
    }
    take_neighbours(text, &words, &mut kinds, &mut taken);
    take_joined(text, &words, &mut kinds, &mut taken);
    take_particles(text, &words, &kinds, &mut taken);
    take_numbers(text, &words, &kinds, &mut taken);
    // Drop hits without letters or digits, such as earlier placeholders.
    taken.retain(|(range, _)| {
        text.get(range.clone()).is_some_and(|hit| hit.chars().any(char::is_alphanumeric))
    });
    merged(taken)
}

/// Returns whether a word begins a sentence or a line and is not the subject of a person's action:
/// `Will follow up`, but not `Will denies pain`.
fn begins_impersonal(text: &str, words: &[Range<usize>], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let before = text.get(..word.start).unwrap_or_default();
    let begins = before.trim_end_matches([' ', '\t', '-', '*', '•', '#']).chars().next_back();
    if !begins.is_none_or(|last| matches!(last, '.' | '!' | '?' | '\n' | '\r')) {
        return false;
    }
    let name = text.get(word.clone()).unwrap_or_default().to_lowercase();
    if lexicon::is_given_name(&name) {
        return false;
    }
    let Some(next) = words.get(at + 1) else { return false };
    let between = text.get(word.end..next.start).unwrap_or_default();
    let following = text.get(next.clone()).unwrap_or_default();
    between == " " && following.chars().all(char::is_lowercase) && !lexicon::tells_of_a_person(following)
}

/// Removes capitalised words next to a name.
fn take_neighbours(
    text: &str,
    words: &[Range<usize>],
    kinds: &mut [Option<RedactedKind>],
    taken: &mut Vec<(Range<usize>, RedactedKind)>,
) {
    let joined = |one: usize, other: usize| {
        let between = words.get(one).zip(words.get(other)).and_then(|(a, b)| text.get(a.end..b.start));
        between.is_some_and(|between| matches!(between, " " | "-" | ". " | "  " | ", "))
    };
    let mut again = true;
    while again {
        again = false;
        for at in 0..words.len() {
            let Some(word) = words.get(at).and_then(|range| text.get(range.clone())) else { continue };
            let capital = word.chars().next().is_some_and(char::is_uppercase);
            let shouted = word.chars().count() > 1
                && word.chars().all(char::is_uppercase)
                && !lexicon::is_name(&word.to_lowercase());
            if kinds.get(at).copied().flatten().is_some()
                || !capital
                || shouted
                || lexicon::is_grammar(&word.to_lowercase())
            {
                continue;
            }
            let is_name = |other: usize| {
                kinds.get(other).copied().flatten() == Some(RedactedKind::Name)
                    && words
                        .get(other)
                        .and_then(|range| text.get(range.clone()))
                        .is_some_and(|word| word.chars().next().is_some_and(char::is_uppercase))
            };
            // "Surname, Given name" counts only for words that may be names.
            let may_be_name = lexicon::is_name(&word.to_lowercase());
            let close = |one: usize, other: usize| {
                joined(one, other)
                    && (may_be_name
                        || text.get(
                            words.get(one).map_or(0, |w| w.end)..words.get(other).map_or(0, |w| w.start),
                        ) != Some(", "))
            };
            let beside =
                (at > 0 && is_name(at - 1) && close(at - 1, at)) || (is_name(at + 1) && close(at, at + 1));
            if beside
                && (may_be_name || !begins_sentence(text, words, at))
                && let (Some(kind), Some(range)) = (kinds.get_mut(at), words.get(at))
            {
                *kind = Some(RedactedKind::Name);
                taken.push((range.clone(), RedactedKind::Name));
                again = true;
            }
        }
    }
}

/// Removes capitalised words that a particle joins to a name: "Virgen de la Cabeza", in which only
/// one word is unknown.
fn take_joined(
    text: &str,
    words: &[Range<usize>],
    kinds: &mut [Option<RedactedKind>],
    taken: &mut Vec<(Range<usize>, RedactedKind)>,
) {
    let word = |at: usize| words.get(at).and_then(|range| text.get(range.clone())).unwrap_or_default();
    let has_capital = |at: usize| word(at).chars().next().is_some_and(char::is_uppercase);
    let is_spaced = |one: usize| {
        let between = words.get(one).zip(words.get(one + 1)).and_then(|(a, b)| text.get(a.end..b.start));
        between == Some(" ")
    };
    for at in 0..words.len() {
        let mut behind = at + 1;
        while behind < at + 3 && lexicon::is_place_particle(word(behind)) && is_spaced(behind) {
            behind += 1;
        }
        if behind == at + 1 || !is_spaced(at) || !has_capital(at) || !has_capital(behind) {
            continue;
        }
        let is_name = |at: usize| kinds.get(at).copied().flatten() == Some(RedactedKind::Name);
        let other = match (is_name(at), is_name(behind)) {
            (true, false) => behind,
            (false, true) if !begins_sentence(text, words, at) => at,
            _ => continue,
        };
        let is_shouted = word(other).chars().all(char::is_uppercase);
        if !is_shouted
            && !lexicon::is_grammar(&word(other).to_lowercase())
            && let (Some(kind @ None), Some(range)) = (kinds.get_mut(other), words.get(other))
        {
            *kind = Some(RedactedKind::Name);
            taken.push((range.clone(), RedactedKind::Name));
        }
    }
}

/// Removes the particles of names and places: between two names, and a capitalised article before
/// one.
fn take_particles(
    text: &str,
    words: &[Range<usize>],
    kinds: &[Option<RedactedKind>],
    taken: &mut Vec<(Range<usize>, RedactedKind)>,
) {
    let is_name = |at: usize| kinds.get(at).copied().flatten() == Some(RedactedKind::Name);
    let word = |at: usize| words.get(at).and_then(|range| text.get(range.clone())).unwrap_or_default();
    let spaced = |one: usize| {
        let between = words.get(one).zip(words.get(one + 1)).and_then(|(a, b)| text.get(a.end..b.start));
        between == Some(" ")
    };
    for at in 0..words.len() {
        if kinds.get(at).copied().flatten().is_some() || !spaced(at) {
            continue;
        }
        let before = at.checked_sub(1).filter(|before| is_name(*before) && spaced(*before));
        let article = lexicon::is_article(word(at)) && is_name(at + 1) && !begins_sentence(text, words, at);
        let mut behind = at;
        while lexicon::is_particle(word(behind)) && spaced(behind) && behind < at + 2 {
            behind += 1;
        }
        let inside = before.is_some() && behind > at && is_name(behind);
        if article || inside {
            let range = |at: usize| words.get(at).cloned().unwrap_or_default();
            taken.push((range(at).start..range(behind.max(at + 1) - 1).end, RedactedKind::Name));
        }
    }
}

/// Returns whether a word begins a sentence or a line.
fn begins_sentence(text: &str, words: &[Range<usize>], at: usize) -> bool {
    let before = words.get(at).and_then(|word| text.get(..word.start)).unwrap_or_default();
    before
        .trim_end_matches([' ', '\t'])
        .chars()
        .next_back()
        .is_none_or(|last| matches!(last, '.' | '!' | '?' | '\n' | '\r' | ':'))
}

static NUMBER_PATTERN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+"));

/// Removes numbers next to a name that are not measures.
fn take_numbers(
    text: &str,
    words: &[Range<usize>],
    kinds: &[Option<RedactedKind>],
    taken: &mut Vec<(Range<usize>, RedactedKind)>,
) {
    let names: Vec<&Range<usize>> = words
        .iter()
        .zip(kinds)
        .filter(|(range, kind)| {
            **kind == Some(RedactedKind::Name)
                && text
                    .get((*range).clone())
                    .is_some_and(|word| word.chars().next().is_some_and(char::is_uppercase))
        })
        .map(|(range, _)| range)
        .collect();
    for number in NUMBER_PATTERN.find_iter(text) {
        let range = number.range();
        let before = names.partition_point(|name| name.end <= range.start);
        let gap = |from: usize, to: usize| text.get(from..to).unwrap_or("x");
        let follows = before
            .checked_sub(1)
            .and_then(|at| names.get(at))
            .is_some_and(|name| matches!(gap(name.end, range.start), " " | ", " | " #" | " (" | ": " | "-"));
        let precedes = names
            .get(before)
            .is_some_and(|name| name.start >= range.end && matches!(gap(range.end, name.start), " " | ", "));
        if (follows || precedes) && !measures::measures(text.get(range.end..).unwrap_or_default()) {
            // "Héroes de Cascorro, 9, 3.º A": a house with its floor and door.
            let end = if follows { addresses::address_end(text, range.end) } else { range.end };
            taken.push((range.start..end, RedactedKind::Number));
        }
    }
}

/// Returns whether a redacted text contains nothing more to remove; its own surrogates do not
/// count.
#[must_use]
pub fn is_clean(text: &str, allowed: &Allowed) -> bool {
    static PLACEHOLDER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\[(?:NAME|WORD|DATE|NUMBER|CONTACT)_\d+\]"));
    detect(&PLACEHOLDER.replace_all(text, MASK_TEXT), allowed).is_empty()
}

#[cfg(test)]
mod tests;
