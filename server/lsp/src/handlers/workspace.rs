//! The workspace: settings, folders, files on disk.

use crate::state::State;
use crate::sync::lock;
use crate::{settings, uri};
use referee_text::FileId;
use std::path::PathBuf;
use std::sync::Arc;
use tower_lsp::lsp_types::*;

/// Handles `workspace/didChangeConfiguration`: the settings are in the message, or the editor is
/// asked for them.
pub(crate) fn did_change_configuration(state: &Arc<State>, params: DidChangeConfigurationParams) {
    lock(&state.settings).push(params.settings);
    settings::apply(state);
    settings::ask(state);
}

/// Handles `workspace/didChangeWorkspaceFolders`.
pub(crate) fn did_change_folders(state: &State, params: DidChangeWorkspaceFoldersParams) {
    let paths = |folders: Vec<WorkspaceFolder>| -> Vec<PathBuf> {
        folders.iter().filter_map(|folder| uri::path(&folder.uri)).collect()
    };
    let (added, removed) = (paths(params.event.added), paths(params.event.removed));
    {
        let mut session = lock(&state.session);
        let mut folders = session.folders().to_vec();
        folders.retain(|folder| !removed.contains(folder));
        for folder in added {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        session.set_folders(folders);
    }
    changed(state);
}

/// Handles `workspace/didChangeWatchedFiles`.
pub(crate) fn did_change_watched_files(state: &State, params: &DidChangeWatchedFilesParams) {
    let files: Vec<FileId> = params.changes.iter().map(|change| uri::file(&change.uri)).collect();
    lock(&state.session).disk_changed(&files);
    changed(state);
}

/// Triggers a refresh after a change that may affect any file.
pub(crate) fn changed(state: &State) {
    state.worker.refresh_all();
}
