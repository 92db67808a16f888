//! `referee.addName`: adds a name to `.referee/vocabulary.txt`, as an edit of the editor.

use super::target::{Target, failed, refused};
use crate::edits::apply_edit;
use crate::state::View;
use referee_research::run::VOCABULARY_FILE;
use referee_research::vocabulary::EntityKind;
use referee_text::Phrase;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CreateFile, CreateFileOptions, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, ResourceOp, TextDocumentEdit, TextEdit, Url,
    WorkspaceEdit,
};

/// The maximum length of a name, in characters.
const MAX_NAME_CHARACTERS: usize = 200;

/// The message if the editor cannot create files.
const CANNOT_CREATE: Phrase = Phrase {
    english: "This editor cannot create a file for the server. Add the line yourself to .referee/vocabulary.txt next to your referee.toml: ",
    spanish: "Este editor no puede crear un archivo para el servidor. Añada usted la línea a .referee/vocabulary.txt, junto a su referee.toml: ",
};

/// The arguments of the command.
#[derive(Debug, Deserialize)]
pub(super) struct Arguments {
    #[serde(flatten)]
    target: Target,
    name: String,
    /// The kind of the named thing: `drug`, `target`, `process`, `condition`.
    kind: String,
}

/// Adds a line to the vocabulary of the workspace.
pub(super) fn execute(view: &View, arguments: &Arguments) -> Result<Option<Value>> {
    let file = view
        .open(arguments.target.uri()?)
        .map(|(file, _)| file)
        .ok_or_else(|| Error::invalid_params("the draft is not open and was not read"))?;
    let Some(kind) = EntityKind::parse(&arguments.kind) else {
        return Err(Error::invalid_params("a kind is drug, target, process or condition"));
    };
    // Remove characters with a meaning in a line of the file.
    let name: String = arguments
        .name
        .chars()
        .map(|c| if c.is_control() || matches!(c, '|' | '#' | ':') { ' ' } else { c })
        .take(MAX_NAME_CHARACTERS)
        .collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(refused(
            view,
            Phrase {
                english: "The name is empty; nothing was added.",
                spanish: "El nombre está vacío; no se añadió nada.",
            },
        ));
    }
    let (language, line) = (view.state.language(), format!("{}: {name}", kind.as_str()));
    if !view.client_capabilities().creates_files {
        return Ok(Some(json!({"message": format!("{}{line}", CANNOT_CREATE.text(language)), "line": line})));
    }
    let path = view.snapshot.workspace_of(&file).join(VOCABULARY_FILE);
    let uri = Url::from_file_path(&path).map_err(|()| failed("the draft is in no folder"))?;
    apply_edit(&view.state, edit(uri.clone(), &line));
    let message = language.pick(
        format!("Added “{line}” to {VOCABULARY_FILE}. Save that file and ask again."),
        format!("Se añadió «{line}» a {VOCABULARY_FILE}. Guarde ese archivo y pregunte otra vez."),
    );
    Ok(Some(json!({"message": message, "line": line, "file": uri})))
}

/// Returns the edit that creates the file if it is missing and inserts a line at its beginning: its
/// end is unknown without reading it.
fn edit(uri: Url, line: &str) -> WorkspaceEdit {
    let options = CreateFileOptions { overwrite: Some(false), ignore_if_exists: Some(true) };
    let create = CreateFile { uri: uri.clone(), options: Some(options), annotation_id: None };
    let start = Position::new(0, 0);
    let insert = TextEdit::new(Range::new(start, start), format!("{line}\n"));
    let change = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
        edits: vec![OneOf::Left(insert)],
    };
    let operations =
        vec![DocumentChangeOperation::Op(ResourceOp::Create(create)), DocumentChangeOperation::Edit(change)];
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(operations)),
        ..WorkspaceEdit::default()
    }
}
