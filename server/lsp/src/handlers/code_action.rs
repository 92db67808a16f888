//! `textDocument/codeAction` and `codeAction/resolve`.

use super::{command_names, research};
use crate::state::View;
use crate::{from_protocol, to_protocol};
use referee_features::code_action::{self as actions, ActionKind, code_actions};
use referee_operations::changed_files::also_changes;
use referee_text::{FileId, Rope, Span};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::*;

/// The data by which a chosen action is found again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chosen {
    uri: Url,
    range: Range,
    kind: CodeActionKind,
    title: String,
}

/// Returns the actions for a range. They are found by the range, not by the diagnostics in the
/// request, because some editors send none. Others ask about one diagnostic with the range of the
/// whole file; fixes of other findings are then left out.
pub(crate) fn code_action(view: &View, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let uri = params.text_document.uri;
    // The edit of an action that includes it cannot be recomputed when the action is chosen.
    let client = view.client_capabilities();
    let now = (client.code_action_literals && !client.resolves_edits).then(|| view.read_disk());
    let view = now.as_ref().unwrap_or(view);
    let Some((file, text)) = view.open(&uri) else { return Ok(None) };
    let range = from_protocol::span(&text, params.range, view.encoding());
    let only = params.context.only;
    let wanted = |kind| from_protocol::wants(only.as_deref(), kind);
    let Some(found) = code_actions(&view.snapshot, &file, range, &wanted, &view.cancel) else {
        return Ok(None);
    };
    let client_capabilities = view.client_capabilities();
    let shown: Vec<Span> = (params.context.diagnostics.iter())
        .filter(|diagnostic| diagnostic.source.as_deref() == Some(to_protocol::SOURCE))
        .map(|diagnostic| from_protocol::span(&text, diagnostic.range, view.encoding()))
        .collect();
    let of_interest = |action: &actions::CodeAction| match &action.finding {
        Some(finding) if !shown.is_empty() => {
            shown.iter().any(|span| span.start <= finding.span.end && finding.span.start <= span.end)
        }
        _ => true,
    };
    let response = found.into_iter().filter(of_interest).filter_map(|action| {
        let chosen = Chosen {
            uri: uri.clone(),
            range: params.range,
            kind: to_protocol::action_kind(action.kind),
            title: action.title.clone(),
        };
        if let Some(command) = action.command {
            let location = Location { uri: uri.clone(), range: params.range };
            let name = match command {
                actions::Command::AllowNetwork => command_names::ALLOW_NETWORK,
                actions::Command::VerifyAll => command_names::VERIFY_ALL,
                actions::Command::CiteIdentifier => command_names::CITE_IDENTIFIER,
                actions::Command::CheckSupport => research::CHECK_SUPPORT,
                actions::Command::Hypothesize => research::HYPOTHESIZE,
                actions::Command::InsertReport => research::INSERT_REPORT,
                actions::Command::RefreshSection => research::REFRESH_SECTION,
                actions::Command::Research => research::RESEARCH,
            };
            let arguments = Some(vec![serde_json::to_value(location).ok()?]);
            let command = Command::new(action.title.clone(), name.to_owned(), arguments);
            if !client_capabilities.code_action_literals {
                return Some(CodeActionOrCommand::Command(command));
            }
            return Some(CodeActionOrCommand::CodeAction(CodeAction {
                command: Some(command),
                ..literal(view, &text, action)
            }));
        }
        if !client_capabilities.code_action_literals {
            return Some(CodeActionOrCommand::Command(applying(chosen)?));
        }
        let edit = if client_capabilities.resolves_edits {
            None
        } else {
            Some(view.encoder().workspace_edit(&action.edits)?)
        };
        let data = if client_capabilities.resolves_edits { serde_json::to_value(chosen).ok() } else { None };
        Some(CodeActionOrCommand::CodeAction(CodeAction { edit, data, ..literal(view, &text, action) }))
    });
    Ok(Some(response.collect()))
}

fn literal(view: &View, text: &Rope, action: actions::CodeAction) -> CodeAction {
    let diagnostic = action.finding.as_ref().map(|finding| view.encoder().diagnostic(text, finding));
    CodeAction {
        title: action.title,
        kind: Some(to_protocol::action_kind(action.kind)),
        diagnostics: diagnostic.map(|diagnostic| vec![diagnostic]),
        is_preferred: action.preferred.then_some(true),
        ..CodeAction::default()
    }
}

/// Returns the edit of a chosen action for the current text.
pub(crate) fn resolve(view: &View, mut action: CodeAction) -> Result<CodeAction> {
    let chosen = action.data.clone().and_then(|data| serde_json::from_value(data).ok());
    let chosen: Chosen = chosen.ok_or_else(|| Error::invalid_params("this action is not one of ours"))?;
    action.edit = Some(edit(view, &chosen)?);
    Ok(action)
}

/// Computes the edit of an action again.
pub(crate) fn edit(view: &View, chosen: &Chosen) -> Result<WorkspaceEdit> {
    let changed = view.state.language().pick("The text has changed.", "El texto ha cambiado.");
    let gone = || Error { code: ErrorCode::ContentModified, message: changed.into(), data: None };
    let (file, text): (FileId, Rope) = view.open(&chosen.uri).ok_or_else(gone)?;
    let kinds = [ActionKind::QuickFix, ActionKind::Rewrite, ActionKind::FixAll, ActionKind::Cite];
    let kind =
        kinds.into_iter().find(|kind| to_protocol::action_kind(*kind) == chosen.kind).ok_or_else(gone)?;
    let range = from_protocol::span(&text, chosen.range, view.encoding());
    let (now, range) = view.read_again(&file, range).ok_or_else(gone)?;
    let found = actions::resolve(&now.snapshot, &file, range, kind, &chosen.title, &view.cancel);
    let edits = found.ok_or_else(gone)?.edits;
    let edit = now.encoder().workspace_edit(&edits).ok_or_else(gone)?;
    // The author looks at this file and would not notice that another one was changed and not
    // saved. The editor may only show the edit, so that nothing is changed yet.
    let elsewhere = also_changes(view.state.language(), &file, &edits);
    if !elsewhere.is_empty() {
        view.state.client.show_message(MessageType::INFO, elsewhere);
    }
    Ok(edit)
}

/// Returns the command that applies an action.
fn applying(chosen: Chosen) -> Option<Command> {
    let title = serde_json::to_value(&chosen).ok()?;
    let name = title["title"].as_str()?.to_owned();
    Some(Command::new(name, command_names::APPLY.to_owned(), Some(vec![title])))
}
