//! The editor's settings put in force, and asked for.

use crate::editor_settings::SECTION;
use crate::state::State;
use crate::sync::lock;
use crate::threads::read_texts;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tower_lsp::lsp_types::request::WorkspaceConfiguration;
use tower_lsp::lsp_types::{ConfigurationItem, ConfigurationParams};

/// How long the answer to a question may take.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// Puts the settings in force and says what is wrong with them, once.
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
    // What is no longer allowed is broken off at once.
    lock(&state.session).snapshot().sync_network_permission();
    // Other settings may have drafts read otherwise.
    read_texts(state);
    state.worker.refresh_all();
    state.worker.verify();
}

/// Asks the editor for its settings, in the background: no handler ever waits for it.
pub(crate) fn ask(state: &Arc<State>) {
    if !state.client_capabilities().configuration {
        return;
    }
    let state = Arc::clone(state);
    tokio::spawn(async move {
        let items = vec![ConfigurationItem { scope_uri: None, section: Some(String::from(SECTION)) }];
        let params = ConfigurationParams { items };
        match state.client.request_within::<WorkspaceConfiguration>(params, ANSWER_LIMIT).await {
            Ok(answers) => {
                let answer = answers.into_iter().next().filter(Value::is_object);
                lock(&state.settings).answered = answer;
                apply(&state);
            }
            Err(error) => tracing::warn!("the editor did not tell its settings: {error}"),
        }
        // After they are in force: who sees this sees them.
        lock(&state.settings).complete = true;
        state.worker.start();
    });
}
