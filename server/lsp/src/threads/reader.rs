//! The reader thread: reads files and libraries that the workspace wants, then judges pending
//! references.

use super::evidence::Evidence;
use super::read_texts;
use crate::progress::Progress;
use crate::state::State;
use crate::sync::lock;
use crate::worker::ReadStep;
use referee_citations::Reference;
use referee_text::Phrase;
use referee_workspace::load::{LoadRequest, load};
use referee_workspace::{FileKind, Snapshot};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The interval at which results are shown during the work.
const SHOW_INTERVAL: Duration = Duration::from_millis(700);

/// The maximum depth of nested includes.
const MAX_INCLUDE_DEPTH: usize = 64;

/// The title of the progress for reading libraries.
const READING: Phrase = Phrase { english: "Reading the library", spanish: "Leyendo la biblioteca" };

/// The title of the progress for judging by the sources on this machine.
const CHECKING: Phrase = Phrase { english: "Checking references", spanish: "Comprobando referencias" };

/// Runs the reader thread.
pub(super) fn run(state: &Arc<State>) {
    let mut evidence = Evidence::default();
    loop {
        let step = state.worker.reader.next();
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match step {
            ReadStep::Read { check_disk } => {
                read(state, &mut evidence, check_disk);
                true
            }
            ReadStep::CheckDisk => {
                if take_disk_changes(state) {
                    state.worker.refresh_all();
                }
                if evidence.refresh(state) {
                    state.worker.review_all();
                }
                true
            }
            ReadStep::End => false,
        }));
        if matches!(done, Ok(false)) {
            return;
        }
        if done.is_err() {
            tracing::error!("something was left unread because of an internal error");
            state.worker.files_read();
        }
    }
}

/// Schedules changed files on disk for reading; returns whether there were any.
fn take_disk_changes(state: &State) -> bool {
    let disk = lock(&state.session).disk_state();
    // Without the lock, because a folder may be on a network drive.
    let changes = disk.changes();
    let any = !changes.is_empty();
    if any {
        lock(&state.session).take_disk_changes(changes);
    }
    any
}

fn read(state: &Arc<State>, evidence: &mut Evidence, check_disk: bool) {
    if check_disk {
        take_disk_changes(state);
    }
    let read = read_files(state);
    if read || !state.worker.are_files_read() {
        state.worker.files_read();
    }
    if read {
        state.worker.review_all();
    }
    if evidence.refresh(state) {
        state.worker.review_all();
    }
    warm(state);
    if read_libraries(state) {
        state.worker.review_all();
    }
    judge(state);
}

/// Reads the files and folders that the workspace wants; returns whether there were any.
fn read_files(state: &Arc<State>) -> bool {
    let mut read = false;
    for _ in 0..MAX_INCLUDE_DEPTH {
        let mut wanted = lock(&state.session).wanted();
        wanted.retain(|wanted| !matches!(wanted, LoadRequest::Library(_)));
        if wanted.is_empty() {
            break;
        }
        for wanted in &wanted {
            let supplied = load(wanted);
            lock(&state.session).supply(supplied);
        }
        // Settings among them may change how drafts are read.
        read_texts(state);
        read = true;
    }
    read
}

/// Reads the configured libraries. They can be large, and nothing waits for them.
fn read_libraries(state: &Arc<State>) -> bool {
    let mut wanted = lock(&state.session).wanted();
    wanted.retain(|wanted| matches!(wanted, LoadRequest::Library(_)));
    if wanted.is_empty() {
        return false;
    }
    let _progress = Progress::begin(state, READING, false, &CancellationToken::new());
    for wanted in &wanted {
        let supplied = load(wanted);
        lock(&state.session).supply(supplied);
    }
    true
}

/// Builds the completion indexes before a request needs them.
fn warm(state: &State) {
    let snapshot = lock(&state.session).snapshot();
    let mut known = Vec::new();
    for file in snapshot.open_files() {
        for found in snapshot.bibliographies(&file) {
            if known.contains(&found.file) {
                continue;
            }
            if state.worker.reader.is_interrupted() {
                return;
            }
            let _index = state.indexes.get(&found.file, &found.bibliography);
            known.push(found.file);
        }
    }
    state.indexes.keep(&known);
}

/// Judges the references that the open files cite or list.
fn judge(state: &Arc<State>) {
    let reader = &state.worker.reader;
    if reader.is_stopped() {
        return;
    }
    let cancel = CancellationToken::new();
    let mut progress: Option<Progress> = None;
    let mut done = 0;
    loop {
        // Take the newest text each time: judged references are cached, and removed ones are not
        // judged.
        let snapshot = lock(&state.session).snapshot();
        let pending = pending(&snapshot);
        if pending.is_empty() {
            return;
        }
        let progress = progress.get_or_insert_with(|| Progress::begin(state, CHECKING, true, &cancel));
        let round = Instant::now();
        let before = done;
        for reference in &pending {
            if cancel.is_cancelled() {
                reader.stop();
                return;
            }
            if snapshot.judge(reference).is_none() {
                // No source can judge it: it would be pending forever.
                return;
            }
            done += 1;
            if round.elapsed() > SHOW_INTERVAL || reader.is_interrupted() {
                break;
            }
        }
        progress.report(done, before + pending.len());
        state.worker.review_all();
        if reader.is_interrupted() {
            // New work goes first; judging continues after it.
            reader.read();
            return;
        }
    }
}

/// Returns the references to judge, most visible first: drafts before bibliographies.
fn pending(snapshot: &Snapshot) -> Vec<Reference> {
    let mut files = snapshot.open_files();
    files.sort_by_key(|file| matches!(snapshot.kind(file), Some(FileKind::Bibliography(_))));
    files.iter().flat_map(|file| snapshot.pending(file)).collect()
}
