//! Words of a source that may be misspelt names of drugs.

use super::Talk;
use super::kept::Candidate;
use crate::vocabulary::{self, lists};
use crate::words::Word;
use referee_text::similarity;
use rustc_hash::FxHashMap;

impl Talk {
    /// Returns the words of the source that may be misspelt names of a drug.
    #[must_use]
    pub fn similar_to(&self, drug: u32) -> Vec<usize> {
        let mut known = self.memory.similar.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known
            .entry(drug)
            .or_insert_with(|| {
                self.memory.count();
                self.find_similar(drug)
            })
            .clone()
    }

    fn find_similar(&self, drug: u32) -> Vec<usize> {
        let names: Vec<&String> =
            vocabulary::one_word_names(drug).iter().filter(|name| name.len() >= 6).collect();
        let names: Vec<(u32, &String)> = names.into_iter().map(|name| (letters(name), name)).collect();
        let is_it = |candidate: &Candidate| {
            names.iter().any(|(own, name)| {
                // An edit changes at most two of the letters that occur.
                let edits = (own ^ candidate.letters).count_ones() as usize / 2;
                if edits > name.len().max(candidate.text.len()) / 3
                    && !name.starts_with(candidate.text.as_str())
                {
                    false
                } else if candidate.is_joined {
                    is_close(&candidate.text, name)
                } else {
                    are_alike(&candidate.text, name)
                }
            })
        };
        let mut out: Vec<usize> =
            self.candidates().iter().filter(|one| is_it(one)).flat_map(|one| one.places.clone()).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Returns the words that may be misspelt names of drugs, alone and joined with the next two,
    /// each once.
    fn candidates(&self) -> &[Candidate] {
        self.memory.candidates.get_or_init(|| {
            let mut known: FxHashMap<(String, bool), Vec<usize>> = FxHashMap::default();
            for at in 0..self.words.len() {
                let word = &self.words[at];
                // "Dolor al orinar" is not the brand Doloral.
                if !word.is_letters() || is_a_drug(word) || lists().ache.has(word) {
                    continue;
                }
                let mut joined = word.text.to_string();
                if joined.len() >= MIN_ALONE && !lists().ordinary.has(word) {
                    known.entry((joined.clone(), false)).or_default().push(at);
                }
                for next in self.words.get(at + 1..(at + 3).min(self.words.len())).unwrap_or_default() {
                    if !next.is_letters() || is_a_drug(next) {
                        break;
                    }
                    joined.push_str(&next.text);
                    if (MIN_JOINED..=MAX_JOINED).contains(&joined.len()) {
                        known.entry((joined.clone(), true)).or_default().push(at);
                    }
                }
            }
            known
                .into_iter()
                .map(|((text, is_joined), places)| Candidate {
                    letters: letters(&text),
                    text,
                    is_joined,
                    places,
                })
                .collect()
        })
    }
}

/// Returns which letters of the alphabet occur in a text, as bits.
fn letters(text: &str) -> u32 {
    text.bytes().filter(u8::is_ascii_lowercase).fold(0, |bits, letter| bits | 1 << (letter - b'a'))
}

/// The minimum length of a misspelt name, in bytes.
const MIN_ALONE: usize = 4;
/// The minimum and the maximum length of a name that is written apart, in bytes.
const MIN_JOINED: usize = 6;
const MAX_JOINED: usize = 24;

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
