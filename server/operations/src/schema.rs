//! JSON schemas of parameters and results, derived from their types: doc comments are descriptions.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// Returns the schema of a type that is read. It is one object without references; what may be
/// missing is described as if it were there, since `null` and a missing member mean the same.
#[must_use]
pub fn of_parameters<T: JsonSchema>() -> Map<String, Value> {
    let settings = settings().for_deserialize().with_transform(RecursiveTransform(without_null));
    object(settings.into_generator().into_root_schema_for::<T>())
}

/// Returns the schema of a type that is written. It is one object without references.
#[must_use]
pub fn of_result<T: JsonSchema>() -> Map<String, Value> {
    object(settings().for_serialize().into_generator().into_root_schema_for::<T>())
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .with_transform(RecursiveTransform(in_few_words))
}

fn object(schema: Schema) -> Map<String, Value> {
    match schema.to_value() {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Joins the lines of a description, writes a choice between words as `enum`, and removes the width
/// of numbers, which is a matter of Rust.
fn in_few_words(schema: &mut Schema) {
    let Some(members) = schema.as_object_mut() else { return };
    if let Some(Value::String(description)) = members.get_mut("description") {
        *description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let of_choice = |choice: &Value| match choice.get("enum") {
        Some(Value::Array(words)) => Some(words.clone()),
        _ => choice.get("const").map(|word| vec![word.clone()]),
    };
    let words = members
        .get("oneOf")
        .and_then(Value::as_array)
        .and_then(|choices| choices.iter().map(of_choice).collect::<Option<Vec<_>>>())
        .map(|words| words.concat());
    if let Some(words) = words {
        members.remove("oneOf");
        members.insert("type".to_owned(), "string".into());
        members.insert("enum".to_owned(), words.into());
    }
    members.remove("format");
}

/// Describes an optional member by its value alone.
fn without_null(schema: &mut Schema) {
    let Some(members) = schema.as_object_mut() else { return };
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            members.insert("type".to_owned(), one);
        }
    }
    let choices = members.get("anyOf").and_then(Value::as_array).cloned().unwrap_or_default();
    let is_null = |choice: &Value| choice.get("type").is_some_and(|name| name == "null");
    if let [Value::Object(one), other] = &choices[..]
        && is_null(other)
    {
        members.remove("anyOf");
        for (name, value) in one {
            members.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    /// A person,
    /// as they are asked for.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Person {
        /// The name.
        #[schemars(length(max = 10))]
        name: String,
        age: Option<u32>,
        mood: Option<Mood>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Mood {
        /// All is well.
        VeryGood,
        /// Little is.
        Bad,
    }

    #[test]
    fn parameters_are_described_by_their_comments_and_without_null() {
        let schema = Value::Object(of_parameters::<Person>());
        assert_eq!(schema["description"], "A person, as they are asked for.");
        assert_eq!(schema["required"], json!(["name"]));
        assert_eq!(schema["additionalProperties"], false);
        let name = json!({"type": "string", "maxLength": 10, "description": "The name."});
        assert_eq!(schema["properties"]["name"], name);
        assert_eq!(schema["properties"]["age"], json!({"type": "integer", "minimum": 0}));
        assert_eq!(schema["properties"]["mood"], json!({"type": "string", "enum": ["very-good", "bad"]}));
    }

    #[test]
    fn a_result_may_have_null() {
        let schema = Value::Object(of_result::<Person>());
        assert_eq!(schema["properties"]["age"]["type"], json!(["integer", "null"]));
        assert_eq!(schema["required"], json!(["name", "age", "mood"]));
    }
}
