//! The thread that reviews, and says what it finds.

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

/// What was published last of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LastPublished {
    /// `None` where something was left to look at.
    pub(super) fingerprint: Option<u64>,
    pub(super) content: u64,
    pub(super) version: Option<i32>,
}

/// The thread that reviews.
pub(super) fn run(state: &Arc<State>) {
    let mut reviewer =
        Reviewer { state: Arc::clone(state), published: HashMap::new(), counted: HashMap::new() };
    loop {
        let step = state.worker.next();
        if matches!(step, ReviewStep::End) {
            return;
        }
        // One review that fails must not end all reviews.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reviewer.take(step)));
        if done.is_err() {
            tracing::error!("a review was given up because of an internal error");
        }
    }
}

/// The thread's own state.
pub(super) struct Reviewer {
    pub(super) state: Arc<State>,
    /// What was published last of each file.
    pub(super) published: HashMap<FileId, LastPublished>,
    /// The fingerprint of each file when its references were last counted, and whether they might be looked up then.
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

    /// Reviews every open file of which an input changed.
    fn review_all(&mut self) {
        let worker = &Arc::clone(&self.state).worker;
        let snapshot = lock(&self.state.session).snapshot();
        for file in snapshot.open_files() {
            loop {
                if worker.is_urgent() {
                    // The rest follows; what is done already is not done again.
                    worker.review_again();
                    return;
                }
                let done = match self.state.pushes_diagnostics() {
                    true => self.review(&file, &CancellationToken::new()),
                    false => self.prepare(&file),
                };
                if done {
                    break;
                }
            }
        }
        self.tell_standing(&snapshot);
        let elsewhere = worker.take_elsewhere();
        if elsewhere {
            refresh(&self.state);
        }
    }
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
        let shown_findings = &state.shown_findings;
        let Some(fingerprint) = shown_findings.fingerprint(&snapshot, file, Some(REVIEW_BUDGET), cancel)
        else {
            return true;
        };
        let before = self.published.get(file).copied();
        if before.is_some_and(|published| {
            published.fingerprint == Some(fingerprint) && published.version == version
        }) {
            return true;
        }
        let Some(text) = snapshot.source_text(file).filter(|_| snapshot.is_open(file)) else { return true };
        let Some(review) = shown_findings.review(&snapshot, file, Some(REVIEW_BUDGET), cancel) else {
            return true;
        };
        if review.unfinished && before.is_some_and(|published| published.version == version) {
            // Nobody typed: it is said once it is complete.
            return false;
        }
        let newest = lock(&state.session).version(file);
        if newest != version && !state.worker.is_silent(file) {
            // A newer text waits for its review, or the file was closed.
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
        let published = LastPublished { fingerprint, content: written.content, version };
        state.worker.finished(file);
        let same =
            before.is_some_and(|before| before.content == published.content && before.version == version);
        self.published.insert(file.clone(), published);
        if !same && let Some(uri) = uris.uri(file) {
            send_diagnostics(&state, &uri, &written.items, version);
        }
        !review.unfinished
    }

    /// Goes on with the review of a file for an editor that asks for itself: it shall not wait for what was judged
    /// meanwhile. `false` where there is more to do.
    pub(super) fn prepare(&self, file: &FileId) -> bool {
        let snapshot = lock(&self.state.session).snapshot();
        let shown_findings = &self.state.shown_findings;
        let review = shown_findings.review(&snapshot, file, Some(REVIEW_BUDGET), &CancellationToken::new());
        review.is_none_or(|review| !review.unfinished)
    }

    /// Tells an editor that shows it how the references of each open file stand. This counts all of them, so it
    /// waits for a pause in the typing.
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

    /// Takes back what was said of a file that was closed.
    pub(super) fn forget(&mut self, file: &FileId) {
        let was_published = self.published.remove(file).is_some();
        self.counted.remove(file);
        self.state.diagnostics_cache.forget(file);
        self.state.shown_findings.forget(file);
        if lock(&self.state.session).is_open(file) {
            return;
        }
        if was_published && let Some(uri) = self.state.uris().uri(file) {
            send_diagnostics(&self.state, &uri, "[]", None);
        }
        self.state.with_uris(|uris| uris.close(file));
    }
}
