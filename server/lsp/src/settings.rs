//! The editor's settings: what it sent at the start, what it pushed, what it answered when asked.

use crate::state::{State, lock};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use tower_lsp::lsp_types::request::WorkspaceConfiguration;
use tower_lsp::lsp_types::{ConfigurationItem, ConfigurationParams};

/// The section that we ask for.
const SECTION: &str = "referee";

/// How long the answer to a question may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The settings by the way they came, weakest first.
#[derive(Debug, Default)]
pub(crate) struct EditorSettings {
    initial: Option<Value>,
    pushed: Option<Value>,
    answered: Option<Value>,
    complained: Vec<String>,
}

impl EditorSettings {
    /// Takes `initializationOptions`.
    pub(crate) fn start_with(&mut self, options: Option<Value>) {
        self.initial = options.map(section);
    }

    /// Takes the settings of `didChangeConfiguration`, where it has any.
    pub(crate) fn push(&mut self, settings: Value) {
        if settings.is_object() {
            self.pushed = Some(section(settings));
        }
    }

    fn merged(&self) -> Value {
        let mut out = Value::Object(Map::new());
        for layer in [&self.initial, &self.pushed, &self.answered].into_iter().flatten() {
            merge(&mut out, layer);
        }
        out
    }
}

/// The object below `referee`, or the object itself where it has no such member. In Lua an empty object is an empty
/// list, and that is how Neovim sends it.
fn section(mut settings: Value) -> Value {
    match settings.get_mut(SECTION) {
        Some(section) if section.is_object() => section.take(),
        Some(Value::Null | Value::Array(_)) => Value::Object(Map::new()),
        _ => settings,
    }
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        // An editor answers null for what is not set.
        (_, Value::Null) => {}
        (into, from) => *into = from.clone(),
    }
}

/// Puts the settings in force and says what is wrong with them, once.
pub(crate) fn apply(state: &State) {
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
    state.worker.refresh_all();
    state.worker.verify();
}

/// Asks the editor for its settings, in the background: no handler ever waits for it.
pub(crate) fn ask(state: &Arc<State>) {
    if !state.abilities().configuration {
        return;
    }
    let state = Arc::clone(state);
    tokio::spawn(async move {
        let items = vec![ConfigurationItem { scope_uri: None, section: Some(String::from(SECTION)) }];
        let params = ConfigurationParams { items };
        match state.client.request_within::<WorkspaceConfiguration>(params, PATIENCE).await {
            Ok(answers) => {
                let answer = answers.into_iter().next().filter(Value::is_object);
                lock(&state.settings).answered = answer;
                apply(&state);
            }
            Err(error) => tracing::warn!("the editor did not tell its settings: {error}"),
        }
        state.worker.start();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_empty_section_holds_no_settings_whatever_it_is_written_as() {
        for empty in [json!({}), json!([]), json!(null)] {
            let mut settings = EditorSettings::default();
            settings.start_with(Some(json!({"referee": empty})));
            settings.push(json!({"referee": empty}));
            assert_eq!(settings.merged(), json!({}), "{empty}");
        }
    }

    #[test]
    fn what_the_editor_answers_ranks_above_what_it_pushed_and_that_above_the_start() {
        let mut settings = EditorSettings::default();
        settings.start_with(Some(json!({"network": "deny", "inlay_hints": true, "rules": {"a/b": "off"}})));
        settings.push(json!({"referee": {"network": "ask", "rules": {"c/d": "error"}}}));
        settings.push(Value::Null);
        settings.answered = Some(json!({"network": null, "inlay_hints": false}));
        let expected =
            json!({"network": "ask", "inlay_hints": false, "rules": {"a/b": "off", "c/d": "error"}});
        assert_eq!(settings.merged(), expected);
    }
}
