//! The input as whole, well-formed messages.
//!
//! tower-lsp stops reading at the first message that it cannot decode. An editor can send such a one without
//! fault of its own (half a surrogate pair, cut off by an edit, is written as an escape that no JSON reader in
//! Rust accepts), and a session must not end by it. [`Frames`] hands on what is well-formed, mends what can be
//! mended, and puts [`BROKEN`] in place of the rest, which is answered with an error.

use super::{Ending, Life};
use serde_json::Value;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};

/// The method of a message that stands for one that could not be read.
pub(super) const BROKEN: &str = "$broken";

/// The longest message. A length beyond it is taken for garbage.
const LONGEST: usize = 1 << 30;

/// The longest head of a message.
const LONGEST_HEAD: usize = 8 << 10;

/// Buffers larger than this are given back when they are empty.
const KEEP: usize = 1 << 20;

/// Reads messages up to `exit`; from then on the input is at its end, so that no read is left waiting.
pub(super) struct Frames<R> {
    inner: R,
    life: Arc<Life>,
    /// What was read and is not a whole message yet.
    raw: Vec<u8>,
    /// The length of the body whose head was taken off `raw`.
    body: Option<usize>,
    /// What is being handed on, from `given`.
    out: Vec<u8>,
    given: usize,
}

impl<R> Frames<R> {
    pub(super) fn new(inner: R, life: Arc<Life>) -> Self {
        Frames { inner, life, raw: Vec::new(), body: None, out: Vec::new(), given: 0 }
    }

    /// Makes the next message ready, if all of it is there.
    fn next(&mut self) -> bool {
        loop {
            if let Some(length) = self.body {
                if self.raw.len() < length {
                    return false;
                }
                let message = well_formed(&self.raw[..length]);
                self.raw.drain(..length);
                self.body = None;
                self.put(message);
                return true;
            }
            let Some(end) = find(&self.raw, b"\r\n\r\n") else {
                if self.raw.len() > LONGEST_HEAD {
                    self.raw.clear();
                }
                return false;
            };
            self.body = length(&self.raw[..end]);
            self.raw.drain(..end + 4);
            if self.body.is_none() {
                self.put(None);
                return true;
            }
        }
    }

