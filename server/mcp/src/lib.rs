//! The interface for agents: a server of the Model Context Protocol over standard input and output,
//! or over HTTP on this machine only, for language models that check before they cite.
//!
//! An agent is an untrusted program that writes for the author: the texts that it sends are checked
//! like the author's, and the verdicts are those of `referee check`. It cannot open files: texts
//! are arguments, and only the settings and the library are read from disk ([`referee_operations::TextWorkspace`]). It cannot
//! extend what the author's settings allow: the protocol does not ask for permissions, and of text
//! that reads like a clinical note only identifiers leave this machine
//! ([`referee_operations::clinical`]). Every message is answered, and only the end of the input stops
//! the server (`transport`). Over HTTP, requests need the server's token, and browser pages are
//! rejected (`http`). `rmcp` dispatches the messages in between.
//!
//! Start at `server`, which answers each method, then read the list in `tools`.

mod cleaned;
mod error;
mod http;
mod messages;
mod report;
mod resources;
mod server;
mod tools;
mod transport;

pub use http::{HttpError, run_http};
use referee_operations::TextWorkspace;
use referee_workspace::Session;
use server::{Server, ServerContext};
use std::path::PathBuf;
use std::time::Duration;

/// The exit status if the server could not be started.
const COULD_NOT_START: u8 = 2;

/// Runs the server on standard input and output until the client closes its end; returns the exit
/// status. `session` provides the user's settings, and `folder` determines which settings files
/// apply. With `may_search`, the words of sentences and questions may be sent to online searches if
/// the settings allow network access.
#[must_use]
pub fn run_stdio(session: Session, folder: PathBuf, may_search: bool) -> u8 {
    let Ok(runtime) = runtime() else { return COULD_NOT_START };
    let server = Server::new(ServerContext::new(TextWorkspace::new(session, folder, may_search)));
    runtime.block_on(server.serve(tokio::io::stdin(), tokio::io::stdout()));
    // Running work has had time to finish.
    runtime.shutdown_background();
    0
}

/// Creates the runtime of a server with few threads, because calls use the blocking thread pool.
fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .thread_keep_alive(Duration::from_secs(5))
        .enable_all()
        .build()
}
