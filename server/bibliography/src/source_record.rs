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

/// Why the rest of a file could not be read. What came before it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// Where: bytes from the start of the file, as far as they were read.
    pub offset: u64,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (byte {})", self.message, self.offset)
    }
}

impl std::error::Error for ReadError {}
