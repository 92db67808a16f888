//! Decides whether two venues are the same: equal, abbreviated, an acronym, or in one row of the
//! table.

use super::conferences::{Conference, conference, words_of};
use super::venue_name::VenueName;
use super::vocabulary::{is_common, is_generic};
use crate::judge::tables::rows;
use referee_text::similarity;
use std::collections::HashMap;
use std::sync::LazyLock;

pub(super) fn same(a: &VenueName, b: &VenueName) -> bool {
    /// The minimum length of a name without its spaces, in bytes; shorter ones may agree by chance.
    const MIN_JOINED_BYTES: usize = 10;
    if is_other_part(a, b) {
        return false;
    }
    let conferences = a.conference && b.conference;
    let joined = |name: &VenueName| {
        let joined = name.words.concat();
        joined.strip_prefix("the").map(str::to_owned).unwrap_or(joined)
    };
    if a.folded.len() >= MIN_JOINED_BYTES && joined(a) == joined(b) {
        return true;
    }
    if a.words == b.words || (conferences && !a.core.is_empty() && a.core == b.core) {
        return true;
    }
    if let (Some(one), Some(other)) = (a.series, b.series) {
        return one == other;
    }
    if let (Some(one), Some(other)) = (conference(a), conference(b)) {
        return one == other;
    }
    if let (Some(one), Some(other)) = (alias(a), alias(b)) {
        return one == other;
    }
    let stands = |short: &VenueName, long: &VenueName| {
        short.acronym && short.words.first().is_some_and(|word| stands_for(word, long))
    };
    // The letters of a known acronym may fit another name by chance.
    let is_chance = |short: &VenueName, long: &VenueName| {
        short.words.len() == 1 && conference(short).is_some_and(|known| !shares_word(known, long))
    };
    if is_chance(a, b) || is_chance(b, a) {
        return false;
    }
    stands(a, b)
        || stands(b, a)
        || abbreviates(&a.words, &b.words)
        || (conferences && a.core.len() >= 2 && b.core.len() >= 2 && abbreviates(&a.core, &b.core))
}

/// Returns whether two venues are parts of one journal: "Part A" and "Part B", "Oceans" and
/// "Planets".
pub(super) fn is_other_part(a: &VenueName, b: &VenueName) -> bool {
    is_other_section(a, b) || is_other_subtitle(a, b)
}

/// Returns whether both venues give a section, and the sections differ.
fn is_other_section(a: &VenueName, b: &VenueName) -> bool {
    matches!((&a.section, &b.section), (Some(one), Some(other)) if one != other)
}

/// Returns whether the subtitles of both venues were left out and share no word.
fn is_other_subtitle(a: &VenueName, b: &VenueName) -> bool {
    let alike = |one: &String, other: &String| is_short_for(one, other) || is_short_for(other, one);
    !a.left_out.is_empty()
        && !b.left_out.is_empty()
        && !a.left_out.iter().any(|one| b.left_out.iter().any(|other| alike(one, other)))
}

/// Returns whether two venues share their distinctive words: at least two words that few journals
/// have, and two thirds of those of the shorter name.
pub(super) fn are_akin(a: &VenueName, b: &VenueName) -> bool {
    const MIN_SHARED: usize = 2;
    let telling = |name: &VenueName| -> Vec<String> {
        name.core.iter().filter(|word| !is_common(word)).cloned().collect()
    };
    let (one, other) = (telling(a), telling(b));
    let alike = |x: &String, y: &String| is_short_for(x, y) || is_short_for(y, x);
    let shared = one.iter().filter(|word| other.iter().any(|known| alike(word, known))).count();
    a.conference == b.conference && shared >= MIN_SHARED && shared * 3 >= one.len().min(other.len()) * 2
}

/// Returns whether the two lists of words are one name, abbreviated in one or both of them.
///
/// ISO 4 truncates words (`J`, `Immunol`) or contracts them (`Natl`); short runs of words become
/// their initials (`USA`).
fn abbreviates(a: &[String], b: &[String]) -> bool {
    if let ([one], [other]) = (a, b) {
        // "Cancer" and "Cancers", "Gene" and "Genes" are different journals.
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        return one == other
            || (short.len() >= 3 && short.len() + 3 <= long.len() && long.starts_with(short.as_str()));
    }
    let (short, long) =
        if a.iter().map(String::len).sum::<usize>() <= b.iter().map(String::len).sum::<usize>() {
            (a, b)
        } else {
            (b, a)
        };
    if short.len() > 40 || long.len() > 40 {
        return short == long;
    }
    let mut at = vec![(0usize, 0usize)];
    let mut seen = vec![false; (short.len() + 1) * (long.len() + 1)];
    while let Some((i, j)) = at.pop() {
        if std::mem::replace(&mut seen[i * (long.len() + 1) + j], true) {
            continue;
        }
        if i == short.len() && j == long.len() {
            return true;
        }
        let (Some(word), Some(whole)) = (short.get(i), long.get(j)) else { continue };
        if is_short_for(word, whole) || is_short_for(whole, word) {
            at.push((i + 1, j + 1));
        }
        let count = word.chars().count();
        let initials =
            |run: &[String]| run.iter().zip(word.chars()).all(|(whole, initial)| whole.starts_with(initial));
        if (2..=6).contains(&count) && long.get(j..j + count).is_some_and(initials) {
            at.push((i + 1, j + count));
        }
        let count = whole.chars().count();
        let initials =
            |run: &[String]| run.iter().zip(whole.chars()).all(|(word, initial)| word.starts_with(initial));
        if (2..=6).contains(&count) && short.get(i..i + count).is_some_and(initials) {
            at.push((i + count, j + 1));
        }
    }
    false
}

