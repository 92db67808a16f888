//! The capabilities of the editor, read once from `initialize`.

use referee_features::Style;
use referee_text::{Encoding, Language};
use tower_lsp::lsp_types::*;

/// The capabilities of the editor.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of the protocol")]
pub(crate) struct ClientCapabilities {
    /// The language of the editor's user interface; English if the editor does not state one.
    pub(crate) language: Language,
    /// The unit of columns, negotiated once.
    pub(crate) encoding: Encoding,
    /// The markup of hover cards.
    pub(crate) hover: Style,
    /// The markup of the documentation of a completion.
    pub(crate) documentation: Style,
    /// Whether the editor pulls diagnostics, and pulls those of every open document again on
    /// request. For all other editors diagnostics are pushed and pulling is not offered, because
    /// they would show both.
    pub(crate) pulls_diagnostics: bool,
    /// Whether it accepts diagnostics of related documents in a pull response.
    pub(crate) related_documents: bool,
    pub(crate) refreshes_code_lenses: bool,
    pub(crate) refreshes_inlay_hints: bool,
    pub(crate) related_information: bool,
    pub(crate) diagnostic_tags: bool,
    pub(crate) code_description: bool,
    pub(crate) diagnostic_data: bool,
    pub(crate) label_details: bool,
    pub(crate) insert_replace: bool,
    /// Whether it renders the deprecated tag of completions.
    pub(crate) completion_tags: bool,
    pub(crate) document_changes: bool,
    /// Whether it creates files that an edit refers to.
    pub(crate) creates_files: bool,
    /// Whether it applies edits of several files as one step that one undo reverts.
    pub(crate) edits_as_one: bool,
    /// Whether it asks the author about edits that need confirmation.
    pub(crate) confirms_edits: bool,
    pub(crate) resolves_edits: bool,
    pub(crate) code_action_literals: bool,
    pub(crate) definition_links: bool,
    pub(crate) symbol_tree: bool,
    pub(crate) progress: bool,
    /// Whether it can show a message with choices.
    pub(crate) asks: bool,
    /// Whether it can show a document.
    pub(crate) shows_documents: bool,
    pub(crate) configuration: bool,
    pub(crate) registers_configuration: bool,
    pub(crate) registers_watchers: bool,
    /// Whether it shows the status counts of references.
    pub(crate) shows_status: bool,
}

impl ClientCapabilities {
    /// Reads the capabilities that the editor declares.
    pub(crate) fn read(params: &InitializeParams) -> Self {
        let capabilities = &params.capabilities;
        let workspace = capabilities.workspace.clone().unwrap_or_default();
        let text = capabilities.text_document.clone().unwrap_or_default();
        let window = capabilities.window.clone().unwrap_or_default();
        let general = capabilities.general.clone().unwrap_or_default();
        let published = text.publish_diagnostics.unwrap_or_default();
        let item =
            text.completion.clone().and_then(|completion| completion.completion_item).unwrap_or_default();
        let action = text.code_action.unwrap_or_default();
        let edit = workspace.workspace_edit.unwrap_or_default();
        let hover = text.hover.unwrap_or_default().content_format;
        let pulls = text.diagnostic.is_some();
        ClientCapabilities {
            language: params.locale.as_deref().map(Language::of_locale).unwrap_or_default(),
            encoding: encoding(general.position_encodings.as_deref()),
            hover: style(hover.as_deref()),
            documentation: style(item.documentation_format.as_deref()),
            pulls_diagnostics: pulls
                && workspace.diagnostic.and_then(|diagnostic| diagnostic.refresh_support) == Some(true)
                && !refreshes_in_vain(params),
            related_documents: text.diagnostic.and_then(|d| d.related_document_support) == Some(true),
            refreshes_code_lenses: workspace.code_lens.and_then(|lens| lens.refresh_support) == Some(true),
            refreshes_inlay_hints: workspace.inlay_hint.and_then(|hint| hint.refresh_support) == Some(true),
            related_information: published.related_information == Some(true) || pulls,
            diagnostic_tags: published.tag_support.is_some(),
            code_description: published.code_description_support == Some(true) || pulls,
            diagnostic_data: published.data_support == Some(true) || pulls,
            label_details: item.label_details_support == Some(true),
            completion_tags: item
                .tag_support
                .is_some_and(|tags| tags.value_set.contains(&CompletionItemTag::DEPRECATED)),
            insert_replace: item.insert_replace_support == Some(true),
            document_changes: edit.document_changes == Some(true),
            creates_files: edit.document_changes == Some(true)
                && edit
                    .resource_operations
                    .as_ref()
                    .is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create)),
            edits_as_one: edit.document_changes == Some(true)
                && matches!(
                    edit.failure_handling,
                    Some(FailureHandlingKind::Transactional | FailureHandlingKind::TextOnlyTransactional)
                ),
            confirms_edits: edit.document_changes == Some(true) && edit.change_annotation_support.is_some(),
            resolves_edits: action
                .resolve_support
                .is_some_and(|resolve| resolve.properties.iter().any(|property| property == "edit"))
                && action.data_support == Some(true),
            code_action_literals: action.code_action_literal_support.is_some(),
            definition_links: text.definition.and_then(|definition| definition.link_support) == Some(true),
            symbol_tree: text.document_symbol.and_then(|symbol| symbol.hierarchical_document_symbol_support)
                == Some(true),
            progress: window.work_done_progress == Some(true),
            asks: window.show_message.is_some(),
            shows_documents: window.show_document.is_some_and(|show| show.support),
            configuration: workspace.configuration == Some(true),
            registers_configuration: workspace
                .did_change_configuration
                .and_then(|it| it.dynamic_registration)
                == Some(true),
            registers_watchers: workspace.did_change_watched_files.and_then(|it| it.dynamic_registration)
                == Some(true),
            shows_status: capabilities
                .experimental
                .as_ref()
                .is_some_and(|experimental| experimental["refereeStatus"] == true),
        }
    }
}

/// Returns whether the editor declares refresh support for diagnostics without honouring it: Neovim
/// (0.11 and newer) answers with a workspace pull, and leaves out buffers whose diagnostics it
/// pulled per document.
fn refreshes_in_vain(params: &InitializeParams) -> bool {
    params.client_info.as_ref().is_some_and(|client| client.name.eq_ignore_ascii_case("neovim"))
}

/// Chooses the unit of columns: the cheapest that the editor offers, or UTF-16, the protocol's
/// default, without an offer.
fn encoding(offered: Option<&[PositionEncodingKind]>) -> Encoding {
    let offers = |kind: &PositionEncodingKind| offered.is_some_and(|offered| offered.contains(kind));
    if offers(&PositionEncodingKind::UTF8) {
        Encoding::Utf8
    } else if offers(&PositionEncodingKind::UTF32) {
        Encoding::Utf32
    } else {
        Encoding::Utf16
    }
}

fn style(formats: Option<&[MarkupKind]>) -> Style {
    // The editor's first choice counts; without a choice, Markdown support is not assumed.
    match formats.and_then(<[MarkupKind]>::first) {
        Some(MarkupKind::Markdown) => Style::Markdown,
        _ => Style::Plain,
    }
}
