//! `workspace/executeCommand`.

use super::code_action::{self, Chosen};
use super::command_names::{ADD_ZOTERO_ENTRY, ALLOW_NETWORK, APPLY, CITE_IDENTIFIER, VERIFY_ALL};
use super::{lookup, papers, recommend, research, zotero};
use crate::consent;
use crate::edits::apply_edit;
use crate::state::View;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::*;

/// The commands other than those of research.
const ALL: [&str; 7] = [
    APPLY,
    VERIFY_ALL,
    ALLOW_NETWORK,
    CITE_IDENTIFIER,
    ADD_ZOTERO_ENTRY,
    papers::OPEN_PAPER,
    recommend::WRITE_RECOMMENDATION,
];

/// Returns the name of every command.
pub(crate) fn all() -> Vec<String> {
    ALL.iter().chain(research::COMMANDS).map(|name| (*name).to_owned()).collect()
}

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
        ADD_ZOTERO_ENTRY => zotero::add_entry(view, params.arguments),
        papers::OPEN_PAPER => papers::open(view, params.arguments),
        recommend::WRITE_RECOMMENDATION => recommend::execute(view, params.arguments),
        name if research::COMMANDS.contains(&name) => research::execute(view, name, params.arguments),
        other => Err(Error::invalid_params(format!("there is no command {other}"))),
    }
}
