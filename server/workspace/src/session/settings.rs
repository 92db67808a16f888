//! The settings of the session, and what has to be read again when they change.

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
    /// What is wrong with the settings that stand in no workspace file, a sentence each, with their place.
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

    /// From now on, nothing that the workspace says for itself counts: no referee.toml, no comment that suppresses a
    /// finding, and no library that a referee.toml names.
    pub fn isolate(&mut self) {
        Arc::make_mut(&mut self.layers).isolated = true;
        self.forget_settings();
    }

    /// Sets the editor's settings (the object below `referee`), which rank above the workspace file. What is wrong
    /// with them is returned, to be shown once.
    pub fn set_editor_settings(&mut self, settings: &serde_json::Value) -> Vec<String> {
        let layer = Layer::from_json(Origin::Editor, settings);
        let language = self.locale.unwrap_or_default();
        let message = |complaint: &Complaint| complaint.message.text(language).to_owned();
        let complaints = layer.complaints.iter().map(message).collect();
        Arc::make_mut(&mut self.layers).above.insert(0, Arc::new(layer));
        self.configuration_changed();
        complaints
    }

    /// Sets the language of the editor, as `initialize` names it.
    pub fn set_locale(&mut self, locale: &str) {
        self.locale = Some(Language::of_locale(locale));
        self.view = None;
    }

    /// What the settings are made from has changed: they are worked out again when somebody asks.
    pub(super) fn forget_settings(&mut self) {
        self.view = None;
        self.settings = Arc::default();
    }

    /// The settings say something else now, and drafts may have to be read otherwise.
    pub(super) fn configuration_changed(&mut self) {
        self.forget_settings();
        self.reread_for_new_options();
    }

    /// The referee.toml files that would have to be known for the settings of `folder`: all above it, since the outer
    /// ones may protect something.
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
