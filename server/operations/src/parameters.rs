//! The limits of parameters, and how they are cleaned before they are used.

use crate::error::OperationError;

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

/// The default number of works in a result.
pub(crate) fn ten() -> usize {
    10
}

/// Returns a parameter on one line without control characters.
///
/// # Errors
///
/// If it is too long, or empty afterwards.
pub(crate) fn line(name: &'static str, text: &str) -> Result<String, OperationError> {
    within(name, text.len(), MAX_LINE_BYTES, "bytes")?;
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let shown = referee_text::visible::on_one_line(&spaced);
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { Err(OperationError::Empty(name)) } else { Ok(line) }
}

/// Returns the text of a parameter; control characters except line breaks and tabs become spaces.
pub(crate) fn text(name: &'static str, text: &str) -> Result<String, OperationError> {
    within(name, text.len(), MAX_TEXT_BYTES, "bytes")?;
    if text.trim().is_empty() {
        return Err(OperationError::Empty(name));
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
) -> Result<(), OperationError> {
    if is > most { Err(OperationError::TooLarge { name, is, most, unit }) } else { Ok(()) }
}
