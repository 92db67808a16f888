//! The settings and the library for judging texts that programs send. Nothing else is read from disk: the
//! texts may refer to bibliographies and chapters like any draft, but none of these files is
//! opened.

use crate::allowed_files::{SuppliedFile, load_supplied};
use crate::clinical::reads_as_note;
use crate::sent_text::{Reading, SentText, TextFormat, is_online};
use crate::session_lock::lock;
use referee_features::model::ModelSession;
use referee_text::FileId;
use referee_workspace::{Session, notice_disk_changes};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The file name for a bibliography in an argument.
const BIBLIOGRAPHY_NAME: &str = "references.bib";

/// The settings and the library, shared by all calls.
pub struct TextWorkspace {
    /// A session with the settings and the library but without texts; every call forks it.
    base: Mutex<Session>,
    /// The folder that determines which settings files apply.
    folder: PathBuf,
    /// Whether words may be sent to online searches if network access is allowed.
    may_search: bool,
    /// The local model, loaded once.
    models: ModelSession,
}

impl TextWorkspace {
    /// Creates a workspace with the settings of `session` and of the referee.toml files in and
    /// above `folder`. With `may_search`, words may be sent to online searches if the settings allow
    /// network access.
    #[must_use]
    pub fn new(mut session: Session, folder: PathBuf, may_search: bool) -> Self {
        // With an unresolved symbolic link in its path, every text would be outside of the
        // workspace.
        let folder = folder.canonicalize().unwrap_or(folder);
        session.set_folders(vec![folder.clone()]);
        TextWorkspace { base: Mutex::new(session), folder, may_search, models: ModelSession::default() }
    }

    /// Returns the models that all calls share.
    pub(crate) fn models(&self) -> &ModelSession {
        &self.models
    }

    /// Parses a text with its bibliography, isolated from the texts of other calls.
    pub(crate) fn read(&self, text: &SentText<'_>) -> Reading {
        notice_disk_changes(&self.base);
        self.load(&self.base, None);
        let snapshot = lock(&self.base).snapshot();
        let mut session = Session::fork(&snapshot);
        let is_private = reads_as_note(text.text) || text.bibliography.is_some_and(reads_as_note);
        let file = FileId::new(self.folder.join(text.format.file_name()));
        let language = if is_private { "clinical-note" } else { text.format.language() };
        let (body, first_line) = with_bibliography(text);
        session.open(file.clone(), language, 1, &body);
        let session = Mutex::new(session);
        self.load(&session, text.bibliography);
        let snapshot = lock(&session).snapshot();
        let is_private = is_private || snapshot.is_confidential(&file);
        Reading { snapshot, file, is_private, first_line }
    }

    /// Returns why the words of a sentence or a question are not sent to online searches; `None` if
    /// they may be.
    pub(crate) fn why_not_online(&self, reading: &Reading) -> Option<&'static str> {
        if reading.is_private {
            Some("the sentence reads as a part of a clinical note: its words do not leave this machine")
        } else if !is_online(&reading.snapshot, &reading.file) {
            Some("the author's settings do not allow the network")
        } else if !self.may_search {
            Some("words are searched for online only where the server was started with --online")
        } else {
            None
        }
    }

    /// Loads the settings and the library into a session. Any bibliography of the text is the one
    /// in the argument; all other files to which it refers do not exist.
    fn load(&self, session: &Mutex<Session>, bibliography: Option<&str>) {
        load_supplied(session, &|file| match bibliography {
            Some(text) if is_bibliography(file.path()) => SuppliedFile::Bibliography(text),
            _ => SuppliedFile::Nothing,
        });
    }
}

fn is_bibliography(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bib"))
}

/// Adds a reference to the bibliography of the argument if the text lacks it; also returns the line
/// on which the text begins.
fn with_bibliography(text: &SentText<'_>) -> (String, usize) {
    let body = text.text;
    if text.bibliography.is_none() {
        return (body.to_owned(), 0);
    }
    match text.format {
        TextFormat::Markdown | TextFormat::Quarto | TextFormat::RMarkdown if !body.starts_with("---") => {
            (format!("---\nbibliography: {BIBLIOGRAPHY_NAME}\n---\n\n{body}"), 4)
        }
        TextFormat::Latex if !body.contains("\\bibliography") && !body.contains("\\addbibresource") => {
            (format!("{body}\n\\bibliography{{{BIBLIOGRAPHY_NAME}}}\n"), 0)
        }
        TextFormat::Typst if !body.contains("#bibliography") => {
            (format!("{body}\n#bibliography(\"{BIBLIOGRAPHY_NAME}\")\n"), 0)
        }
        _ => (body.to_owned(), 0),
    }
}
