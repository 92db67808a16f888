//! How messages travel: tower-lsp with the manners that an editor needs.
//!
//! tower-lsp 0.20 runs everything on one task: it reads a message, puts the handler's future into a queue and
//! drives up to four of them at a time. Four things follow that an editor must not see:
//!
//! - a notification whose handler waits before it changes anything is overtaken by the next one;
//! - a handler that computes holds up every other answer, and so does the fifth of four that wait;
//! - a request cannot be cancelled while its future is still in the queue;
//! - `exit` is noticed only with the next message, which never comes.
//!
//! `Service::call`, however, is invoked on the read loop, in the order in which messages arrive. [`Ordered`]
//! builds on that: it takes the first step of every handler there and then. A notification handler is
//! synchronous, so its first step is all of it, and a request handler takes its view of the workspace in its
//! first step: each answer is about exactly the text that the client had when it asked. What a handler has left
//! after its first step runs on the runtime's threads. [`Frames`] ends the input after `exit`, and keeps
//! broken messages from tower-lsp. [`serve`] gives work in flight one second before it lets go.

use futures::future::{BoxFuture, Either, FutureExt};
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tower::Service;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::{ClientSocket, ExitedError, Server};

mod frames;
mod outlet;

use frames::Frames;
pub(crate) use outlet::Outlet;

/// How long work in flight may go on after `exit` or the end of the input.
const GRACE: Duration = Duration::from_secs(1);

/// How many messages may be in flight. More than any client sends, so that the reader is never held up.
const IN_FLIGHT: usize = 1024;

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Ending {
    /// It goes on.
    None = 0,
    /// `exit` after `shutdown`.
    Exit = 1,
    /// `exit` without `shutdown`.
    ExitWithoutShutdown = 2,
    /// The input ended.
    Disconnected = 3,
    /// The editor is gone although the input is still open.
    ParentGone = 4,
}

impl Ending {
    /// The exit status of the process.
    pub(crate) fn code(self) -> u8 {
        u8::from(self == Ending::ExitWithoutShutdown)
    }
}

/// The one place that knows whether the session has ended.
#[derive(Default)]
pub(crate) struct Life {
    ending: AtomicU8,
    shut_down: AtomicBool,
    over: CancellationToken,
}

impl Life {
    /// Ends the session; the first reason counts.
    pub(crate) fn end(&self, why: Ending) {
        // Lost only to another end, which is then the one that counts.
        let _ =
            self.ending.compare_exchange(Ending::None as u8, why as u8, Ordering::SeqCst, Ordering::SeqCst);
        self.over.cancel();
    }

    /// Why it ended, or [`Ending::None`].
    pub(crate) fn ending(&self) -> Ending {
        match self.ending.load(Ordering::SeqCst) {
            1 => Ending::Exit,
            2 => Ending::ExitWithoutShutdown,
            3 => Ending::Disconnected,
            4 => Ending::ParentGone,
            _ => Ending::None,
        }
    }

    /// Waits for the end.
    pub(crate) async fn ended(&self) {
        self.over.cancelled().await;
    }
}

type Reply = BoxFuture<'static, Result<Option<Response>, ExitedError>>;

/// Takes the first step of every handler on the read loop; see the head of this file.
pub(crate) struct Ordered<S> {
    inner: S,
    life: Arc<Life>,
    outlet: Arc<Outlet>,
}

impl<S> Service<Request> for Ordered<S>
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError, Future = Reply>,
{
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = Reply;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        if self.life.ending() != Ending::None {
            // An error here would make tower-lsp stop reading without ending the session.
            return Poll::Ready(Ok(()));
        }
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Reply {
        if self.life.ending() != Ending::None {
            return std::future::ready(Ok(None)).boxed();
        }
        let id = request.id().cloned();
        if request.method() == frames::BROKEN {
            let answer = Response::from_error(Id::Null, Error::parse_error());
            return std::future::ready(Ok(Some(answer))).boxed();
        }
        let method = request.method().to_owned();
        let request = if method == "initialize" { as_our_types_spell_it(request) } else { request };
        let mut reply = guarded(self.inner.call(request), id.clone(), method.clone());
        if method == "textDocument/diagnostic" {
            reply = completed(reply, Arc::clone(&self.outlet)).boxed();
        }
        let first_step = reply.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop()));
        match method.as_str() {
            "shutdown" if id.is_some() => self.life.shut_down.store(true, Ordering::SeqCst),
            "exit" if id.is_none() => {
                let orderly = self.life.shut_down.load(Ordering::SeqCst);
                self.life.end(if orderly { Ending::Exit } else { Ending::ExitWithoutShutdown });
            }
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

/// An answer with findings leaves by the outlet, where they are written already.
async fn completed(reply: Reply, outlet: Arc<Outlet>) -> Result<Option<Response>, ExitedError> {
    let answer = reply.await?;
    let message = answer.as_ref().and_then(|answer| outlet.complete(answer.id(), answer.result()?));
    let Some(message) = message else { return Ok(answer) };
    outlet.send(&message).await;
    Ok(None)
}

/// The handler's future; a panic in it becomes an error response, and the session goes on.
fn guarded(handler: Reply, id: Option<Id>, method: String) -> Reply {
    AssertUnwindSafe(handler)
        .catch_unwind()
        .map(move |outcome| {
            outcome.unwrap_or_else(|_| {
                tracing::error!("{method} could not be answered: an internal error");
                Ok(id.map(internal_error))
            })
        })
        .boxed()
}

/// The protocol calls a capability `workspace.diagnostics`; lsp-types 0.94 knows it as `workspace.diagnostic`.
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

fn internal_error(id: Id) -> Response {
    Response::from_error(id, Error::internal_error())
}

/// Serves a session until it ends, and says why it did.
pub(crate) async fn serve<I, O, S>(
    input: I,
    mut output: O,
    socket: ClientSocket,
    service: S,
    life: Arc<Life>,
    outlet: Arc<Outlet>,
) -> Ending
where
    I: AsyncRead + Unpin,
    O: AsyncWrite + Unpin,
    S: Service<Request, Response = Option<Response>, Error = ExitedError, Future = Reply> + Send + 'static,
{
    let mut waiting = outlet.receiver();
    let server = Server::new(Frames::new(input, Arc::clone(&life)), outlet.writer(), socket)
        .concurrency_level(IN_FLIGHT)
        .serve(Ordered { inner: service, life: Arc::clone(&life), outlet });
    let answered = CancellationToken::new();
    let answering = async {
        // tower-lsp panics when the client closes our output: that is the end of the session, not a fault.
        let _ = AssertUnwindSafe(server).catch_unwind().await;
        answered.cancel();
    };
    let session = async {
        let writing = pin!(outlet::write(&mut waiting, &mut output, &answered));
        match futures::future::select(pin!(answering), writing).await {
            Either::Left(((), writing)) => writing.await,
            Either::Right(_) => {}
        }
    };
    let grace = async {
        life.ended().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = session => {}
        () = grace => {}
    }
    life.end(Ending::Disconnected);
    life.ending()
}

#[cfg(test)]
mod tests;
