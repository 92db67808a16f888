//! Texts of a clinical note without what could tell who it is about.
//!
//! The way is a whitelist: a word stays if it is known to name nobody (a list that is shipped, the vocabulary, words
//! that published papers have in lower case), and everything else is replaced, so that a name that nobody thought of
//! goes as well. Numbers stay where they are measures; dates, telephone numbers, record numbers and addresses go.
//! What comes out is scanned again before it may be shown to anybody. This is no certificate of anonymity: an age, a
//! rare disease and a place can still tell who is meant, which is why the author sees the text first.

use crate::vocabulary::Vocabulary;
use referee_critic::analysis::identifying::{Identifying, identifying};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

static SHIPPED: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    include_str!("words.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
});

#[expect(clippy::unwrap_used, reason = "constant patterns, and a test compiles them")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

static WORD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*|\p{N}+[\p{L}\p{M}][\p{L}\p{M}\p{N}-]*"));

/// What kind of thing was taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A word with a capital: a name, a place, an institution, or a word that is not known.
    Name,
    /// Another word that is not known.
    Word,
    /// A date.
    Date,
    /// A telephone number, a record number, an age above 89.
    Number,
    /// An address of mail, of the web, of a computer.
    Contact,
}

impl Kind {
    /// What stands in its place.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Name => "NAME",
            Kind::Word => "WORD",
            Kind::Date => "DATE",
            Kind::Number => "NUMBER",
            Kind::Contact => "CONTACT",
        }
    }
}

impl From<Identifying> for Kind {
    fn from(kind: Identifying) -> Kind {
        match kind {
            Identifying::Contact => Kind::Contact,
            Identifying::Date => Kind::Date,
            Identifying::Number => Kind::Number,
            Identifying::Name => Kind::Name,
        }
    }
}

/// Something that was taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Where it stood, in bytes.
    pub range: Range<usize>,
    /// What kind of thing it is.
    pub kind: Kind,
    /// What stands in its place: `[NAME_1]`; the same for the same words.
    pub surrogate: String,
}

/// A text without what could tell who it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redacted {
    /// The text with surrogates.
    pub text: String,
    /// What was taken out, in order.
    pub taken: Vec<Taken>,
}

/// The words that may stay: the shipped list, the names of the shipped vocabulary, and what published texts have in
/// lower case. A vocabulary that comes with a workspace has no say.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    published: BTreeSet<String>,
}

impl Allowed {
    /// With the words that `published` texts have in lower case.
    #[must_use]
    pub fn with(published: &str) -> Allowed {
        let lower = |word: &&str| word.chars().all(|c| !c.is_uppercase() && !c.is_numeric());
        let words = WORD.find_iter(published).map(|word| word.as_str()).filter(lower);
        Allowed { published: words.map(str::to_owned).collect() }
    }

    /// Whether a word may stay as it is written there.
    fn holds(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        let plain = lower.trim_end_matches("'s").trim_end_matches("’s");
        if word.chars().any(char::is_uppercase) {
            // A capital may make a name of a word.
            return !NAMES_TOO.contains(&plain) && plain.split('-').all(|part| SHIPPED.contains(part));
        }
        let known = |word: &str| SHIPPED.contains(word) || self.published.contains(word);
        known(plain) || plain.split('-').all(known)
    }
}

/// Words of the list that are names as well: with a capital they go.
const NAMES_TOO: &[&str] = &[
    "will", "may", "mark", "brown", "young", "long", "white", "rose", "grace", "bishop", "head", "hand",
    "wall", "wait", "best", "day", "cure", "rich", "dean", "page", "small", "short", "rash", "bridge",
    "field", "case", "black", "green", "gray", "grey", "bush", "wood", "woods", "stone", "hill", "lane",
    "ford", "marina", "dolores", "rosa", "consuelo", "luz", "mercedes", "salvador", "cruz", "blanco",
    "rubio", "delgado", "leon", "rojas", "vega",
];

/// Whether a word is a measure: `500mg`, `3rd`.
fn is_measure(word: &str) -> bool {
    const UNITS: &[&str] = &[
        "mg", "g", "kg", "mcg", "µg", "ml", "l", "dl", "h", "d", "x", "th", "st", "nd", "rd", "cm", "mm",
        "iu",
    ];
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    word.len() - digits.len() < 5 && digits.len() < word.len() && UNITS.contains(&digits)
}

