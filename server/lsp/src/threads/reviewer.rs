//! The thread that reviews files and publishes the findings.

use super::publish::{refresh, send_diagnostics};
use crate::handlers::reference_status::{Status, StatusParams};
use crate::state::State;
use crate::sync::lock;
use crate::to_protocol::ProtocolEncoder;
use crate::worker::{REVIEW_BUDGET, ReviewStep};
use referee_features::reference_status;
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio_util::sync::CancellationToken;
use tower_lsp::lsp_types::Url;

/// The last publication of a file.
#[derive(Clone, Debug)]
pub(super) struct LastPublished {
    /// The URI under which it was published.
    pub(super) uri: Url,
    /// `None` if the review was incomplete.
    pub(super) fingerprint: Option<u64>,
    pub(super) content: u64,
    pub(super) version: Option<i32>,
}

/// Runs the reviewer thread.
pub(super) fn run(state: &Arc<State>) {
    let mut reviewer =
        Reviewer { state: Arc::clone(state), published: HashMap::new(), counted: HashMap::new() };
    loop {
        let step = state.worker.next();
        if matches!(step, ReviewStep::End) {
            return;
        }
        // A panic in one review must not end all reviews.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reviewer.take(step)));
        if done.is_err() {
            tracing::error!("a review was given up because of an internal error");
        }
    }
}

/// The state of the thread.
pub(super) struct Reviewer {
    pub(super) state: Arc<State>,
    /// The last publication of each file.
    pub(super) published: HashMap<FileId, LastPublished>,
    /// The fingerprint of each file when its references were last counted, and the network setting
    /// at that time.
    pub(super) counted: HashMap<FileId, (u64, Network)>,
}

impl Reviewer {
    fn take(&mut self, step: ReviewStep) {
        match step {
            ReviewStep::Forget(file) => self.forget(&file),
            ReviewStep::Review(file, cancel) => {
                if !self.review(&file, &cancel) {
                    self.state.worker.review_again();
                }
            }
            ReviewStep::All => self.review_all(),
            ReviewStep::Rest => {
                self.review_all();
                if !self.state.watches_files.load(Ordering::Relaxed) {
                    self.state.worker.reader.check_disk();
                }
                self.state.worker.reader.read();
            }
            ReviewStep::End => {}
        }
    }

    /// Reviews every open file, and every closed chapter of one, with a changed input.
    fn review_all(&mut self) {
        let worker = &Arc::clone(&self.state).worker;
        let snapshot = lock(&self.state.session).snapshot();
        let bibliographies = snapshot.closed_bibliographies();
        for file in snapshot.open_files().iter().chain(snapshot.closed_chapters()).chain(&bibliographies) {
            loop {
                if worker.is_urgent() {
                    // The rest follows; finished files are not reviewed again.
                    worker.review_again();
                    return;
                }
                let done = match self.state.pushes_diagnostics() {
                    true => self.review(file, &CancellationToken::new()),
                    false => self.prepare(file),
                };
                if done {
                    break;
                }
            }
        }
        self.retract_chapters();
        self.tell_standing(&snapshot);
        let elsewhere = worker.take_elsewhere();
        if elsewhere {
            refresh(&self.state);
        }
    }
}

