//! A person in a list of authors, parsed for comparison.

use super::vocabulary::{PARTICLES, SUFFIXES};
use referee_text::fold;

/// A person, parsed for comparison.
#[derive(Clone, Debug)]
pub(super) struct Person {
    /// The name as messages show it.
    pub(super) shown: String,
    /// The folded words of the given name without particles; initials are words of one letter.
    pub(super) given: Vec<String>,
    /// All words, sorted.
    pub(super) tokens: Vec<String>,
    /// The words of the family name, normalized by [`fold::name_key`].
    pub(super) family_keys: Vec<String>,
    /// The family name without spaces, normalized by [`fold::name_key`].
    pub(super) family_key: String,
    /// The given name without spaces, normalized by [`fold::name_key`].
    pub(super) given_key: String,
}

impl Person {
    /// Parses a person from the parts of the name; `shown` is the name for messages.
    pub(super) fn read(family: &str, given: &str, particle: &str, shown: String) -> Person {
        let mut family_words = tokens(family, false);
        let mut given_words = if is_placeholder(given) { Vec::new() } else { tokens(given, true) };
        strip_suffix(&mut family_words);
        strip_suffix(&mut given_words);
        let mut all: Vec<String> = family_words.iter().chain(&given_words).cloned().collect();
        all.extend(tokens(particle, false));
        all.sort_unstable();
        let strip = |words: Vec<String>| -> Vec<String> {
            let kept: Vec<String> =
                words.iter().filter(|word| !PARTICLES.contains(&word.as_str())).cloned().collect();
            if kept.is_empty() { words } else { kept }
        };
        let family = strip(family_words);
        // "Laurens van der" of a name that was split at the wrong place; but "E" and "L" are more
        // often initials.
        let given: Vec<String> = given_words
            .into_iter()
            .filter(|word| word.len() == 1 || !PARTICLES.contains(&word.as_str()))
            .collect();
        Person {
            shown,
            family_keys: family.iter().map(|word| fold::name_key(word)).collect(),
            family_key: fold::name_key(&family.concat()),
            given_key: fold::name_key(&given.concat()),
            given,
            tokens: all,
        }
    }

    /// Returns the initials of the given name, in order.
    pub(super) fn initials(&self) -> Vec<char> {
        self.given.iter().filter_map(|word| word.chars().next()).collect()
    }
}

/// Returns whether this is a placeholder that a program wrote for a missing given name. "Nan" and
/// "Na" are real ones.
fn is_placeholder(given: &str) -> bool {
    matches!(given.trim(), "null" | "NULL" | "Null" | "none" | "None" | "NaN" | "nan" | "N/A" | "n/a")
}

/// Returns the folded words of a name. In a given name, a short word in capitals consists of
/// initials: "AB" is A, B.
fn tokens(text: &str, given: bool) -> Vec<String> {
    let mut out = Vec::new();
    for part in text.split(|c: char| {
        c.is_whitespace() || matches!(c, '.' | '-' | '\u{2010}' | '\u{2011}' | '\u{2013}' | ',' | '_' | '~')
    }) {
        let row = given
            && part.chars().count() <= 4
            && part.chars().count() > 1
            && part.chars().all(char::is_uppercase)
            && part.is_ascii();
        // "Gareth and Edwards-Jones": left over from a list that was split at the wrong place.
        if matches!(part, "and" | "&") {
            continue;
        }
        for word in fold::name(part).split(' ').filter(|word| !word.is_empty()) {
            // DBLP numbers its homonyms: "Wei Wang 0001".
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            if row {
                out.extend(word.chars().map(String::from));
            } else {
                out.push(word.to_owned());
            }
        }
    }
    out
}

fn strip_suffix(words: &mut Vec<String>) {
    while words.len() > 1 && words.last().is_some_and(|word| SUFFIXES.contains(&word.as_str())) {
        words.pop();
    }
}
