//! What a run found in one file.

use referee_citations::{Judgement, Reference};
use referee_findings::Finding;
use referee_syntax::Kind as DocumentKind;
use referee_text::{FileId, Rope};
use std::sync::Arc;

/// What was found in one file.
pub struct CheckedFile {
    /// The file.
    pub file: FileId,
    /// Whether it is a paper or a note.
    pub kind: DocumentKind,
    /// Its text, or what was read out of a document.
    pub text: Rope,
    /// Whether it is a draft, and not a bibliography.
    pub is_draft: bool,
    /// What was found, in the order of the text.
    pub findings: Vec<Finding>,
    /// Its references with what is known of them.
    pub references: Vec<(Reference, Option<Arc<Judgement>>)>,
}
