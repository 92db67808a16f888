//! The journals, proceedings and books that a library has records from.

use crate::words;
use std::collections::{HashMap, HashSet};

/// The names of the containers in a library.
#[derive(Clone, Debug, Default)]
pub struct Journals {
    names: HashSet<String>,
    /// The names by their first letter and the number of their words, to compare abbreviations with.
    alike: HashMap<(char, usize), Vec<String>>,
}

impl Journals {
    /// Adds the name of a journal, or its abbreviation.
    pub fn add(&mut self, name: &str) {
        self.add_key(&words::journal_key(name));
    }

    /// Adds a name that is folded already.
    pub fn add_key(&mut self, key: &str) {
        if key.is_empty() || self.names.contains(key) {
            return;
        }
        if let Some(shape) = shape(key) {
            self.alike.entry(shape).or_default().push(key.to_owned());
        }
        self.names.insert(key.to_owned());
    }

    /// Whether no name is known.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// How many names are known; a journal may have several.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether `name` is that of a journal in the library, or abbreviates one, or is abbreviated by one.
    pub fn knows(&self, name: &str) -> bool {
        let key = words::journal_key(name);
        if key.is_empty() {
            return false;
        }
        if self.names.contains(&key) {
            return true;
        }
        shape(&key).and_then(|shape| self.alike.get(&shape)).is_some_and(|names| {
            names.iter().any(|other| abbreviates(&key, other) || abbreviates(other, &key))
        })
    }
}

/// What a name has in common with its abbreviations: its first letter, and so many words.
fn shape(key: &str) -> Option<(char, usize)> {
    Some((key.chars().next()?, key.split(' ').count()))
}

/// Whether each word of `short` begins the word of `long` at the same place: `n engl j med`,
/// `new england journal medicine`. One word alone abbreviates nothing.
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
