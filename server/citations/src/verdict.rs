//! What is true of a reference.

use referee_bibliography::{Date, Identifier};
use referee_records::{Notice, NoticeKind, Record, SourceError};

/// What is true of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A record describes the same work; what differs, if anything, differs between sources too.
    Verified,
    /// A record describes the same work; some fields differ.
    Differs,
    /// An identifier of the reference belongs to another work.
    Misidentified,
    /// Every source that covers this kind of work answered in full, and none has it.
    NotFound,
    /// No consulted source lists this kind of work.
    Uncovered,
    /// It could not be checked.
    Unchecked,
}

impl Verdict {
    /// Every verdict, in the order in which they are listed.
    pub const ALL: [Verdict; 6] = [
        Verdict::Verified,
        Verdict::Differs,
        Verdict::Misidentified,
        Verdict::NotFound,
        Verdict::Uncovered,
        Verdict::Unchecked,
    ];

    /// The word in machine-readable output.
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
    /// Which field: `title`, `authors`, `year`, `journal`, `volume`, `pages`, `doi`, `pmid`.
    pub field: &'static str,
    /// What the reference says; empty where it says nothing.
    pub claimed: String,
    /// What the record says.
    pub recorded: String,
    /// How much it matters: a year that is off by one is not a false title.
    pub weight: Weight,
    /// For `authors`: which of them differ.
    pub authors: Vec<AuthorChange>,
}

/// In what two lists of authors differ. Positions count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthorChange {
    /// The reference has another person where the record has this one, or writes the name otherwise.
    Other {
        /// The place in the reference.
        position: usize,
        /// Whom the reference names.
        claimed: String,
        /// Whom the record names.
        recorded: String,
    },
    /// The reference names somebody whom the record does not have.
    Added {
        /// The place in the reference.
        position: usize,
        /// Whom the reference names.
        claimed: String,
    },
    /// The reference lacks somebody whom the record has.
    Missing {
        /// The place in the record.
        position: usize,
        /// Whom the record names.
        recorded: String,
    },
    /// The same people stand in another order.
    Order {
        /// Whom the reference names first.
        claimed: String,
        /// Whom the record names first.
        recorded: String,
    },
}

/// How much a difference matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Sources differ in it among themselves: the reference is verified all the same, and a hint says it.
    Hint,
    /// A slip that a reader would forgive: shown as information.
    Slight,
    /// The reference is wrong in this field: shown as a warning.
    Serious,
}

/// What one source contributed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// The source.
    pub name: String,
    /// What came of it.
    pub outcome: Outcome,
    /// Why it did not answer, or not in full.
    pub why: Option<SourceError>,
}

/// What came of asking a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It has the work.
    Match,
    /// It answered and does not have the work.
    NoMatch,
    /// It did not answer.
    Error,
    /// It was not asked.
    Skipped,
}

/// What became of the web page that a reference names. It says nothing about the reference: pages move and vanish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedPage {
    /// Its address, as it was asked for.
    pub address: String,
    /// Whether it is there; `None` where it was not asked, or did not say.
    pub is_there: Option<bool>,
    /// A copy of it that is kept elsewhere.
    pub copy: Option<ArchivedCopy>,
}

/// A copy of a web page, or of the source code that it offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedCopy {
    /// The archive that keeps it, by the name of its source.
    pub source: String,
    /// The web address at which it can be read.
    pub address: String,
    /// The day on which the archive took it, where the archive says so.
    pub date: Option<Date>,
}

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What is true of the reference.
    pub verdict: Verdict,
    /// The record of the work that the reference means, where one was found.
    pub record: Option<Record>,
    /// For `misidentified`: the identifier and the record that it really belongs to.
    pub other: Option<(Identifier, Record)>,
    /// What was announced about the work, as it stands: a retraction that was taken back is not among them.
    pub notices: Vec<Notice>,
    /// The published version of a preprint, where a record knows it.
    pub published: Option<Record>,
    /// In what the reference and `record` differ.
    pub differences: Vec<Difference>,
    /// The sources that were asked.
    pub consulted: Vec<Consulted>,
    /// What became of the web page that the reference names, where it was asked about.
    pub page: Option<CitedPage>,
    /// For `not-found`: the identifiers that the online register of their kind does not know, each with the name of the
    /// register.
    pub unregistered: Vec<(Identifier, String)>,
    /// Why it is `unchecked`.
    pub unchecked_because: Option<SourceError>,
    /// The source that says whether the work was withdrawn, and why it did not, where it was asked and did not answer.
    pub withdrawal_unchecked: Option<(String, SourceError)>,
    /// That a table of retracted works lists it, where no source has a notice of the retraction.
    pub listed_retraction: Option<ListedRetraction>,
}

/// A retraction that is known from a table of retracted works alone: neither when nor why is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRetraction {
    /// The identifier under which the work is listed.
    pub identifier: Identifier,
    /// The day of the table.
    pub as_of: Date,
    /// The name of the source whose list the table is: `retraction-watch`, `pubmed`.
    pub source: &'static str,
    /// The online sources that state retractions, have the work under this identifier and have no such notice. If there
    /// are any, the retraction is in doubt and not among the notices.
    pub denied_by: Vec<String>,
}

impl ListedRetraction {
    /// The retraction as a notice without a date.
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
