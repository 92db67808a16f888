//! The background threads: three whose work [`crate::worker`] schedules, one that makes vectors of
//! the library and one that reads papers while those are idle, and temporary ones for large texts.

mod evidence;
mod papers;
mod publish;
mod reader;
mod reviewer;
mod text_reader;
mod vectors;
mod verifier;

use crate::state::State;
use std::sync::Arc;
pub(crate) use text_reader::read_texts;

/// Starts the threads.
pub(crate) fn start(state: &Arc<State>) {
    let threads = [
        ("review", reviewer::run as fn(&Arc<State>)),
        ("read", reader::run),
        ("verify", verifier::run),
        ("vectors", vectors::run),
        ("papers", papers::run),
    ];
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
