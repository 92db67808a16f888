//! Records of source exports: a work with its notices, subjects and types.

use crate::name::remove_controls;
use crate::{Date, Identifier, Work};

/// A record of a source export: PubMed XML, NBIB, RIS, the Retraction Watch table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceRecord {
    /// The work as described by the source.
    pub work: Work,
    /// The notices about it, and those that it is, in the order of the export.
    pub notices: Vec<SourceNotice>,
    /// MeSH headings, substances and keywords; [`Subject`](crate::Subject) describes their
    /// notation.
    pub subjects: Vec<String>,
    /// Publication types, in the source's notation: `Randomized Controlled Trial`.
    pub types: Vec<String>,
    /// When the source last revised the record, if known.
    pub revised: Option<Date>,
    /// The version of the record, if the source counts them; nearly always 1 in PubMed.
    pub version: Option<u32>,
}

impl SourceRecord {
    /// Removes control characters for terminals and editors from the record; see
    /// [`Work::without_controls`].
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

/// A link between a record and another one, with its kind in the format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceNotice {
    /// The format's name of the link: `RetractionIn`, `ErratumFor` (PubMed XML; MEDLINE's `RIN`,
    /// `EFR` are translated to these); `Retraction`, `Reinstatement`, … (Retraction Watch).
    pub ref_type: String,
    /// The identifiers of the other record.
    pub identifiers: Vec<Identifier>,
    /// The date of the announcement.
    pub date: Option<Date>,
    /// The citation of the announcement or its reason, as written.
    pub text: Option<String>,
}

/// An item of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceItem {
    /// A record about one work.
    Record(Box<SourceRecord>),
    /// The source withdrew the record of this identifier.
    Deleted(Identifier),
}

/// The error that ended the reading of a file, and its place. Earlier items remain valid.
#[derive(Debug, thiserror::Error)]
#[error("{problem} (byte {offset})")]
pub struct ReadError {
    /// The problem.
    #[source]
    pub problem: ReadProblem,
    /// The offset from the start of the file, in bytes.
    pub offset: u64,
}

/// A problem that prevents reading a file to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// An I/O error of the input.
    #[error("the file could not be read: {0}")]
    Io(#[source] std::io::Error),
    /// The XML of a record is not well-formed.
    #[error("a record is not well-formed: {0}")]
    NotWellFormed(#[source] quick_xml::Error),
    /// A record exceeds the maximum size.
    #[error("a record has more than {megabytes} MB: it and the rest are left out")]
    TooLarge {
        /// The maximum size, in megabytes.
        megabytes: usize,
    },
    /// The file contains no PubMed XML.
    #[error("this is not PubMed XML")]
    NoPubmedXml,
    /// The file ends while a set of records is open.
    #[error("the file is cut off: its last element is not closed")]
    SetNotClosed,
    /// The file ends within a tag.
    #[error("the file is cut off within a tag")]
    TagNotClosed,
    /// The file ends within a record.
    #[error("the file is cut off within a record")]
    RecordNotClosed,
    /// The columns that identify the table of Retraction Watch are missing.
    #[error(
        "this is not the table of Retraction Watch: the columns OriginalPaperDOI and RetractionNature are missing"
    )]
    NoRetractionWatchTable,
    /// The table could not be parsed.
    #[error("the table could not be read: {0}")]
    Table(#[source] csv::Error),
}
