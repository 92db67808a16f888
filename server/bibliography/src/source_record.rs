//! What the exports of sources say about a work beyond its description.

use crate::name::remove_controls;
use crate::{Date, Identifier, Work};

/// A record as an export of a source states it: PubMed XML, NBIB, RIS, the Retraction Watch table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceRecord {
    /// What the source says that the work is.
    pub work: Work,
    /// What is announced about it, and what it announces, in the order of the export.
    pub notices: Vec<SourceNotice>,
    /// MeSH headings, substances and keywords; [`Subject`](crate::Subject) says how they are spelled.
    pub subjects: Vec<String>,
    /// Publication types, as the source spells them: `Randomized Controlled Trial`.
    pub types: Vec<String>,
    /// When the source revised the record last, where it says so.
    pub revised: Option<Date>,
    /// The version of the record, where the source counts them; PubMed's are 1 nearly always.
    pub version: Option<u32>,
}

impl SourceRecord {
    /// The record without what a terminal or an editor would obey; see [`Work::without_controls`].
    #[must_use]
    pub(crate) fn without_controls(mut self) -> Self {
        self.work = self.work.without_controls();
        self.subjects.iter_mut().chain(&mut self.types).for_each(remove_controls);
        for notice in &mut self.notices {
            remove_controls(&mut notice.ref_type);
            notice.text.iter_mut().for_each(remove_controls);
            notice.identifiers.retain(Identifier::is_printable);
        }
        self
    }
}

/// A link between a record and another, as the format names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceNotice {
    /// The format's own name of the link: `RetractionIn`, `ErratumFor` (PubMed XML and, translated to the same
    /// names, MEDLINE's `RIN`, `EFR`); `Retraction`, `Reinstatement`, … (Retraction Watch).
    pub ref_type: String,
    /// The identifiers of the other record.
    pub identifiers: Vec<Identifier>,
    /// When it was announced.
    pub date: Option<Date>,
    /// The source of the announcement or its reason, as written.
    pub text: Option<String>,
}

/// What a file of a source says next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceItem {
    /// What the source states about one work.
    Record(Box<SourceRecord>),
    /// The source withdrew the record of this identifier.
    Deleted(Identifier),
}

/// Why the rest of a file could not be read, and where. What came before it stands.
#[derive(Debug, thiserror::Error)]
#[error("{problem} (byte {offset})")]
pub struct ReadError {
    /// What is wrong.
    #[source]
    pub problem: ReadProblem,
    /// Where: bytes from the start of the file, as far as they were read.
    pub offset: u64,
}

/// What is wrong with a file that could not be read to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The disk, or whatever it is read from, failed.
    #[error("the file could not be read: {0}")]
    Io(#[source] std::io::Error),
    /// The XML of a record is not well-formed.
    #[error("a record is not well-formed: {0}")]
    NotWellFormed(#[source] quick_xml::Error),
    /// A record is larger than is read.
    #[error("a record has more than {megabytes} MB: it and the rest are left out")]
    TooLarge {
        /// The size that is read, in megabytes.
        megabytes: usize,
    },
    /// There is nothing of PubMed in it.
    #[error("this is no PubMed XML")]
    NoPubmedXml,
    /// It ends while a set of records is open.
    #[error("the file is cut off: its last element is not closed")]
    SetNotClosed,
    /// It ends within a tag.
    #[error("the file is cut off within a tag")]
    TagNotClosed,
    /// It ends within a record.
    #[error("the file is cut off within a record")]
    RecordNotClosed,
    /// It lacks the columns by which the table of Retraction Watch is known.
    #[error(
        "this is not the table of Retraction Watch: the columns OriginalPaperDOI and RetractionNature are missing"
    )]
    NoRetractionWatchTable,
    /// The table could not be read.
    #[error("the table could not be read: {0}")]
    Table(#[source] csv::Error),
}
