//! The settings of the editor, merged from the channels on which they arrive.

use serde_json::{Map, Value};

/// The configuration section of this server.
pub(crate) const SECTION: &str = "referee";

/// The settings by channel, weakest first.
#[derive(Debug, Default)]
pub(crate) struct EditorSettings {
    initial: Option<Value>,
    pushed: Option<Value>,
    /// The answer to `workspace/configuration`.
    pub(crate) answered: Option<Value>,
    /// The editor has sent its settings, or has answered that it cannot.
    pub(crate) complete: bool,
    /// The last complaints about the settings, which are not repeated.
    pub(crate) complained: Vec<String>,
}

impl EditorSettings {
    /// Stores `initializationOptions`.
    pub(crate) fn start_with(&mut self, options: Option<Value>) {
        self.initial = options.map(section);
    }

    /// Stores the settings of `didChangeConfiguration`, if it contains any.
    pub(crate) fn push(&mut self, settings: Value) {
        if settings.is_object() {
            self.pushed = Some(section(settings));
        }
    }

    /// Returns all settings; stronger channels override weaker ones.
    pub(crate) fn merged(&self) -> Value {
        let mut out = Value::Object(Map::new());
        for layer in [&self.initial, &self.pushed, &self.answered].into_iter().flatten() {
            merge(&mut out, layer);
        }
        out
    }
}

/// Returns the object at the key `referee`, or the object itself if the key is missing. Lua cannot
/// distinguish an empty object from an empty list, so Neovim sends a list.
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
        // An editor answers null for settings that are not set.
        (_, Value::Null) => {}
        (into, from) => *into = from.clone(),
    }
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
