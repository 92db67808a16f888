//! The capabilities that the server offers to an editor.

use crate::client_capabilities::ClientCapabilities;
use crate::to_protocol::action_kind;
use referee_features::code_action::ActionKind;
use referee_text::Encoding;
use serde_json::json;
use tower_lsp::lsp_types::*;

/// The kinds of code actions that are offered.
const ACTION_KINDS: [ActionKind; 8] = [
    ActionKind::QuickFix,
    ActionKind::Rewrite,
    ActionKind::FixAll,
    ActionKind::Cite,
    ActionKind::Support,
    ActionKind::Hypothesize,
    ActionKind::Report,
    ActionKind::Research,
];

/// Returns the capabilities that this server offers to an editor with these capabilities.
pub(crate) fn offered(capabilities: &ClientCapabilities) -> ServerCapabilities {
    let no_progress = WorkDoneProgressOptions::default;
    ServerCapabilities {
        position_encoding: Some(match capabilities.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["@", "{", ",", "<", ":", "-"].map(String::from).to_vec()),
            resolve_provider: Some(true),
            completion_item: Some(CompletionOptionsCompletionItem { label_details_support: Some(true) }),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: no_progress(),
        })),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(true),
            work_done_progress_options: no_progress(),
        }),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Right(InlayHintServerCapabilities::Options(InlayHintOptions {
            resolve_provider: Some(true),
            work_done_progress_options: no_progress(),
        }))),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(if capabilities.code_action_literals {
            CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(ACTION_KINDS.map(action_kind).to_vec()),
                resolve_provider: Some(capabilities.resolves_edits),
                work_done_progress_options: no_progress(),
            })
        } else {
            CodeActionProviderCapability::Simple(true)
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: crate::handlers::command::all(),
            work_done_progress_options: no_progress(),
        }),
        diagnostic_provider: capabilities.pulls_diagnostics.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some(String::from("referee")),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                work_done_progress_options: no_progress(),
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        // For our own plugins: the requests beyond the protocol.
        experimental: Some(json!({"refereeReferences": true, "refereeStatus": true})),
        ..ServerCapabilities::default()
    }
}
