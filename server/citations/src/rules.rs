//! The `citation/` rules, a file each, and the one list of them.
//!
//! A rule is a [`CitationRule`]: what it tells about itself, its checks and its fixes. To add one, write its
//! file and one line in [`RULES`].

mod claim;
mod concern;
mod configuration_invalid;
mod corrected;
mod differs;
mod duplicate_key;
mod duplicate_work;
mod evidence_changed;
mod malformed_identifier;
mod memo;
mod misidentified;
mod not_found;
mod not_in_evidence;
mod number_not_in_source;
mod preprint_published;
#[cfg(test)]
mod properties;
mod quote_not_found;
mod retracted;
mod subject;
#[cfg(test)]
pub(crate) mod testing;
mod undefined_key;
mod unsupported;
mod unsupported_recommendation;
mod unused_entry;
mod unused_suppression;
pub(crate) mod wording;

pub use claim::Looked;
pub use memo::Memo;
pub use subject::subject;
use subject::{citation_at, entry_at, judged, push, removals, text};

use crate::support::ClaimMemory;
use crate::{EvidenceIndex, Judgement, Reference};
use referee_bibliography::{Bibliography, Entry, FieldName};
use referee_findings::{Engine, RuleDefinition};
use referee_records::Source;
use referee_syntax::{Citation, Document, Kind, Written};
use referee_text::{FileId, Span};
use std::sync::Arc;

/// All `citation/` rules in the order of the documentation.
pub static RULES: &[&CitationRule] = &[
    &undefined_key::RULE,
    &duplicate_key::RULE,
    &unused_entry::RULE,
    &duplicate_work::RULE,
    &malformed_identifier::RULE,
    &not_found::RULE,
    &misidentified::RULE,
    &differs::RULE,
    &retracted::RULE,
    &concern::RULE,
    &corrected::RULE,
    &preprint_published::RULE,
    &not_in_evidence::RULE,
    &evidence_changed::RULE,
    &quote_not_found::RULE,
    &number_not_in_source::RULE,
    &unsupported::RULE,
    &unsupported_recommendation::RULE,
    &configuration_invalid::RULE,
    &unused_suppression::RULE,
];

/// The engine that runs the rules about citations.
pub enum Citations {}

impl Engine for Citations {
    type Check = Check;
    type FixContext<'a> = RuleContext<'a>;
}

/// One rule about citations.
pub type CitationRule = RuleDefinition<Citations>;

/// What a check about citations says.
pub type Remark = referee_findings::Remark<Anchor>;

/// One check of a rule: what it looks at. The engine runs each kind where it belongs.
pub enum Check {
    /// One citation in a draft.
    Citation(fn(&RuleContext<'_>, &Citation) -> Option<Remark>),
    /// A whole draft.
    Draft(fn(&RuleContext<'_>, &Document) -> Vec<Remark>),
    /// A sentence and what it cites, where all of it is known and something speaks against the sentence.
    Claim(fn(&RuleContext<'_>, &Looked<'_>) -> Vec<Remark>),
    /// A reference and the judgement of it. The engine shows the remark at the entry or the list item, and, in
    /// a draft that cites the entry, at the first citation.
    Judged(fn(&Reference, &Judgement) -> Option<Remark>),
    /// One entry of a bibliography by itself. It depends on nothing but the entry, so the engine may remember
    /// what it says under the entry's fingerprint; remarks say where by their field, never by a span.
    Entry(fn(&Entry<'_>) -> Vec<Remark>),
    /// A whole bibliography file.
    Bibliography(fn(&RuleContext<'_>, &BibliographyFile) -> Vec<Remark>),
}

/// Where a remark about citations is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// At what the check was asked about: the citation, or the key of the entry.
    #[default]
    Subject,
    /// At a place in the file that the check looked at.
    Span(Span),
    /// At a field of the reference, and at its key where the field is not there.
    Field(FieldName),
}

impl Anchor {
    /// The place itself, else what `field` finds for a field.
    pub fn span(self, field: impl FnOnce(FieldName) -> Option<Span>) -> Option<Span> {
        match self {
            Anchor::Subject => None,
            Anchor::Span(span) => Some(span),
            Anchor::Field(name) => field(name),
        }
    }
}

/// A bibliography file as a draft or the workspace knows it.
#[derive(Clone, Debug)]
pub struct BibliographyFile {
    /// The file.
    pub file: FileId,
    /// What was read.
    pub bibliography: Arc<Bibliography>,
}

/// A draft as the workspace knows it.
#[derive(Clone, Debug)]
pub struct DraftFile {
    /// The file.
    pub file: FileId,
    /// What was read.
    pub document: Arc<Document>,
}

/// What stands around the file under review. Everything is of one snapshot.
pub struct RuleContext<'a> {
    /// The file under review.
    pub file: &'a FileId,
    /// The draft under review; `None` where the file is a bibliography.
    pub draft: Option<&'a Document>,
    /// The bibliographies that count for the file: those that the draft names, itself or through the files that
    /// include it; for a bibliography, itself and the others that the same drafts name.
    pub bibliographies: &'a [BibliographyFile],
    /// Whether every bibliography that the draft names was found and read: where it is not, an undefined key
    /// may be defined there.
    pub complete: bool,
    /// The drafts that belong together with the file: those that include each other, those that name the same
    /// bibliography. For a bibliography, all drafts that name it.
    pub drafts: &'a [DraftFile],
    /// The labels of the drafts that belong together, which `@key` in Typst may mean.
    pub labels: &'a dyn Fn(&str) -> bool,
    /// The judgement of a reference, where there is one yet.
    pub judgement: &'a dyn Fn(&Reference) -> Option<Arc<Judgement>>,
    /// The judgement of the reference with this fingerprint, in this file, where there is one yet: the same as
    /// `judgement`, for who has no need to make the reference.
    pub known: &'a dyn Fn(&FileId, u64) -> Option<Arc<Judgement>>,
    /// What was said about sentences before.
    pub claims: &'a ClaimMemory,
    /// What the file is for.
    pub kind: Kind,
    /// The passages of the draft that were written on request, in order.
    pub written: &'a [Written],
    /// What the evidence of the workspace holds; `None` where there is none.
    pub evidence: Option<&'a EvidenceIndex>,
    /// What can answer a question at once (the library; never the network), for fixes.
    pub sources: &'a [Arc<dyn Source>],
    /// What the checks of one review work out once for all citations. Starts as `Memo::default()`.
    pub memo: Memo,
}

impl RuleContext<'_> {
    /// The passage written on request that a place lies in.
    #[must_use]
    pub fn written_at(&self, place: Span) -> Option<&Written> {
        self.written.iter().find(|written| written.span.contains(place))
    }

    /// The entry that a key names, the first where several bibliographies have it.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<(&BibliographyFile, Entry<'_>)> {
        self.bibliographies.iter().find_map(|file| file.bibliography.get(key).map(|entry| (file, entry)))
    }
}
