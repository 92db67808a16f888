//! `compare_note`: compares a clinical note with what it was written from.

use crate::arguments::{CompareNote, text, within};
use crate::error::ToolError;
use referee_operations::note_comparison::{NamedSource, compare_note};
use referee_text::Language;
use serde_json::Value;

/// The maximum number of sources of a note.
pub(crate) const MAX_SOURCES: usize = 20;

pub(super) fn run(arguments: &CompareNote) -> Result<Value, ToolError> {
    let note = text("note", &arguments.note)?;
    within("sources", arguments.sources.len(), MAX_SOURCES, "items")?;
    if arguments.sources.is_empty() {
        return Err(ToolError::Empty("sources"));
    }
    let read = |(at, source): (usize, &crate::arguments::NoteSource)| {
        let name = source.name.clone().unwrap_or_else(|| format!("source-{}.txt", at + 1));
        Ok((name, text("sources", &source.text)?))
    };
    let sources: Vec<NamedSource> =
        arguments.sources.iter().enumerate().map(read).collect::<Result<_, ToolError>>()?;
    let language = match arguments.language.as_deref() {
        Some(given) if given.starts_with("es") => Language::Spanish,
        _ => Language::English,
    };
    Ok(compare_note(&note, &sources, language))
}
