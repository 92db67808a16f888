//! The vectors of the library, made little by little while nothing else is to do.
//!
//! They are made where the settings choose an embedding model that is on this machine. A session that ends loses at
//! most the texts that are being embedded: the next one goes on there. Who cancels the progress is left alone until
//! the editor is started again.

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

/// What the work is called while its progress is shown.
const VECTORS: Phrase = Phrase { english: "Vectors of the library", spanish: "Vectores de la biblioteca" };

/// How long after the start of a session nothing is done, and between two looks while there may be vectors to make.
const INTERVAL: Duration = Duration::from_secs(5);

/// How long nothing is done once all vectors are made, or cannot be made: a look opens the library.
const REST_INTERVAL: Duration = Duration::from_secs(60);

/// How long the reading of files and the judging may put off the next texts.
const MAX_READING_WAIT: Duration = Duration::from_secs(60);

/// The pause after each text, as a multiple of the time that it took. One text takes one core.
const PAUSE_FACTOR: u32 = 2;

/// The library whose vectors were complete when it was last looked at.
#[derive(PartialEq, Eq)]
struct CompleteLibrary {
    folder: PathBuf,
    generation: u64,
    model: String,
}

/// The thread that makes vectors.
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

/// Waits for `time`, or until the session ends, and says whether the session goes on.
fn pause(state: &Arc<State>, time: Duration) -> bool {
    let ended =
        state.runtime.block_on(async { tokio::time::timeout(time, state.lifecycle.ended()).await.is_ok() });
    !ended
}

/// Makes the vectors that the library of the first open file lacks, and returns the time until the next look.
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
        // A search of the library reports what is wrong with it.
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

/// Makes the missing vectors, one text at a time with a pause after each, and shows how far it is.
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
            // A library that has its vectors shows nothing.
            if now.made > 0 {
                let shown = progress.get_or_insert_with(|| Progress::begin(state, VECTORS, true, stopped));
                let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                shown.report(count(now.looked_at), count(now.of));
            }
        },
        stopped,
    )
}
