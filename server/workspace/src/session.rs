//! The mutable state of the workspace.

mod documents;
mod loading;
mod settings;

use crate::Snapshot;
use crate::files::FileState;
use crate::folder_settings::{Layers, SettingsCache};
use crate::judging::Judgements;
use crate::library::{LibraryPlace, Sources};
use crate::missing_attachments::MissingAttachments;
use crate::online::{Folders, Online};
use crate::papers::Shelves;
use crate::review_cache::ReviewCache;
use crate::settings::{Layer, Origin};
use crate::snapshot::Parts;
use crate::stamp::Stamp;
use crate::unread::UnreadTexts;
use referee_bibliography::printed::ReferencePrinter;
use referee_citations::EvidenceIndex;
use referee_literature::gate::SitePace;
use referee_literature::papers::PaperStore;
use referee_text::{FileId, Language, Revision};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The mutable state of the workspace: open files, the files that they refer to, the settings, the
/// known results.
///
/// A session never reads the disk or waits: [`Session::wanted`] lists what should be read, and
/// [`Session::supply`] takes the answers. Changes are made under one lock and are quick; longer
/// work reads a [`Snapshot`].
#[derive(Default)]
pub struct Session {
    pub(crate) files: Arc<HashMap<FileId, FileState>>,
    pub(crate) open: Arc<BTreeSet<FileId>>,
    pub(crate) folders: Arc<Vec<PathBuf>>,
    pub(crate) layers: Arc<Layers>,
    pub(crate) libraries: Arc<HashMap<LibraryPlace, Arc<Sources>>>,
    pub(crate) online: Arc<Online>,
    pub(crate) judgements: Arc<Judgements>,
    pub(crate) cache: Arc<ReviewCache>,
    /// The full texts of cited works.
    shelves: Arc<Shelves>,
    settings: Arc<SettingsCache>,
    /// The explicitly requested files.
    asked: Arc<BTreeSet<FileId>>,
    /// The drafts of each listed folder, which may include a chapter.
    siblings: Arc<HashMap<PathBuf, Vec<FileId>>>,
    /// The real paths of files and folders, with links resolved.
    real_paths: Arc<HashMap<PathBuf, PathBuf>>,
    /// The missing attachments of each bibliography whose attachments were checked.
    attachments: Arc<HashMap<FileId, MissingAttachments>>,
    /// The language of the editor, if it is known.
    locale: Option<Language>,
    /// The printer of references in citation styles.
    printer: Option<Arc<dyn ReferencePrinter>>,
    /// The workspaces whose author allowed online look-ups, and the files outside a workspace whose
    /// titles may be sent.
    granted: Arc<BTreeSet<PathBuf>>,
    /// The index of the evidence of each folder that has some.
    evidence: Arc<HashMap<PathBuf, (Revision, Arc<EvidenceIndex>)>>,
    /// The state of the files that were read from disk or found missing.
    file_stamps: Arc<HashMap<FileId, Stamp>>,
    /// The state of the folders whose drafts were listed.
    folder_stamps: Arc<HashMap<PathBuf, Stamp>>,
    /// Libraries that changed on disk. They give their old answers until they are read again.
    stale: HashSet<LibraryPlace>,
    /// Whether large texts are read by the caller instead of the session.
    reads_later: bool,
    /// Files on disk that are clinical notes, whatever they declare.
    notes: BTreeSet<FileId>,
    /// Open files whose latest text has not been read yet.
    unread: UnreadTexts,
    /// The current snapshot, until something changes.
    view: Option<Snapshot>,
}

impl Session {
    /// Creates a session with the settings of the user's file, the environment and the command
    /// line. `user_file` is the path and the text of the user's config.toml.
    #[must_use]
    pub fn new(user_file: Option<(PathBuf, String)>, environment: Layer, command_line: Layer) -> Self {
        let mut layers = Layers::default();
        if let Some((path, text)) = user_file {
            layers.user.push(Arc::new(Layer::from_toml(Origin::UserFile(path), &text)));
        }
        layers.above.insert(1, Arc::new(environment));
        layers.above.insert(2, Arc::new(command_line));
        Session { layers: Arc::new(layers), ..Session::default() }
    }

