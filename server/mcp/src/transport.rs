//! One JSON-RPC message on each line. A line that is no message is answered with an error, and reading goes on.
//!
//! `rmcp` has a transport of its own for standard input and output. It drops such lines, so that whoever wrote one waits
//! for ever.

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

/// The longest line that is read, in bytes. A longer one is passed over and answered with an error that has no id.
const MAX_LINE_BYTES: usize = 64 << 20;

/// The capacity of the line buffer that is kept after a long line, in bytes.
const KEPT_BUFFER_BYTES: usize = 1 << 20;

/// How many messages wait for the client to read them before no more of its own are read.
const MAX_UNREAD: usize = 2_000;

/// Messages on lines.
pub(crate) struct LineTransport<R> {
    reader: LineReader<R>,
    /// The ids of the requests that were not answered. One that was called off stays: it may be answered yet, and no
    /// client may use an id twice.
    under_way: HashSet<RequestId>,
    outbox: mpsc::Sender<String>,
    writing: JoinHandle<()>,
    ended: CancellationToken,
}

impl<R: AsyncRead + Unpin> LineTransport<R> {
    /// Reads and writes lines; `ended` is cancelled when no more are read.
    pub(crate) fn new(
        reader: R,
        writer: impl AsyncWrite + Unpin + Send + 'static,
        ended: CancellationToken,
    ) -> Self {
        let (outbox, lines) = mpsc::channel(MAX_UNREAD);
        let writing = tokio::spawn(write_lines(writer, lines));
        LineTransport { reader: LineReader::new(reader), under_way: HashSet::new(), outbox, writing, ended }
    }

    /// The next message that is one, after the answers to those that are none; `None` where there are no more. What was
    /// read of a line is kept where the future is dropped.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            // A client that does not read its answers gets no more of them.
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
        // The writer ends once there is nobody left who could send.
        self.outbox = mpsc::channel(1).0;
        // It has nothing to say: where nobody reads, it has ended.
        let _ = (&mut self.writing).await;
        Ok(())
    }
}

/// What came of reading up to the end of a line.
enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads messages from lines.
struct LineReader<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// Whether the rest of the current line is passed over.
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

    /// The next message, or what answers a line which is none; `None` at the end of the input.
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
                // A last line may have no end.
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

/// Writes lines until there will be no more, or nobody reads them.
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

    /// The errors that answer these bytes, and the methods that were understood.
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
