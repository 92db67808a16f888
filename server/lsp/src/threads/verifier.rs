//! The verifier: looks up online what the sources on this machine leave open, once the author allows it.
//!
//! It works when a file is opened or saved, when the settings or the author's consent change, and on command;
//! never because of a keystroke. References that come while it works are taken in as it goes on. What failed is
//! tried again later by itself.

use crate::consent;
use crate::progress::Progress;
use crate::state::State;
use crate::sync::lock;
use referee_text::FileId;
use referee_workspace::settings::Network;
use referee_workspace::verify::{Verified, VerifyObserver, verify};
use referee_workspace::{FileKind, Snapshot};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the reading of files and the judging by what is on this machine may put it off.
const MAX_READING_WAIT: Duration = Duration::from_secs(20);

/// The thread that looks up.
pub(super) fn run(state: &Arc<State>) {
    while let Some(all) = state.worker.verifier.next() {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| look_up(state, all)));
        if done.is_err() {
            tracing::error!("references were not looked up because of an internal error");
        }
    }
}

fn look_up(state: &Arc<State>, all: bool) {
    // What is on this machine answers first: what it settles is not asked about.
    state.worker.reader.wait_until_idle(MAX_READING_WAIT);
    let verifier = &state.worker.verifier;
    let cancel = verifier.running();
    let (snapshot, files) = view(state, all);
    let progress: Mutex<Option<Progress>> = Mutex::new(None);
    let watch = VerifyObserver {
        cancel: &cancel,
        learned: &|now| {
            if now.of > 0 {
                let mut progress = lock(&progress);
                let shown = progress
                    .get_or_insert_with(|| Progress::begin(state, "Looking references up", true, &cancel));
                shown.report_as(&format!("checking {} of {}", now.done, now.of), now.done, now.of);
            }
            state.worker.review_all();
        },
        newer: &|| verifier.take_newer().then(|| view(state, all)),
        reserved_cores: 1,
    };
    let verified = verify(&snapshot, &files, &watch);
    if cancel.is_cancelled() {
        verifier.stop();
    }
    drop(progress);
    state.worker.review_all();
    conclude(state, &snapshot, &files, verified, all);
}

/// What is open now, what an author sees first before the rest, with the consent that was given earlier.
fn view(state: &Arc<State>, all: bool) -> (Snapshot, Vec<FileId>) {
    let mut snapshot = lock(&state.session).snapshot();
    let mut files = snapshot.open_files();
    files.sort_by_key(|file| matches!(snapshot.kind(file), Some(FileKind::Bibliography(_))));
    if all {
        let more: Vec<FileId> =
            files.iter().flat_map(|file| snapshot.bibliographies(file)).map(|b| b.file).collect();
        for file in more {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    if consent::recall(state, &snapshot, &files) {
        snapshot = lock(&state.session).snapshot();
    }
    snapshot.sync_network_permission();
    (snapshot, files)
}

/// What follows: the question to the author, another try.
fn conclude(state: &Arc<State>, snapshot: &Snapshot, files: &[FileId], verified: Verified, all: bool) {
    for (workspace, count) in &verified.waiting {
        let file = files
            .iter()
            .find(|file| snapshot.workspace_of(file) == *workspace && snapshot.network(file) == Network::Ask);
        if let Some(file) = file {
            consent::ask(state, workspace, &snapshot.hosts(file), *count, all);
        }
    }
    for file in files.iter().filter(|file| snapshot.network(file) == Network::Allow) {
        for outside in consent::outside_bibliographies(snapshot, file) {
            consent::ask_about_outside(state, &outside, &snapshot.hosts(file));
        }
    }
    for trouble in &verified.failures {
        tracing::info!("{} {}: {}", trouble.service, trouble.why, trouble.detail);
    }
    state.worker.verifier.plan_retry(verified.again_in());
}
