//! The one table from methods to handlers.
//!
//! A notification handler is called immediately: it changes the state and returns. A request
//! handler receives the view at the time the request arrived and computes on a separate thread;
//! when the editor cancels, the answer is sent at once and the computation is cancelled through its
//! view.

use crate::handlers::{
    code_action, code_lens, command, completion, definition, diagnostic, document_highlight, document_link,
    document_symbol, documents, folding_range, formatting, hover, inlay_hint, lifecycle, reference_status,
    references, rename, workspace, workspace_symbol,
};
use crate::lifecycle::Lifecycle;
use crate::progress;
use crate::state::{State, View};
use crate::transport::MessageSink;
use crate::uri;
use serde_json::Value;
use std::sync::Arc;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::*;
use tower_lsp::{Client, LanguageServer};

/// The language server.
pub(crate) struct Server {
    state: Arc<State>,
}

impl Server {
    /// Creates a server that talks to `client`.
    pub(crate) fn new(client: Client, lifecycle: Arc<Lifecycle>, sink: Arc<MessageSink>) -> Self {
        Server { state: Arc::new(State::new(client, lifecycle, sink)) }
    }

    /// Returns the state that all handlers share.
    pub(crate) fn state(&self) -> Arc<State> {
        Arc::clone(&self.state)
    }

    /// Handles `window/workDoneProgress/cancel`.
    pub(crate) async fn work_done_progress_cancel(&self, params: WorkDoneProgressCancelParams) {
        progress::cancel(&self.state, &params);
    }

    /// Returns the status of the references of a file.
    pub(crate) async fn reference_status(
        &self,
        params: reference_status::ReferencesOf,
    ) -> Result<Option<reference_status::References>> {
        let uri = params.uri().clone();
        self.answer_about(uri, params, reference_status::references).await
    }

    /// Answers a request about a file. Waits while its text is being read, so that the answer is
    /// about the text that the author sees.
    async fn answer_about<P, T>(&self, uri: Url, params: P, handler: fn(&View, P) -> Result<T>) -> Result<T>
    where
        P: Send + 'static,
        T: Send + 'static,
    {
        self.state.text_read(Some(&uri::file(&uri))).await;
        self.answer(params, handler).await
    }

    /// Answers a request that may change any file. Waits while any text is being read.
    async fn answer_about_all<P, T>(&self, params: P, handler: fn(&View, P) -> Result<T>) -> Result<T>
    where
        P: Send + 'static,
        T: Send + 'static,
    {
        self.state.text_read(None).await;
        self.answer(params, handler).await
    }

    /// Answers a request from the current state of the workspace.
    async fn answer<P, T>(&self, params: P, handler: fn(&View, P) -> Result<T>) -> Result<T>
    where
        P: Send + 'static,
        T: Send + 'static,
    {
        let view = self.state.view();
        // If the client cancels the request, this future is dropped, and with it the guard.
        let _cancel_on_drop = view.cancel.clone().drop_guard();
        let computed = tokio::task::spawn_blocking(move || handler(&view, params)).await;
        computed.unwrap_or_else(|_| Err(Error::internal_error()))
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Server {
    // The session.

    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(lifecycle::initialize(&self.state, params))
    }

    async fn initialized(&self, _: InitializedParams) {
        lifecycle::initialized(&self.state);
    }

    async fn shutdown(&self) -> Result<()> {
        lifecycle::shutdown(&self.state);
        Ok(())
    }

    // Documents.

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        documents::did_open(&self.state, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        documents::did_change(&self.state, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        documents::did_save(&self.state, &params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        documents::did_close(&self.state, &params);
    }

    // The workspace.

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        workspace::did_change_configuration(&self.state, params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        workspace::did_change_folders(&self.state, params);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        workspace::did_change_watched_files(&self.state, &params);
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        self.answer(params, workspace_symbol::symbols).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        // A command's output depends on the bibliographies of the draft, including one that is
        // being read.
        self.state.worker.settled(false).await;
        self.answer_about_all(params, command::execute).await
    }

    // Diagnostics.

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        self.state.text_read(Some(&uri::file(&params.text_document.uri))).await;
        diagnostic::settled(&self.state).await;
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, diagnostic::document).await
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        diagnostic::settled(&self.state).await;
        self.answer_about_all(params, diagnostic::workspace).await
    }

    // Requests about a position.

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let uri = params.text_document_position_params.text_document.uri.clone();
        self.answer_about(uri, params, hover::hover).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let uri = params.text_document_position.text_document.uri.clone();
        self.answer_about(uri, params, completion::completion).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        self.answer(item, completion::resolve).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let uri = params.text_document_position_params.text_document.uri.clone();
        self.answer_about(uri, params, definition::definition).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let uri = params.text_document_position.text_document.uri.clone();
        self.answer_about(uri, params, references::references).await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, rename::prepare).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        self.answer_about_all(params, rename::rename).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, code_action::code_action).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        self.answer_about_all(action, code_action::resolve).await
    }

    // Requests about a whole file.

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, document_symbol::symbols).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, document_link::links).await
    }

    async fn document_link_resolve(&self, link: DocumentLink) -> Result<DocumentLink> {
        self.answer(link, document_link::resolve).await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let uri = params.text_document_position_params.text_document.uri.clone();
        self.answer_about(uri, params, document_highlight::highlights).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, formatting::edits).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, folding_range::ranges).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, inlay_hint::hints).await
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        self.answer(hint, inlay_hint::resolve).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let uri = params.text_document.uri.clone();
        self.answer_about(uri, params, code_lens::lenses).await
    }
}
