//! Loading from disk: requests, answers, and dropping unreachable files.

use super::Session;
use crate::disk::{DiskChanges, DiskState};
use crate::files::{FileState, Role, role};
use crate::folder_settings::configurations;
use crate::library::{LibraryPlace, Sources};
use crate::load::{LoadRequest, Loaded, LoadedContent};
use crate::snapshot::Snapshot;
use referee_text::FileId;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Session {
    /// Requests files on disk, which are then read as if a draft referred to them.
    pub fn ask(&mut self, files: impl IntoIterator<Item = FileId>) {
        self.view = None;
        Arc::make_mut(&mut self.asked).extend(files);
    }

    /// Treats a file that is not read yet as a clinical note, whatever it declares.
    pub fn treat_as_note(&mut self, file: FileId) {
        self.notes.insert(file);
    }

    /// Handles files that were changed, created or removed on disk. Open files keep their text in
    /// the editor.
    pub fn disk_changed(&mut self, changed: &[FileId]) {
        self.view = None;
        for file in changed {
            // Saving a bibliography may coincide with moving its attachments, so check them again.
            if self.attachments.contains_key(file) {
                Arc::make_mut(&mut self.attachments).remove(file);
            }
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

    /// Returns the recorded state of the disk, to be compared with the disk without the lock. Open
    /// files are excluded, because their text comes from the editor.
    #[must_use]
    pub fn disk_state(&self) -> DiskState {
        DiskState {
            files: Arc::clone(&self.file_stamps),
            folders: Arc::clone(&self.folder_stamps),
            libraries: self.libraries(),
        }
    }

    /// Handles the differences from [`DiskState::changes`]: the changed items are requested again.
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

    /// Returns the libraries in use.
    #[must_use]
    pub fn libraries(&self) -> Vec<(LibraryPlace, Arc<Sources>)> {
        self.libraries.iter().map(|(place, sources)| (place.clone(), Arc::clone(sources))).collect()
    }

    /// Handles a library that changed on disk: it is requested again, and gives its old answers
    /// until then.
    pub(crate) fn library_changed(&mut self, place: LibraryPlace) {
        self.stale.insert(place);
    }

    /// Returns the requests for the disk, in order of importance. Empty once everything reachable
    /// is loaded.
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
        // The settings first, because they determine how other files are read.
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
        for file in snapshot.bibliographies_with_attachments() {
            if !self.attachments.contains_key(file) {
                wanted.push(LoadRequest::Attachments(file.clone(), snapshot.attachment_places(file)));
            }
        }
        // The text of an open file comes from the editor once it has been read.
        wanted.retain(|wanted| !matches!(wanted, LoadRequest::File(id, _) if self.unread.contains(id)));
        if wanted.is_empty() {
            self.forget_unreached(&snapshot);
        }
        wanted
    }

    /// Stores an answer. A file that was opened meanwhile keeps its text in the editor.
    pub fn supply(&mut self, supplied: Loaded) {
        self.view = None;
        match supplied.0 {
            LoadedContent::File(id, mut state, stamp) => {
                if self.is_open(&id) {
                    return;
                }
                if let FileState::Read(read) = &mut state
                    && self.notes.contains(&id)
                {
                    Arc::make_mut(read).clinical = true;
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
            LoadedContent::Attachments(file, missing) => {
                Arc::make_mut(&mut self.attachments).insert(file, missing);
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

    /// Drops a file, so that it is read again.
    pub(super) fn forget_file(&mut self, file: &FileId) {
        let before = Arc::make_mut(&mut self.files).remove(file);
        if self.file_stamps.contains_key(file) {
            Arc::make_mut(&mut self.file_stamps).remove(file);
        }
        if self.real_paths.contains_key(file.path()) {
            Arc::make_mut(&mut self.real_paths).remove(file.path());
        }
        if self.attachments.contains_key(file) {
            Arc::make_mut(&mut self.attachments).remove(file);
        }
        self.cache.forget(file);
        if matches!(before, Some(FileState::Read(read)) if read.layer().is_some()) {
            self.forget_settings();
        }
    }

    /// Drops unreachable files, so that the state equals that of a new session.
    pub(super) fn forget_unreached(&mut self, snapshot: &Snapshot) {
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
}
