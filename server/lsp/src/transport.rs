//! The transport: adapts tower-lsp to the behaviour that an editor needs.
//!
//! tower-lsp 0.20 runs everything on one task: it reads a message, puts the handler's future into a
//! queue and drives up to four futures at a time. This has four effects that an editor must not
//! see:
//!
//! - a notification whose handler waits before it changes anything is overtaken by the next one;
//! - a handler that computes blocks every other answer, and four handlers that wait block the
//!   fifth;
//! - a request cannot be cancelled while its future is still in the queue;
//! - `exit` is noticed only with the next message, which never arrives.
//!
//! `Service::call`, however, is invoked on the read loop, in the order in which messages arrive.
//! [`Ordered`] relies on this and runs the first step of every handler there. A notification
//! handler is synchronous, so its first step is the whole handler, and a request handler takes its
//! view of the workspace in its first step: each answer is about exactly the text that the client
//! had when it asked. The rest of a handler runs on the runtime's threads. [`input`] reads ahead,
//! so that `shutdown` and `exit` are noticed whatever a handler does, and keeps malformed messages
//! from tower-lsp. [`serve`] grants running work [`GRACE`] before it stops.

use crate::lifecycle::{Ending, Lifecycle};
use futures::future::{BoxFuture, Either, FutureExt};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tower::Service;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::{ClientSocket, ExitedError, Server};

mod frame_reader;
mod input;
mod message_sink;

pub(crate) use frame_reader::{Frame, FrameReader};
pub(crate) use message_sink::MessageSink;

/// How long running work may continue after the end of the session.
const GRACE: Duration = Duration::from_millis(500);

/// The maximum number of messages in flight; more than any client sends, so that the reader is
/// never blocked.
const MAX_IN_FLIGHT: usize = 1024;

type Reply = BoxFuture<'static, Result<Option<Response>, ExitedError>>;

/// Runs the first step of every handler on the read loop; see the module documentation.
pub(crate) struct Ordered<S> {
    inner: S,
    lifecycle: Arc<Lifecycle>,
    sink: Arc<MessageSink>,
}

impl<S> Service<Request> for Ordered<S>
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError, Future = Reply>,
{
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = Reply;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        if self.lifecycle.ending() != Ending::None {
            // An error here would make tower-lsp stop reading without ending the session.
            return Poll::Ready(Ok(()));
        }
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Reply {
        if self.lifecycle.ending() != Ending::None {
            return std::future::ready(Ok(None)).boxed();
        }
        let id = request.id().cloned();
        if request.method() == input::BROKEN {
            let answer = Response::from_error(Id::Null, Error::parse_error());
            return std::future::ready(Ok(Some(answer))).boxed();
        }
        let method = request.method().to_owned();
        let request = if method == "shutdown" { without_params(request) } else { request };
        let request = if method == "initialize" { as_our_types_spell_it(request) } else { request };
        let Ok(handler) = catch_unwind(AssertUnwindSafe(|| self.inner.call(request))) else {
            return std::future::ready(Ok(failed(&method, id))).boxed();
        };
        let mut reply = guarded(handler, id.clone(), method.clone());
        if method == "textDocument/diagnostic" {
            reply = completed(reply, Arc::clone(&self.sink)).boxed();
        }
        if method == "shutdown" && id.is_some() {
            reply = unless_answered(reply, Arc::clone(&self.lifecycle)).boxed();
        }
        let first_step = reply.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop()));
        match method.as_str() {
            "shutdown" if id.is_some() => self.lifecycle.shut_down(),
            "exit" if id.is_none() => self.lifecycle.exit(),
            _ => {}
        }
        match first_step {
            Poll::Ready(reply) => std::future::ready(reply).boxed(),
            Poll::Pending => {
                let rest = tokio::spawn(reply);
                async move { rest.await.unwrap_or_else(|_| Ok(id.map(internal_error))) }.boxed()
            }
        }
    }
}

/// Sends an answer with findings through the sink, which already has them as JSON.
async fn completed(reply: Reply, sink: Arc<MessageSink>) -> Result<Option<Response>, ExitedError> {
    let answer = reply.await?;
    let message = answer.as_ref().and_then(|answer| sink.complete(answer.id(), answer.result()?));
    let Some(message) = message else { return Ok(answer) };
    sink.send(&message).await;
    Ok(None)
}

