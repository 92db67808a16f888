//! What the sources answered about one reference.

use crate::CitedPage;
use referee_bibliography::{Date, Identifier};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Record, RelationKind, SourceError};
use std::sync::Arc;

/// What the sources answered about one reference: all that judging may look at.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// One entry for each source that was asked, in the order of asking.
    pub answers: Vec<SourceAnswers>,
    /// What is worth asking and was not asked yet.
    pub unasked: Unasked,
    /// Whether the journal that the reference names exists, as far as anybody says.
    pub journal: JournalStatus,
    /// What became of the web page that the reference names.
    pub page: Option<CitedPage>,
    /// The identifiers of the reference, and of the records that were found for it, that a table of retracted works
    /// lists.
    pub listed: Vec<ListedIdentifier>,
}

/// An identifier that a table of retracted works lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedIdentifier {
    /// The identifier.
    pub identifier: Identifier,
    /// The day of the newest such table.
    pub as_of: Date,
    /// The name of the source whose list that table is.
    pub source: &'static str,
}

impl Gathered {
    /// What the sources on this machine answered, as if there were no others.
    pub(super) fn without_services(&self) -> Gathered {
        let local = self.answers.iter().filter(|answered| !is_service(&answered.source));
        Gathered {
            answers: local.cloned().collect(),
            unasked: Unasked::Nothing,
            journal: self.journal,
            page: None,
            listed: Vec::new(),
        }
    }
}

/// Whether the journal that a reference names exists, as far as anybody says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JournalStatus {
    /// Nobody was asked who could tell, or somebody did not answer.
    #[default]
    Unasked,
    /// Its name is known here, or a source has works of it.
    Exists,
    /// Whoever lists journals of this kind answered, and none has a work of a journal with this name.
    Unknown,
}

/// Which questions are worth asking and were not asked yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unasked {
    /// None: every source that had to answer was asked.
    #[default]
    Nothing,
    /// Questions by description; those by identifier were asked.
    Descriptions,
    /// Questions by identifier.
    Identifiers,
}

/// What one source answered.
#[derive(Clone, Debug)]
pub struct SourceAnswers {
    /// The source's name.
    pub source: String,
    /// Whether absence of the work from it would mean something.
    pub coverage: Coverage,
    /// The answers by identifier, one for each identifier of the reference that it was asked for.
    pub by_identifier: Vec<IdentifierAnswer>,
    /// The answers by description, where that was asked: not if an identifier led to a record that fits.
    pub like: Vec<Answer>,
    /// The published versions that records of preprints point to.
    pub related: Vec<Arc<Record>>,
    /// What it has under the identifiers of the work that was found, where the reference does not give them.
    pub followed: Vec<Arc<Record>>,
    /// Why it said nothing of the web page that the reference names, where it was asked for it and did not answer.
    pub page_unanswered: Option<SourceError>,
    /// Why it did not say whether the work that was found was withdrawn, where it was asked for that alone.
    pub withdrawal_unanswered: Option<SourceError>,
    /// Why it did not answer something that others decided.
    pub unneeded: Option<SourceError>,
}

/// What a source has under one identifier of the reference.
#[derive(Clone, Debug)]
pub struct IdentifierAnswer {
    /// The identifier, as the reference has it.
    pub identifier: Identifier,
    /// Whether absence of this identifier from the source would mean something: not every source that lists all
    /// articles lists all their DOIs.
    pub coverage: Coverage,
    /// The records that bear it.
    pub answer: Answer,
}

/// The records of an answer; none where the source did not answer.
pub(super) fn records(answer: &Answer) -> &[Arc<Record>] {
    match answer {
        Answer::Records(records) => records,
        Answer::None(_) => &[],
    }
}

/// The most identifiers of one kind that are followed for a work; a work has one or two.
pub(super) const MAX_FOLLOWED: usize = 3;

/// Whether a record says more than that an identifier exists.
pub(super) fn is_described(record: &Record) -> bool {
    record.work.title.is_some() || !record.work.authors.is_empty() || record.work.container.is_some()
}

/// The published versions that records point to.
pub(super) fn published_as<'r>(records: impl Iterator<Item = &'r Record>) -> Vec<Identifier> {
    let mut out: Vec<Identifier> = Vec::new();
    for relation in records.flat_map(|record| &record.relations) {
        if relation.kind == RelationKind::PublishedAs && !out.contains(&relation.identifier) {
            out.push(relation.identifier.clone());
        }
    }
    out.truncate(MAX_FOLLOWED);
    out
}
