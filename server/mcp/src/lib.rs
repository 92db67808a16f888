//! The agent's side: a server of the Model Context Protocol over standard input and output, or over HTTP for this machine
//! alone, for language models that ask before they cite.
//!
//! An agent is a stranger who writes for the author: what it sends is the author's text, and the verdicts that it gets
//! are those of `referee check`. It names no file: texts come in the arguments, and of the disk only the settings and
//! the library are read (`workspace`). It cannot widen what the author's settings allow: nothing is asked over the
//! protocol, and of text that reads as a clinical note only identifiers leave ([`referee_check::clinical`]). Whatever
//! it sends is answered, and nothing but the end of the input ends the server (`transport`); over HTTP whoever asks needs
//! its token, and no page of a browser may ask (`http`). Between the two lies `rmcp`, which serves what comes in.
//!
//! A newcomer starts at `server`, which says what each method answers, then at the list in `tools`.

mod arguments;
mod error;
mod http;
mod messages;
mod outages;
mod reading;
mod records;
mod report;
mod resources;
mod server;
mod tool_call;
mod tools;
mod transport;
mod workspace;

pub use http::{HttpError, run_http};
use referee_workspace::Session;
use server::{Server, ServerContext};
use std::path::PathBuf;
use std::time::Duration;
use workspace::AgentWorkspace;

/// The exit status where the server could not be started.
const COULD_NOT_START: u8 = 2;

/// Runs the server on standard input and output until the client closes its end, and returns the exit status.
/// `session` brings the settings of the user, `folder` is the one whose settings count; with `may_search` the words of
/// sentences and questions may be searched for online, where the settings allow the network.
#[must_use]
pub fn run_stdio(session: Session, folder: PathBuf, may_search: bool) -> u8 {
    let Ok(runtime) = runtime() else { return COULD_NOT_START };
    let server = Server::new(ServerContext::new(AgentWorkspace::new(session, folder, may_search)));
    runtime.block_on(server.serve(tokio::io::stdin(), tokio::io::stdout()));
    // Work that is still going on has had its time.
    runtime.shutdown_background();
    0
}

/// The runtime of a server: few threads, since its calls work on threads of their own.
fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .thread_keep_alive(Duration::from_secs(5))
        .enable_all()
        .build()
}