impl Reviewer {
    /// Reviews a file and publishes the findings. For a new version they are published even if they
    /// are unchanged, so that the editor learns that they still apply; otherwise only changes are
    /// published. Returns `false` if the review has to continue because many references were judged
    /// meanwhile.
    pub(super) fn review(&mut self, file: &FileId, cancel: &CancellationToken) -> bool {
        let state = Arc::clone(&self.state);
        if !state.pushes_diagnostics() {
            state.worker.finished(file);
            return true;
        }
        let snapshot = lock(&state.session).snapshot();
        let version = snapshot.version(file);
        let shown_findings = &state.shown_findings;
        let Some(fingerprint) = shown_findings.fingerprint(&snapshot, file, Some(REVIEW_BUDGET), cancel)
        else {
            return true;
        };
        let before = self.published.get(file).cloned();
        if before.as_ref().is_some_and(|published| {
            published.fingerprint == Some(fingerprint) && published.version == version
        }) {
            return true;
        }
        let is_shown = snapshot.is_open(file)
            || snapshot.closed_chapters().contains(file)
            || snapshot.closed_bibliographies().contains(file);
        let Some(text) = snapshot.source_text(file).filter(|_| is_shown) else { return true };
        let Some(review) = shown_findings.review(&snapshot, file, Some(REVIEW_BUDGET), cancel) else {
            return true;
        };
        if review.unfinished && before.as_ref().is_some_and(|published| published.version == version) {
            // Nothing was typed, so publish only the complete review.
            return false;
        }
        let newest = lock(&state.session).version(file);
        if newest != version && (version.is_none() || !state.worker.is_silent(file)) {
            // A newer text waits for its review, or the file was closed or opened.
            return true;
        }
        let uris = state.uris();
        let encoder = ProtocolEncoder {
            snapshot: &snapshot,
            uris: &uris,
            client_capabilities: state.client_capabilities(),
        };
        let written = state.diagnostics_cache.write(&encoder, file, &text, &review.findings);
        let fingerprint = (!review.unfinished).then_some(fingerprint);
        if version.is_some() {
            state.worker.finished(file);
        }
        let Some(uri) = uris.uri(file) else { return !review.unfinished };
        let same = match &before {
            Some(before) => before.content == written.content && before.version == version,
            // For a file that is not open, an empty first result need not be published.
            None => version.is_none() && review.findings.is_empty(),
        };
        if let Some(before) = before.filter(|before| before.uri != uri) {
            // The author opened a chapter under another spelling of its URI.
            send_diagnostics(&state, &before.uri, "[]", None);
        }
        if !same {
            send_diagnostics(&state, &uri, &written.items, version);
        }
        let published = LastPublished { uri, fingerprint, content: written.content, version };
        self.published.insert(file.clone(), published);
        !review.unfinished
    }

    /// Clears the findings of closed chapters and bibliographies to which no open draft refers any
    /// more.
    fn retract_chapters(&mut self) {
        let state = Arc::clone(&self.state);
        let snapshot = lock(&state.session).snapshot();
        if snapshot.is_reading() {
            // The chapters are not known yet; another review follows when they are.
            return;
        }
        let bibliographies = snapshot.closed_bibliographies();
        let is_shown = |file: &FileId| {
            lock(&state.session).is_open(file)
                || snapshot.closed_chapters().contains(file)
                || bibliographies.contains(file)
        };
        let gone: Vec<FileId> = self.published.keys().filter(|file| !is_shown(file)).cloned().collect();
        for file in gone {
            self.forget(&file);
        }
    }

    /// Continues the review of a file for an editor that pulls, so that the pull need not wait for
    /// recent judgements. Returns `false` if there is more to do.
    pub(super) fn prepare(&self, file: &FileId) -> bool {
        let snapshot = lock(&self.state.session).snapshot();
        let shown_findings = &self.state.shown_findings;
        let review = shown_findings.review(&snapshot, file, Some(REVIEW_BUDGET), &CancellationToken::new());
        review.is_none_or(|review| !review.unfinished)
    }

    /// Sends the status counts of each open file to an editor that shows them. This counts all
    /// references, so it waits for a pause in the typing.
    pub(super) fn tell_standing(&mut self, snapshot: &Snapshot) {
        let state = Arc::clone(&self.state);
        if !state.client_capabilities().shows_status {
            return;
        }
        for file in snapshot.open_files() {
            if state.worker.is_urgent() {
                state.worker.review_again();
                return;
            }
            // Without online sources there is nothing to allow.
            let network = if snapshot.is_connected() { snapshot.network(&file) } else { Network::Deny };
            let counted = (snapshot.fingerprint(&file), network);
            if self.counted.insert(file.clone(), counted) == Some(counted) {
                continue;
            }
            if let Some(count) = reference_status::count(snapshot, &file, &CancellationToken::new())
                && let Some(uri) = state.uris().uri(&file)
            {
                let params = StatusParams::new(uri, count, network);
                tokio::runtime::Handle::current().block_on(state.client.notify::<Status>(params));
            }
        }
    }

    /// Clears the published findings of a closed file.
    pub(super) fn forget(&mut self, file: &FileId) {
        let published = self.published.remove(file);
        self.counted.remove(file);
        self.state.diagnostics_cache.forget(file);
        self.state.shown_findings.forget(file);
        if lock(&self.state.session).is_open(file) {
            return;
        }
        if let Some(published) = published {
            send_diagnostics(&self.state, &published.uri, "[]", None);
        }
        self.state.with_uris(|uris| uris.close(file));
    }
}
