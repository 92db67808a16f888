//! Looks up one work, for programs that consolidate references: by identifier, by title and author,
//! or by the printed reference.

use crate::engine::CheckEngine;
use referee_bibliography::{Date, Identifier, Name, Work, read_item};
use referee_citations::json::{silent_sources, verdict_of};
use referee_citations::{Judgement, Reference};
use referee_operations::allowed_files::{SuppliedFile, load_supplied};
use referee_operations::clinical::reads_as_note;
use referee_operations::lock;
use referee_records::Record;
use referee_text::{FileId, fold, similarity};
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;
use referee_workspace::verify::{VerifyObserver, verify_references};
use std::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// The description of a work to look up. Unknown members are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkQuery {
    /// DOIs, PMIDs or PMCIDs. If the work is described too, and the identifiers belong to another
    /// work, the described one is meant: the client has read both from the same page.
    pub identifiers: Vec<Identifier>,
    /// The title of the work, without that of the journal.
    pub title: Option<String>,
    /// The first author: only the family name, or the full name.
    pub first_author: Option<String>,
    /// The title of the journal, in full or abbreviated.
    pub journal: Option<String>,
    /// The volume of the journal.
    pub volume: Option<String>,
    /// The first page of the article.
    pub first_page: Option<String>,
    /// The year of publication.
    pub year: Option<i32>,
    /// The whole printed reference. It is tried first; the other members, except for the
    /// identifiers, are used if nothing is found for it.
    pub printed: Option<String>,
}

/// The answer to a look-up.
#[derive(Clone, Debug)]
pub enum WorkAnswer {
    /// The record of the work, and its similarity to the query, from 0 to 1.
    Found(Box<Record>, f64),
    /// No record was found.
    Missing {
        /// The verdict: `not-found` and `uncovered` are meaningful, `misidentified` means that the
        /// identifiers belong to another work than the described one, and `unchecked` means that
        /// nothing is known.
        verdict: &'static str,
        /// Why it is unchecked, in the words of docs/json.md: `crossref: timeout`.
        unchecked_because: Vec<String>,
    },
}

impl WorkQuery {
    /// Returns whether nothing is known about the work.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == WorkQuery::default()
    }

    /// Returns whether the query contains more than identifiers.
    fn is_described(&self) -> bool {
        let identifiers = self.identifiers.clone();
        *self != WorkQuery { identifiers, ..WorkQuery::default() }
    }

    /// Returns the possible meanings of the query, most certain first: the printed reference, and
    /// the work described by the other members if it differs.
    fn readings(&self, file: &FileId, snapshot: &Snapshot) -> Vec<Reference> {
        let mut out = Vec::new();
        if let Some(printed) = &self.printed {
            // A text too short for a list item may still be a place in a journal: `BMJ.
            // 1996;312:71-2`
            let listed = snapshot.references(file).into_iter().next().map(|(reference, _)| reference);
            let work = listed.as_ref().map_or_else(|| read_item(printed).work, |one| Work::clone(&one.work));
            out.push(match listed {
                Some(reference) if self.identifiers.is_empty() => reference,
                _ => Reference::from_work(file, String::from("query"), self.with_identifiers(work)),
            });
        }
        let folded = |title: &Option<String>| title.as_deref().map(fold::title);
        let is_read = out.first().is_some_and(|reference| {
            self.title.is_none() || folded(&reference.work.title) == folded(&self.title)
        });
        if !is_read {
            out.push(Reference::from_work(file, String::from("query"), self.work()));
        }
        out
    }

    /// Returns whether the words that an online look-up would send read as a clinical note.
    fn reads_as_note(&self) -> bool {
        [&self.printed, &self.title].into_iter().flatten().any(|words| reads_as_note(words))
    }

    /// Returns the work as far as it is known, without the printed reference.
    fn work(&self) -> Work {
        self.with_identifiers(Work {
            title: self.title.clone(),
            authors: self.first_author.as_deref().and_then(parse_author).into_iter().collect(),
            authors_truncated: self.first_author.is_some(),
            container: self.journal.clone(),
            volume: self.volume.clone(),
            pages: self.first_page.clone(),
            date: self.year.map(|year| Date { year, month: None, day: None }),
            ..Work::default()
        })
    }

    /// Adds the identifiers of the query to a work.
    fn with_identifiers(&self, mut work: Work) -> Work {
        for identifier in &self.identifiers {
            work.identifiers.insert(identifier.clone());
        }
        work
    }
}

