//! What of a library decides whether an absence means something.

use crate::journals::Journals;
use crate::merge;
use crate::record::Record;
use referee_bibliography::Date;
use std::collections::HashSet;

/// What of a library decides whether an absence means something.
pub trait Holdings {
    /// Whether it has records from this journal or these proceedings.
    fn has_journal(&self, name: &str) -> bool;
    /// Whether it has records from so many journals that it knows by itself which ones PubMed lists (about
    /// 35,000).
    fn has_most_journals(&self) -> bool;
    /// Whether it has records with DOIs of this publisher: `10.1056`.
    fn has_doi_prefix(&self, prefix: &str) -> bool;
    /// The date of its newest record.
    fn newest(&self) -> Option<Date>;
    /// The highest PubMed number in it.
    fn highest_pmid(&self) -> u32;
}

/// A library that knows this many names of journals (each has one or two) has most of them.
pub const MIN_JOURNALS_OF_MOST: usize = 10_000;

/// The holdings of a library in memory.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    journals: Journals,
    doi_prefixes: HashSet<String>,
    newest: Newest,
    highest_pmid: u32,
}

/// The date of the newest record. One slip in a file of the user's own must not make a library seem newer than
/// it is: such files count only where there is nothing better.
#[derive(Clone, Copy, Debug, Default)]
pub struct Newest {
    stated: Option<Date>,
    typed: Option<Date>,
}

impl Newest {
    /// Takes a date into account; `typed` says that it is from a file of the user's own.
    pub fn add(&mut self, date: Option<Date>, typed: bool) {
        let newest = if typed { &mut self.typed } else { &mut self.stated };
        *newest = (*newest).max(date);
    }

    /// The date up to which the import is complete: as stated by the files, else as typed.
    pub fn date(self) -> Option<Date> {
        self.stated.or(self.typed)
    }
}

impl Inventory {
    /// Takes a record of the library into account.
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

/// What stands before the slash of a DOI.
pub fn doi_prefix(doi: &str) -> Option<&str> {
    doi.split_once('/').map(|(prefix, _)| prefix)
}
