//! One JSON-RPC message on each line. A line that is no message is answered with an error, and reading goes on.

use crate::protocol::{ErrorCode, Message, error_response};
use serde_json::Value;
use std::io;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc::Receiver;

/// The longest line that is read, in bytes. A longer one is passed over and answered with an error that has no id.
const MAX_LINE_BYTES: usize = 64 << 20;

/// The capacity of the line buffer that is kept after a long line, in bytes.
const KEPT_BUFFER_BYTES: usize = 1 << 20;

/// The most characters of an error of reading that are told.
const MAX_REASON_CHARACTERS: usize = 300;

/// What came of reading up to the end of a line.
enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads messages from lines.
pub(crate) struct LineReader<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    /// Whether the rest of the current line is passed over.
    passing_over: bool,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub(crate) fn new(reader: R) -> Self {
        LineReader {
            reader: BufReader::with_capacity(64 << 10, reader),
            line: Vec::new(),
            passing_over: false,
        }
    }

    /// The next message, or the response that answers a line which is none; `None` at the end of the input.
    pub(crate) async fn next(&mut self) -> Option<Result<Message, Value>> {
        loop {
            let read = match self.read_line().await {
                Ok(Line::Whole) => {
                    let read = read_message(&self.line);
                    self.line.clear();
                    self.line.shrink_to(KEPT_BUFFER_BYTES);
                    read
                }
                Ok(Line::TooLong) => {
                    let message = format!("a message of over {} MB is not read", MAX_LINE_BYTES >> 20);
                    Some(Err(error_response(Value::Null, ErrorCode::InvalidRequest, &message)))
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

/// Reads the bytes of one message; `None` where there are none.
pub(crate) fn read_message(bytes: &[u8]) -> Option<Result<Message, Value>> {
    let bytes = bytes.trim_ascii();
    if bytes.is_empty() {
        return None;
    }
    Some(match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => Message::read(value),
        // Nesting that is too deep is an error of reading too.
        Err(error) => {
            let reason: String = error.to_string().chars().take(MAX_REASON_CHARACTERS).collect();
            Err(error_response(Value::Null, ErrorCode::Parse, &format!("no JSON: {reason}")))
        }
    })
}

/// A message on one line, without its end.
pub(crate) fn as_line(message: &Value) -> String {
    referee_text::visible::in_json(&message.to_string()).into_owned()
}

/// Writes messages as lines until there will be no more, or nobody reads them.
pub(crate) async fn write_messages<W: AsyncWrite + Unpin>(mut writer: W, mut messages: Receiver<Value>) {
    while let Some(message) = messages.recv().await {
        let mut line = as_line(&message);
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
                    Ok(Message::Request { method, .. }) => understood.push(method),
                    Ok(_) => {}
                    Err(error) => errors.push(error),
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
