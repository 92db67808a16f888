//! The texts of open files: opening, editing, closing.

use super::Session;
use crate::files::{File, FileState, role};
use crate::folder_settings::settings_for;
use crate::unread::{MAX_EDITED_AT_ONCE, MAX_READ_AT_ONCE, TextRead, TextReading};
use referee_text::{FileId, Message, Rope, TextEdit};
use std::sync::Arc;

impl Session {
    /// Stops reading large texts of open files under the lock: the caller reads those that
    /// [`Session::next_reading`] returns.
    pub fn read_large_texts_later(&mut self) {
        self.reads_later = true;
    }

    /// Opens a file with its text in the editor. `language` is the editor's language id. Ignores
    /// files that referee does not handle.
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

    /// Stores an open file that was read.
    pub(super) fn put_open(&mut self, file: FileId, read: File) {
        self.view = None;
        let configures = read.layer().is_some();
        self.put(file.clone(), FileState::Read(Arc::new(read)));
        Arc::make_mut(&mut self.open).insert(file);
        if configures {
            self.configuration_changed();
        }
    }

    /// Returns a text to be read without the lock; see [`Session::read_large_texts_later`]. It must
    /// be passed to [`Session::finish_reading`] afterwards.
    pub fn next_reading(&mut self) -> Option<TextReading> {
        let (files, layers) = (&self.files, &self.layers);
        self.unread.next(|file| Self::options_from(&settings_for(file.folder(), files, layers)))
    }

    /// Stores a text that was read; returns whether snapshots show it now. Otherwise the file was
    /// closed or edited meanwhile, and [`Session::next_reading`] returns any text that is left to
    /// read.
    pub fn finish_reading(&mut self, read: TextRead) -> bool {
        let options = self.options(read.file());
        let Some((file, read)) = self.unread.finish(read, &options) else { return false };
        self.put_open(file, read);
        true
    }

    /// Abandons a text that could not be read because of a bug in the reader.
    pub fn give_up_reading(&mut self, file: &FileId) {
        self.unread.give_up(file);
        self.put(
            file.clone(),
            FileState::Unreadable(Arc::new(Message::new("reading it failed", "no se pudo leer"))),
        );
        Arc::make_mut(&mut self.open).insert(file.clone());
        self.view = None;
    }

    /// Whether the latest text of a file has not been read yet.
    #[must_use]
    pub fn is_unread(&self, file: &FileId) -> bool {
        self.unread.contains(file)
    }

    /// Whether the latest text of any file has not been read yet.
    #[must_use]
    pub fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// Returns the current text of a file in the editor, or otherwise on disk.
    #[must_use]
    pub fn source_text(&self, file: &FileId) -> Option<&Rope> {
        if let Some(unread) = self.unread.get(file) {
            return Some(&unread.text);
        }
        match self.files.get(file) {
            Some(FileState::Read(read)) => Some(read.source()),
            _ => None,
        }
    }

    /// Whether the file is open.
    #[must_use]
    pub fn is_open(&self, file: &FileId) -> bool {
        self.open.contains(file) || self.unread.contains(file)
    }

    /// Iterates over the files that are open and have been read.
    pub fn open_files(&self) -> impl Iterator<Item = &FileId> {
        self.open.iter()
    }

    /// Returns the version of an open file.
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

    /// Applies one edit to an open file. Ignores unknown files.
    pub fn edit(&mut self, file: &FileId, edit: &TextEdit) {
        if self.unread.edit(file, edit) {
            return;
        }
        if self.reads_later
            && let Some(FileState::Read(read)) = self.files.get(file)
            && (edit.text.len() > MAX_READ_AT_ONCE || read.source().len_bytes() > MAX_EDITED_AT_ONCE)
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

    /// Sets the version of an open file after its edits.
    pub fn set_version(&mut self, file: &FileId, version: i32) {
        if self.unread.set_version(file, version) {
            return;
        }
        self.view = None;
        if let Some(FileState::Read(read)) = Arc::make_mut(&mut self.files).get_mut(file) {
            Arc::make_mut(read).version = Some(version);
        }
    }

    /// Closes a file; from then on its text is that on disk.
    pub fn close(&mut self, file: &FileId) {
        self.view = None;
        self.unread.forget(file);
        Arc::make_mut(&mut self.open).remove(file);
        self.forget_file(file);
    }
}
