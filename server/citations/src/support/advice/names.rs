//! Normalizes the words for a treatment, so that a sentence and an abstract match across spellings,
//! languages, abbreviations and classes of drugs.

mod word_lists;

use referee_text::fold;
use referee_text::stop_words::{StopWordUse, is_stop_word};
use std::borrow::Cow;
use std::collections::BTreeSet;
use word_lists::{CLASSES, CLASSES_BY_ENDING, GENERIC_WORDS, SHORT_NAMES};

/// Removes from a word what differs between English and Spanish, singular and plural:
/// `dexametasona` and `dexamethasone` both become `dexametason`.
#[must_use]
pub(super) fn key(word: &str) -> String {
    if word.len() < 5 {
        return word.strip_suffix('s').filter(|rest| rest.len() > 2).unwrap_or(word).to_owned();
    }
    let mut out = word
        .replace("ph", "f")
        .replace("th", "t")
        .replace("cion", "tion")
        .replace('y', "i")
        .replace("ae", "e")
        .replace("oe", "e")
        .replace("ct", "t")
        .replace("chl", "cl");
    if out.starts_with("es") && out.as_bytes().get(2).is_some_and(|next| matches!(next, b't' | b'p' | b'c')) {
        out.remove(0);
    }
    let mut letters = String::with_capacity(out.len());
    for letter in out.chars() {
        if !letters.ends_with(letter) {
            letters.push(letter);
        }
    }
    let singular = letters.strip_suffix('s').unwrap_or(&letters);
    let trunk = singular.trim_end_matches(['a', 'e', 'i', 'o']);
    if trunk.len() >= 4 { trunk.to_owned() } else { singular.to_owned() }
}

/// Returns the abbreviations that a text defines, each with its long form: `hydroxyethyl starch
/// (HES)` yields `HES`.
#[must_use]
pub(super) fn with_short_names(text: &str) -> Vec<(String, String)> {
    const MAX_WORDS: usize = 5;
    let mut out = Vec::new();
    for (at, _) in text.match_indices('(') {
        let Some(short) = text.get(at + 1..).and_then(|rest| rest.split(')').next()) else { continue };
        let is_short = (2..=6).contains(&short.len()) && short.chars().all(|c| c.is_ascii_uppercase());
        let before: Vec<&str> =
            text.get(..at).unwrap_or_default().split_whitespace().rev().take(MAX_WORDS).collect();
        // The words that begin with the letters, or one long word with all of them: `hydroxyethyl
        // starch`.
        let first = short.chars().next().map(|c| c.to_ascii_lowercase());
        let from =
            before.iter().take(short.len()).rposition(|word| word.to_lowercase().chars().next() == first);
        if let Some(from) = from.filter(|_| is_short) {
            let long: Vec<&str> = before.iter().take(from + 1).rev().copied().collect();
            out.push((short.to_owned(), long.join(" ")));
        }
    }
    out
}

/// Returns whether two keys are forms of one word: `anticoagul-ation`, `anticoagul-ar`.
#[must_use]
pub(super) fn is_same(one: &str, other: &str) -> bool {
    const MIN_SHARED_BYTES: usize = 7;
    if one == other {
        return true;
    }
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    // Names of two drugs may begin alike (`prednisone`, `prednisolone`) and differ in more than an
    // ending.
    shared >= MIN_SHARED_BYTES
        && shared * 10 >= one.len().max(other.len()) * 7
        && !is_drug(one)
        && !is_drug(other)
}

/// Returns whether a key is the name of a drug, by its ending or by the list.
fn is_drug(key: &str) -> bool {
    CLASSES.iter().any(|(name, _)| *name == key)
        || CLASSES_BY_ENDING.iter().any(|(ending, _)| key.ends_with(ending))
        || key.ends_with("on") && key.len() > 7 && !key.ends_with("tion")
}

pattern!(VITAMIN, r"(?i)\bvitamina?s? (?:(?P<many>b ?[0-9]{1,2})|(?P<one>[a-k])[0-9]?)\b");

/// Joins each vitamin into one word: `vitamin D3` and `vitamina D` become the same word, and
/// vitamin E another.
pub(super) fn with_whole_vitamins(text: &str) -> Cow<'_, str> {
    VITAMIN.replace_all(text, |found: &regex::Captures<'_>| {
        let name = found.name("many").or_else(|| found.name("one")).map_or("", |name| name.as_str());
        // The letter comes first, because words that begin alike count as one name in two
        // languages.
        format!("{}vitamin", name.replace(' ', ""))
    })
}

/// Returns the content words of a text as keys.
#[must_use]
pub(super) fn keys(text: &str) -> BTreeSet<String> {
    let folded = fold::title(&with_whole_vitamins(text));
    folded
        .split(' ')
        .filter(|word| {
            word.len() > 2
                && !is_stop_word(word, StopWordUse::Content)
                && !word.bytes().all(|byte| byte.is_ascii_digit())
        })
        .filter(|word| !GENERIC_WORDS.contains(word) && !GENERIC_WORDS.contains(&word.trim_end_matches('s')))
        .map(key)
        .collect()
}

