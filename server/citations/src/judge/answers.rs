//! The answers of the sources about one reference.

use crate::CitedPage;
use referee_bibliography::{Date, Identifier};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Record, RelationKind, SourceError};
use std::sync::Arc;

/// The answers of the sources about one reference: all the evidence that judging may use.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// One element for each source that was asked, in the order of asking.
    pub answers: Vec<SourceAnswers>,
    /// The questions that are worth asking and have not been asked yet.
    pub unasked: Unasked,
    /// Whether the journal that the reference cites exists, as far as the sources know.
    pub journal: JournalStatus,
    /// The result of fetching the web page that the reference cites.
    pub page: Option<CitedPage>,
    /// The identifiers of the reference, and of the records found for it, that are in a table of
    /// retracted works.
    pub listed: Vec<ListedIdentifier>,
}

/// An identifier that is in a table of retracted works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedIdentifier {
    /// The identifier.
    pub identifier: Identifier,
    /// The date of the newest such table.
    pub as_of: Date,
    /// The name of the source that publishes the table.
    pub source: &'static str,
}

impl Gathered {
    /// Returns the answers of the sources on this machine, as if there were no online services.
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

/// Whether the journal that a reference cites exists, as far as the sources know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JournalStatus {
    /// No source that could know was asked, or one did not answer.
    #[default]
    Unasked,
    /// The name is known here, or a source has works in the journal.
    Exists,
    /// The sources that list journals of this kind answered, and none has a work in a journal of
    /// this name.
    Unknown,
}

/// The questions that are worth asking and have not been asked yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unasked {
    /// Every source whose answer was needed was asked.
    #[default]
    Nothing,
    /// Questions by description; the questions by identifier were asked.
    Descriptions,
    /// Questions by identifier.
    Identifiers,
}

/// The answers of one source.
#[derive(Clone, Debug)]
pub struct SourceAnswers {
    /// The name of the source.
    pub source: String,
    /// Whether the absence of the work from the source is evidence.
    pub coverage: Coverage,
    /// The answers by identifier, one for each identifier of the reference that the source was
    /// asked about.
    pub by_identifier: Vec<IdentifierAnswer>,
    /// The answers by description; empty if that was not asked, because an identifier led to a
    /// record that fits.
    pub like: Vec<Answer>,
    /// The published versions that records of preprints point to.
    pub related: Vec<Arc<Record>>,
    /// The records under identifiers of the work that was found which the reference does not give.
    pub followed: Vec<Arc<Record>>,
    /// Why the source did not answer about the web page that the reference cites; `None` if it
    /// answered or was not asked.
    pub page_unanswered: Option<SourceError>,
    /// Why the source did not answer whether the work was withdrawn, if it was asked only that.
    pub withdrawal_unanswered: Option<SourceError>,
    /// Why the source did not answer a question that other sources settled.
    pub unneeded: Option<SourceError>,
}

/// The records of a source under one identifier of the reference.
#[derive(Clone, Debug)]
pub struct IdentifierAnswer {
    /// The identifier, as it is in the reference.
    pub identifier: Identifier,
    /// Whether the absence of this identifier from the source is evidence: a source that lists all
    /// articles may not list all their DOIs.
    pub coverage: Coverage,
    /// The records with this identifier.
    pub answer: Answer,
}

/// Returns the records of an answer; empty if the source did not answer.
pub(super) fn records(answer: &Answer) -> &[Arc<Record>] {
    match answer {
        Answer::Records(records) => records,
        Answer::None(_) => &[],
    }
}

/// The maximum number of identifiers of one kind that are followed for a work; a work has one or
/// two.
pub(super) const MAX_FOLLOWED: usize = 3;

/// Returns whether a record has a description, and not only an identifier.
pub(super) fn is_described(record: &Record) -> bool {
    record.work.title.is_some() || !record.work.authors.is_empty() || record.work.container.is_some()
}

/// Returns the identifiers of the published versions that records refer to.
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
