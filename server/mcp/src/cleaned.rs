//! Removes what a terminal or a client must not receive: control characters in strings.

use referee_text::visible::visible;
use serde_json::{Map, Value};

/// Removes control characters from all strings in the value.
pub(crate) fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(visible(&text).into_owned()),
        Value::Array(all) => Value::Array(all.into_iter().map(cleaned).collect()),
        Value::Object(all) => {
            let all = all.into_iter().map(|(name, value)| (visible(&name).into_owned(), cleaned(value)));
            Value::Object(all.collect::<Map<_, _>>())
        }
        other => other,
    }
}
