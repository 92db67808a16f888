//! The result of a run for one file: the input of every output format.

use referee_citations::{Judgement, Reference};
use referee_findings::Finding;
use referee_syntax::DraftKind as DocumentKind;
use referee_text::{FileId, Rope};
use std::sync::Arc;

/// A draft or bibliography with its findings and its judged references.
pub struct CheckedFile {
    /// The name of the file in the snapshot of the report.
    pub file: FileId,
    /// Whether the file was checked as a manuscript or as a clinical note.
    pub kind: DocumentKind,
    /// The text that the spans of findings and references refer to; for a Word file or a PDF, the
    /// extracted text.
    pub text: Rope,
    /// True for a draft, false for a bibliography.
    pub is_draft: bool,
    /// The reported findings, in the order of the text. Suppressed ones are excluded.
    pub findings: Vec<Finding>,
    /// The references that the file cites or contains, each with its judgement; `None` if it is
    /// unchecked.
    pub references: Vec<(Reference, Option<Arc<Judgement>>)>,
}
