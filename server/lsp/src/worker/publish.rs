//! What the editor is told of a file.

use super::{AT_ONCE, Reviewer};
use crate::editor_client::RequestError;
use crate::handlers::reference_status::{Status, StatusParams};
use crate::state::{State, lock};
use crate::to_protocol::Speaker;
use referee_features::reference_status;
use referee_text::FileId;
use referee_workspace::Snapshot;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tower_lsp::lsp_types::Url;
use tower_lsp::lsp_types::request::{CodeLensRefresh, InlayHintRefreshRequest, WorkspaceDiagnosticRefresh};

/// How long an editor may take to answer a request to ask again.
const REFRESH_LIMIT: Duration = Duration::from_secs(10);

/// What was said of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// `None` where something was left to look at.
    fingerprint: Option<u64>,
    content: u64,
    version: Option<i32>,
}

impl Reviewer {
    /// Reviews a file and publishes what is found. For a new version this is said even where it is the same as
    /// before: the editor learns that it still holds. Otherwise only what changed is said. `false` where the review
    /// has to go on, since much was judged meanwhile.
    pub(super) fn review(&mut self, file: &FileId, cancel: &CancellationToken) -> bool {
        let state = Arc::clone(&self.state);
        if !state.pushes_diagnostics() {
            state.worker.finished(file);
            return true;
        }
        let snapshot = lock(&state.session).snapshot();
        let version = snapshot.version(file);
        let fingerprint = snapshot.fingerprint(file);
        let before = self.told.get(file).copied();
        if before.is_some_and(|said| said.fingerprint == Some(fingerprint) && said.version == version) {
            return true;
        }
        let Some(text) = snapshot.text(file).filter(|_| snapshot.is_open(file)) else { return true };
        let Some(review) = snapshot.review_within(file, AT_ONCE, cancel) else { return true };
        if review.unfinished && before.is_some_and(|said| said.version == version) {
            // Nobody typed: it is said once it is complete.
            return false;
        }
        let newest = lock(&state.session).version(file);
        if newest != version && !state.worker.is_silent(file) {
            // A newer text waits for its review, or the file was closed.
            return true;
        }
        let uris = state.uris();
        let speaker = Speaker { snapshot: &snapshot, uris: &uris, abilities: state.abilities() };
        let written = state.written.write(&speaker, file, &text, &review.findings);
        let fingerprint = (!review.unfinished).then_some(fingerprint);
        let said = Said { fingerprint, content: written.content, version };
        state.worker.finished(file);
        let same = before.is_some_and(|before| before.content == said.content && before.version == version);
        self.told.insert(file.clone(), said);
        if !same && let Some(uri) = uris.uri(file) {
            say(&state, &uri, &written.items, version);
        }
        !review.unfinished
    }

    /// Goes on with the review of a file for an editor that asks for itself: it shall not wait for what was judged
    /// meanwhile. `false` where there is more to do.
    pub(super) fn prepare(&self, file: &FileId) -> bool {
        let snapshot = lock(&self.state.session).snapshot();
        let review = snapshot.review_within(file, AT_ONCE, &CancellationToken::new());
        review.is_none_or(|review| !review.unfinished)
    }

    /// Tells an editor that shows it how the references of each open file stand. This counts all of them, so it
    /// waits for a pause in the typing.
    pub(super) fn tell_standing(&mut self, snapshot: &Snapshot) {
        let state = Arc::clone(&self.state);
        if !state.abilities().shows_status {
            return;
        }
        for file in snapshot.open_files() {
            if state.worker.is_urgent() {
                state.worker.change(|todo| todo.all = true);
                return;
            }
            let fingerprint = snapshot.fingerprint(&file);
            if self.counted.insert(file.clone(), fingerprint) == Some(fingerprint) {
                continue;
            }
            if let Some(count) = reference_status::count(snapshot, &file, &CancellationToken::new())
                && let Some(uri) = state.uris().uri(&file)
            {
                let params = StatusParams::new(uri, count);
                tokio::runtime::Handle::current().block_on(state.client.notify::<Status>(params));
            }
        }
    }

    /// Takes back what was said of a file that was closed.
    pub(super) fn forget(&mut self, file: &FileId) {
        let said = self.told.remove(file).is_some();
        self.counted.remove(file);
        self.state.written.forget(file);
        if lock(&self.state.session).is_open(file) {
            return;
        }
        if said && let Some(uri) = self.state.uris().uri(file) {
            say(&self.state, &uri, "[]", None);
        }
        self.state.with_uris(|uris| uris.close(file));
    }
}

/// Sends diagnostics and waits until the editor has room for them: one that does not read is not flooded.
fn say(state: &State, uri: &Url, items: &str, version: Option<i32>) {
    let uri = serde_json::to_string(uri).unwrap_or_default();
    let version = version.map(|version| format!(r#","version":{version}"#)).unwrap_or_default();
    let message = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{{"uri":{uri},"diagnostics":{items}{version}}}}}"#
    );
    tokio::runtime::Handle::current().block_on(state.sink.send(&message));
}

/// Asks the editor to ask again, for what changed without an edit. While one such question is open, the next one
/// waits for its answer.
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
            // A wish may have come before the flag was taken back.
            let is_wanted = state.worker.refresh_wanted.load(Ordering::SeqCst);
            if !is_wanted || state.worker.refreshing.swap(true, Ordering::SeqCst) {
                return;
            }
        }
    });
}

async fn refresh_once(state: &State) {
    let (abilities, client) = (state.abilities(), &state.client);
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
        if abilities.refreshes_code_lenses {
            // Without an answer the lenses stay as they are until the next edit.
            let _ = client.request_within::<CodeLensRefresh>((), REFRESH_LIMIT).await;
        }
    };
    let inlay_hints = async {
        if abilities.refreshes_inlay_hints {
            // As for code lenses.
            let _ = client.request_within::<InlayHintRefreshRequest>((), REFRESH_LIMIT).await;
        }
    };
    tokio::join!(diagnostics, code_lenses, inlay_hints);
}
