//! Requests the editor's settings and applies them.

use crate::editor_client::RequestError;
use crate::editor_settings::SECTION;
use crate::state::State;
use crate::sync::lock;
use crate::threads::read_texts;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tower_lsp::lsp_types::request::WorkspaceConfiguration;
use tower_lsp::lsp_types::{ConfigurationItem, ConfigurationParams};

/// After this time, the log reports that the editor has not sent its settings.
const SETTINGS_WARNING_AFTER: Duration = Duration::from_secs(10);

/// Applies the settings and reports problems with them, once.
pub(crate) fn apply(state: &Arc<State>) {
    let (settings, complained) = {
        let settings = lock(&state.settings);
        (settings.merged(), settings.complained.clone())
    };
    let complaints = lock(&state.session).set_editor_settings(&settings);
    for complaint in complaints.iter().filter(|complaint| !complained.contains(complaint)) {
        tracing::warn!("the editor's settings: {complaint}");
    }
    lock(&state.settings).complained = complaints;
    // Abort look-ups that the new settings forbid.
    lock(&state.session).snapshot().sync_network_permission();
    // Changed settings may change how drafts are read.
    read_texts(state);
    state.worker.refresh_all();
    state.worker.verify();
}

/// Asks the editor for its settings, in the background: no handler ever waits for them. They are
/// applied whenever they arrive; until then nothing is looked up online and the author is not
/// asked, because the settings may forbid it.
pub(crate) fn ask(state: &Arc<State>) {
    if !state.client_capabilities().configuration {
        return;
    }
    let items = vec![ConfigurationItem { scope_uri: None, section: Some(String::from(SECTION)) }];
    let params = ConfigurationParams { items };
    let asker = Arc::clone(state);
    state.client.request_at_leisure::<WorkspaceConfiguration>(params, move |answer| take(&asker, answer));
    let state = Arc::clone(state);
    tokio::spawn(async move {
        tokio::time::sleep(SETTINGS_WARNING_AFTER).await;
        if !state.are_settings_known() {
            tracing::warn!(
                "the editor has not told its settings yet: until it does, nothing is looked up online"
            );
        }
    });
}

/// Handles the editor's answer.
fn take(state: &Arc<State>, answer: Result<Vec<Value>, RequestError>) {
    match answer {
        Ok(answers) => {
            lock(&state.settings).answered = answers.into_iter().next().filter(Value::is_object);
            apply(state);
        }
        // For an editor that refuses, the settings that it sent are complete.
        Err(RequestError::Refused(error)) => tracing::warn!("the editor did not tell its settings: {error}"),
        Err(_) => return,
    }
    // Set this after the settings are applied, so that observers of the flag see them.
    lock(&state.settings).complete = true;
    state.worker.start();
}