    fn put(&mut self, message: Option<String>) {
        let message = message.unwrap_or_else(|| {
            tracing::warn!("the editor sent a message that is not well-formed; it is left out");
            format!(r#"{{"jsonrpc":"2.0","id":null,"method":"{BROKEN}"}}"#)
        });
        self.given = 0;
        self.out.clear();
        self.out.extend_from_slice(format!("Content-Length: {}\r\n\r\n", message.len()).as_bytes());
        self.out.extend_from_slice(message.as_bytes());
        if self.raw.is_empty() && self.raw.capacity() > KEEP {
            self.raw = Vec::new();
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Frames<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let this = &mut *self;
        loop {
            if this.given < this.out.len() {
                let left = &this.out[this.given..];
                let count = left.len().min(buf.remaining());
                buf.put_slice(&left[..count]);
                this.given += count;
                if this.given == this.out.len() && this.out.capacity() > KEEP {
                    (this.out, this.given) = (Vec::new(), 0);
                }
                return Poll::Ready(Ok(()));
            }
            if this.life.ending() != Ending::None {
                return Poll::Ready(Ok(()));
            }
            if this.next() {
                continue;
            }
            let mut chunk = [0; 16 << 10];
            let mut chunk = ReadBuf::new(&mut chunk);
            let read = ready!(Pin::new(&mut this.inner).poll_read(cx, &mut chunk));
            if read.is_err() || chunk.filled().is_empty() {
                this.life.end(Ending::Disconnected);
                return Poll::Ready(Ok(()));
            }
            this.raw.extend_from_slice(chunk.filled());
        }
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

/// The length that a message's head gives. What else it says is not looked at: there is only UTF-8.
fn length(head: &[u8]) -> Option<usize> {
    let head = std::str::from_utf8(head).ok()?;
    let (_, length) = head
        .split("\r\n")
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"))?;
    length.trim().parse().ok().filter(|length| *length <= LONGEST)
}

/// The message, mended where that is possible; `None` where it is no message.
fn well_formed(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(body);
    if let Ok(message) = serde_json::from_str(&text) {
        return is_message(&message).then(|| text.into_owned());
    }
    let mended = without_lone_surrogates(&text);
    let message = serde_json::from_str(&mended).ok()?;
    is_message(&message).then_some(mended)
}

fn is_message(message: &Value) -> bool {
    let Some(message) = message.as_object() else { return false };
    let id_is_fine = match message.get("id") {
        None | Some(Value::Null | Value::String(_)) => true,
        Some(Value::Number(number)) => number.is_i64(),
        Some(_) => false,
    };
    let is_request = message.get("method").is_some_and(Value::is_string);
    let is_response = !message.contains_key("method")
        && message.contains_key("id")
        && (message.contains_key("result")
            || message
                .get("error")
                .is_some_and(|error| error["code"].is_i64() && error["message"].is_string()));
    message.get("jsonrpc").is_some_and(|version| version == "2.0")
        && id_is_fine
        && (is_request || is_response)
}

/// Puts U+FFFD in place of escapes that are half a surrogate pair. It counts as one unit of UTF-16, as the half
/// did: columns stay right.
fn without_lone_surrogates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let escape = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            (Some(_), _) => 6,
            // `\\`, `\"`, or the backslash at the very end.
            (None, _) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&rest[..escape]);
        rest = &rest[escape..];
    }
    out.push_str(rest);
    out
}

/// The unit of UTF-16 that an escape at the start of `text` stands for.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use tokio::io::AsyncReadExt;

    async fn read(input: &[u8]) -> String {
        let mut out = String::new();
        Frames::new(input, Arc::default()).read_to_string(&mut out).await.unwrap();
        out
    }

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    const GOOD: &str = r#"{"jsonrpc":"2.0","method":"x","params":{"text":"a😀"}}"#;

    #[tokio::test]
    async fn a_good_message_passes_whatever_its_head_looks_like() {
        let head =
            format!("content-type: application/vscode-jsonrpc\r\ncontent-length: {}\r\n\r\n", GOOD.len());
        assert_eq!(read(format!("{head}{GOOD}").as_bytes()).await, frame(GOOD));
    }

    #[tokio::test]
    async fn a_broken_message_does_not_hide_the_next() {
        for broken in
            ["{", "[]", "1", r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, r#"{"jsonrpc":"2.0","id":1}"#]
        {
            let out = read(format!("{}{}", frame(broken), frame(GOOD)).as_bytes()).await;
            assert!(out.contains(BROKEN) && out.ends_with(&frame(GOOD)), "{broken}: {out}");
        }
        let out = read(format!("Content-Length: many\r\n\r\n{}", frame(GOOD)).as_bytes()).await;
        assert!(out.contains(BROKEN) && out.ends_with(&frame(GOOD)), "{out}");
    }

    #[tokio::test]
    async fn half_a_surrogate_pair_costs_one_character_and_nothing_else() {
        let body = r#"{"jsonrpc":"2.0","method":"x","params":["\ud83d","\ud83d\ude00","\\ud83d","\ude00x"]}"#;
        let mended =
            r#"{"jsonrpc":"2.0","method":"x","params":["\ufffd","\ud83d\ude00","\\ud83d","\ufffdx"]}"#;
        assert_eq!(read(frame(body).as_bytes()).await, frame(mended));
    }

    #[tokio::test]
    async fn nesting_without_end_is_no_message() {
        let deep =
            format!(r#"{{"jsonrpc":"2.0","method":"x","params":{}{}}}"#, "[".repeat(9000), "]".repeat(9000));
        assert!(read(frame(&deep).as_bytes()).await.contains(BROKEN));
    }
}