/// Parses a name as other programs send it: usually only the family name.
fn parse_author(name: &str) -> Option<Name> {
    let name = name.trim();
    if name.contains([' ', ',']) { Name::parse(name) } else { Name::from_parts(name, "", "") }
}

impl CheckEngine {
    /// Looks up a work in the library, and online as far as the settings allow. If `cancel` is
    /// cancelled, returns early with what is known so far.
    #[must_use]
    pub fn look_up(&self, query: &WorkQuery, cancel: &CancellationToken) -> WorkAnswer {
        let file = self.file("look-up.txt");
        let text = match &query.printed {
            Some(printed) => {
                format!("References\n\n1. {}\n", printed.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            None => String::new(),
        };
        let is_private = query.reads_as_note();
        let mut session = self.fork();
        session.open(file.clone(), if is_private { "clinical-note" } else { "plaintext" }, 1, &text);
        let session = Mutex::new(session);
        load_supplied(&session, &|_| SuppliedFile::Nothing);
        let snapshot = lock(&session).snapshot();
        let mut missing: Option<WorkAnswer> = None;
        for reference in query.readings(&file, &snapshot) {
            if snapshot.network(&file) == Network::Allow && (!is_private || snapshot.is_confidential(&file)) {
                let observer =
                    VerifyObserver { cancel, learned: &|_| {}, newer: &|| None, reserved_cores: 0 };
                verify_references(&snapshot, &file, std::slice::from_ref(&reference), &observer);
            }
            let judgement = snapshot.judge(&reference);
            let answer = answer(&reference, judgement.as_deref(), query);
            if matches!(answer, WorkAnswer::Found(..)) {
                return answer;
            }
            // The printed reference is more reliable than the parts that another program extracted
            // from it.
            missing.get_or_insert(answer);
        }
        missing.unwrap_or(WorkAnswer::Missing {
            verdict: verdict_of(None).as_str(),
            unchecked_because: Vec::new(),
        })
    }
}

/// Converts a judgement of the reference into an answer; `None` means that it was not judged.
fn answer(reference: &Reference, judgement: Option<&Judgement>, query: &WorkQuery) -> WorkAnswer {
    // If a query consists only of identifiers that belong to several works, return one of these.
    let other = judgement
        .and_then(|judgement| judgement.other.as_ref())
        .map(|(_, record)| record)
        .filter(|_| !query.is_described());
    let record = judgement.and_then(|judgement| judgement.record.as_ref()).or(other);
    if let Some(record) = record {
        return WorkAnswer::Found(Box::new(record.clone()), score(reference, record, query));
    }
    let mut unchecked_because: Vec<String> = judgement
        .map(|judgement| silent_sources([judgement]))
        .unwrap_or_default()
        .into_iter()
        .map(|(name, why, _)| format!("{name}: {}", why.slug()))
        .collect();
    if let Some(why) = judgement.and_then(|judgement| judgement.unchecked_because)
        && unchecked_because.is_empty()
    {
        unchecked_because.push(why.slug().to_owned());
    }
    WorkAnswer::Missing { verdict: verdict_of(judgement).as_str(), unchecked_because }
}

/// Returns the similarity of a record to the query, from 0 to 1: by the titles, else by the words
/// of the printed reference. A query of only an identifier scores 1.
fn score(reference: &Reference, record: &Record, query: &WorkQuery) -> f64 {
    let recorded = fold::title(&record.work.full_title().unwrap_or_default());
    match (reference.work.full_title(), &query.printed) {
        (Some(title), _) => similarity::ratio(&fold::title(&title), &recorded),
        (None, Some(printed)) => similarity::token_set(&fold::title(printed), &recorded),
        (None, None) => 1.0,
    }
}
