//! The mutable state of the workspace.

use crate::Snapshot;
use referee_text::{FileId, Rope, TextEdit};
use std::path::PathBuf;

/// The mutable state of the workspace: open files, the files they name, the settings, what is known.
#[derive(Default)]
pub struct Session {}

#[expect(unused_variables, clippy::todo, reason = "filled in by the next change")]
impl Session {
    /// Sets the folders of the workspace.
    pub fn set_folders(&mut self, folders: Vec<PathBuf>) {
        todo!()
    }

    /// Sets the editor's settings (the object below `referee`), which rank above the workspace file.
    pub fn set_editor_settings(&mut self, settings: serde_json::Value) {
        todo!()
    }

    /// Opens a file with the text the editor shows. `language` is the editor's language id.
    pub fn open(&mut self, file: FileId, language: &str, version: i32, text: &str) {
        todo!()
    }

    /// The text of an open file, as it stands now.
    #[must_use]
    pub fn text(&self, file: &FileId) -> Option<&Rope> {
        todo!()
    }

    /// Applies one edit to an open file. An unknown file is left alone.
    pub fn edit(&mut self, file: &FileId, edit: &TextEdit) {
        todo!()
    }

    /// Notes the version an open file has after its edits.
    pub fn set_version(&mut self, file: &FileId, version: i32) {
        todo!()
    }

    /// Closes a file: from now on its text is what is on disk.
    pub fn close(&mut self, file: &FileId) {
        todo!()
    }

    /// Files changed, appeared or went on disk.
    pub fn disk_changed(&mut self, files: &[FileId]) {
        todo!()
    }

    /// A view of everything at this moment.
    #[must_use]
    pub fn snapshot(&mut self) -> Snapshot {
        todo!()
    }
}
