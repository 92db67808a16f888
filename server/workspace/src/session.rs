//! The mutable state of the workspace.

use crate::Snapshot;
use crate::disk::{DiskChanges, DiskState};
use crate::files::{File, FileState, ReadSettings, Role, role};
use crate::folder_settings::{Layers, SettingsCache, configurations, settings_for};
use crate::judging::Judgements;
use crate::library::{LibraryPlace, Sources};
use crate::load::{LoadRequest, Loaded, LoadedContent};
use crate::online::{Folders, Online};
use crate::review_cache::ReviewCache;
use crate::settings::{Layer, Origin, Settings};
use crate::snapshot::Parts;
use crate::stamp::Stamp;
use crate::unread::{MAX_EDITED_AT_ONCE, MAX_READ_AT_ONCE, TextRead, TextReading, UnreadTexts};
use referee_citations::EvidenceIndex;
use referee_syntax::Options;
use referee_text::{FileId, Revision, Rope, TextEdit};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The mutable state of the workspace: open files, the files they name, the settings, what is known.
///
/// Nothing here reads the disk or waits: [`Session::wanted`] says what should be read, [`Session::supply`] takes
/// it. Changes are made under one lock and are quick; whoever wants to think takes a [`Snapshot`].
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

    /// A session that knows what a view knows, and goes its own way from there.
    pub(crate) fn fork(snapshot: &Snapshot) -> Self {
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
            granted: Arc::clone(&parts.granted),
            evidence: Arc::clone(&parts.evidence),
            ..Session::default()
        }
    }

    /// What is wrong with the settings that stand in no workspace file, a sentence each, with their place.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let all = self.layers.user.iter().chain(self.layers.above.values());
        all.flat_map(|layer| {
            layer.complaints.iter().map(|complaint| format!("{}: {}", layer.origin, complaint.message))
        })
        .collect()
    }

    /// From now on, nothing that the workspace says for itself counts: no referee.toml, no comment that suppresses a
    /// finding, and no library that a referee.toml names.
    pub fn isolate(&mut self) {
        Arc::make_mut(&mut self.layers).isolated = true;
        self.forget_settings();
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

    /// Sets the editor's settings (the object below `referee`), which rank above the workspace file. What is wrong
    /// with them is returned, to be shown once.
    pub fn set_editor_settings(&mut self, settings: &serde_json::Value) -> Vec<String> {
        let layer = Layer::from_json(Origin::Editor, settings);
        let complaints = layer.complaints.iter().map(|complaint| complaint.message.clone()).collect();
        Arc::make_mut(&mut self.layers).above.insert(0, Arc::new(layer));
        self.configuration_changed();
        complaints
    }

    /// Gives the session the online sources, for a user with these folders. Without it, it has none.
    pub fn connect(&mut self, folders: Option<Folders>) {
        self.online = Arc::new(Online::new(folders));
        self.forget_settings();
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

    /// From now on, large texts of open files are not read under the lock: the caller reads what
    /// [`Session::next_reading`] hands out.
    pub fn read_large_texts_later(&mut self) {
        self.reads_later = true;
    }

    /// Opens a file with the text the editor shows. `language` is the editor's language id. A file that is none of
    /// referee's is not taken.
    pub fn open(&mut self, file: FileId, language: &str, version: i32, text: &str) {
        self.view = None;
        let Some(role) = role(file.path(), Some(language)) else { return };
        let clinical = language == "clinical-note";
        if self.file_stamps.contains_key(&file) {
            Arc::make_mut(&mut self.file_stamps).remove(&file);
        }
        if self.reads_later && text.len() > MAX_READ_AT_ONCE {
            self.unread.open(file, role, clinical, version, Rope::from_str(text));
            return;
        }
        self.unread.forget(&file);
        let options = self.options(&file);
        let read = File::read(file.clone(), role, Rope::from_str(text), &options);
        self.put_open(file, File { version: Some(version), clinical, ..read });
    }

    /// Takes an open file that was read.
    fn put_open(&mut self, file: FileId, read: File) {
        self.view = None;
        let configures = read.layer().is_some();
        self.put(file.clone(), FileState::Read(Arc::new(read)));
        Arc::make_mut(&mut self.open).insert(file);
        if configures {
            self.configuration_changed();
        }
    }

    /// Hands out a text that is to be read without the lock; see [`Session::read_large_texts_later`]. It must be given
    /// back.
    pub fn next_reading(&mut self) -> Option<TextReading> {
        let (files, layers) = (&self.files, &self.layers);
        self.unread.next(|file| Self::options_from(&settings_for(file.folder(), files, layers)))
    }

    /// Takes a text back that was read; says whether views show it now. Where they do not, the file was closed or
    /// edited meanwhile, and [`Session::next_reading`] hands out what there is to read.
    pub fn finish_reading(&mut self, read: TextRead) -> bool {
        let options = self.options(read.file());
        let Some((file, read)) = self.unread.finish(read, &options) else { return false };
        self.put_open(file, read);
        true
    }

    /// Gives up a text that could not be read because of a fault of the reader.
    pub fn give_up_reading(&mut self, file: &FileId) {
        self.unread.give_up(file);
        self.put(file.clone(), FileState::Unreadable(Arc::from("reading it failed")));
        Arc::make_mut(&mut self.open).insert(file.clone());
        self.view = None;
    }

    /// Whether the newest text of a file is not read yet.
    #[must_use]
    pub fn is_unread(&self, file: &FileId) -> bool {
        self.unread.contains(file)
    }

    /// Whether there is any file whose newest text is not read yet.
    #[must_use]
    pub fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// Asks for files that are on disk: they are read as if a draft named them.
    pub fn ask(&mut self, files: impl IntoIterator<Item = FileId>) {
        self.view = None;
        Arc::make_mut(&mut self.asked).extend(files);
    }

    /// The text of a file, as it stands now.
    #[must_use]
    pub fn text(&self, file: &FileId) -> Option<&Rope> {
        if let Some(unread) = self.unread.get(file) {
            return Some(&unread.text);
        }
        match self.files.get(file) {
            Some(FileState::Read(read)) => Some(read.text()),
            _ => None,
        }
    }

    /// Whether the file is open.
    #[must_use]
    pub fn is_open(&self, file: &FileId) -> bool {
        self.open.contains(file) || self.unread.contains(file)
    }

    /// The files that are open and were read.
    pub fn open_files(&self) -> impl Iterator<Item = &FileId> {
        self.open.iter()
    }

    /// The version of an open file.
    #[must_use]
    pub fn version(&self, file: &FileId) -> Option<i32> {
        if let Some(unread) = self.unread.get(file) {
            return unread.version;
        }
        match self.files.get(file) {
            Some(FileState::Read(read)) => read.version,
            _ => None,
        }
    }

    /// Applies one edit to an open file. An unknown file is left alone.
    pub fn edit(&mut self, file: &FileId, edit: &TextEdit) {
        if self.unread.edit(file, edit) {
            return;
        }
        if self.reads_later
            && let Some(FileState::Read(read)) = self.files.get(file)
            && (edit.text.len() > MAX_READ_AT_ONCE || read.text().len_bytes() > MAX_EDITED_AT_ONCE)
        {
            self.unread.reopen(file, read);
            self.unread.edit(file, edit);
            return;
        }
        self.view = None;
        let Some(FileState::Read(read)) = Arc::make_mut(&mut self.files).get_mut(file) else { return };
        Arc::make_mut(read).edit(edit);
        if read.layer().is_some() {
            self.configuration_changed();
        }
    }

    /// Notes the version an open file has after its edits.
    pub fn set_version(&mut self, file: &FileId, version: i32) {
        if self.unread.set_version(file, version) {
            return;
        }
        self.view = None;
        if let Some(FileState::Read(read)) = Arc::make_mut(&mut self.files).get_mut(file) {
            Arc::make_mut(read).version = Some(version);
        }
    }

    /// Closes a file: from now on its text is what is on disk.
    pub fn close(&mut self, file: &FileId) {
        self.view = None;
        self.unread.forget(file);
        Arc::make_mut(&mut self.open).remove(file);
        self.forget_file(file);
    }

    /// Files changed, appeared or went on disk. What is open stays as the editor shows it.
    pub fn disk_changed(&mut self, changed: &[FileId]) {
        self.view = None;
        for file in changed {
            if self.is_open(file) {
                continue;
            }
            self.forget_file(file);
            if self.siblings.contains_key(file.folder()) {
                Arc::make_mut(&mut self.siblings).remove(file.folder());
            }
            let touched = |place: &LibraryPlace| {
                place.files.iter().any(|path| path == file.path()) || file.path().starts_with(&place.folder)
            };
            if self.libraries.keys().any(touched) {
                Arc::make_mut(&mut self.libraries).retain(|place, _| !touched(place));
                self.forget_settings();
            }
        }
    }

    /// What was read from disk and how it looked then, to be compared with the disk outside of the lock. Files that
    /// are open are not among it: their text is the editor's.
    #[must_use]
    pub fn disk_state(&self) -> DiskState {
        DiskState {
            files: Arc::clone(&self.file_stamps),
            folders: Arc::clone(&self.folder_stamps),
            libraries: self.libraries(),
        }
    }

    /// Takes what [`DiskState::changes`] found: it is wanted again.
    pub fn take_disk_changes(&mut self, changes: DiskChanges) {
        for folder in &changes.folders {
            self.view = None;
            Arc::make_mut(&mut self.siblings).remove(folder);
            Arc::make_mut(&mut self.folder_stamps).remove(folder);
        }
        if !changes.files.is_empty() {
            self.disk_changed(&changes.files);
        }
        for place in changes.libraries {
            self.library_changed(place);
        }
    }

    /// The libraries that are in use.
    #[must_use]
    pub fn libraries(&self) -> Vec<(LibraryPlace, Arc<Sources>)> {
        self.libraries.iter().map(|(place, sources)| (place.clone(), Arc::clone(sources))).collect()
    }

    /// A library changed on disk: it is wanted again, and answers as it was until then.
    pub fn library_changed(&mut self, place: LibraryPlace) {
        self.stale.insert(place);
    }

    /// What should be read from disk, in the order in which it is wanted. Empty when everything that is known to
    /// matter is known.
    pub fn wanted(&mut self) -> Vec<LoadRequest> {
        let snapshot = self.snapshot();
        let mut wanted = Vec::new();
        let file = |session: &Session, id: FileId| {
            let settings = session.read_settings(&id);
            LoadRequest::File(id, settings)
        };
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        for (id, state) in self.files.iter() {
            if matches!(state, FileState::Read(_)) {
                folders.insert(id.folder().to_path_buf());
            }
        }
        folders.extend(self.asked.iter().map(|id| id.folder().to_path_buf()));
        folders.extend(self.folders.iter().cloned());
        // The settings first: they say how the rest is read.
        let mut settings: BTreeSet<FileId> = BTreeSet::new();
        for folder in &folders {
            settings.extend(self.unknown_configurations(folder));
        }
        settings.retain(|id| !self.unread.contains(id));
        if !settings.is_empty() {
            return settings.into_iter().map(|id| file(self, id)).collect();
        }
        for id in self.asked.iter().filter(|id| !self.files.contains_key(id)) {
            wanted.push(file(self, id.clone()));
        }
        let graph = snapshot.graph();
        wanted.extend(graph.wanted.iter().map(|id| file(self, id.clone())));
        let unlisted = graph.wanted_folders.iter().filter(|folder| !self.siblings.contains_key(*folder));
        wanted.extend(unlisted.map(|folder| LoadRequest::Folder(folder.clone())));
        let mut places: Vec<LibraryPlace> = Vec::new();
        for folder in &folders {
            let place = snapshot.settings_of_folder(folder).library.clone();
            let known = self.libraries.contains_key(&place) && !self.stale.contains(&place);
            if !known && !places.contains(&place) {
                places.push(place);
            }
        }
        wanted.extend(places.into_iter().map(LoadRequest::Library));
        let places = snapshot.places();
        let unknown = places.into_iter().filter(|path| !self.real_paths.contains_key(path));
        wanted.extend(unknown.map(LoadRequest::RealPath));
        // The text of an open file is the editor's, and comes when it is read.
        wanted.retain(|wanted| !matches!(wanted, LoadRequest::File(id, _) if self.unread.contains(id)));
        if wanted.is_empty() {
            self.forget_unreached(&snapshot);
        }
        wanted
    }

    /// Takes what was read. A file that was opened meanwhile stays as the editor shows it.
    pub fn supply(&mut self, supplied: Loaded) {
        self.view = None;
        match supplied.0 {
            LoadedContent::File(id, state, stamp) => {
                if self.is_open(&id) {
                    return;
                }
                Arc::make_mut(&mut self.file_stamps).insert(id.clone(), stamp);
                let configures = matches!(role(id.path(), None), Some(Role::Configuration));
                self.put(id, state);
                if configures {
                    self.configuration_changed();
                }
            }
            LoadedContent::Folder(folder, listing) => {
                Arc::make_mut(&mut self.folder_stamps).insert(folder.clone(), listing.stamp);
                let stamps = Arc::make_mut(&mut self.file_stamps);
                let is_closed = |file: &FileId| !self.open.contains(file) && !self.unread.contains(file);
                stamps.extend(listing.stamps.into_iter().filter(|(file, _)| is_closed(file)));
                Arc::make_mut(&mut self.siblings).insert(folder, listing.drafts);
            }
            LoadedContent::RealPath(path, real) => {
                Arc::make_mut(&mut self.real_paths).insert(path, real);
            }
            LoadedContent::Library(place, sources) => {
                self.stale.remove(&place);
                Arc::make_mut(&mut self.libraries).insert(place, sources);
                self.forget_settings();
            }
        }
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
                })
            })
            .clone()
    }

    fn put(&mut self, id: FileId, state: FileState) {
        Arc::make_mut(&mut self.files).insert(id, state);
    }

    /// The file has to be read again before anything is known of it.
    fn forget_file(&mut self, file: &FileId) {
        let before = Arc::make_mut(&mut self.files).remove(file);
        if self.file_stamps.contains_key(file) {
            Arc::make_mut(&mut self.file_stamps).remove(file);
        }
        if self.real_paths.contains_key(file.path()) {
            Arc::make_mut(&mut self.real_paths).remove(file.path());
        }
        self.cache.forget(file);
        if matches!(before, Some(FileState::Read(read)) if read.layer().is_some()) {
            self.forget_settings();
        }
    }

    /// Lets go of files that nothing leads to any more, so that what is known is what a new session would know.
    fn forget_unreached(&mut self, snapshot: &Snapshot) {
        let graph = snapshot.graph();
        let folders: BTreeSet<&Path> = self
            .open
            .iter()
            .chain(self.asked.iter())
            .chain(graph.looked_for.iter())
            .map(FileId::folder)
            .chain(self.folders.iter().map(PathBuf::as_path))
            .collect();
        let configurations: HashSet<FileId> = folders.into_iter().flat_map(configurations).collect();
        let matters = |file: &FileId| {
            self.is_open(file)
                || self.asked.contains(file)
                || graph.looked_for.contains(file)
                || configurations.contains(file)
        };
        let unreached: Vec<FileId> = self.files.keys().filter(|file| !matters(file)).cloned().collect();
        for file in &unreached {
            self.forget_file(file);
        }
        if self.siblings.keys().any(|folder| !graph.wanted_folders.contains(folder)) {
            Arc::make_mut(&mut self.siblings).retain(|folder, _| graph.wanted_folders.contains(folder));
            Arc::make_mut(&mut self.folder_stamps).retain(|folder, _| graph.wanted_folders.contains(folder));
            let (files, siblings) = (&self.files, &self.siblings);
            Arc::make_mut(&mut self.file_stamps)
                .retain(|file, _| files.contains_key(file) || siblings.contains_key(file.folder()));
            self.view = None;
        }
        if !unreached.is_empty() {
            self.view = None;
        }
    }

    /// What the settings are made from has changed: they are worked out again when somebody asks.
    fn forget_settings(&mut self) {
        self.view = None;
        self.settings = Arc::default();
    }

    /// The settings say something else now, and drafts may have to be read otherwise.
    fn configuration_changed(&mut self) {
        self.forget_settings();
        self.reread_for_new_options();
    }

    /// The referee.toml files that would have to be known for the settings of `folder`: all above it, since the outer
    /// ones may protect something.
    fn unknown_configurations(&self, folder: &Path) -> Vec<FileId> {
        if self.layers.isolated {
            return Vec::new();
        }
        configurations(folder).filter(|id| !self.files.contains_key(id)).collect()
    }

    fn settings_for(&self, folder: &Path) -> Settings {
        settings_for(folder, &self.files, &self.layers)
    }

    pub(crate) fn read_settings(&self, file: &FileId) -> ReadSettings {
        let settings = self.settings_for(file.folder());
        ReadSettings {
            options: Self::options_from(&settings),
            max_megabytes: u64::from(settings.values.documents_max_size),
        }
    }

    fn options(&self, file: &FileId) -> Arc<Options> {
        Self::options_from(&self.settings_for(file.folder()))
    }

    fn options_from(settings: &Settings) -> Arc<Options> {
        let commands = &settings.values.documents_cite_commands;
        if commands.is_empty() {
            return Arc::default();
        }
        Arc::new(Options {
            cite_commands: commands.iter().map(|name| name.trim_start_matches('\\').to_owned()).collect(),
        })
    }

    /// Reads drafts again whose settings say now that they are to be read otherwise. What could not be read is wanted
    /// again: it may have been too large.
    fn reread_for_new_options(&mut self) {
        // A referee.toml that cannot be read says nothing, whatever the others say.
        let is_stale = |id: &FileId, state: &FileState| {
            matches!(state, FileState::Unreadable(_)) && role(id.path(), None) != Some(Role::Configuration)
        };
        if self.files.iter().any(|(id, state)| is_stale(id, state)) {
            Arc::make_mut(&mut self.files).retain(|id, state| !is_stale(id, state));
        }
        let stale: Vec<(FileId, Arc<Options>)> = self
            .files
            .iter()
            .filter_map(|(id, state)| match state {
                FileState::Read(file) => {
                    let document = file.draft()?;
                    let options = self.options(id);
                    (document.options() != &*options).then(|| (id.clone(), options))
                }
                _ => None,
            })
            .collect();
        for (id, options) in stale {
            if self.unread.contains(&id) {
                continue;
            }
            if self.reads_later
                && self.open.contains(&id)
                && let Some(FileState::Read(file)) = self.files.get(&id)
                && file.text().len_bytes() > MAX_READ_AT_ONCE
            {
                self.unread.reopen(&id, file);
                continue;
            }
            if let Some(FileState::Read(file)) = Arc::make_mut(&mut self.files).get_mut(&id) {
                Arc::make_mut(file).reread(&options);
            }
        }
    }
}
