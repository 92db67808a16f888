//! An index of the journals, proceedings and books with records in a library.

use crate::words;
use std::collections::{HashMap, HashSet};

/// The journals, proceedings and books in a library, by name.
#[derive(Clone, Debug, Default)]
pub struct Journals {
    names: HashSet<String>,
    /// The entries by first letter and number of words, for comparison with abbreviations.
    alike: HashMap<(char, usize), Vec<String>>,
}

impl Journals {
    /// Adds the name or the abbreviation of a journal.
    pub fn add(&mut self, name: &str) {
        self.add_key(&words::journal_key(name));
    }

    /// Adds a name that is already folded.
    pub fn add_key(&mut self, key: &str) {
        if key.is_empty() || self.names.contains(key) {
            return;
        }
        if let Some(shape) = shape(key) {
            self.alike.entry(shape).or_default().push(key.to_owned());
        }
        self.names.insert(key.to_owned());
    }

    /// Whether the index is empty.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the number of entries; a journal may have several.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the library has a journal with this name, or one that it abbreviates or is
    /// abbreviated by.
    pub fn knows(&self, name: &str) -> bool {
        self.knows_key(&words::journal_key(name))
    }

    /// As [`Journals::knows`], for a name that is already folded ([`words::journal_key`]).
    pub(crate) fn knows_key(&self, key: &str) -> bool {
        if key.is_empty() {
            return false;
        }
        if self.names.contains(key) {
            return true;
        }
        shape(key)
            .and_then(|shape| self.alike.get(&shape))
            .is_some_and(|names| names.iter().any(|other| abbreviates(key, other) || abbreviates(other, key)))
    }
}

/// Returns the properties that a name shares with its abbreviations: first letter and number of
/// words.
fn shape(key: &str) -> Option<(char, usize)> {
    Some((key.chars().next()?, key.split(' ').count()))
}

/// Whether each word of `short` is a prefix of the corresponding word of `long`: `n engl j med`,
/// `new england journal medicine`. A single word is not an abbreviation.
fn abbreviates(short: &str, long: &str) -> bool {
    let (mut shorts, mut longs) = (short.split(' '), long.split(' '));
    let mut count = 0;
    loop {
        match (shorts.next(), longs.next()) {
            (Some(short), Some(long)) if long.starts_with(short) => count += 1,
            (None, None) => return count >= 2,
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_known_by_its_abbreviation_and_by_its_full_name() {
        let mut journals = Journals::default();
        journals.add("The New England journal of medicine");
        journals.add("J Clin Oncol");
        assert!(journals.knows("N. Engl. J. Med."));
        assert!(journals.knows("New England Journal of Medicine"));
        assert!(journals.knows("Journal of Clinical Oncology"));
        assert!(!journals.knows("Journal of Clinical Ontology"));
        assert!(!journals.knows("Journal of Finance"));
        assert!(!journals.knows(""));
    }
}
