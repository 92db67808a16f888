//! The full texts that the author has of the cited works.
//!
//! Files come from the attachments of entries, from the author's Zotero and from the folders in the
//! setting `library.papers`; with the author's consent, open-access works come from services.
//! [`read_papers`] finds and reads them, stores what it read in a
//! [`PaperStore`](referee_literature::papers::PaperStore), and decides which file is which work: a
//! file that is another work is never used. Each file of the workspace has a [`Shelf`] of the
//! verified papers of the works that it cites; reviews only look works up there.
//!
//! Nothing is read unless a program calls [`read_papers`]: the language server in the background,
//! `check` and `support` before they review. Start reading there.

mod access;
mod attached_state;
mod extract;
mod folder;
mod keys;
mod matching;
mod plan;
mod planned_reference;
mod reading;
mod remote;
mod shelf;
mod status;

pub use attached_state::AttachedState;
pub use folder::PaperFolders;
pub use reading::{PaperProgress, PaperReport, ReadPapers, read_papers, read_paths};
pub use shelf::{PaperOrigin, ShelvedPaper};
pub use status::AttachedPaper;

pub(crate) use folder::PaperFolder;
pub(crate) use shelf::{LookedForText, Shelves, WrongPapers};

use crate::FileKind;
use crate::snapshot::Snapshot;
use referee_bibliography::Work;
use referee_citations::Reference;
use referee_records::FullText;
use referee_text::FileId;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

impl Snapshot {
    /// Returns the full text of a work that `file` cites, verified to be this work. Takes a few
    /// milliseconds if it is not in memory.
    #[must_use]
    pub fn full_text(&self, file: &FileId, work: &Work) -> Option<Arc<FullText>> {
        let found = self.paper_of(file, work)?;
        self.shelves().text(&found)
    }

    /// Returns the paper whose text [`Snapshot::full_text`] returns, without loading the text.
    #[must_use]
    pub fn paper_of(&self, file: &FileId, work: &Work) -> Option<Arc<ShelvedPaper>> {
        self.shelves().of(file)?.find(work)
    }

    /// Returns the paper of the work of a reference that `file` cites: by the reference, or by the
    /// record that it was judged by.
    #[must_use]
    pub fn paper_of_reference(&self, file: &FileId, reference: &Reference) -> Option<Arc<ShelvedPaper>> {
        let by_record = || {
            let judgement = self.judgement(reference)?;
            self.paper_of(file, &judgement.record.as_ref()?.work)
        };
        self.paper_of(file, &reference.work).or_else(by_record)
    }

    /// Returns a counter that increases whenever a full text becomes available or unavailable.
    #[must_use]
    pub fn papers_revision(&self) -> u64 {
        self.shelves().revision()
    }

    /// Returns the files whose papers are looked for: the open drafts, their chapters, and then the
    /// open bibliographies.
    #[must_use]
    pub fn files_with_papers(&self) -> Vec<FileId> {
        let mut files = self.open_files();
        files.extend(self.closed_chapters().iter().cloned());
        files.retain(|file| matches!(self.kind(file), Some(FileKind::Draft(_) | FileKind::Bibliography(_))));
        files.sort_by_key(|file| matches!(self.kind(file), Some(FileKind::Bibliography(_))));
        files
    }

    /// Returns a hash that changes whenever [`read_papers`] may find other papers for these files,
    /// unless the papers themselves changed on disk.
    #[must_use]
    pub fn paper_inputs(&self, files: &[FileId]) -> u64 {
        let mut hasher = DefaultHasher::new();
        for file in files {
            (file, crate::review::papers_key(self, file)).hash(&mut hasher);
            self.zotero(file).map(|zotero| zotero.items().0).hash(&mut hasher);
        }
        self.judgements().revision().hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the files that entries of a bibliography list and that are other works, as far as they
    /// were read for it or for a draft that uses it.
    pub(crate) fn wrong_papers(&self, bibliography: &FileId) -> WrongPapers {
        let drafts = self.group(bibliography).into_iter().flat_map(|group| &group.drafts);
        let shelves = std::iter::once(bibliography).chain(drafts).filter_map(|file| self.shelves().of(file));
        shelves.flat_map(|shelf| shelf.wrong.clone()).collect()
    }

    /// Whether the author has a paper of a work that `file` cites.
    pub(crate) fn has_papers(&self, file: &FileId) -> bool {
        self.shelves().of(file).is_some_and(|shelf| !shelf.is_empty())
    }

    pub(crate) fn shelves(&self) -> &Shelves {
        &self.parts().shelves
    }
}
