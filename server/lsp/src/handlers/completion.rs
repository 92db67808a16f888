//! `textDocument/completion` and `completionItem/resolve`.

use super::command_names::ADD_ZOTERO_ENTRY;
use crate::state::View;
use crate::to_protocol::shown_on_one_line;
use crate::{to_protocol, uri};
use referee_features::completion::{Completion, completions, documentation};
use referee_features::zotero;
use referee_text::Phrase;
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;

/// Returns the keys that match the typed text. Their cards are resolved on request.
pub(crate) fn completion(view: &View, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let Some(place) = view.place(&params.text_document_position) else { return Ok(None) };
    let found = completions(&view.snapshot, view.indexes(), &place.file, place.offset, &view.cancel);
    let Some(found) = found else { return Ok(None) };
    let typed = to_protocol::range(&place.text, found.typed, view.encoding());
    let whole = to_protocol::range(&place.text, found.whole, view.encoding());
    let typed_text =
        place.text.get_byte_slice(found.typed.range()).map(|text| text.to_string()).unwrap_or_default();
    let items = found
        .items
        .into_iter()
        .enumerate()
        .filter_map(|(rank, completion)| {
            item(
                view,
                &params.text_document_position.text_document.uri,
                completion,
                rank,
                &typed_text,
                typed,
                whole,
            )
        })
        .collect();
    // The order is the server's, so the editor must ask again instead of filtering or sorting.
    Ok(Some(CompletionResponse::List(CompletionList { is_incomplete: true, items })))
}

fn item(
    view: &View,
    draft: &Url,
    found: Completion,
    rank: usize,
    typed_text: &str,
    typed: Range,
    whole: Range,
) -> Option<CompletionItem> {
    let client_capabilities = view.client_capabilities();
    let uri = view.uris.uri(&found.file)?;
    // If edits of several files are one step, the key of a Zotero item is inserted together with
    // its entry; the typed text stays until then.
    let comes_later = found.zotero_item.is_some() && client_capabilities.edits_as_one;
    let text_edit = if comes_later {
        CompletionTextEdit::Edit(TextEdit::new(typed, typed_text.to_owned()))
    } else if client_capabilities.insert_replace && typed != whole {
        CompletionTextEdit::InsertAndReplace(InsertReplaceEdit {
            new_text: found.key.clone(),
            insert: typed,
            replace: whole,
        })
    } else {
        CompletionTextEdit::Edit(TextEdit::new(whole, found.key.clone()))
    };
    let (label_details, detail) = if client_capabilities.label_details {
        let details = CompletionItemLabelDetails {
            detail: None,
            description: Some(shown_on_one_line(&found.author_year)),
        };
        (Some(details), (!found.title.is_empty()).then(|| shown_on_one_line(&found.title)))
    } else {
        (None, Some(shown_on_one_line(&format!("{}: {}", found.author_year, found.title))))
    };
    let retracted = view.state.language().pick("RETRACTED", "RETRACTADA");
    // The entry is added to the bibliography by a command after the key is inserted, because the
    // edits of a completion change one document only.
    let add_entry = found.zotero_item.as_ref().map(|item| Command {
        title: ADD_FROM_ZOTERO.text(view.state.language()).to_owned(),
        command: ADD_ZOTERO_ENTRY.to_owned(),
        arguments: Some(vec![json!({
            "uri": draft,
            "item": item,
            "key": found.key,
            "typed": comes_later.then(|| json!({"range": typed, "text": typed_text})),
        })]),
    });
    let filter_text = format!("{typed_text} {} {} {}", found.key, found.author_year, found.title);
    Some(CompletionItem {
        // Editors filter again, some by the first letters alone, and sort by match quality. All
        // items therefore match equally well, so that `sort_text` decides; the words by which the
        // item was found are appended.
        filter_text: Some(filter_text.trim_start().to_owned()),
        sort_text: Some(format!("{rank:04}")),
        label: if found.retracted { format!("{} ({retracted})", found.key) } else { found.key.clone() },
        tags: (found.retracted && client_capabilities.completion_tags)
            .then(|| vec![CompletionItemTag::DEPRECATED]),
        label_details,
        detail,
        kind: Some(CompletionItemKind::REFERENCE),
        text_edit: Some(text_edit),
        data: Some(match &found.zotero_item {
            Some(item) => json!({"uri": draft, "zotero": item}),
            None => json!({"uri": uri, "key": found.key}),
        }),
        command: add_entry,
        ..CompletionItem::default()
    })
}

const ADD_FROM_ZOTERO: Phrase =
    Phrase { english: "Add the entry from Zotero", spanish: "Añadir la entrada de Zotero" };

/// Adds the card of the entry.
pub(crate) fn resolve(view: &View, mut item: CompletionItem) -> Result<CompletionItem> {
    let data = item.data.as_ref();
    let uri = data.and_then(|data| data["uri"].as_str()).and_then(|uri| Url::parse(uri).ok());
    let key = data.and_then(|data| data["key"].as_str());
    let item_key = data.and_then(|data| data["zotero"].as_str());
    if let Some(uri) = uri {
        let style = view.client_capabilities().documentation;
        let file = uri::file(&uri);
        let text = match (key, item_key) {
            (Some(key), _) => documentation(&view.snapshot, &file, key, style),
            (None, Some(item)) => zotero::documentation(&view.snapshot, &file, item, style),
            (None, None) => None,
        };
        item.documentation = text.map(|text| Documentation::MarkupContent(to_protocol::markup(text, style)));
    }
    Ok(item)
}
