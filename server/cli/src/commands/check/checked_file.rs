//! What a run found in one file.

use referee_citations::{Judgement, Reference};
use referee_findings::Finding;
use referee_syntax::Kind as DocumentKind;
use referee_text::{FileId, Rope};
use std::sync::Arc;

/// What was found in one file.
pub(crate) struct CheckedFile {
    pub(crate) file: FileId,
    pub(crate) kind: DocumentKind,
    pub(crate) text: Rope,
    pub(crate) is_draft: bool,
    pub(crate) findings: Vec<Finding>,
    pub(crate) references: Vec<(Reference, Option<Arc<Judgement>>)>,
}
