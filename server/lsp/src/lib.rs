//! The editor's side: the language server protocol over the workspace.
//!
//! This is the only crate that knows the protocol. A newcomer starts at `server.rs`, the table from methods to
//! handlers, and follows one of them: `handlers/hover.rs`, then the feature of the same name in
//! `referee_features`. `from_protocol` and `to_protocol` hold every conversion of positions; `worker` says what is
//! to be done after a keystroke, and `threads` does it; `transport` is why messages keep their order.
//!
//! The handler of a notification never waits for the editor. A command may ask the author something and waits for
//! the answer on a thread of its own, up to a time limit; every other request to the editor is a task of its own
//! (`editor_client.rs`). A question to which an answer is of use at any time, such as the one about looking
//! references up, has no time limit, and nothing waits for it.

mod client_capabilities;
mod consent;
mod diagnostics_cache;
mod editor_client;
mod editor_settings;
mod edits;
mod from_protocol;
mod handlers;
mod lifecycle;
mod logging;
mod own_program;
mod parent;
mod permission;
mod progress;
mod pulled_results;
mod server;
mod server_capabilities;
mod settings;
mod shown_findings;
mod state;
mod sync;
mod threads;
mod to_protocol;
mod transport;
mod uri;
mod worker;

use lifecycle::Lifecycle;
use referee_bibliography::printed::ReferencePrinter;
use server::Server;
use std::sync::Arc;
use std::time::Duration;
use sync::lock;
use tower_lsp::LspService;
use transport::MessageSink;

/// Splits bytes into messages as the transport does, given in pieces of `size`: the body of each message, `None` for
/// each stretch that is none. For the fuzz target `frames`.
#[doc(hidden)]
#[must_use]
pub fn read_frames(input: &[u8], size: usize) -> Vec<Option<String>> {
    let mut reader = transport::FrameReader::default();
    let mut out = Vec::new();
    for piece in input.chunks(size.max(1)) {
        reader.push(piece);
        let frames = std::iter::from_fn(|| reader.next_frame());
        out.extend(frames.map(|frame| match frame {
            transport::Frame::Message(body) => Some(body),
            transport::Frame::Broken => None,
        }));
    }
    out
}

/// How many threads may compute answers at the same time. Those that wait for a processor cost little; a hover
/// behind slow requests would cost the author's patience.
const THREADS: usize = 32;

/// Runs the language server on standard input and output until the editor is done, and returns the exit status:
/// 1 where the editor left without `shutdown`, 2 where the server could not be started. `printer` prints references in
/// the citation styles that drafts name.
#[must_use]
pub fn run_stdio(printer: Option<Arc<dyn ReferencePrinter>>) -> u8 {
    permission::sweep_left_over();
    let messages = logging::start();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(THREADS)
        .thread_keep_alive(Duration::from_secs(5))
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!("the server could not be started: {error}");
            return 2;
        }
    };
    let lifecycle = Arc::new(Lifecycle::default());
    let sink = Arc::new(MessageSink::default());
    let ending = runtime.block_on(async {
        let (service, socket) = LspService::build(|client| {
            tokio::spawn(logging::forward(messages, client.clone()));
            Server::new(client, Arc::clone(&lifecycle), Arc::clone(&sink))
        })
        .custom_method("window/workDoneProgress/cancel", Server::work_done_progress_cancel)
        .custom_method(handlers::reference_status::METHOD, Server::reference_status)
        .finish();
        let state = service.inner().state();
        if let Some(printer) = printer {
            lock(&state.session).print_references_with(printer);
        }
        let ending = transport::serve(
            tokio::io::stdin(),
            tokio::io::stdout(),
            socket,
            service,
            Arc::clone(&lifecycle),
            sink,
        )
        .await;
        state.worker.end();
        ending
    });
    // Work that is still going on has had its time.
    runtime.shutdown_background();
    ending.code()
}
