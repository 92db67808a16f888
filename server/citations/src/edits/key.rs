//! Chooses keys: those nearest to an unknown key, free ones, and new ones in the style of the
//! bibliography.

use crate::rules::context::RuleContext;
use referee_bibliography::edit::suggest_key;
use referee_bibliography::{Bibliography, Work};
use referee_text::similarity;

/// The maximum number of keys that are offered in place of an unknown one.
const MAX_NEAR_KEYS: usize = 3;

/// A key that the author may have meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NearKey {
    /// The distance in changes of one character; capitals and punctuation count little.
    pub distance: usize,
    /// The key.
    pub key: String,
}

/// Returns the keys that are nearest to `key`, the nearest first, at most three; empty if no key is
/// near.
#[must_use]
pub fn nearest_keys(context: &RuleContext<'_>, key: &str) -> Vec<NearKey> {
    let bare = |key: &str| -> String {
        key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = bare(key);
    let reach = (key.chars().count() / 3).clamp(1, 4);
    let mut near: Vec<NearKey> = Vec::new();
    let mut consider = |candidate: &str| {
        if candidate.is_empty() || candidate == key {
            return;
        }
        let folded = bare(candidate);
        let distance = if folded == wanted {
            1
        } else if wanted.len() >= 4
            && (folded.starts_with(&wanted) || wanted.starts_with(&folded) && folded.len() >= 4)
        {
            similarity::edits(&wanted, &folded).min(reach)
        } else if candidate.len().abs_diff(key.len()) <= reach * 4 {
            similarity::edits(key, candidate).min(1 + similarity::edits(&wanted, &folded))
        } else {
            return;
        };
        if distance <= reach {
            near.push(NearKey { distance, key: candidate.to_owned() });
        }
    };
    for file in context.bibliographies {
        for entry in file.bibliography.entries() {
            consider(entry.key());
        }
    }
    for key in context.list_keys() {
        consider(key);
    }
    near.sort();
    near.dedup();
    near.truncate(MAX_NEAR_KEYS);
    near
}

/// The lengths, in characters, of keys that are searched for typing errors.
const KEY_LENGTHS_FOR_SLIPS: std::ops::RangeInclusive<usize> = 4..=48;

/// Returns the key of the only entry that is one typing error away: a character missing, added,
/// replaced, or two characters swapped. `None` unless exactly one entry qualifies.
///
/// Looks up the variants of `key` and does not walk over the entries, because a review calls this
/// for each undefined key.
#[must_use]
pub fn one_slip_from(context: &RuleContext<'_>, key: &str) -> Option<String> {
    const KEY_CHARACTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:.";
    let characters: Vec<char> = key.chars().collect();
    if !KEY_LENGTHS_FOR_SLIPS.contains(&characters.len()) {
        return None;
    }
    let mut found: Option<String> = None;
    let mut is_ambiguous = false;
    let mut consider = |candidate: &str| {
        if candidate != key && found.as_deref() != Some(candidate) && context.entry(candidate).is_some() {
            is_ambiguous |= found.is_some();
            found = Some(candidate.to_owned());
        }
    };
    let mut candidate = String::with_capacity(key.len() + 4);
    for at in 0..=characters.len() {
        let (before, behind) = characters.split_at(at);
        let mut consider_with = |middle: Option<char>, behind: &[char]| {
            candidate.clear();
            candidate.extend(before.iter().chain(&middle).chain(behind));
            consider(&candidate);
        };
        for letter in KEY_CHARACTERS.chars() {
            consider_with(Some(letter), behind);
        }
        let Some((first, rest)) = behind.split_first() else { continue };
        consider_with(None, rest);
        for letter in KEY_CHARACTERS.chars() {
            consider_with(Some(letter), rest);
        }
        if let Some((second, rest)) = rest.split_first() {
            let swapped: Vec<char> = std::iter::once(*first).chain(rest.iter().copied()).collect();
            consider_with(Some(*second), &swapped);
        }
    }
    found.filter(|_| !is_ambiguous)
}

/// Returns a key that no related bibliography has: `key` itself, or `key` with the first suffix
/// that makes it free.
#[must_use]
pub fn free_key(context: &RuleContext<'_>, key: &str) -> String {
    free(key, &|key| taken(context, key))
}

fn taken(context: &RuleContext<'_>, key: &str) -> bool {
    context.bibliographies.iter().any(|file| file.bibliography.get(key).is_some())
}

fn free(key: &str, taken: &dyn Fn(&str) -> bool) -> String {
    if !taken(key) {
        return key.to_owned();
    }
    let letters = ('b'..='z').map(|letter| format!("{key}{letter}"));
    // There are fewer entries than numbers, so one candidate is free.
    letters
        .chain((2..u32::MAX).map(|number| format!("{key}-{number}")))
        .find(|candidate| !taken(candidate))
        .unwrap_or_default()
}

/// Returns a free key for `work` in `bibliography`, in the style of most of its keys.
#[must_use]
pub fn new_key(context: &RuleContext<'_>, bibliography: &Bibliography, work: &Work) -> String {
    suggest_key(bibliography, work, &|key| taken(context, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_key_gets_a_letter() {
        let taken = ["smith2020", "smith2020b"];
        assert_eq!(free("smith2020", &|key| taken.contains(&key)), "smith2020c");
        assert_eq!(free("jones2020", &|key| taken.contains(&key)), "jones2020");
    }
}
