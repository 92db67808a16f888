//! The settings of the session, and the files to parse again when they change.

use super::Session;
use crate::files::{FileState, ReadSettings, Role, role};
use crate::folder_settings::{configurations, settings_for};
use crate::settings::{Complaint, Layer, Origin, Settings};
use crate::unread::MAX_READ_AT_ONCE;
use referee_syntax::Options;
use referee_text::{FileId, Language};
use std::path::Path;
use std::sync::Arc;

impl Session {
    /// Returns the errors in the settings outside workspace files, one sentence each, with their
    /// origin.
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let language = self.locale.unwrap_or_default();
        let all = self.layers.user.iter().chain(self.layers.above.values());
        all.flat_map(|layer| {
            layer
                .complaints
                .iter()
                .map(|complaint| format!("{}: {}", layer.origin, complaint.message.text(language)))
        })
        .collect()
    }

    /// Ignores the workspace's own declarations from now on: every referee.toml, comments that
    /// suppress findings, and libraries in a referee.toml.
    pub fn isolate(&mut self) {
        Arc::make_mut(&mut self.layers).isolated = true;
        self.forget_settings();
    }

    /// Sets the editor's settings (the object `referee`), which override the workspace file.
    /// Returns their errors, to be shown once.
    pub fn set_editor_settings(&mut self, settings: &serde_json::Value) -> Vec<String> {
        let layer = Layer::from_json(Origin::Editor, settings);
        let language = self.locale.unwrap_or_default();
        let message = |complaint: &Complaint| complaint.message.text(language).to_owned();
        let complaints = layer.complaints.iter().map(message).collect();
        Arc::make_mut(&mut self.layers).above.insert(0, Arc::new(layer));
        self.configuration_changed();
        complaints
    }

    /// Sets the language of the editor, from `initialize`.
    pub fn set_locale(&mut self, locale: &str) {
        self.locale = Some(Language::of_locale(locale));
        self.view = None;
    }

    /// Drops the computed settings after a change of their inputs; they are computed again on
    /// demand.
    pub(super) fn forget_settings(&mut self) {
        self.view = None;
        self.settings = Arc::default();
    }

    /// Handles a change of the settings, after which drafts may have to be parsed differently.
    pub(super) fn configuration_changed(&mut self) {
        self.forget_settings();
        self.reread_for_new_options();
    }

    /// Returns the unread referee.toml files that affect the settings of `folder`: all in its
    /// ancestors, because the outer ones may protect something.
    pub(super) fn unknown_configurations(&self, folder: &Path) -> Vec<FileId> {
        if self.layers.isolated {
            return Vec::new();
        }
        configurations(folder).filter(|id| !self.files.contains_key(id)).collect()
    }

    pub(super) fn settings_for(&self, folder: &Path) -> Settings {
        settings_for(folder, &self.files, &self.layers)
    }

    pub(crate) fn read_settings(&self, file: &FileId) -> ReadSettings {
        let settings = self.settings_for(file.folder());
        ReadSettings {
            options: Self::options_from(&settings),
            max_megabytes: u64::from(settings.values.documents_max_size),
        }
    }

    pub(super) fn options(&self, file: &FileId) -> Arc<Options> {
        Self::options_from(&self.settings_for(file.folder()))
    }

    pub(super) fn options_from(settings: &Settings) -> Arc<Options> {
        let commands = &settings.values.documents_cite_commands;
        if commands.is_empty() {
            return Arc::default();
        }
        Arc::new(Options {
            cite_commands: commands.iter().map(|name| name.trim_start_matches('\\').to_owned()).collect(),
        })
    }

    /// Parses drafts again whose options have changed. Unreadable files are requested again,
    /// because a size limit may have changed.
    fn reread_for_new_options(&mut self) {
        // A referee.toml that cannot be read is ignored, whatever the others contain.
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
