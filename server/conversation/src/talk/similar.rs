//! Words of a source that may be misspelt names of drugs.

use super::Talk;
use crate::vocabulary;
use crate::words::Word;
use referee_text::similarity;

impl Talk {
    /// Returns the words of the source that may be misspelt names of a drug.
    #[must_use]
    pub fn similar_to(&self, drug: u32) -> Vec<usize> {
        let mut known = self.similar.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.entry(drug).or_insert_with(|| self.find_similar(drug)).clone()
    }

    fn find_similar(&self, drug: u32) -> Vec<usize> {
        let names: Vec<&String> =
            vocabulary::one_word_names(drug).iter().filter(|name| name.len() >= 6).collect();
        let mut out = Vec::new();
        let is_like = |candidate: &str| names.iter().any(|name| are_alike(candidate, name));
        for at in 0..self.words.len() {
            let word = &self.words[at];
            if !word.is_letters() || is_a_drug(word) {
                continue;
            }
            let mut joined = word.text.to_string();
            let mut is_found = joined.len() >= 4 && is_like(&joined);
            for next in self.words.get(at + 1..(at + 3).min(self.words.len())).unwrap_or_default() {
                if is_found || !next.is_letters() || is_a_drug(next) {
                    break;
                }
                joined.push_str(&next.text);
                is_found = joined.len() >= 6 && names.iter().any(|name| is_close(&joined, name));
            }
            if is_found {
                out.push(at);
            }
        }
        out
    }
}

fn is_a_drug(word: &Word) -> bool {
    vocabulary::is_drug_word(&word.text)
}

/// The minimum similarity between a name and a possible misspelling of it.
const ALIKE: f64 = 0.70;

fn are_alike(candidate: &str, name: &str) -> bool {
    let length = name.len().max(candidate.len());
    if candidate.len() < 5 || candidate.len().abs_diff(name.len()) > 4 {
        return false;
    }
    if candidate.len() >= 6 && name.starts_with(candidate) {
        return true;
    }
    let is_same_start = candidate.as_bytes().first() == name.as_bytes().first();
    let allowed = match length {
        0..=6 => 1,
        7..=8 if candidate.as_bytes()[..3] == name.as_bytes()[..3] => 2,
        7..=8 => 1,
        _ => (length as f64 * (1.0 - ALIKE)) as usize,
    };
    (is_same_start || length >= 9) && similarity::edits(candidate, name) <= allowed
}

/// Whether joined words equal a name except for a letter or two.
fn is_close(candidate: &str, name: &str) -> bool {
    let allowed = if name.len() >= 8 { name.len() / 5 } else { 0 };
    candidate.len().abs_diff(name.len()) <= allowed && similarity::edits(candidate, name) <= allowed
}
