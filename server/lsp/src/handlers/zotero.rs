//! Adds an entry for an item of the author's Zotero library.

use super::research::failed;
use crate::edits::apply_edit_called;
use crate::state::View;
use crate::{from_protocol, uri};
use referee_features::zotero;
use referee_findings::FileEdit;
use referee_operations::changed_files::also_changed;
use referee_text::FileId;
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, Range, Url};

/// The item, the draft, and the key of the new entry.
#[derive(Deserialize)]
struct Parameters {
    uri: Url,
    item: String,
    key: String,
    /// The typed text that the key replaces, together with adding the entry; without it, the draft
    /// already contains the key.
    typed: Option<Typed>,
}

/// The text that an author typed, and its range.
#[derive(Deserialize)]
struct Typed {
    range: Range,
    text: String,
}

/// Adds the entry to the first bibliography of the draft, and its key to the draft if it is missing
/// there, as one edit. Existing entries stay unchanged.
pub(crate) fn add_entry(view: &View, arguments: Vec<Value>) -> Result<Option<Value>> {
    let wanted = arguments.into_iter().next().and_then(|wanted| serde_json::from_value(wanted).ok());
    let wanted: Parameters = wanted.ok_or_else(|| Error::invalid_params("an item is missing"))?;
    let draft = uri::file(&wanted.uri);
    let view = &view.read_disk();
    let language = view.state.language();
    let mut edits = Vec::new();
    if let Some(typed) = &wanted.typed {
        let changed = language.pick(
            "The text has changed here; nothing was written.",
            "El texto ha cambiado aquí; no se escribió nada.",
        );
        edits.push(key_edit(view, &draft, typed, &wanted.key).ok_or_else(|| failed(changed))?);
    }
    edits.extend(zotero::add_entry(&view.snapshot, &draft, &wanted.item, &wanted.key).unwrap_or_default());
    let Some(edit) = view.encoder().workspace_edit(&edits).filter(|_| !edits.is_empty()) else {
        return Ok(None);
    };
    let key = &wanted.key;
    let told = if view.client_capabilities().edits_as_one {
        String::new()
    } else {
        also_changed(language, &draft, &edits)
    };
    let label = language.pick(format!("Cite “{key}” from Zotero"), format!("Citar «{key}» de Zotero"));
    apply_edit_called(&view.state, edit, Some(label));
    // The author looks at the draft and would not notice that the bibliography was changed and not
    // saved.
    if !told.is_empty() {
        view.state.client.show_message(MessageType::INFO, told.trim_start().to_owned());
    }
    Ok(None)
}

/// Returns the edit that replaces the typed text by the key; `None` if the text has changed.
fn key_edit(view: &View, draft: &FileId, typed: &Typed, key: &str) -> Option<FileEdit> {
    let text = view.snapshot.source_text(draft)?;
    let span = from_protocol::span(&text, typed.range, view.encoding());
    let stands = text.get_byte_slice(span.range())? == typed.text.as_str();
    stands.then(|| FileEdit { file: draft.clone(), span, text: key.to_owned() })
}
