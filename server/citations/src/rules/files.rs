//! The files that a review knows.

use referee_bibliography::Bibliography;
use referee_syntax::Document;
use referee_text::FileId;
use std::sync::Arc;

/// A bibliography file as a draft or the workspace knows it.
#[derive(Clone, Debug)]
pub struct BibliographyFile {
    /// Where the bibliography lies.
    pub file: FileId,
    /// What was read.
    pub bibliography: Arc<Bibliography>,
}

/// A draft as the workspace knows it.
#[derive(Clone, Debug)]
pub struct DraftFile {
    /// Where the draft lies.
    pub file: FileId,
    /// What was read.
    pub document: Arc<Document>,
}
