//! Adding the entry of an item of the author's Zotero.

use crate::edits::apply_edit;
use crate::state::View;
use crate::to_protocol::ProtocolEncoder;
use crate::uri;
use referee_features::zotero;
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;

/// Which item, for which draft, and the key that its entry gets.
#[derive(Deserialize)]
struct Parameters {
    uri: Url,
    item: String,
    key: String,
}

/// Adds the entry to the first bibliography of the draft. What is there already stays as it is.
pub(crate) fn add_entry(view: &View, arguments: Vec<Value>) -> Result<Option<Value>> {
    let wanted = arguments.into_iter().next().and_then(|wanted| serde_json::from_value(wanted).ok());
    let Parameters { uri, item, key } = wanted.ok_or_else(|| Error::invalid_params("an item is missing"))?;
    let edits = zotero::add_entry(&view.snapshot, &uri::file(&uri), &item, &key).unwrap_or_default();
    let uris = view.state.uris();
    let encoder = ProtocolEncoder {
        snapshot: &view.snapshot,
        uris: &uris,
        client_capabilities: view.client_capabilities(),
    };
    if let Some(edit) = encoder.workspace_edit(&edits).filter(|_| !edits.is_empty()) {
        apply_edit(&view.state, edit);
    }
    Ok(None)
}
