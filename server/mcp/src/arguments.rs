//! The arguments of the tools, and how large they may be.

use crate::error::ToolError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The largest text, in bytes.
pub(crate) const MAX_TEXT_BYTES: usize = 2_000_000;

/// The longest sentence, query, reference or identifier, in bytes.
pub(crate) const MAX_LINE_BYTES: usize = 10_000;

/// The most references of a list.
pub(crate) const MAX_REFERENCES: usize = 500;

/// The most identifiers that are looked up for notices at once.
pub(crate) const MAX_IDENTIFIERS: usize = 100;

/// The most works that are offered or found.
pub(crate) const MAX_WORKS: usize = 25;

/// `check_references`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckReferences {
    pub(crate) text: Option<String>,
    pub(crate) references: Option<Vec<String>>,
    pub(crate) format: Option<String>,
    pub(crate) bibliography: Option<String>,
}

/// `verify_identifier`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyIdentifier {
    pub(crate) identifier: String,
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) authors: Vec<String>,
    pub(crate) year: Option<i32>,
}

/// `find_citation`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindCitation {
    pub(crate) sentence: String,
    #[serde(default = "ten")]
    pub(crate) limit: usize,
}

/// `find_mechanism`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindMechanism {
    pub(crate) question: String,
}

/// `check_support`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckSupport {
    pub(crate) sentence: String,
    pub(crate) work: String,
}

/// `retraction_status`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetractionStatus {
    pub(crate) identifiers: Vec<String>,
}

/// `search_library`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchLibrary {
    pub(crate) query: String,
    #[serde(default = "ten")]
    pub(crate) limit: usize,
}

fn ten() -> usize {
    10
}

/// Reads the arguments of a tool.
pub(crate) fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, ToolError> {
    Ok(serde_json::from_value(Value::Object(arguments))?)
}

/// The words of an argument in one line without control characters; an error where nothing is left of it, or it is
/// too long.
pub(crate) fn line(name: &'static str, text: &str) -> Result<String, ToolError> {
    within(name, text.len(), MAX_LINE_BYTES, "bytes")?;
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let shown = referee_text::visible::on_one_line(&spaced);
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { Err(ToolError::Empty(name)) } else { Ok(line) }
}

/// The text of an argument, with spaces in place of control characters but line breaks and tabs.
pub(crate) fn text(name: &'static str, text: &str) -> Result<String, ToolError> {
    within(name, text.len(), MAX_TEXT_BYTES, "bytes")?;
    if text.trim().is_empty() {
        return Err(ToolError::Empty(name));
    }
    let keeps = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    Ok(text.chars().map(|c| if keeps(c) { c } else { ' ' }).collect())
}

/// Refuses what is larger than it may be.
pub(crate) fn within(
    name: &'static str,
    is: usize,
    most: usize,
    unit: &'static str,
) -> Result<(), ToolError> {
    if is > most { Err(ToolError::TooLarge { name, is, most, unit }) } else { Ok(()) }
}
