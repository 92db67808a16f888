//! The properties of a library that decide whether an absence is meaningful.

use crate::journals::Journals;
use crate::merge;
use crate::record::Record;
use referee_bibliography::Date;
use std::collections::HashSet;

/// The properties of a library that decide whether an absence is meaningful.
pub trait Holdings {
    /// Whether the library has records from this journal or these proceedings.
    fn has_journal(&self, name: &str) -> bool;
    /// Whether the library has records from so many journals that it knows which ones PubMed lists
    /// (about 35,000).
    fn has_most_journals(&self) -> bool;
    /// Whether the library has records with DOIs of this publisher: `10.1056`.
    fn has_doi_prefix(&self, prefix: &str) -> bool;
    /// Returns the date of the newest record.
    fn newest(&self) -> Option<Date>;
    /// Returns the highest PubMed identifier.
    fn highest_pmid(&self) -> u32;
}

/// The minimum number of journal names of a library with most journals; each journal has one or two
/// names.
pub const MIN_JOURNALS_OF_MOST: usize = 10_000;

/// The holdings of a library in memory.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    journals: Journals,
    doi_prefixes: HashSet<String>,
    newest: Newest,
    highest_pmid: u32,
}

/// The date of the newest record. A typing error in a user's file must not make a library look
/// newer, so such files count only without any other date.
#[derive(Clone, Copy, Debug, Default)]
pub struct Newest {
    stated: Option<Date>,
    typed: Option<Date>,
}

impl Newest {
    /// Adds a date; `typed` is true if it is from a user's file.
    pub fn add(&mut self, date: Option<Date>, typed: bool) {
        let newest = if typed { &mut self.typed } else { &mut self.stated };
        *newest = (*newest).max(date);
    }

    /// Returns the date up to which the import is complete: from sources, otherwise from users'
    /// files.
    pub fn date(self) -> Option<Date> {
        self.stated.or(self.typed)
    }
}

impl Inventory {
    /// Adds a record of the library.
    pub fn add(&mut self, record: &Record) {
        let work = &record.work;
        for name in [&work.container, &work.container_short].into_iter().flatten() {
            self.journals.add(name);
        }
        if let Some(prefix) = work.identifiers.doi().and_then(doi_prefix)
            && !self.doi_prefixes.contains(prefix)
        {
            self.doi_prefixes.insert(prefix.to_owned());
        }
        self.newest.add(work.date.max(work.online_date), merge::is_typed(&record.source));
        self.highest_pmid = self.highest_pmid.max(work.identifiers.pmid().unwrap_or(0));
    }
}

impl Holdings for Inventory {
    fn has_journal(&self, name: &str) -> bool {
        self.journals.knows(name)
    }

    fn has_most_journals(&self) -> bool {
        self.journals.len() >= MIN_JOURNALS_OF_MOST
    }

    fn has_doi_prefix(&self, prefix: &str) -> bool {
        self.doi_prefixes.contains(prefix)
    }

    fn newest(&self) -> Option<Date> {
        self.newest.date()
    }

    fn highest_pmid(&self) -> u32 {
        self.highest_pmid
    }
}

/// Returns the prefix of a DOI, before the slash.
pub fn doi_prefix(doi: &str) -> Option<&str> {
    doi.split_once('/').map(|(prefix, _)| prefix)
}