/// Returns the answer to `shutdown`, unless the reader has sent it.
async fn unless_answered(reply: Reply, lifecycle: Arc<Lifecycle>) -> Result<Option<Response>, ExitedError> {
    let answer = reply.await?;
    Ok(answer.filter(|_| lifecycle.claim_shutdown_answer()))
}

/// Converts a panic in a handler's future into an error response, so that the session continues.
fn guarded(handler: Reply, id: Option<Id>, method: String) -> Reply {
    AssertUnwindSafe(handler)
        .catch_unwind()
        .map(move |outcome| outcome.unwrap_or_else(|_| Ok(failed(&method, id))))
        .boxed()
}

/// Returns the answer of a handler that panicked.
fn failed(method: &str, id: Option<Id>) -> Option<Response> {
    tracing::error!("{method} could not be answered: an internal error");
    id.map(internal_error)
}

/// Renames a capability: the protocol calls it `workspace.diagnostics`; lsp-types 0.94 calls it
/// `workspace.diagnostic`.
fn as_our_types_spell_it(request: Request) -> Request {
    let (method, id, params) = request.into_parts();
    let mut params = params.unwrap_or_default();
    if let Some(workspace) = params.pointer_mut("/capabilities/workspace").and_then(|it| it.as_object_mut())
        && let Some(diagnostics) = workspace.remove("diagnostics")
    {
        workspace.entry("diagnostic").or_insert(diagnostics);
    }
    let request = Request::build(method).params(params);
    match id {
        Some(id) => request.id(id).finish(),
        None => request.finish(),
    }
}

/// Removes the parameters of `shutdown`; some clients send `null`, which tower-lsp rejects.
fn without_params(request: Request) -> Request {
    let (method, id, _) = request.into_parts();
    let request = Request::build(method);
    match id {
        Some(id) => request.id(id).finish(),
        None => request.finish(),
    }
}

fn internal_error(id: Id) -> Response {
    Response::from_error(id, Error::internal_error())
}

/// Serves a session until it ends, and returns the reason.
pub(crate) async fn serve<I, O, S>(
    input: I,
    output: O,
    socket: ClientSocket,
    service: S,
    lifecycle: Arc<Lifecycle>,
    sink: Arc<MessageSink>,
) -> Ending
where
    I: AsyncRead + Unpin + Send + 'static,
    O: AsyncWrite + Unpin + Send + 'static,
    S: Service<Request, Response = Option<Response>, Error = ExitedError, Future = Reply> + Send + 'static,
{
    // A separate task: a handler that computes in its first step must not delay the end of the
    // process.
    let session =
        tokio::spawn(session(input, output, socket, service, Arc::clone(&lifecycle), Arc::clone(&sink)));
    let grace = async {
        lifecycle.ended().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        _ = session => {}
        () = grace => {}
    }
    lifecycle.end(Ending::Disconnected);
    lifecycle.ending()
}

/// Reads, answers and writes until the input ends or the output is closed.
async fn session<I, O, S>(
    input: I,
    mut output: O,
    socket: ClientSocket,
    service: S,
    lifecycle: Arc<Lifecycle>,
    sink: Arc<MessageSink>,
) where
    I: AsyncRead + Unpin + Send + 'static,
    O: AsyncWrite + Unpin + Send + 'static,
    S: Service<Request, Response = Option<Response>, Error = ExitedError, Future = Reply> + Send + 'static,
{
    let mut waiting = sink.receiver();
    let messages = input::start(input, Arc::clone(&lifecycle), Arc::clone(&sink));
    let server = Server::new(messages, sink.writer(), socket)
        .concurrency_level(MAX_IN_FLIGHT)
        .serve(Ordered { inner: service, lifecycle, sink });
    let answered = CancellationToken::new();
    let answering = async {
        // tower-lsp panics when the client closes our output; this ends the session and is not a
        // fault.
        let _ = AssertUnwindSafe(server).catch_unwind().await;
        answered.cancel();
    };
    // Another separate task: the answer to `shutdown` is written while a handler computes.
    let writing = tokio::spawn({
        let answered = answered.clone();
        async move { message_sink::write(&mut waiting, &mut output, &answered).await }
    });
    match futures::future::select(pin!(answering), writing).await {
        Either::Left(((), writing)) => {
            // An error means that the writer panicked; nothing is left to write then.
            let _ = writing.await;
        }
        Either::Right(_) => {}
    }
}

#[cfg(test)]
mod tests;
