//! The arguments of the tools, and their size limits.

use crate::error::ToolError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The maximum size of a text in bytes.
pub(crate) const MAX_TEXT_BYTES: usize = 2_000_000;

/// The maximum length of a sentence, query, reference or identifier in bytes.
pub(crate) const MAX_LINE_BYTES: usize = 10_000;

/// The maximum number of references in a list.
pub(crate) const MAX_REFERENCES: usize = 500;

/// The maximum number of identifiers in one call for notices.
pub(crate) const MAX_IDENTIFIERS: usize = 100;

/// The maximum number of works in a result.
pub(crate) const MAX_WORKS: usize = 25;

/// The arguments of `check_references`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckReferences {
    pub(crate) text: Option<String>,
    pub(crate) references: Option<Vec<String>>,
    pub(crate) format: Option<String>,
    pub(crate) bibliography: Option<String>,
}

/// The arguments of `verify_identifier`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyIdentifier {
    pub(crate) identifier: String,
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) authors: Vec<String>,
    pub(crate) year: Option<i32>,
}

/// The arguments of `find_citation`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindCitation {
    pub(crate) sentence: String,
    #[serde(default = "ten")]
    pub(crate) limit: usize,
}

/// The arguments of `find_mechanism`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindMechanism {
    pub(crate) question: String,
}

/// The arguments of `check_support`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckSupport {
    pub(crate) sentence: String,
    pub(crate) work: String,
}

/// The arguments of `retraction_status`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetractionStatus {
    pub(crate) identifiers: Vec<String>,
}

/// The arguments of `search_library`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchLibrary {
    pub(crate) query: String,
    #[serde(default = "ten")]
    pub(crate) limit: usize,
}

/// The arguments of `compare_note`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareNote {
    pub(crate) note: String,
    pub(crate) sources: Vec<NoteSource>,
    pub(crate) language: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteSource {
    pub(crate) name: Option<String>,
    pub(crate) text: String,
}

fn ten() -> usize {
    10
}

/// Deserialises the arguments of a tool.
pub(crate) fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, ToolError> {
    Ok(serde_json::from_value(Value::Object(arguments))?)
}

/// Returns an argument on one line without control characters; an error if it is too long, or empty
/// afterwards.
pub(crate) fn line(name: &'static str, text: &str) -> Result<String, ToolError> {
    within(name, text.len(), MAX_LINE_BYTES, "bytes")?;
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let shown = referee_text::visible::on_one_line(&spaced);
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { Err(ToolError::Empty(name)) } else { Ok(line) }
}

/// Returns the text of an argument; control characters except line breaks and tabs become spaces.
pub(crate) fn text(name: &'static str, text: &str) -> Result<String, ToolError> {
    within(name, text.len(), MAX_TEXT_BYTES, "bytes")?;
    if text.trim().is_empty() {
        return Err(ToolError::Empty(name));
    }
    let keeps = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    Ok(text.chars().map(|c| if keeps(c) { c } else { ' ' }).collect())
}

/// Returns an error if a size exceeds its limit.
pub(crate) fn within(
    name: &'static str,
    is: usize,
    most: usize,
    unit: &'static str,
) -> Result<(), ToolError> {
    if is > most { Err(ToolError::TooLarge { name, is, most, unit }) } else { Ok(()) }
}
