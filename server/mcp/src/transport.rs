//! Reads one JSON-RPC message per line. A line that is not a message is answered with an error, and
//! reading continues.
//!
//! `rmcp` also has a transport for standard input and output, but it drops such lines, so that
//! their sender waits forever.

use crate::messages::{Message, Refusal, answer_line, answered, read_message};
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use std::collections::HashSet;
use std::io;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// The maximum length of a line in bytes. A longer one is skipped and answered with an error
/// without an ID.
const MAX_LINE_BYTES: usize = 64 << 20;

/// The capacity of the line buffer that is kept after a long line, in bytes.
const KEPT_BUFFER_BYTES: usize = 1 << 20;

/// The maximum number of messages that the client has not read; beyond it, its input is not read.
const MAX_UNREAD: usize = 2_000;

/// Transports messages as lines.
pub(crate) struct LineTransport<R> {
    reader: LineReader<R>,
    /// The IDs of unanswered requests. The ID of a cancelled request stays reserved: it may still
    /// be answered, and a client must not reuse one.
    under_way: HashSet<RequestId>,
    outbox: mpsc::Sender<String>,
    writing: JoinHandle<()>,
    ended: CancellationToken,
}

impl<R: AsyncRead + Unpin> LineTransport<R> {
    /// Creates a transport of lines; `ended` is cancelled at the end of the input.
    pub(crate) fn new(
        reader: R,
        writer: impl AsyncWrite + Unpin + Send + 'static,
        ended: CancellationToken,
    ) -> Self {
        let (outbox, lines) = mpsc::channel(MAX_UNREAD);
        let writing = tokio::spawn(write_lines(writer, lines));
        LineTransport { reader: LineReader::new(reader), under_way: HashSet::new(), outbox, writing, ended }
    }

    /// Returns the next valid message and answers invalid ones before it; `None` at the end. A
    /// partly read line is kept if the future is dropped.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            // Reserve room for an answer first: the input of a client that does not read its
            // answers is not read.
            let place = self.outbox.reserve().await.ok()?;
            let read = tokio::select! {
                read = self.reader.next() => read?,
                () = self.outbox.closed() => return None,
            };
            match read {
                Ok(Message::Request { id, request }) => {
                    if self.under_way.insert(id.clone()) {
                        return Some(ClientJsonRpcMessage::request(*request, id));
                    }
                    place.send(Refusal::used(id).0);
                }
                Ok(Message::Notification(notification)) => {
                    return Some(ClientJsonRpcMessage::notification(notification));
                }
                Ok(Message::Response) => {}
                Err(refusal) => place.send(refusal.0),
            }
        }
    }
}

impl<R: AsyncRead + Unpin + Send> Transport<RoleServer> for LineTransport<R> {
    type Error = mpsc::error::SendError<String>;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        if let Some(id) = answered(&message) {
            self.under_way.remove(id);
        }
        let outbox = self.outbox.clone();
        let line = answer_line(message);
        async move { outbox.send(line).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let message = self.next().await;
        if message.is_none() {
            self.ended.cancel();
        }
        message
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        // The writer ends when all senders are dropped.
        self.outbox = mpsc::channel(1).0;
        // The writer returns nothing; it has also ended if the client stopped reading.
        let _ = (&mut self.writing).await;
        Ok(())
    }
}

/// The result of reading up to the end of a line.
enum Line {
    Whole,
    TooLong,
    End,
}

/// Parses messages from lines.
struct LineReader<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// Whether the rest of the current line is skipped.
    passing_over: bool,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    fn new(reader: R) -> Self {
        LineReader {
            reader: BufReader::with_capacity(64 << 10, reader),
            line: Vec::new(),
            passing_over: false,
        }
    }

    /// Returns the next message, or the error for an invalid line; `None` at the end of the input.
    async fn next(&mut self) -> Option<Result<Message, Refusal>> {
        loop {
            let read = match self.read_line().await {
                Ok(Line::Whole) => {
                    let read = read_message(&self.line);
                    self.line.clear();
                    self.line.shrink_to(KEPT_BUFFER_BYTES);
                    read
                }
                Ok(Line::TooLong) => {
                    let why = format!("a message of over {} MB is not read", MAX_LINE_BYTES >> 20);
                    Some(Err(Refusal::new(&Value::Null, ErrorCode::INVALID_REQUEST, &why)))
                }
                Ok(Line::End) | Err(_) => return None,
            };
            if read.is_some() {
                return read;
            }
        }
    }

    async fn read_line(&mut self) -> io::Result<Line> {
        loop {
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                // The last line may lack a line break.
                let rest = !self.line.is_empty() && !self.passing_over;
                return Ok(if rest { Line::Whole } else { Line::End });
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |end| end + 1);
            if !self.passing_over {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.reader.consume(taken);
            if self.line.len() > MAX_LINE_BYTES {
                self.line = Vec::new();
                self.passing_over = true;
            }
            if end.is_some() {
                return Ok(if std::mem::take(&mut self.passing_over) { Line::TooLong } else { Line::Whole });
            }
        }
    }
}

/// Writes lines until the channel is closed or writing fails.
async fn write_lines<W: AsyncWrite + Unpin>(mut writer: W, mut lines: mpsc::Receiver<String>) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        if writer.write_all(line.as_bytes()).await.is_err() || writer.flush().await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    /// Returns the errors that answer these bytes, and the methods of the valid messages.
    fn exchange(input: &[u8]) -> (Vec<Value>, Vec<String>) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut reader = LineReader::new(input);
            let (mut errors, mut understood) = (Vec::new(), Vec::new());
            while let Some(read) = reader.next().await {
                match read {
                    Ok(Message::Request { request, .. }) => understood.push(request.method().to_owned()),
                    Ok(_) => {}
                    Err(refusal) => errors.push(serde_json::from_str(&refusal.0).unwrap()),
                }
            }
            (errors, understood)
        })
    }

    #[test]
    fn a_line_that_is_no_message_is_answered_and_the_next_is_read() {
        let ping = b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";
        let deep = format!("{}{}\n", "[".repeat(5_000), "]".repeat(5_000));
        for (garbage, code) in [
            (&b"hello\n"[..], -32_700),
            (b"\x00\xff\xfe\n", -32_700),
            (b"[1,2]\n", -32_600),
            (b"{\"jsonrpc\":\"2.0\"}\n", -32_600),
            (b"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}\n", -32_600),
            (b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}\n", -32_600),
            (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}\n", -32_600),
            (deep.as_bytes(), -32_700),
        ] {
            let (errors, understood) = exchange(&[garbage, ping].concat());
            assert_eq!(understood, ["ping"], "{}", String::from_utf8_lossy(garbage));
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert_eq!(errors[0]["error"]["code"], code, "{errors:?}");
        }
    }

    #[test]
    fn a_line_that_is_longer_than_any_message_is_passed_over() {
        let mut input = vec![b'x'; MAX_LINE_BYTES + 10];
        input.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        let (errors, understood) = exchange(&input);
        assert_eq!((errors.len(), understood.len()), (1, 1));
    }
}