/// A recommended treatment: its words, each with alternative words for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Treatment {
    words: Vec<(String, Vec<BTreeSet<String>>)>,
    /// Whether the treatment is a combination of several.
    is_combination: bool,
}

impl Treatment {
    /// Parses the words of a treatment.
    pub(super) fn read(text: &str) -> Treatment {
        const COMBINATION_WORDS: &[&str] =
            &["combination", "combinacion", "combined", "both", "dual", "triple"];
        let folded = fold::title(&with_whole_vitamins(text));
        let is_combination = folded.split(' ').any(|word| COMBINATION_WORDS.contains(&word));
        let words = folded
            .split(' ')
            .flat_map(|word| {
                let long = SHORT_NAMES.iter().find(|(short, _)| *short == word).map(|(_, long)| *long);
                keys(long.unwrap_or(word))
            })
            .filter(|word| !COMBINATION_WORDS.iter().any(|combining| key(combining) == *word))
            .map(|word| {
                let classes = classes(&word).into_iter().map(keys).filter(|all| !all.is_empty()).collect();
                (word, classes)
            })
            .collect();
        Treatment { words, is_combination }
    }

    /// Returns whether the treatment is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns how many of its words a text has, directly or as their class.
    pub(super) fn shared(&self, text: &BTreeSet<String>) -> usize {
        let has = |wanted: &str| text.iter().any(|word| is_same(wanted, word));
        self.words
            .iter()
            .filter(|(word, classes)| {
                has(word) || classes.iter().any(|class| class.iter().all(|word| has(word)))
            })
            .count()
    }

    /// Returns the treatment without the classes of its words: if a source mentions a drug, its
    /// statements about the class concern other drugs.
    pub(super) fn without_classes(&self) -> Treatment {
        let words = self.words.iter().map(|(word, _)| (word.clone(), Vec::new())).collect();
        Treatment { words, is_combination: self.is_combination }
    }

    /// Returns whether a text mentions the treatment: with half of its words, or one if the title
    /// of the work has most of them.
    pub(super) fn is_named(&self, text: &str, title: &BTreeSet<String>) -> bool {
        let there = keys(text);
        let combines = !self.is_combination || {
            let lower = fold::title(text);
            ["combination", "combinacion", "both", "dual", "plus", "together", "triple"]
                .iter()
                .any(|word| lower.split(' ').any(|own| own == *word))
        };
        let shared = self.shared(&there);
        let titled = self.shared(title) * 5 >= self.words.len() * 3;
        combines && shared > 0 && (shared * 2 >= self.words.len() || titled)
    }

    /// Returns whether a word belongs to the treatment.
    pub(super) fn has(&self, wanted: &str) -> bool {
        self.words.iter().any(|(word, classes)| {
            is_same(word, wanted) || classes.iter().flatten().any(|class| is_same(class, wanted))
        })
    }
}

fn classes(word: &str) -> Vec<&'static str> {
    let by_ending = CLASSES_BY_ENDING
        .iter()
        .filter(|(ending, _)| word.len() > ending.len() + 1 && word.ends_with(ending))
        .flat_map(|(_, classes)| classes.iter());
    let by_name = CLASSES.iter().filter(|(name, _)| *name == word).flat_map(|(_, classes)| classes.iter());
    by_ending.chain(by_name).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drug_is_one_word_in_two_languages_and_two_drugs_are_two() {
        for (one, other) in [
            ("dexamethasone", "dexametasona"),
            ("colchicine", "colchicina"),
            ("methotrexate", "metotrexato"),
            ("oestrogens", "estrogenos"),
            ("meniscectomy", "meniscectomia"),
            ("infusion", "infusiones"),
            ("oxygen", "oxigeno"),
        ] {
            assert_eq!(key(one), key(other), "{one}");
        }
        for (one, other) in [
            ("prednisone", "prednisolone"),
            ("chlorpromazine", "chlorpropamide"),
            ("hydrocortisone", "hydrochlorothiazide"),
            ("methylprednisolone", "methylphenidate"),
            ("cefuroxime", "cefotaxime"),
        ] {
            assert!(!is_same(&key(one), &key(other)), "{one}");
        }
    }

    #[test]
    fn a_drug_is_named_by_its_class_and_by_its_short_name() {
        let title = BTreeSet::new();
        for (advised, text) in [
            ("omeprazole", "Do not offer proton pump inhibitors"),
            ("TXA", "tranexamic acid did not reduce death"),
            ("gabapentin", "gabapentinoids"),
            ("doxycycline", "Antibiotics are not recommended"),
        ] {
            assert!(Treatment::read(advised).is_named(text, &title), "{advised}");
        }
        assert!(!Treatment::read("apixaban").is_named("warfarin was superior", &title));
    }
}
