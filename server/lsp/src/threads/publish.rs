//! Unsolicited messages to the editor: diagnostics, and refresh requests.

use crate::editor_client::RequestError;
use crate::state::State;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tower_lsp::lsp_types::Url;
use tower_lsp::lsp_types::request::{CodeLensRefresh, InlayHintRefreshRequest, WorkspaceDiagnosticRefresh};

/// How long an editor may take to answer a refresh request.
const REFRESH_LIMIT: Duration = Duration::from_secs(10);

/// Sends diagnostics and waits until the editor has room for them, so that a slow one is not
/// flooded.
pub(super) fn send_diagnostics(state: &State, uri: &Url, items: &str, version: Option<i32>) {
    let uri = serde_json::to_string(uri).unwrap_or_default();
    let version = version.map(|version| format!(r#","version":{version}"#)).unwrap_or_default();
    let message = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{{"uri":{uri},"diagnostics":{items}{version}}}}}"#
    );
    tokio::runtime::Handle::current().block_on(state.sink.send(&message));
}

/// Asks the editor to pull again, after a change without an edit. While one such request is
/// pending, the next one waits for its answer.
pub(super) fn refresh(state: &Arc<State>) {
    state.worker.refresh_wanted.store(true, Ordering::SeqCst);
    if state.worker.refreshing.swap(true, Ordering::SeqCst) {
        return;
    }
    let state = Arc::clone(state);
    tokio::spawn(async move {
        loop {
            while state.worker.refresh_wanted.swap(false, Ordering::SeqCst) {
                refresh_once(&state).await;
            }
            state.worker.refreshing.store(false, Ordering::SeqCst);
            // A new request may have arrived before the flag was reset.
            let is_wanted = state.worker.refresh_wanted.load(Ordering::SeqCst);
            if !is_wanted || state.worker.refreshing.swap(true, Ordering::SeqCst) {
                return;
            }
        }
    });
}

async fn refresh_once(state: &State) {
    let (client_capabilities, client) = (state.client_capabilities(), &state.client);
    let diagnostics = async {
        if state.pushes_diagnostics() {
            return;
        }
        let answer = client.request_within::<WorkspaceDiagnosticRefresh>((), REFRESH_LIMIT).await;
        if matches!(answer, Err(RequestError::Refused(_) | RequestError::TimedOut(_))) {
            state.stop_refreshing();
        }
    };
    let code_lenses = async {
        if client_capabilities.refreshes_code_lenses {
            // Without an answer the lenses stay unchanged until the next edit.
            let _ = client.request_within::<CodeLensRefresh>((), REFRESH_LIMIT).await;
        }
    };
    let inlay_hints = async {
        if client_capabilities.refreshes_inlay_hints {
            // As for code lenses.
            let _ = client.request_within::<InlayHintRefreshRequest>((), REFRESH_LIMIT).await;
        }
    };
    tokio::join!(diagnostics, code_lenses, inlay_hints);
}
