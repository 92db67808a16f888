//! The language server: the Language Server Protocol on top of the workspace.
//!
//! This is the only crate that knows the protocol. To learn it, start at `server.rs`, the table
//! from methods to handlers, and follow one of them: `handlers/hover.rs`, then the feature of the
//! same name in `referee_features`. `from_protocol` and `to_protocol` contain every conversion of
//! positions; `worker` decides what to do after a keystroke, and `threads` does it; `transport`
//! explains why messages keep their order.
//!
//! The handler of a notification never waits for the editor. A command may ask the author a
//! question and wait for the answer on a separate thread, up to a time limit; every other request
//! to the editor runs in a separate task (`editor_client.rs`). A question whose answer is useful at
//! any time, such as the one about online look-ups, waits without a limit and blocks nothing.

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

/// Splits bytes into messages like the transport, in pieces of `size`: returns the body of each
/// message, and `None` for each malformed stretch. For the fuzz target `frames`.
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

/// The maximum number of threads that compute answers. A thread that waits for a processor costs
/// little, but a hover must not queue after slow requests.
const THREADS: usize = 32;

/// Runs the language server on standard input and output until the session ends, and returns the
/// exit status: 1 if the editor left without `shutdown`, 2 if the server could not be started.
/// `printer` formats references in the citation styles of drafts.
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
    // Running work had its grace period.
    runtime.shutdown_background();
    ending.code()
}
