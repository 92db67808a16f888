//! The three threads that work in the background; [`crate::worker`] says what each does next.

mod evidence;
mod publish;
mod reader;
mod reviewer;
mod verifier;

use crate::state::State;
use std::sync::Arc;

/// Starts the threads.
pub(crate) fn start(state: &Arc<State>) {
    let threads =
        [("review", reviewer::run as fn(&Arc<State>)), ("read", reader::run), ("verify", verifier::run)];
    for (name, work) in threads {
        let state = Arc::clone(state);
        let runtime = state.runtime.clone();
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            let _runtime = runtime.enter();
            work(&state);
        });
        if let Err(error) = started {
            tracing::error!("no thread to {name}: {error}");
        }
    }
}
