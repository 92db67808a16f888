//! Opens the full text of a cited work.

use super::research::failed;
use crate::state::View;
use referee_features::paper::paper_address;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::request::ShowDocument;
use tower_lsp::lsp_types::{
    Position, ShowDocumentParams, TextDocumentIdentifier, TextDocumentPositionParams, Url,
};

/// Opens the paper of the work that is cited at a place.
pub(crate) const OPEN_PAPER: &str = "referee.openPaper";

/// The place of a citation or an entry, and the page of the file, from 1.
#[derive(Deserialize)]
struct Parameters {
    uri: Url,
    position: Position,
    page: Option<u32>,
}

/// Opens the paper with the program for such files, if the editor can, and answers with its
/// address.
pub(crate) fn open(view: &View, arguments: Vec<Value>) -> Result<Option<Value>> {
    let wanted = arguments.into_iter().next().and_then(|wanted| serde_json::from_value(wanted).ok());
    let Parameters { uri, position, page } =
        wanted.ok_or_else(|| Error::invalid_params("a place is missing"))?;
    let text_document = TextDocumentIdentifier { uri };
    let place = view.place(&TextDocumentPositionParams { text_document, position });
    let language = view.state.language();
    let address = place.and_then(|place| paper_address(&view.snapshot, &place.file, place.offset, page));
    let Some(address) = address else {
        return Err(failed(language.pick(
            "No file with the full text of this work is known.",
            "No se conoce ningún archivo con el texto completo de este trabajo.",
        )));
    };
    match Url::parse(&address) {
        Ok(uri) if view.client_capabilities().shows_documents => {
            let params = ShowDocumentParams { uri, external: Some(true), take_focus: None, selection: None };
            view.state.client.request_at_leisure::<ShowDocument>(params, |_| {});
            Ok(Some(json!({"uri": address})))
        }
        _ => {
            let message = language
                .pick(format!("The full text is {address}."), format!("El texto completo es {address}."));
            Ok(Some(json!({"uri": address, "message": message})))
        }
    }
}
