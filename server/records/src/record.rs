//! Records: works as described by a source.

use referee_bibliography::{Date, Identifier, Work};
use referee_text::visible::cleaned;
use std::borrow::Cow;

/// The [`Record::source`] of the parts of an imported guideline.
pub const GUIDELINE: &str = "guideline";

/// A work as described by a source.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Record {
    /// The work.
    pub work: Work,
    /// The name of the source: `pubmed`, `crossref`; for users' imports, the format: `bibtex`,
    /// `ris`.
    pub source: String,
    /// The date of the answer or of the imported file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Date>,
    /// The notices about the work, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
    /// Links to other works.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
    /// MeSH headings, substances and keywords; [`Subject`](referee_bibliography::Subject) describes
    /// their notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
    /// Publication types, in the source's spelling: `Randomized Controlled Trial`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// The registry data of a trial; `None` for other works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<RegisteredTrial>,
}

/// The registry data of a trial, apart from its title.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RegisteredTrial {
    /// The primary outcomes, in the registry's words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub primary_outcomes: Vec<String>,
    /// The number of enrolled participants; `None` if only a planned number is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enrolled: Option<u32>,
    /// The start date of the trial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Date>,
    /// Whether the trial actually started on that date; otherwise it is planned or unspecified.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_started: bool,
    /// The date of the first submission of the registration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_submitted: Option<Date>,
}

impl Record {
    /// Creates a record of `source` without a date, notices, relations, subjects or types.
    #[must_use]
    pub fn new(source: impl Into<String>, work: Work) -> Self {
        Record {
            work,
            source: source.into(),
            as_of: None,
            notices: Vec::new(),
            relations: Vec::new(),
            subjects: Vec::new(),
            types: Vec::new(),
            trial: None,
        }
    }

    /// Removes control characters for terminals and editors from the record; see
    /// [`Work::without_controls`].
    #[must_use]
    pub fn without_controls(mut self) -> Self {
        self.work = self.work.without_controls();
        let outcomes = self.trial.iter_mut().flat_map(|trial| &mut trial.primary_outcomes);
        let texts = self.subjects.iter_mut().chain(&mut self.types).chain([&mut self.source]).chain(outcomes);
        texts.for_each(remove_controls);
        for notice in &mut self.notices {
            remove_controls(&mut notice.source);
            notice.reason.iter_mut().for_each(remove_controls);
            notice.identifiers.retain(Identifier::is_printable);
        }
        self.relations.retain(|relation| relation.identifier.is_printable());
        self
    }
}

fn remove_controls(text: &mut String) {
    if let Cow::Owned(shown) = cleaned(text) {
        *text = shown;
    }
}

/// An announcement about a work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Notice {
    /// The kind of announcement.
    pub kind: NoticeKind,
    /// The date of the announcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The DOI or PMID of the announcement itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<Identifier>,
    /// The source that reports it: `pubmed`, `retraction-watch`, `crossref`.
    pub source: String,
    /// The reason, if the source gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The kind of an announcement about a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// A correction or an erratum. PubMed counts partial retractions here.
    Correction,
    /// An expression of concern.
    Concern,
    /// Withdrawn before or after it was published.
    Withdrawal,
    /// Removed: the publisher deleted the text.
    Removal,
    /// Retracted.
    Retraction,
    /// A retraction was reversed.
    Reinstatement,
}

/// A link from one work to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Relation {
    /// The kind of link.
    pub kind: RelationKind,
    /// The other work.
    pub identifier: Identifier,
}

/// The kind of a link, from the record to the other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelationKind {
    /// The record is a preprint; the other is its published version.
    PublishedAs,
    /// The record is published; the other is its preprint.
    HasPreprint,
    /// The record is a notice (a retraction, an erratum) about the other.
    NoticeAbout,
    /// The record was retracted and published again as the other.
    RepublishedAs,
    /// The other is a newer version of the record (a Cochrane update).
    UpdatedBy,
}
