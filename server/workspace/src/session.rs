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
use crate::review_cache::ReviewCache;
use crate::settings::{Layer, Origin};
use crate::snapshot::Parts;
use crate::stamp::Stamp;
use crate::unread::UnreadTexts;
use referee_bibliography::printed::ReferencePrinter;
use referee_citations::EvidenceIndex;
use referee_literature::gate::SitePace;
use referee_text::{FileId, Language, Revision};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The mutable state of the workspace: open files, the files they name, the settings, what is known.
///
/// Nothing here reads the disk or waits: [`Session::wanted`] says what should be read, [`Session::supply`] takes
/// it. Changes are made under one lock and are quick; longer work reads a [`Snapshot`].
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
    settings: Arc<SettingsCache>,
    /// Files that were asked for by name.
    asked: Arc<BTreeSet<FileId>>,
    /// The drafts of each folder that was listed, which may include a chapter.
    siblings: Arc<HashMap<PathBuf, Vec<FileId>>>,
    /// Where files and folders really lie, links followed.
    real_paths: Arc<HashMap<PathBuf, PathBuf>>,
    /// The attachments that are not there, of each bibliography whose attachments were looked at.
    attachments: Arc<HashMap<FileId, MissingAttachments>>,
    /// The language of the editor, where it named one.
    locale: Option<Language>,
    /// Prints references in the citation styles that drafts name.
    printer: Option<Arc<dyn ReferencePrinter>>,
    /// The workspaces whose author agreed to look references up online, and the files outside of a workspace whose
    /// titles may be.
    granted: Arc<BTreeSet<PathBuf>>,
    /// What the evidence of each folder holds that has some.
    evidence: Arc<HashMap<PathBuf, (Revision, Arc<EvidenceIndex>)>>,
    /// How the files looked that were read from disk or missed there.
    file_stamps: Arc<HashMap<FileId, Stamp>>,
    /// How the folders looked whose drafts were listed.
    folder_stamps: Arc<HashMap<PathBuf, Stamp>>,
    /// Libraries that changed on disk. They answer as they were until they are read again.
    stale: HashSet<LibraryPlace>,
    /// Large texts are not read by the session itself.
    reads_later: bool,
    /// Open files whose newest text is not read yet.
    unread: UnreadTexts,
    /// The view of this moment, as long as nothing changes.
    view: Option<Snapshot>,
}

impl Session {
    /// A session with the settings of the user's file, the environment and the command line. `user_file` is the
    /// text of the user's config.toml and its place.
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

    /// A session that knows what a view knows, and goes its own way from there. Judgements, libraries and the online
    /// sources are shared; files, settings and evidence are not.
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

    /// Gives the session a cache of reviews of its own, empty, in place of the one that it shares: for one run over files
    /// that nobody asks about again.
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

    /// Gives the session the online sources, for a user with these folders. Without it, it has none.
    pub fn connect(&mut self, folders: Option<Folders>) {
        self.online = Arc::new(Online::new(folders, None));
        self.forget_settings();
    }

    /// Gives the session the online sources at the pace that the machines of a site share.
    pub fn connect_in_turns(&mut self, folders: Option<Folders>, pace: Arc<dyn SitePace>) {
        self.online = Arc::new(Online::new(folders, Some(pace)));
        self.forget_settings();
    }

    /// Gives the session what prints references in the citation styles that drafts name. Without it no style is read.
    pub fn print_references_with(&mut self, printer: Arc<dyn ReferencePrinter>) {
        self.view = None;
        self.printer = Some(printer);
    }

    /// Takes what the author answered for a workspace, as [`Snapshot::workspace_of`] names it: whether its references
    /// may be looked up online where the settings say `ask`.
    pub fn grant(&mut self, workspace: &Path, allowed: bool) {
        self.forget_settings();
        let granted = Arc::make_mut(&mut self.granted);
        if allowed {
            granted.insert(workspace.to_path_buf());
        } else {
            granted.remove(workspace);
        }
    }

    /// Takes what the evidence in a folder holds now; says whether that is new.
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

    /// A view of everything at this moment. Cheap; free where nothing has changed since the last one.
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
