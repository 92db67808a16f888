//! A work as a source states it.

use referee_bibliography::{Date, Identifier, Work};
use referee_text::visible::cleaned;
use std::borrow::Cow;

/// The [`Record::source`] of the parts of a guideline that a user imported.
pub const GUIDELINE: &str = "guideline";

/// A work as a source states it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Record {
    /// What the source says that the work is.
    pub work: Work,
    /// The source's name: `pubmed`, `crossref`; for what a user imported, the format: `bibtex`, `ris`.
    pub source: String,
    /// When the source said so: the date of the answer, or of the imported file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Date>,
    /// What was announced about the work, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
    /// Links to other works.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
    /// MeSH headings, substances and keywords; [`Subject`](referee_bibliography::Subject) says how they are spelled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
    /// Publication types, as the source spells them: `Randomized Controlled Trial`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// What a registry states about a trial; `None` for everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<RegisteredTrial>,
}

/// What a registry states about a trial, beside its title.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RegisteredTrial {
    /// The primary outcomes, in the words of the registry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub primary_outcomes: Vec<String>,
    /// How many participants were enrolled; `None` where only a plan is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enrolled: Option<u32>,
    /// When the trial began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Date>,
    /// Whether the trial did begin then; else the date is a plan, or the registry does not say.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_started: bool,
    /// When the registration was first handed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_submitted: Option<Date>,
}

impl Record {
    /// What `source` states about a work, without a date, notices, relations, subjects or types.
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

    /// The record without what a terminal or an editor would obey; see [`Work::without_controls`].
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
    /// What was announced.
    pub kind: NoticeKind,
    /// When it was announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The announcement itself, by its DOI or PMID.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<Identifier>,
    /// Who says so: `pubmed`, `retraction-watch`, `crossref`.
    pub source: String,
    /// The reason, where the source gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What was announced about a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// A correction or an erratum. PubMed counts partial retractions here.
    Correction,
    /// An expression of concern.
    Concern,
    /// Withdrawn before or after it was published.
    Withdrawal,
    /// Removed: the publisher took the text away.
    Removal,
    /// Retracted.
    Retraction,
    /// A retraction was taken back.
    Reinstatement,
}

/// A link from one work to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Relation {
    /// How they are linked.
    pub kind: RelationKind,
    /// The other work.
    pub identifier: Identifier,
}

/// How two works are linked; read from the record to the other.
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
