//! An immutable view of the workspace, and the review of a file in it.

use referee_citations::rules::{BibliographyFile, DraftFile};
use referee_citations::{Judgement, Reference};
use referee_findings::{Finding, Fix};
use referee_syntax::{Citation, Document};
use referee_text::{FileId, Rope, Span};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says that an answer is no longer wanted. Long work looks at it between its steps.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the work to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a file is to referee.
#[derive(Clone, Debug)]
pub enum FileKind {
    /// A draft.
    Draft(Arc<Document>),
    /// A bibliography.
    Bibliography(Arc<referee_bibliography::Bibliography>),
    /// A referee.toml.
    Configuration,
}

/// What a review of one file says.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The findings in the order of the text, after settings and silences.
    pub findings: Vec<Finding>,
    /// The references that the file has or cites, with what is known of them.
    pub references: Vec<(Reference, Option<Arc<Judgement>>)>,
}

/// An immutable view of the workspace at one moment.
#[derive(Clone)]
pub struct Snapshot {}

#[expect(unused_variables, clippy::todo, reason = "filled in by the next change")]
impl Snapshot {
    /// The version of an open file in this view.
    #[must_use]
    pub fn version(&self, file: &FileId) -> Option<i32> {
        todo!()
    }

    /// The files that are open.
    #[must_use]
    pub fn open_files(&self) -> Vec<FileId> {
        todo!()
    }

    /// The text of a file, open or read from disk.
    #[must_use]
    pub fn text(&self, file: &FileId) -> Option<Rope> {
        todo!()
    }

    /// What a file is, and what was read from it.
    #[must_use]
    pub fn kind(&self, file: &FileId) -> Option<FileKind> {
        todo!()
    }

    /// The bibliographies that count for a file.
    #[must_use]
    pub fn bibliographies(&self, file: &FileId) -> Vec<BibliographyFile> {
        todo!()
    }

    /// The drafts that belong together with a file, itself included where it is one.
    #[must_use]
    pub fn drafts(&self, file: &FileId) -> Vec<DraftFile> {
        todo!()
    }

    /// The citation at a place, with its span and group in offsets of the file.
    #[must_use]
    pub fn citation_at(&self, file: &FileId, offset: usize) -> Option<Citation> {
        todo!()
    }

    /// The reference that a citation in `file` means.
    #[must_use]
    pub fn reference(&self, file: &FileId, citation: &Citation) -> Option<Reference> {
        todo!()
    }

    /// What is known of a reference.
    #[must_use]
    pub fn judgement(&self, reference: &Reference) -> Option<Arc<Judgement>> {
        todo!()
    }

    /// Every place that cites `key` in the drafts that belong together with `file`.
    #[must_use]
    pub fn citations_of(&self, file: &FileId, key: &str) -> Vec<(FileId, Span)> {
        todo!()
    }

    /// Reviews a file; `None` when cancelled.
    #[must_use]
    pub fn review(&self, file: &FileId, cancel: &Cancel) -> Option<Review> {
        todo!()
    }

    /// The fixes for one finding of a review of this view.
    #[must_use]
    pub fn fixes(&self, file: &FileId, finding: &Finding) -> Vec<Fix> {
        todo!()
    }
}
