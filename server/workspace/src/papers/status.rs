//! What is known about the files that an entry lists, for hover and lists.

use super::access;
use crate::FileKind;
use crate::snapshot::Snapshot;
use referee_citations::{Origin, Reference};
use referee_literature::papers::{PaperState, is_paper_name};
use referee_text::{FileId, Message, Phrase};
use std::path::PathBuf;

/// A file that an entry lists as an attachment.
#[derive(Clone, Debug)]
pub struct AttachedPaper {
    /// The file.
    pub path: PathBuf,
    /// What is known about it.
    pub state: AttachedState,
}

/// What is known about an attached file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttachedState {
    /// It is the cited work, and its text is used.
    ThisWork,
    /// It is another work, with the reason.
    OtherWork(Message),
    /// Its text does not show which work it is.
    Unknown,
    /// Its text cannot be read.
    Unread(PaperState),
    /// It does not exist.
    Missing,
    /// It is in a place where no file is read.
    NotAllowed,
    /// It was not read yet.
    Waiting,
}

impl AttachedState {
    /// Returns a clause about the file: `it was not read yet`.
    #[must_use]
    pub fn clause(&self) -> Message {
        let phrase = match self {
            AttachedState::ThisWork => Phrase { english: "it is this work", spanish: "es esta obra" },
            AttachedState::OtherWork(why) => {
                return Message::written(|language| {
                    let why = why.text(language);
                    language.pick(format!("not this work. {why}"), format!("no es esta obra. {why}"))
                });
            }
            AttachedState::Unknown => Phrase {
                english: "its text does not show which work it is, so it is not used",
                spanish: "su texto no muestra qué obra es, así que no se usa",
            },
            AttachedState::Unread(state) => state.clause(),
            AttachedState::Missing => Phrase { english: "there is no such file", spanish: "no existe" },
            AttachedState::NotAllowed => Phrase {
                english: "it is outside the workspace and your home folder, links followed; it is not read",
                spanish: "está fuera del espacio de trabajo y de su carpeta personal, siguiendo los enlaces; no se lee",
            },
            AttachedState::Waiting => {
                Phrase { english: "it was not read yet", spanish: "aún no se ha leído" }
            }
        };
        Message::new(phrase.english, phrase.spanish)
    }
}

impl Snapshot {
    /// Returns the papers that the entry of a reference lists, with what is known about them in
    /// `file`, which cites it. Reads no file.
    #[must_use]
    pub fn attached_papers(&self, file: &FileId, reference: &Reference) -> Vec<AttachedPaper> {
        let shelf = self.shelves().of(file);
        let state = |path: &PathBuf| {
            let place = (reference.label.clone(), path.clone());
            let known = shelf.as_ref().and_then(|shelf| shelf.attached.get(&place).cloned());
            known.unwrap_or(AttachedState::Waiting)
        };
        let attached = self.attachments_of(reference).into_iter();
        attached.map(|path| AttachedPaper { state: state(&path), path }).collect()
    }

    /// Returns the places of the papers that the entry of a reference lists, without duplicates.
    pub(super) fn attachments_of(&self, reference: &Reference) -> Vec<PathBuf> {
        if reference.origin != Origin::Entry {
            return Vec::new();
        }
        let Some(FileKind::Bibliography(bibliography)) = self.kind(&reference.file) else {
            return Vec::new();
        };
        let Some(entry) = bibliography.at(reference.name_span.start as usize) else { return Vec::new() };
        let mut out: Vec<PathBuf> = Vec::new();
        for attachment in entry.attachments() {
            let place = self.attachment_place(&reference.file, &attachment.path);
            if let Some(place) = place.filter(|place| is_paper_name(place) && !out.contains(place)) {
                out.push(place);
            }
        }
        out.truncate(access::MAX_ATTACHMENTS_OF_ENTRY);
        out
    }
}