fn is_short_for(short: &str, long: &str) -> bool {
    if long.starts_with(short) {
        return true;
    }
    // A contraction keeps the first letter and the order of letters, and is much shorter: "natl",
    // "dtsch", "jpn".
    let long_enough = short.len() >= 3 && short.len() * 3 <= long.len() * 2;
    if !long_enough || short.as_bytes().first() != long.as_bytes().first() {
        return false;
    }
    let mut rest = long.chars();
    short.chars().all(|c| rest.any(|other| other == c))
}

/// Returns whether an acronym is that of a venue: its letters are the first letters of the words;
/// generic words may be skipped.
fn stands_for(acronym: &str, venue: &VenueName) -> bool {
    let letters: Vec<char> = acronym.chars().filter(|c| c.is_alphabetic()).collect();
    if venue.conference && is_clipped(acronym, venue) {
        return true;
    }
    if letters.len() < 3 || venue.words.len() < 2 {
        return false;
    }
    fn spell(letters: &[char], words: &[String], skip: bool) -> bool {
        let Some((word, rest)) = words.split_first() else { return letters.is_empty() };
        let taken = letters
            .split_first()
            .is_some_and(|(letter, left)| word.starts_with(*letter) && spell(left, rest, skip));
        taken || (skip && is_generic(word) && spell(letters, rest, skip))
    }
    venue.words.len() <= 24 && spell(&letters, &venue.words, venue.conference)
}

/// Returns whether a name has one of the words that distinguish a known conference: "Conference on
/// Harbour Intelligence" is not CHI.
fn shares_word(known: Conference, long: &VenueName) -> bool {
    let is_own =
        |word: &String| words_of(known).iter().any(|own| is_short_for(word, own) || is_short_for(own, word));
    long.core.iter().any(is_own)
}

/// Returns whether an acronym consists of the beginnings of words of the venue, in their order:
/// "recsys" from "recommender systems". Each part is long enough not to fit by chance.
fn is_clipped(acronym: &str, venue: &VenueName) -> bool {
    const MIN_PART: usize = 3;
    fn clip(rest: &str, words: &[String]) -> bool {
        if rest.is_empty() {
            return true;
        }
        words.iter().enumerate().any(|(at, word)| {
            let common = rest.bytes().zip(word.bytes()).take_while(|(left, right)| left == right).count();
            (MIN_PART..=common)
                .rev()
                .any(|part| rest.is_char_boundary(part) && clip(&rest[part..], &words[at + 1..]))
        })
    }
    const MAX_WORDS: usize = 24;
    acronym.len() >= 2 * MIN_PART
        && venue.words.len() <= MAX_WORDS
        && venue.words.iter().all(|word| word != acronym && !word.starts_with(acronym))
        && clip(acronym, &venue.words)
}

/// Returns the index of the row of `venues.tsv` that has the name.
pub(super) fn alias(venue: &VenueName) -> Option<usize> {
    /// The rows by all words of a name and, for conferences, by its distinctive words.
    struct Aliases {
        words: HashMap<String, usize>,
        core: HashMap<String, usize>,
    }
    static ALIASES: LazyLock<Aliases> = LazyLock::new(|| {
        let mut out = Aliases { words: HashMap::new(), core: HashMap::new() };
        for (line, text) in rows(include_str!("../../../data/venues.tsv")) {
            for venue in text.split('\t').filter_map(VenueName::read) {
                out.words.entry(venue.words.join(" ")).or_insert(line);
                if venue.conference && !venue.core.is_empty() {
                    out.core.entry(venue.core.join(" ")).or_insert(line);
                }
            }
        }
        out
    });
    let by_words = ALIASES.words.get(&venue.words.join(" "));
    by_words.or_else(|| ALIASES.core.get(&venue.core.join(" ")).filter(|_| venue.conference)).copied()
}

/// Returns whether two long venues differ in one word by at most two letters: "Cnt Rev Toxicol".
pub(super) fn misspelt(a: &VenueName, b: &VenueName) -> bool {
    const MIN_LONG_BYTES: usize = 12;
    a.words.len() == b.words.len()
        && a.folded.len().min(b.folded.len()) >= MIN_LONG_BYTES
        && a.words.iter().zip(&b.words).filter(|(one, other)| one != other).count() == 1
        && similarity::edits(&a.folded, &b.folded) <= 2
}
