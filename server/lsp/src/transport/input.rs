//! The input: read ahead of the handlers, and passed to tower-lsp as well-formed messages.
//!
//! The reader is a separate task, so that `shutdown` and `exit` are noticed while a handler
//! computes. It only watches for them; every message still reaches its handler in order of arrival.

use super::frame_reader::{Frame, FrameReader};
use super::message_sink::MessageSink;
use crate::lifecycle::{Ending, Lifecycle};
use serde::Deserialize;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;
use tower_lsp::jsonrpc::Id;

/// The method of the message that tower-lsp receives for each broken frame.
pub(super) const BROKEN: &str = "$broken";

/// How long `shutdown` may wait for earlier handlers before the reader answers it itself.
const SHUTDOWN_LIMIT: Duration = Duration::from_millis(300);

/// How long the messages before `exit` may take.
const EXIT_LIMIT: Duration = Duration::from_millis(800);

/// How long the messages before the end of the input may take. Longer than for `exit`, because a
/// script closes the input after its last request and expects the answer.
const DISCONNECT_LIMIT: Duration = Duration::from_secs(10);

/// A buffer with a larger capacity than this, in bytes, is not reused.
const MAX_IDLE_BUFFER: usize = 1 << 20;

/// Starts to read `input`; returns the messages for tower-lsp.
pub(super) fn start<I>(input: I, lifecycle: Arc<Lifecycle>, sink: Arc<MessageSink>) -> Messages
where
    I: AsyncRead + Unpin + Send + 'static,
{
    let (sender, receiver) = unbounded_channel();
    let reader = Reader {
        sender,
        lifecycle: Arc::clone(&lifecycle),
        sink,
        initialized: false,
        over: CancellationToken::new(),
    };
    let over = reader.over.clone().drop_guard();
    tokio::spawn(reader.read(input));
    Messages { receiver, lifecycle, buffer: Vec::new(), given: 0, _over: over }
}

/// The task that reads the input.
struct Reader {
    sender: UnboundedSender<String>,
    lifecycle: Arc<Lifecycle>,
    sink: Arc<MessageSink>,
    /// Whether `initialize` was received: from then on `shutdown` is answered without an error.
    initialized: bool,
    /// Cancelled when the receiver of the messages is gone.
    over: CancellationToken,
}

impl Reader {
    async fn read<I: AsyncRead + Unpin>(mut self, mut input: I) {
        let mut frames = FrameReader::default();
        let mut chunk = vec![0; 16 << 10];
        loop {
            let count = tokio::select! {
                count = input.read(&mut chunk) => count.unwrap_or(0),
                () = self.over.cancelled() => return,
            };
            let Some(bytes) = chunk.get(..count).filter(|bytes| !bytes.is_empty()) else { break };
            frames.push(bytes);
            while let Some(frame) = frames.next_frame() {
                if self.pass_on(frame) {
                    self.end_after(EXIT_LIMIT, Lifecycle::exit);
                    return;
                }
            }
        }
        self.end_after(DISCONNECT_LIMIT, |lifecycle| lifecycle.end(Ending::Disconnected));
    }

    /// Passes a frame on; returns `true` for `exit`, after which reading stops.
    fn pass_on(&mut self, frame: Frame) -> bool {
        let message = match frame {
            Frame::Message(message) => message,
            Frame::Broken => {
                tracing::warn!("the editor sent a message that is not well-formed; it is left out");
                format!(r#"{{"jsonrpc":"2.0","id":null,"method":"{BROKEN}"}}"#)
            }
        };
        let mut is_exit = false;
        match Envelope::of(&message, self.initialized) {
            Some(Envelope { method: "initialize", id: Some(_) }) => self.initialized = true,
            Some(Envelope { method: "shutdown", id: Some(id) }) if self.initialized => {
                self.answer_shutdown(id)
            }
            Some(Envelope { method: "exit", id: None }) => is_exit = true,
            _ => {}
        }
        // The receiver is gone when the session is over; ignore the send error.
        let _ = self.sender.send(message);
        is_exit
    }

    /// Answers `shutdown` unless a handler does so in time.
    fn answer_shutdown(&self, id: Id) {
        let (lifecycle, sink) = (Arc::clone(&self.lifecycle), Arc::clone(&self.sink));
        lifecycle.shut_down();
        tokio::spawn(async move {
            tokio::time::sleep(SHUTDOWN_LIMIT).await;
            if lifecycle.claim_shutdown_answer() {
                let id = serde_json::to_string(&id).unwrap_or_default();
                sink.send(&format!(r#"{{"jsonrpc":"2.0","result":null,"id":{id}}}"#)).await;
            }
        });
    }

    /// Ends the session after `limit`, unless it ends before.
    fn end_after(&self, limit: Duration, end: fn(&Lifecycle)) {
        let lifecycle = Arc::clone(&self.lifecycle);
        tokio::spawn(async move {
            tokio::time::sleep(limit).await;
            end(&lifecycle);
        });
    }
}

/// The members of a message that identify it.
#[derive(Deserialize)]
struct Envelope<'a> {
    method: &'a str,
    id: Option<Id>,
}

impl<'a> Envelope<'a> {
    /// Reads the envelope of a message that may be about the session; `None` for all others.
    fn of(message: &'a str, initialized: bool) -> Option<Self> {
        // Such messages are short, except `initialize`, which arrives once.
        let may_be = message.len() < 512 || (!initialized && message.contains(r#""initialize""#));
        may_be.then(|| serde_json::from_str(message).ok())?
    }
}

/// The messages that were read, with heads that tower-lsp understands.
pub(super) struct Messages {
    receiver: UnboundedReceiver<String>,
    lifecycle: Arc<Lifecycle>,
    /// The current message, of which `given` bytes were passed on.
    buffer: Vec<u8>,
    given: usize,
    _over: tokio_util::sync::DropGuard,
}

impl AsyncRead for Messages {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let this = &mut *self;
        if let Some(left) = this.buffer.get(this.given..).filter(|left| !left.is_empty()) {
            let (now, _) = left.split_at(left.len().min(out.remaining()));
            out.put_slice(now);
            this.given += now.len();
            return Poll::Ready(Ok(()));
        }
        if this.lifecycle.ending() != Ending::None {
            return Poll::Ready(Ok(()));
        }
        let Some(message) = std::task::ready!(this.receiver.poll_recv(cx)) else {
            this.lifecycle.end(Ending::Disconnected);
            return Poll::Ready(Ok(()));
        };
        if this.buffer.capacity() > MAX_IDLE_BUFFER {
            this.buffer = Vec::new();
        }
        this.buffer.clear();
        this.given = 0;
        this.buffer.extend_from_slice(format!("Content-Length: {}\r\n\r\n", message.len()).as_bytes());
        this.buffer.extend_from_slice(message.as_bytes());
        self.poll_read(cx, out)
    }
}
