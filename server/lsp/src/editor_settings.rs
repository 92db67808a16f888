//! The settings of the editor, merged from the ways in which they come.

use serde_json::{Map, Value};

/// The section that holds our settings.
pub(crate) const SECTION: &str = "referee";

/// The settings by the way they came, weakest first.
#[derive(Debug, Default)]
pub(crate) struct EditorSettings {
    initial: Option<Value>,
    pushed: Option<Value>,
    /// The answer to `workspace/configuration`.
    pub(crate) answered: Option<Value>,
    /// The editor has told its settings, or has said that it cannot.
    pub(crate) complete: bool,
    /// What was wrong with the settings the last time, which is not said again.
    pub(crate) complained: Vec<String>,
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

    /// All settings, of which those that came by a stronger way win.
    pub(crate) fn merged(&self) -> Value {
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