/// Takes everything out of a text that is not known to name nobody.
#[must_use]
pub fn redact(text: &str, allowed: &Allowed) -> Redacted {
    let words: Vec<Range<usize>> = WORD.find_iter(text).map(|word| word.range()).collect();
    let mut found: Vec<(Range<usize>, Kind)> = Vec::new();
    for (hit, kind) in identifying(text) {
        // A word that is taken in part is taken whole.
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
        found.push((start..end, kind.into()));
    }
    found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut whole: Vec<(Range<usize>, Kind)> = Vec::new();
    for (range, kind) in found {
        match whole.last_mut() {
            Some((last, _)) if range.start < last.end => last.end = last.end.max(range.end),
            _ => whole.push((range, kind)),
        }
    }
    let known = Vocabulary::shipped().mentions(text);
    let is_known = |word: &Range<usize>| {
        known.iter().any(|mention| mention.range.start <= word.start && word.end <= mention.range.end)
            && text.get(word.clone()).is_some_and(|word| !NAMES_TOO.contains(&word.to_lowercase().as_str()))
    };
    let mut next = 0;
    let mut taken = whole.clone();
    for range in words {
        while whole.get(next).is_some_and(|(whole, _)| whole.end <= range.start) {
            next += 1;
        }
        let covered = whole.get(next).is_some_and(|(whole, _)| whole.start < range.end);
        let Some(word) = text.get(range.clone()) else { continue };
        if covered || is_measure(word) || allowed.holds(word) || is_known(&range) {
            continue;
        }
        let kind = if word.chars().any(char::is_uppercase) { Kind::Name } else { Kind::Word };
        taken.push((range, kind));
    }
    taken.sort_by_key(|(range, _)| range.start);
    let mut out = Redacted::default();
    let mut surrogates: BTreeMap<(Kind, String), String> = BTreeMap::new();
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
        out.taken.push(Taken { range, kind, surrogate });
    }
    out.text.push_str(text.get(from..).unwrap_or_default());
    out
}

/// Whether a redacted text holds nothing more that would be taken out; its own surrogates do not count.
#[must_use]
pub fn is_clean(text: &str, allowed: &Allowed) -> bool {
    static OWN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[(?:NAME|WORD|DATE|NUMBER|CONTACT)_\d+\]"));
    redact(&OWN.replace_all(text, "—"), allowed).taken.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed() -> Allowed {
        Allowed::with("The tumour was resected laparoscopically in cirrhotic patients.")
    }

    #[test]
    fn what_could_name_the_patient_goes_and_the_medicine_stays() {
        let text = "Mrs. Rosa Quintanilla-Paz (MRN 00451234, born 12/03/1951, tel. +56 9 8765 4321, r.paz@example.org) takes metformin 500 mg daily since March 3, 2019; is aspirin safe after the tumour was resected in Valparaíso?";
        let redacted = redact(text, &allowed());
        for secret in
            ["Rosa", "Quintanilla", "Paz", "00451234", "1951", "8765", "example.org", "March", "Valpara"]
        {
            assert!(!redacted.text.contains(secret), "{secret}: {}", redacted.text);
        }
        for kept in ["metformin 500 mg daily", "is aspirin safe after the tumour was resected in"] {
            assert!(redacted.text.contains(kept), "{kept}: {}", redacted.text);
        }
        assert!(is_clean(&redacted.text, &allowed()), "{}", redacted.text);
    }

    #[test]
    fn the_same_words_have_the_same_surrogate_and_unknown_words_go() {
        let redacted = redact("Xavier asked; xavier of Zzyzx left.", &allowed());
        assert_eq!(redacted.text.matches("[NAME_1]").count(), 1, "{}", redacted.text);
        assert!(!redacted.text.to_lowercase().contains("xavier") && !redacted.text.contains("Zzyzx"));
        assert!(!is_clean("Will came on 3 May 2020.", &allowed()));
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn what_is_redacted_is_clean(text in "(\\PC{0,12} ?){0,8}") {
            let allowed = allowed();
            let redacted = redact(&text, &allowed);
            proptest::prop_assert!(is_clean(&redacted.text, &allowed), "{}", redacted.text);
        }
    }
}