    /// Creates an independent session with the state of a snapshot. Judgements, libraries and the
    /// online sources are shared; files, settings and evidence are not.
    #[must_use]
    pub fn fork(snapshot: &Snapshot) -> Self {
        let parts = snapshot.parts();
        Session {
            files: Arc::clone(&parts.files),
            open: Arc::clone(&parts.open),
            folders: Arc::clone(&parts.folders),
            layers: Arc::clone(&parts.layers),
            libraries: Arc::clone(&parts.libraries),
            online: Arc::clone(&parts.online),
            judgements: Arc::clone(&parts.judgements),
            cache: Arc::clone(&parts.cache),
            shelves: Arc::clone(&parts.shelves),
            settings: Arc::clone(&parts.settings),
            asked: Arc::clone(&parts.asked),
            siblings: Arc::clone(&parts.siblings),
            real_paths: Arc::clone(&parts.real_paths),
            attachments: Arc::clone(&parts.attachments),
            locale: parts.locale,
            printer: parts.printer.clone(),
            granted: Arc::clone(&parts.granted),
            evidence: Arc::clone(&parts.evidence),
            ..Session::default()
        }
    }

    /// Replaces the shared cache of reviews with an empty one of this session, for a single run
    /// over files that are not reviewed again.
    pub fn forget_reviews(&mut self) {
        self.view = None;
        self.cache = Arc::default();
    }

    /// Sets the folders of the workspace.
    pub fn set_folders(&mut self, folders: Vec<PathBuf>) {
        self.folders = Arc::new(folders);
        self.forget_settings();
    }

    /// The folders of the workspace.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Connects the session to the online sources, for a user with these folders. It is
    /// disconnected by default.
    pub fn connect(&mut self, folders: Option<Folders>) {
        self.online = Arc::new(Online::new(folders, None));
        self.forget_settings();
    }

    /// Connects the session to the online sources, at the pace shared by the machines of a site.
    pub fn connect_in_turns(&mut self, folders: Option<Folders>, pace: Arc<dyn SitePace>) {
        self.online = Arc::new(Online::new(folders, Some(pace)));
        self.forget_settings();
    }

    /// Sets the printer of references in citation styles. Without it no style is read.
    pub fn print_references_with(&mut self, printer: Arc<dyn ReferencePrinter>) {
        self.view = None;
        self.printer = Some(printer);
    }

    /// Uses the full texts that the author has, as far as [`crate::papers::read_papers`] reads them.
    /// Without this call none are used.
    pub fn use_papers(&mut self, store: PaperStore) {
        self.view = None;
        self.shelves = Arc::new(Shelves::with_store(store));
    }

    /// Sets the author's answer for a workspace, identified by [`Snapshot::workspace_of`]: whether
    /// its references may be looked up online if the settings say `ask`.
    pub fn grant(&mut self, workspace: &Path, allowed: bool) {
        self.forget_settings();
        let granted = Arc::make_mut(&mut self.granted);
        if allowed {
            granted.insert(workspace.to_path_buf());
        } else {
            granted.remove(workspace);
        }
    }

    /// Sets the index of the evidence in a folder; returns whether it changed.
    pub fn know_evidence(&mut self, folder: &Path, index: Option<EvidenceIndex>) -> bool {
        let known = self.evidence.get(folder).map(|(_, known)| &**known);
        if known == index.as_ref() {
            return false;
        }
        self.view = None;
        let all = Arc::make_mut(&mut self.evidence);
        match index {
            Some(index) => all.insert(folder.to_path_buf(), (Revision::next(), Arc::new(index))),
            None => all.remove(folder),
        };
        true
    }

    /// Returns a snapshot of the current state. Cheap; free if nothing has changed since the last
    /// one.
    #[must_use]
    pub fn snapshot(&mut self) -> Snapshot {
        self.view
            .get_or_insert_with(|| {
                Snapshot::new(Parts {
                    files: Arc::clone(&self.files),
                    open: Arc::clone(&self.open),
                    folders: Arc::clone(&self.folders),
                    layers: Arc::clone(&self.layers),
                    granted: Arc::clone(&self.granted),
                    evidence: Arc::clone(&self.evidence),
                    libraries: Arc::clone(&self.libraries),
                    online: Arc::clone(&self.online),
                    judgements: Arc::clone(&self.judgements),
                    cache: Arc::clone(&self.cache),
                    shelves: Arc::clone(&self.shelves),
                    settings: Arc::clone(&self.settings),
                    asked: Arc::clone(&self.asked),
                    siblings: Arc::clone(&self.siblings),
                    real_paths: Arc::clone(&self.real_paths),
                    attachments: Arc::clone(&self.attachments),
                    locale: self.locale,
                    printer: self.printer.clone(),
                })
            })
            .clone()
    }

    fn put(&mut self, id: FileId, state: FileState) {
        Arc::make_mut(&mut self.files).insert(id, state);
    }
}
