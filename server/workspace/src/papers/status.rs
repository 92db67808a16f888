//! What is known about the files that an entry lists, for hover and lists.

use super::access;
use super::attached_state::AttachedState;
use crate::FileKind;
use crate::attachment_place::AttachmentPlace;
use crate::snapshot::Snapshot;
use referee_citations::{Origin, Reference};
use referee_literature::papers::is_paper_name;
use referee_text::FileId;
use std::path::PathBuf;

/// A file that an entry lists as an attachment.
#[derive(Clone, Debug)]
pub struct AttachedPaper {
    /// The file.
    pub path: PathBuf,
    /// What is known about it.
    pub state: AttachedState,
}

impl Snapshot {
    /// Returns the papers that the entry of a reference lists, with what is known about them in
    /// `file`, which cites it. Reads no file.
    #[must_use]
    pub fn attached_papers(&self, file: &FileId, reference: &Reference) -> Vec<AttachedPaper> {
        let shelf = self.shelves().of(file);
        let attached = self.attachments_of(reference).into_iter();
        attached
            .map(|place| match place {
                AttachmentPlace::Inside(path) => {
                    let known = shelf.as_ref().and_then(|shelf| {
                        shelf.attached.get(&(reference.label.clone(), path.clone())).cloned()
                    });
                    AttachedPaper { state: known.unwrap_or(AttachedState::Waiting), path }
                }
                AttachmentPlace::Outside(path) => AttachedPaper { state: AttachedState::NotAllowed, path },
            })
            .collect()
    }

    /// Returns the places of the papers that the entry of a reference lists, without duplicates.
    pub(super) fn attachments_of(&self, reference: &Reference) -> Vec<AttachmentPlace> {
        if reference.origin != Origin::Entry {
            return Vec::new();
        }
        let Some(FileKind::Bibliography(bibliography)) = self.kind(&reference.file) else {
            return Vec::new();
        };
        let Some(entry) = bibliography.at(reference.name_span.start as usize) else { return Vec::new() };
        let mut out: Vec<AttachmentPlace> = Vec::new();
        for attachment in entry.attachments() {
            let place = self.resolved_attachment(&reference.file, &attachment.path);
            if let Some(place) = place.filter(|place| is_paper_name(place.path()) && !out.contains(place)) {
                out.push(place);
            }
        }
        out.truncate(access::MAX_ATTACHMENTS_OF_ENTRY);
        out
    }
}
