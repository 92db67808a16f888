//! Jupyter notebooks: the Markdown cells as one Markdown draft, which is read and not edited.
//!
//! Source: nbformat 4, and nbformat 3 with its worksheets.

use crate::DocumentError;
use referee_syntax::{Document, Format, SourcePlace};
use serde_json::Value;

/// The most cells that are read.
const MAX_CELLS: usize = 50_000;

/// Reads a notebook.
///
/// # Errors
///
/// If it is no JSON, or none of a notebook.
pub fn read(bytes: &[u8]) -> Result<Document, DocumentError> {
    let notebook: Value = serde_json::from_slice(bytes).map_err(DocumentError::NotebookJson)?;
    let cells = notebook.get("cells").or_else(|| notebook.get("worksheets")?.get(0)?.get("cells"));
    let cells = cells.and_then(Value::as_array).ok_or(DocumentError::Missing("cells"))?;
    let (mut text, mut places) = (String::new(), Vec::new());
    for (number, cell) in (1_u32..).zip(cells.iter().take(MAX_CELLS)) {
        let kind = cell.get("cell_type").and_then(Value::as_str);
        let source = match cell.get("source") {
            Some(Value::String(source)) => source.clone(),
            Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
            _ => continue,
        };
        // A raw cell at the top is the front matter of Quarto and MyST.
        let is_front_matter = text.is_empty() && source.trim_start().starts_with("---");
        if kind != Some("markdown") && !(kind == Some("raw") && is_front_matter) {
            continue;
        }
        let source = source.trim_matches('\n');
        for line in source.lines().chain([""]) {
            text.push_str(line.trim_end_matches('\r'));
            text.push('\n');
            places.push(SourcePlace { cell: Some(number), ..SourcePlace::default() });
        }
    }
    Ok(Document::placed(Format::Markdown, &text, places))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::read;
    use referee_syntax::Target;

    #[test]
    fn markdown_cells_are_read_and_named_by_their_number() {
        let notebook = br##"{"cells": [
            {"cell_type": "markdown", "source": ["---\n", "bibliography: refs.bib\n", "---\n"]},
            {"cell_type": "code", "source": ["x = '[@code]'"]},
            {"cell_type": "markdown", "source": "# Results\n\nAs shown [@ng2019] and {cite:p}`ode2020`."}
        ], "nbformat": 4}"##;
        let document = read(notebook).unwrap();
        let keys: Vec<String> = document
            .citations()
            .filter_map(|cited| match &cited.citation.target {
                Target::Key(key) => Some(key.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(keys, ["ng2019", "ode2020"]);
        assert_eq!(document.names_bibliographies().len(), 1);
        let at = document.citations().next().unwrap().span.start as usize;
        assert_eq!(document.source_place(at).unwrap().to_string(), "cell 3");
    }

    #[test]
    fn what_is_no_notebook_is_said() {
        for bytes in [&b""[..], b"{}", b"[1, 2", b"{\"cells\": 3}"] {
            assert!(read(bytes).is_err());
        }
    }
}
