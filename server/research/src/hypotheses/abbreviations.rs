//! Finds abbreviations that a text defines: `Postoperative delirium (POD)`.
//!
//! The algorithm follows Schwartz and Hearst, "A simple algorithm for identifying abbreviation
//! definitions in biomedical text" (2003): it matches the letters of the short form from last to
//! first in the words before it, and its first letter must begin a word.

use crate::vocabulary::{EntityId, Mention, Vocabulary};
use std::collections::BTreeMap;

/// The maximum length of a short form, in characters.
const MAX_SHORT_CHARACTERS: usize = 10;

/// The short forms of one text with their entities; `None` if the vocabulary does not know the long
/// form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abbreviations {
    by_short: BTreeMap<String, Option<EntityId>>,
}

impl Abbreviations {
    /// Reads the abbreviations that a text defines.
    pub(crate) fn of(text: &str, vocabulary: &Vocabulary) -> Abbreviations {
        let mut out = Abbreviations::default();
        let mut from = 0;
        while let Some(open) = text.get(from..).and_then(|rest| rest.find('(')).map(|at| from + at) {
            from = open + 1;
            let inside = text.get(from..).unwrap_or_default();
            let Some(end) = inside.find([')', ',', ';']) else { break };
            let short = inside.get(..end).unwrap_or_default().trim();
            if let Some((short, entity)) = reversed(text.get(..open).unwrap_or_default(), short, vocabulary) {
                out.by_short.entry(short.to_owned()).or_insert(Some(entity));
                continue;
            }
            if !is_short_form(short) {
                continue;
            }
            if let Some(long) = long_form(text.get(..open).unwrap_or_default(), short) {
                let named = vocabulary
                    .mentions(long)
                    .into_iter()
                    .filter(|mention| {
                        let before =
                            long.get(..mention.range.start).and_then(|text| text.chars().next_back());
                        // `renin-angiotensin-aldosterone` does not mean aldosterone.
                        long.trim_end().len() == mention.range.end && before.is_none_or(char::is_whitespace)
                    })
                    .map(|mention| mention.entity)
                    .next_back();
                out.by_short.entry(short.to_owned()).or_insert(named);
            }
        }
        out
    }

    /// Returns the mentions in a sentence: those of the vocabulary, with short forms as defined in
    /// this text.
    pub(super) fn mentions(&self, sentence: &str, vocabulary: &Vocabulary) -> Vec<Mention> {
        let mut mentions = vocabulary.mentions(sentence);
        if self.by_short.is_empty() {
            return mentions;
        }
        mentions.retain(|mention| {
            sentence.get(mention.range.clone()).is_none_or(|text| !self.by_short.contains_key(text))
        });
        for (short, entity) in &self.by_short {
            let Some(entity) = entity else { continue };
            for (at, _) in sentence.match_indices(short.as_str()) {
                let range = at..at + short.len();
                let is_part_of_a_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                let before = sentence.get(..at).and_then(|text| text.chars().next_back());
                let behind = sentence.get(range.end..).and_then(|text| text.chars().next());
                let overlaps = mentions
                    .iter()
                    .any(|known| known.range.start < range.end && range.start < known.range.end);
                if !is_part_of_a_word(before) && !is_part_of_a_word(behind) && !overlaps {
                    mentions.push(Mention { entity: *entity, range });
                }
            }
        }
        mentions.sort_by_key(|mention| mention.range.start);
        mentions
    }
}

/// Reads a short form that is followed by its name in parentheses: `Ang II (angiotensin II)`.
fn reversed<'a>(before: &'a str, inside: &str, vocabulary: &Vocabulary) -> Option<(&'a str, EntityId)> {
    let entity = vocabulary.find(inside).filter(|_| inside.contains([' ', '-']))?;
    let before = before.trim_end();
    // The short form is one word, or a word and a number: `Ang II`.
    let is_number = |word: &str| word.chars().all(|c| matches!(c, 'I' | 'V' | 'X') || c.is_ascii_digit());
    let mut from = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    if is_number(before.get(from..)?) {
        from = before.get(..from)?.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
    }
    let short = before.get(from..)?;
    let letters = |text: &str| {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<Vec<_>>()
    };
    // The name must contain the letters of the short form in order.
    let mut name = letters(inside).into_iter();
    let is_of_name = letters(short).into_iter().all(|letter| name.any(|other| other == letter));
    let is_short = short.chars().count() < inside.chars().count()
        && short.chars().any(char::is_uppercase)
        && letters(short).len() > 1;
    (is_short && is_of_name && vocabulary.find(short).is_none()).then_some((short, entity))
}

/// Returns whether a text in parentheses looks like a short form: `POD` and `IL-6`, but not
/// `n = 12`.
fn is_short_form(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (2..=MAX_SHORT_CHARACTERS).contains(&text.chars().count())
        && letters >= 2
        && text.chars().any(char::is_uppercase)
        && text.chars().all(|c| c.is_alphanumeric() || c == '-')
}

/// Returns the long form of an abbreviation from the words before it.
pub(super) fn long_form<'a>(before: &'a str, short: &str) -> Option<&'a str> {
    let most = (short.chars().count() + 5).min(short.chars().count() * 2);
    let window = before.trim_end();
    let start = window
        .char_indices()
        .rev()
        .filter(|(_, c)| c.is_whitespace())
        .nth(most.saturating_sub(1))
        .map_or(0, |(at, _)| at + 1);
    let window = window.get(start..)?;
    let mut letters: Vec<char> =
        short.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let mut last: Option<char> = None;
    let characters: Vec<(usize, char)> = window.char_indices().collect();
    for (index, (at, c)) in characters.iter().enumerate().rev() {
        let c = c.to_lowercase().next().unwrap_or(*c);
        let is_sentence_end = matches!(c, '.' | ';' | '(' | ')') && last.is_some_and(char::is_whitespace);
        last = Some(c);
        if is_sentence_end {
            return None;
        }
        if letters.last() != Some(&c) {
            continue;
        }
        let begins_word = index
            .checked_sub(1)
            .and_then(|before| characters.get(before))
            .is_none_or(|(_, before)| !before.is_alphanumeric());
        if letters.len() == 1 && !begins_word {
            continue;
        }
        letters.pop();
        if letters.is_empty() {
            return window.get(*at..);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn a_short_form_means_what_the_text_says_it_means() {
        let vocabulary = Vocabulary::shipped();
        let text = "Severe acute pancreatitis is rare. Emergence delirium (EDL) is not. The District Health Authority (DHA) met.";
        let read = Abbreviations::of(text, &vocabulary);
        let named = |sentence: &str| -> Vec<String> {
            let mentions = read.mentions(sentence, &vocabulary).into_iter();
            mentions.map(|mention| vocabulary.get(mention.entity).unwrap().name.clone()).collect()
        };
        assert_eq!(named("Haloperidol reduced EDL."), ["haloperidol", "emergence delirium"]);
        assert!(named("DHA reduced EDLX.").is_empty());
        assert_eq!(long_form("Oral resveratrol", "RSV"), Some("resveratrol"));
        assert_eq!(long_form("We gave them water", "XYZ"), None);
    }
}
