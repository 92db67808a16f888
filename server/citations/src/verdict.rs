//! The verdict about a reference and the evidence for it.

use referee_bibliography::{Date, Identifier};
use referee_records::{Notice, NoticeKind, Record, SourceError};

/// The verdict about a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A record describes the same work; any differences also occur between sources.
    Verified,
    /// A record describes the same work; some fields differ.
    Differs,
    /// An identifier of the reference belongs to another work.
    Misidentified,
    /// Every source that covers this kind of work answered in full, and all lack it.
    NotFound,
    /// No consulted source lists this kind of work.
    Uncovered,
    /// The reference could not be checked.
    Unchecked,
}

impl Verdict {
    /// Every verdict, in the order for lists.
    pub const ALL: [Verdict; 6] = [
        Verdict::Verified,
        Verdict::Differs,
        Verdict::Misidentified,
        Verdict::NotFound,
        Verdict::Uncovered,
        Verdict::Unchecked,
    ];

    /// Returns the verdict's name in machine-readable output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Differs => "differs",
            Verdict::Misidentified => "misidentified",
            Verdict::NotFound => "not-found",
            Verdict::Uncovered => "uncovered",
            Verdict::Unchecked => "unchecked",
        }
    }
}

/// A field in which a reference and its record differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field: `title`, `authors`, `year`, `journal`, `volume`, `pages`, `doi`, `pmid`.
    pub field: &'static str,
    /// The value in the reference; empty if it lacks the field.
    pub claimed: String,
    /// The value in the record.
    pub recorded: String,
    /// How serious the difference is: a year that is off by one is not a false title.
    pub weight: Weight,
    /// For `authors`: the differences by person.
    pub authors: Vec<AuthorChange>,
}

/// A difference between two lists of authors. Positions count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthorChange {
    /// The reference has another person in place of the recorded one, or writes the name
    /// differently.
    Other {
        /// The position in the reference.
        position: usize,
        /// The person in the reference.
        claimed: String,
        /// The position in the record.
        recorded_position: usize,
        /// The person in the record.
        recorded: String,
    },
    /// The reference has a person whom the record lacks.
    Added {
        /// The position in the reference.
        position: usize,
        /// The person in the reference.
        claimed: String,
    },
    /// The reference lacks a person whom the record has.
    Missing {
        /// The position in the record.
        position: usize,
        /// The person in the record.
        recorded: String,
    },
    /// The first person of the reference is not the first of the record.
    Order {
        /// The first person in the reference.
        claimed: String,
        /// The position of this person in the record.
        position: usize,
        /// The first person in the record.
        recorded: String,
    },
}

/// How serious a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Sources also differ in this field: the reference is still verified, and the difference is
    /// shown as a hint.
    Hint,
    /// A slip that a reader would forgive: shown as information.
    Slight,
    /// The reference is wrong in this field: shown as a warning.
    Serious,
}

/// The contribution of one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// The source.
    pub name: String,
    /// The outcome of asking it.
    pub outcome: Outcome,
    /// Why it did not answer, or not in full.
    pub why: Option<SourceError>,
}

/// The outcome of asking a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The source has the work.
    Match,
    /// The source answered and does not have the work.
    NoMatch,
    /// The source did not answer.
    Error,
    /// The source was not asked.
    Skipped,
}

/// The result of fetching the web page that a reference cites. It is not evidence about the
/// reference: pages move and vanish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedPage {
    /// The requested address.
    pub address: String,
    /// Whether the page exists; `None` if the page was not requested or the answer was unclear.
    pub is_there: Option<bool>,
    /// A copy of the page in an archive.
    pub copy: Option<ArchivedCopy>,
}

/// A copy of a web page, or of the source code that it offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedCopy {
    /// The archive, by the name of its source.
    pub source: String,
    /// The web address of the copy.
    pub address: String,
    /// The date of the copy, if the archive gives one.
    pub date: Option<Date>,
}

/// A verdict and the evidence for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict about the reference.
    pub verdict: Verdict,
    /// The record of the work that the reference means, if one was found.
    pub record: Option<Record>,
    /// A record of the same work with an abstract, if `record` lacks one.
    pub with_abstract: Option<Record>,
    /// For `misidentified`: the identifier and the record that it really belongs to.
    pub other: Option<(Identifier, Record)>,
    /// The notices about the work that are in force: a retraction that was revoked is not among
    /// them.
    pub notices: Vec<Notice>,
    /// The published version of a preprint, if a record gives it.
    pub published: Option<Record>,
    /// The differences between the reference and `record`.
    pub differences: Vec<Difference>,
    /// The sources that were asked.
    pub consulted: Vec<Consulted>,
    /// The result of fetching the web page that the reference cites, if that was asked.
    pub page: Option<CitedPage>,
    /// For `not-found`: the identifiers that the online register of their kind does not know, each
    /// with the name of the register.
    pub unregistered: Vec<(Identifier, String)>,
    /// For `unchecked`: the reason.
    pub unchecked_because: Option<SourceError>,
    /// The source that was asked whether the work was withdrawn and did not answer, with the
    /// reason.
    pub withdrawal_unchecked: Option<(String, SourceError)>,
    /// The entry of the work in a table of retracted works, if no source has a notice of the
    /// retraction.
    pub listed_retraction: Option<ListedRetraction>,
}

/// A retraction that is known only from a table of retracted works: neither its date nor its reason
/// is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRetraction {
    /// The identifier of the work in the table.
    pub identifier: Identifier,
    /// The date of the table.
    pub as_of: Date,
    /// The name of the source that publishes the table: `retraction-watch`, `pubmed`.
    pub source: &'static str,
    /// The online sources that report retractions and have the work under this identifier, but no
    /// such notice. If there are any, the retraction is in doubt and not among the notices.
    pub denied_by: Vec<String>,
}

impl ListedRetraction {
    /// Returns the retraction as a notice without a date.
    #[must_use]
    pub fn notice(&self) -> Notice {
        Notice {
            kind: NoticeKind::Retraction,
            date: None,
            identifiers: Vec::new(),
            source: self.source.to_owned(),
            reason: None,
        }
    }
}
