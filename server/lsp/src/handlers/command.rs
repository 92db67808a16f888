//! `workspace/executeCommand`.

use super::code_action::{self, Chosen};
use super::{lookup, recommend, research};
use crate::consent;
use crate::state::{State, View};
use serde_json::Value;
use std::time::Duration;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::request::ApplyWorkspaceEdit;
use tower_lsp::lsp_types::*;

/// Applies an action, for editors that know commands only.
pub(crate) const APPLY: &str = "referee.applyAction";

/// Looks up online whatever is open, what failed before as well.
pub(crate) const VERIFY_ALL: &str = "referee.verifyAll";

/// Asks the author whether references may be looked up online.
pub(crate) const ALLOW_NETWORK: &str = "referee.allowNetwork";

/// Looks a bare identifier up and cites what it names.
pub(crate) const CITE_IDENTIFIER: &str = "referee.citeIdentifier";

/// Every command.
const ALL: [&str; 5] = [APPLY, VERIFY_ALL, ALLOW_NETWORK, CITE_IDENTIFIER, recommend::WRITE_RECOMMENDATION];

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
    ALL.iter().chain(research::COMMANDS).map(|name| (*name).to_owned()).collect()
}

/// Has the editor apply an edit, in the background: it may wait for our answer before it applies anything.
pub(crate) fn apply_edit(state: &State, edit: WorkspaceEdit) {
    let client = state.client.clone();
    state.runtime.spawn(async move {
        let params = ApplyWorkspaceEditParams { label: None, edit };
        match client.request_within::<ApplyWorkspaceEdit>(params, PATIENCE).await {
            Ok(answer) if answer.applied => {}
            Ok(_) => tracing::warn!("the editor did not apply an edit"),
            Err(error) => tracing::warn!("an edit may not have been applied: {error}"),
        }
    });
}

/// Executes a command.
pub(crate) fn execute(view: &View, params: ExecuteCommandParams) -> Result<Option<Value>> {
    view.state.worker.check_disk();
    match params.command.as_str() {
        APPLY => {
            let chosen = params.arguments.into_iter().next();
            let chosen = chosen.and_then(|chosen| serde_json::from_value(chosen).ok());
            let chosen: Chosen = chosen.ok_or_else(|| Error::invalid_params("an action is missing"))?;
            let edit = code_action::edit(view, &chosen)?;
            apply_edit(&view.state, edit);
            Ok(None)
        }
        VERIFY_ALL => {
            view.state.worker.verify_all();
            Ok(None)
        }
        ALLOW_NETWORK => {
            consent::ask_anew(&view.state);
            Ok(None)
        }
        CITE_IDENTIFIER => {
            let place = params.arguments.into_iter().next();
            let place = place.and_then(|place| serde_json::from_value(place).ok());
            let place: Location = place.ok_or_else(|| Error::invalid_params("a place is missing"))?;
            lookup::cite(view, place);
            Ok(None)
        }
        recommend::WRITE_RECOMMENDATION => recommend::execute(view, params.arguments),
        name if research::COMMANDS.contains(&name) => research::execute(view, name, params.arguments),
        other => Err(Error::invalid_params(format!("there is no command {other}"))),
    }
}
