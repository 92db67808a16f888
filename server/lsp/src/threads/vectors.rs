//! Makes the vectors of the library little by little while the other threads are idle.
//!
//! They are made if the settings choose an embedding model on this machine. When a session ends, at
//! most the texts being embedded are lost; the next session continues from there. After the author
//! cancels the progress, nothing is made until the editor restarts.

use crate::progress::Progress;
use crate::state::State;
use crate::sync::lock;
use referee_literature::{Library, VectorReport};
use referee_research::Embedder;
use referee_research::embed::normalised;
use referee_research::model::{CallControl, ModelError};
use referee_text::Phrase;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The title of the progress.
const VECTORS: Phrase = Phrase { english: "Vectors of the library", spanish: "Vectores de la biblioteca" };

/// The delay after the start of a session, and the interval between checks while there may be
/// vectors to make.
const INTERVAL: Duration = Duration::from_secs(5);

/// The interval between checks once all vectors are made or cannot be made, because a check opens
/// the library.
const REST_INTERVAL: Duration = Duration::from_secs(60);

/// How long reading files and judging may delay the next texts.
const MAX_READING_WAIT: Duration = Duration::from_secs(60);

/// The pause after each text, as a multiple of the time that it took. One text uses one core.
const PAUSE_FACTOR: u32 = 2;

/// The library whose vectors were complete at the last check.
#[derive(PartialEq, Eq)]
struct CompleteLibrary {
    folder: PathBuf,
    generation: u64,
    model: String,
}

/// Runs the thread that makes vectors.
pub(super) fn run(state: &Arc<State>) {
    let mut complete: Option<CompleteLibrary> = None;
    let stopped = CancellationToken::new();
    let mut wait = INTERVAL;
    while pause(state, wait) && !stopped.is_cancelled() {
        state.worker.reader.wait_until_idle(MAX_READING_WAIT);
        let step = std::panic::AssertUnwindSafe(|| make_some(state, &mut complete, &stopped));
        match std::panic::catch_unwind(step) {
            Ok(next) => wait = next,
            Err(_) => {
                tracing::error!("vectors of the library were not made because of an internal error");
                return;
            }
        }
    }
}

/// Waits for `time` or until the session ends; returns whether the session continues.
fn pause(state: &Arc<State>, time: Duration) -> bool {
    let ended =
        state.runtime.block_on(async { tokio::time::timeout(time, state.lifecycle.ended()).await.is_ok() });
    !ended
}

/// Makes missing vectors of the first open file's library, and returns the time until the next
/// check.
fn make_some(
    state: &Arc<State>,
    complete: &mut Option<CompleteLibrary>,
    stopped: &CancellationToken,
) -> Duration {
    let snapshot = lock(&state.session).snapshot();
    let Some(file) = snapshot.open_files().into_iter().next() else { return INTERVAL };
    let settings = snapshot.settings(&file);
    let folder = settings.library_folder();
    drop(snapshot);
    let Some(embedder) = state.models.query_embedder(&settings) else { return INTERVAL };
    let library = match Library::open(&folder) {
        Ok(Some(library)) => library,
        Ok(None) => return INTERVAL,
        // A search of the library reports its problems.
        Err(_) => return REST_INTERVAL,
    };
    let now = CompleteLibrary {
        folder: folder.clone(),
        generation: library.generation(),
        model: embedder.name().to_owned(),
    };
    if complete.as_ref() == Some(&now) {
        return REST_INTERVAL;
    }
    match update(state, &library, &embedder, stopped) {
        Ok(report) if report.finished => {
            *complete = Some(now);
            REST_INTERVAL
        }
        Ok(_) => INTERVAL,
        Err(error) => {
            tracing::info!("no vectors of {}: {error}", folder.display());
            REST_INTERVAL
        }
    }
}

/// Makes the missing vectors, one text at a time with a pause after each, and shows the progress.
fn update(
    state: &Arc<State>,
    library: &Library,
    embedder: &Arc<dyn Embedder>,
    stopped: &CancellationToken,
) -> Result<VectorReport, referee_literature::VectorUpdateError<ModelError>> {
    let mut progress: Option<Progress> = None;
    library.update_vectors(
        embedder.name(),
        &mut |texts| {
            let mut vectors = Vec::with_capacity(texts.len());
            for text in texts {
                state.worker.reader.wait_until_idle(MAX_READING_WAIT);
                let start = Instant::now();
                let mut call = CallControl { cancel: stopped, on_progress: &mut |_| {} };
                embedder.embed(&[*text], &mut call, &mut |new| {
                    vectors.extend(new.into_iter().filter_map(normalised));
                })?;
                if !pause(state, start.elapsed() * PAUSE_FACTOR) {
                    stopped.cancel();
                }
            }
            Ok(vectors)
        },
        &mut |now| {
            // A library with all its vectors shows no progress.
            if now.made > 0 {
                let shown = progress.get_or_insert_with(|| Progress::begin(state, VECTORS, true, stopped));
                let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                shown.report(count(now.looked_at), count(now.of));
            }
        },
        stopped,
    )
}
