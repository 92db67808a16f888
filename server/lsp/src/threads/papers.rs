//! Reads the papers of the cited works little by little while the other threads are idle and the
//! author is not typing.
//!
//! One file is read at a time, in the child process that reads PDFs. When a session ends, at most
//! the file under way is read again by the next one. After the author cancels the progress, nothing
//! is read until the editor restarts. Services are asked by the verifier, never because of a
//! keystroke.

use crate::progress::Progress;
use crate::state::State;
use crate::sync::lock;
use referee_text::Phrase;
use referee_workspace::Snapshot;
use referee_workspace::papers::{ReadPapers, read_papers};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The title of the progress.
const PAPERS: Phrase = Phrase { english: "Reading papers", spanish: "Leyendo artículos" };

/// The interval between checks whether the drafts cite other works.
const INTERVAL: Duration = Duration::from_secs(2);

/// How often the files themselves are examined: they may be changed or added by any program.
const FILES_INTERVAL: Duration = Duration::from_secs(60);

/// How long reading drafts and judging may delay the next paper.
const MAX_READING_WAIT: Duration = Duration::from_secs(60);

/// The pause after each paper, as a multiple of the time that it took.
const PAUSE_FACTOR: u32 = 2;

/// The minimum number of papers for which a progress is shown.
const MIN_SHOWN: usize = 3;

/// Runs the thread that reads papers.
pub(super) fn run(state: &Arc<State>) {
    let stopped = CancellationToken::new();
    let mut seen: Option<(u64, Instant)> = None;
    let mut told = false;
    while pause(state, INTERVAL) && !stopped.is_cancelled() {
        wait(state);
        let snapshot = lock(&state.session).snapshot();
        let files = snapshot.files_with_papers();
        let inputs = snapshot.paper_inputs(&files);
        if seen.is_some_and(|(then, at)| then == inputs && at.elapsed() < FILES_INTERVAL) {
            continue;
        }
        let progress: Mutex<Option<Progress>> = Mutex::new(None);
        let outdated = stopped.child_token();
        let run = ReadPapers {
            cancel: &outdated,
            whole_folders: true,
            only_these: true,
            reads_files: true,
            asks: false,
            progress: &|now| {
                wait(state);
                // Papers of newly cited works go first: start again.
                let snapshot = lock(&state.session).snapshot();
                if snapshot.paper_inputs(&snapshot.files_with_papers()) != inputs {
                    outdated.cancel();
                }
                if now.of >= MIN_SHOWN {
                    let mut shown = lock(&progress);
                    shown
                        .get_or_insert_with(|| Progress::begin(state, PAPERS, true, &stopped))
                        .report(now.done, now.of);
                }
            },
            rest: &|took| {
                if !pause(state, took * PAUSE_FACTOR) {
                    stopped.cancel();
                }
            },
            changed: &|| state.worker.review_all(),
        };
        let step = std::panic::AssertUnwindSafe(|| read_papers(&snapshot, &files, &run));
        match std::panic::catch_unwind(step) {
            Ok(report) => {
                if let Some(error) = report.error.filter(|_| !std::mem::replace(&mut told, true)) {
                    tracing::warn!("{error}");
                }
            }
            Err(_) => {
                tracing::error!("papers were not read because of an internal error");
                return;
            }
        }
        seen = Some((inputs, Instant::now()));
    }
}

/// Asks services for the open-access papers of the cited works, as far as the author allows, after
/// references were looked up.
pub(super) fn ask_services(state: &Arc<State>, snapshot: &Snapshot, cancel: &CancellationToken) {
    let run = ReadPapers {
        cancel,
        whole_folders: false,
        only_these: false,
        reads_files: false,
        asks: true,
        progress: &|_| {},
        rest: &|_| {},
        changed: &|| state.worker.review_all(),
    };
    let report = read_papers(snapshot, &snapshot.files_with_papers(), &run);
    if let Some(error) = report.error {
        tracing::warn!("{error}");
    }
}

/// Waits until the other threads are idle and the author is not typing.
fn wait(state: &Arc<State>) {
    state.worker.reader.wait_until_idle(MAX_READING_WAIT);
    state.runtime.block_on(state.worker.typing_paused());
}

/// Waits for `time` or until the session ends; returns whether the session continues.
fn pause(state: &Arc<State>, time: Duration) -> bool {
    let ended =
        state.runtime.block_on(async { tokio::time::timeout(time, state.lifecycle.ended()).await.is_ok() });
    !ended
}
