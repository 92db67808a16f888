//! `workspace/executeCommand`.

use super::code_action::{self, Chosen};
use super::research;
use crate::state::View;
use serde_json::Value;
use std::time::Duration;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::*;

/// Applies an action, for editors that know commands only.
pub(crate) const APPLY: &str = "referee.applyAction";

/// How long an editor may take to apply an edit.
const PATIENCE: Duration = Duration::from_secs(10);

/// The command that applies an action.
pub(crate) fn apply(chosen: Chosen) -> Option<Command> {
    let title = serde_json::to_value(&chosen).ok()?;
    let name = title["title"].as_str()?.to_owned();
    Some(Command::new(name, APPLY.to_owned(), Some(vec![title])))
}

/// The names of all commands.
pub(crate) fn all() -> Vec<String> {
    std::iter::once(APPLY).chain(research::COMMANDS.iter().copied()).map(str::to_owned).collect()
}

/// Sends an edit to the editor, which applies it as one step, and does not wait: the editor may want our answer
/// before it applies anything.
pub(crate) fn send(view: &View, edit: WorkspaceEdit) {
    let client = view.state.client.clone();
    tokio::spawn(async move {
        let applied = tokio::time::timeout(PATIENCE, client.apply_edit(edit)).await;
        if !matches!(applied, Ok(Ok(ApplyWorkspaceEditResponse { applied: true, .. }))) {
            tracing::warn!("the editor did not apply an edit");
        }
    });
}

/// Executes a command.
pub(crate) fn execute(view: &View, params: ExecuteCommandParams) -> Result<Option<Value>> {
    match params.command.as_str() {
        APPLY => {
            let chosen = params.arguments.into_iter().next();
            let chosen = chosen.and_then(|chosen| serde_json::from_value(chosen).ok());
            let chosen: Chosen = chosen.ok_or_else(|| Error::invalid_params("an action is missing"))?;
            let edit = code_action::edit(view, &chosen)?;
            send(view, edit);
            Ok(None)
        }
        name if research::COMMANDS.contains(&name) => research::execute(view, name, params.arguments),
        other => Err(Error::invalid_params(format!("there is no command {other}"))),
    }
}
