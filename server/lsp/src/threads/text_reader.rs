//! Threads that read the large texts of open files, so that no message has to wait for them.

use crate::state::State;
use crate::sync::lock;
use referee_workspace::{TextRead, TextReading};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The maximum number of texts that are read at the same time, the shortest first.
const MAX_THREADS: usize = 3;

/// Reads unread texts of the session in the background. Returns immediately.
pub(crate) fn read_texts(state: &Arc<State>) {
    if !lock(&state.session).has_unread() {
        return;
    }
    let one_more = |threads: usize| (threads < MAX_THREADS).then_some(threads + 1);
    if state.text_readers.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_more).is_err() {
        // The running threads will take this text as well.
        return;
    }
    let reader = Arc::clone(state);
    let started = std::thread::Builder::new().name(String::from("read texts")).spawn(move || run(&reader));
    if let Err(error) = started {
        // A slow answer is better than no answer.
        tracing::error!("no thread to read a text, so messages wait for it: {error}");
        run(state);
    }
}

fn run(state: &Arc<State>) {
    let runtime = state.runtime.clone();
    let _runtime = runtime.enter();
    loop {
        while let Some(reading) = next(state) {
            read(state, reading);
        }
        state.text_readers.fetch_sub(1, Ordering::SeqCst);
        // A text may have arrived after the last check, while its sender counted on this thread.
        let Some(reading) = next(state) else { return };
        state.text_readers.fetch_add(1, Ordering::SeqCst);
        read(state, reading);
    }
}

fn next(state: &State) -> Option<TextReading> {
    lock(&state.session).next_reading()
}

fn read(state: &Arc<State>, reading: TextReading) {
    let file = reading.file().clone();
    let done: Result<TextRead, _> = catch_unwind(AssertUnwindSafe(|| reading.run()));
    let was_open = lock(&state.session).open_files().any(|open| *open == file);
    let is_read = match done {
        Ok(read) => lock(&state.session).finish_reading(read),
        Err(_) => {
            tracing::error!("a text could not be read because of an internal error");
            lock(&state.session).give_up_reading(&file);
            true
        }
    };
    if !is_read {
        return;
    }
    state.text_was_read.notify_waiters();
    if was_open {
        state.worker.edited(&file);
    } else {
        state.worker.refresh_all();
        state.worker.verify();
    }
}
