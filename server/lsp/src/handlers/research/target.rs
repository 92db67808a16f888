//! Code that the commands share: reading arguments, resolving places, and errors.

use crate::from_protocol;
use crate::own_program::runnable;
use crate::state::View;
use referee_findings::FileEdit;
use referee_text::{FileId, Message, Phrase, Span};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{MessageType, Position, Range, TextDocumentIdentifier, Url};

/// The place for a command: `{"uri", "position"}`, `{"uri", "range"}`, or the same with
/// `textDocument`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::handlers) struct Target {
    uri: Option<Url>,
    text_document: Option<TextDocumentIdentifier>,
    position: Option<Position>,
    range: Option<Range>,
}

impl Target {
    /// Returns the URI of the file.
    pub(in crate::handlers) fn uri(&self) -> Result<&Url> {
        let document = self.text_document.as_ref().map(|document| &document.uri);
        self.uri.as_ref().or(document).ok_or_else(|| Error::invalid_params("a place has a uri"))
    }

    /// Returns whether it contains a place in the file, in addition to the file.
    pub(in crate::handlers) fn has_place(&self) -> bool {
        self.range.is_some() || self.position.is_some()
    }

    /// Returns the file and the span of the place.
    pub(in crate::handlers) fn resolve(&self, view: &View) -> Result<(FileId, Span)> {
        let uri = self.uri()?;
        let (file, text) = view
            .open(uri)
            .ok_or_else(|| Error::invalid_params(format!("{uri} is not open and was not read")))?;
        let range = self.range.or(self.position.map(|position| Range::new(position, position)));
        let range = range.ok_or_else(|| Error::invalid_params("a place has a position or a range"))?;
        Ok((file, from_protocol::span(&text, range, view.encoding())))
    }
}

/// Parses the one object that a command takes.
pub(in crate::handlers) fn arguments<T: DeserializeOwned>(given: Vec<Value>) -> Result<T> {
    let first = given.into_iter().next().unwrap_or_default();
    serde_json::from_value(first).map_err(|error| {
        Error::invalid_params(format!(
            "a place is missing ({error}); it is {{\"uri\", \"position\"}} or {{\"uri\", \"range\"}}"
        ))
    })
}

/// Returns the error of a command that failed, with a message in the language of the editor.
pub(in crate::handlers) fn refused(view: &View, why: impl Into<Message>) -> Error {
    failed(why.into().text(view.state.language()))
}

/// Returns the error of a command whose text has changed meanwhile.
pub(in crate::handlers) fn text_changed(view: &View) -> Error {
    refused(
        view,
        Phrase {
            english: "The text has changed here; nothing was written. Run the command again.",
            spanish: "El texto ha cambiado aquí; no se escribió nada. Ejecute el comando otra vez.",
        },
    )
}

/// Returns the error of a command whose edits cannot be made in the current text: in a notebook
/// they cross the boundary of a cell, otherwise the text has changed.
pub(in crate::handlers) fn not_written(view: &View, now: &View, edits: &[FileEdit]) -> Error {
    if now.snapshot.can_make(edits) {
        return text_changed(view);
    }
    refused(
        view,
        Phrase {
            english: "This cannot be written here without changing more of the notebook than the text of a cell; nothing was written. Put the cursor into a Markdown cell.",
            spanish: "Aquí no se puede escribir sin cambiar del cuaderno más que el texto de una celda; no se escribió nada. Ponga el cursor en una celda de Markdown.",
        },
    )
}

/// Returns the error of a command that failed, with a message that the editor shows.
pub(in crate::handlers) fn failed(why: impl ToString) -> Error {
    Error {
        code: ErrorCode::ServerError(-32803),
        message: runnable(&why.to_string()).into_owned().into(),
        data: None,
    }
}

/// Shows failures of the models to the author.
pub(super) fn show_complaints(view: &View, complaints: &[String]) {
    for complaint in complaints {
        view.state.client.show_message(MessageType::WARNING, complaint.clone());
    }
}
