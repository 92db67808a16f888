//! Looking up one work, for programs that consolidate references: by identifier, by what is known of it, or as it is
//! printed.

use crate::engine::CheckEngine;
use referee_bibliography::{Identifier, Name, Work};
use referee_check::allowed_files::{SuppliedFile, load_supplied};
use referee_check::clinical::reads_as_note;
use referee_check::lock;
use referee_citations::json::{silent_sources, verdict_of};
use referee_citations::{Judgement, Reference};
use referee_records::Record;
use referee_text::fold;
use referee_text::similarity;
use referee_workspace::settings::Network;
use referee_workspace::verify::{VerifyObserver, verify_references};
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

/// What is known of the work that is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkQuery {
    /// Its identifiers.
    pub identifiers: Vec<Identifier>,
    /// Its title.
    pub title: Option<String>,
    /// The family name of its first author, or the full name.
    pub first_author: Option<String>,
    /// Its journal.
    pub journal: Option<String>,
    /// The volume.
    pub volume: Option<String>,
    /// Its first page.
    pub first_page: Option<String>,
    /// The whole reference as it is printed.
    pub printed: Option<String>,
}

/// What came of a look-up.
#[derive(Clone, Debug)]
pub enum WorkAnswer {
    /// The work, and how far what was asked fits it, from 0 to 1.
    Found(Box<Record>, f64),
    /// No record was found for it.
    Missing {
        /// The word of the verdict: `not-found` and `uncovered` are known, `unchecked` says that nothing is.
        verdict: &'static str,
        /// For want of whose answer, in the words of the JSON contract.
        unchecked_because: Vec<String>,
    },
}

impl WorkQuery {
    /// Whether there is anything to look for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == WorkQuery::default()
    }

    /// The words that would leave this machine.
    fn words(&self) -> &str {
        self.printed.as_deref().or(self.title.as_deref()).unwrap_or_default()
    }

    fn work(&self) -> Work {
        let mut work = Work {
            title: self.title.clone(),
            authors: self.first_author.as_deref().and_then(author).into_iter().collect(),
            authors_truncated: self.first_author.is_some(),
            container: self.journal.clone(),
            volume: self.volume.clone(),
            pages: self.first_page.clone(),
            ..Work::default()
        };
        for identifier in &self.identifiers {
            work.identifiers.insert(identifier.clone());
        }
        work
    }
}

/// A name as others send it: mostly the family name alone.
fn author(name: &str) -> Option<Name> {
    let name = name.trim();
    if name.contains([' ', ',']) { Name::parse(name) } else { Name::from_parts(name, "", "") }
}

impl CheckEngine {
    /// Looks a work up in the library, and online as far as the settings allow.
    #[must_use]
    pub fn look_up(&self, query: &WorkQuery, cancel: &CancellationToken) -> WorkAnswer {
        let file = self.file("look-up.txt");
        let text = match &query.printed {
            Some(printed) => {
                format!("References\n\n1. {}\n", printed.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            None => String::new(),
        };
        let is_private = reads_as_note(query.words());
        let mut session = self.fork();
        session.open(file.clone(), if is_private { "clinical-note" } else { "plaintext" }, 1, &text);
        let session = Mutex::new(session);
        load_supplied(&session, &|_| SuppliedFile::Nothing);
        let snapshot = lock(&session).snapshot();
        let read = query.printed.as_ref().and_then(|_| snapshot.references(&file).into_iter().next());
        let reference = match read {
            Some((reference, _)) if query.identifiers.is_empty() => reference,
            Some((reference, _)) => {
                let mut work = Work::clone(&reference.work);
                for identifier in &query.identifiers {
                    work.identifiers.insert(identifier.clone());
                }
                Reference::from_work(&file, String::from("query"), work)
            }
            None => Reference::from_work(&file, String::from("query"), query.work()),
        };
        if snapshot.network(&file) == Network::Allow && (!is_private || snapshot.is_confidential(&file)) {
            let observer = VerifyObserver { cancel, learned: &|_| {}, newer: &|| None, reserved_cores: 0 };
            verify_references(&snapshot, &file, std::slice::from_ref(&reference), &observer);
        }
        let judgement = snapshot.judge(&reference);
        answer(&reference, judgement.as_ref(), query)
    }
}

fn answer(reference: &Reference, judgement: Option<&Arc<Judgement>>, query: &WorkQuery) -> WorkAnswer {
    let judgement = judgement.map(|judgement| &**judgement);
    let by_identifier = !query.identifiers.is_empty();
    // Who asks for an identifier wants the work that it belongs to, whatever else was said of it.
    let other = judgement
        .and_then(|judgement| judgement.other.as_ref())
        .map(|(_, record)| record)
        .filter(|_| by_identifier);
    let record = other.or_else(|| judgement.and_then(|judgement| judgement.record.as_ref()));
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

/// How far what was asked fits a record: the titles; without one, the whole words; an identifier alone fits.
fn score(reference: &Reference, record: &Record, query: &WorkQuery) -> f64 {
    let recorded = fold::title(&record.work.full_title().unwrap_or_default());
    match (reference.work.full_title(), &query.printed) {
        (Some(title), _) => similarity::ratio(&fold::title(&title), &recorded),
        (None, Some(printed)) => similarity::token_set(&fold::title(printed), &recorded),
        (None, None) => 1.0,
    }
}
