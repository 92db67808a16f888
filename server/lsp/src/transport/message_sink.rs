//! The output: complete messages in sequence.
//!
//! tower-lsp builds a tree of every message before it writes it. For the findings of a long draft,
//! sent at every keystroke, the tree costs more than finding them. So findings are encoded as text
//! at their source, reusing unchanged parts, and [`MessageSink`] inserts such messages between
//! those of tower-lsp.

use std::collections::VecDeque;
use std::io::{Error, ErrorKind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_util::sync::{CancellationToken, PollSender};
use tower_lsp::jsonrpc::Id;

/// The maximum number of waiting messages, so that a slow editor is not flooded.
const CHANNEL_CAPACITY: usize = 8;

/// The maximum number of lists of findings that are kept until their answers are sent.
const MAX_KEPT_LISTS: usize = 64;

/// The sink for outgoing messages.
pub(crate) struct MessageSink {
    sender: Sender<Vec<u8>>,
    receiver: Mutex<Option<Receiver<Vec<u8>>>>,
    /// Findings as JSON, by the id of their result.
    items: Mutex<VecDeque<(String, Arc<str>)>>,
}

impl Default for MessageSink {
    fn default() -> Self {
        let (sender, receiver) = channel(CHANNEL_CAPACITY);
        MessageSink { sender, receiver: Mutex::new(Some(receiver)), items: Mutex::default() }
    }
}

impl MessageSink {
    /// Sends a message, given as JSON, and waits until there is room for it. Does nothing once the
    /// session is over.
    pub(crate) async fn send(&self, message: &str) {
        let _ = self.sender.send(framed(message)).await;
    }

    /// Keeps findings for the answer with this result id.
    pub(crate) fn keep_items(&self, result: &str, items: Arc<str>) {
        let mut kept = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(name, _)| name != result);
        kept.push_back((result.to_owned(), items));
        if kept.len() > MAX_KEPT_LISTS {
            kept.pop_front();
        }
    }

    /// Returns the message that answers `id` with this report, if its findings were kept.
    pub(super) fn complete(&self, id: &Id, report: &serde_json::Value) -> Option<String> {
        let report = report.as_object()?;
        let name = report.get("resultId")?.as_str()?;
        let empty = report.get("items")?.as_array()?.is_empty();
        let kept = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, items) = kept.iter().find(|(known, _)| empty && known == name)?;
        let mut message = String::with_capacity(items.len() + 256);
        message.push_str(r#"{"jsonrpc":"2.0","result":{"items":"#);
        message.push_str(items);
        for (field, value) in report.iter().filter(|(field, _)| *field != "items") {
            message.push(',');
            message.push_str(&serde_json::to_string(field).ok()?);
            message.push(':');
            message.push_str(&serde_json::to_string(value).ok()?);
        }
        message.push_str(r#"},"id":"#);
        message.push_str(&serde_json::to_string(id).ok()?);
        message.push('}');
        Some(message)
    }

    /// Returns the writer for tower-lsp.
    pub(super) fn writer(&self) -> Writer {
        Writer { sender: PollSender::new(self.sender.clone()), buffer: Vec::new() }
    }

    /// Returns the receiver of waiting messages; only the first call returns it.
    pub(super) fn receiver(&self) -> Receiver<Vec<u8>> {
        let taken = self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take();
        taken.unwrap_or_else(|| channel(1).1)
    }
}

fn framed(message: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len() + 32);
    out.extend_from_slice(format!("Content-Length: {}\r\n\r\n", message.len()).as_bytes());
    out.extend_from_slice(message.as_bytes());
    out
}

/// Writes waiting messages, always completely, until the output is closed, or `answered` is
/// cancelled and no message waits.
pub(super) async fn write<O: AsyncWrite + Unpin>(
    waiting: &mut Receiver<Vec<u8>>,
    output: &mut O,
    answered: &CancellationToken,
) {
    loop {
        let messages = tokio::select! {
            biased;
            messages = waiting.recv() => messages,
            () = answered.cancelled() => None,
        };
        let Some(messages) = messages else { return };
        if write_now(messages, waiting, output).await.is_err() {
            waiting.close();
            return;
        }
    }
}

async fn write_now<O: AsyncWrite + Unpin>(
    first: Vec<u8>,
    waiting: &mut Receiver<Vec<u8>>,
    output: &mut O,
) -> std::io::Result<()> {
    output.write_all(&first).await?;
    while let Ok(messages) = waiting.try_recv() {
        output.write_all(&messages).await?;
    }
    output.flush().await
}

/// Collects the output of tower-lsp. It flushes between messages only, so only complete messages
/// are passed on.
pub(super) struct Writer {
    sender: PollSender<Vec<u8>>,
    buffer: Vec<u8>,
}

impl AsyncWrite for Writer {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize, Error>> {
        self.buffer.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if self.buffer.is_empty() {
            return Poll::Ready(Ok(()));
        }
        let gone = |_| Error::from(ErrorKind::BrokenPipe);
        ready!(self.sender.poll_reserve(cx)).map_err(gone)?;
        let messages = std::mem::take(&mut self.buffer);
        Poll::Ready(self.sender.send_item(messages).map_err(gone))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.poll_flush(cx)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use serde_json::{Value, json};

    #[tokio::test]
    async fn messages_leave_whole_and_in_order() {
        let sink = MessageSink::default();
        let mut waiting = sink.receiver();
        let mut writer = sink.writer();
        writer.write_all(b"Content-Length: 2\r\n\r\n").await.unwrap();
        sink.send("[1]").await;
        writer.write_all(b"{}").await.unwrap();
        writer.flush().await.unwrap();
        let mut out = Vec::new();
        let answered = CancellationToken::new();
        answered.cancel();
        write(&mut waiting, &mut out, &answered).await;
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "Content-Length: 3\r\n\r\n[1]Content-Length: 2\r\n\r\n{}");
    }

    #[tokio::test]
    async fn an_editor_that_is_gone_is_told_to_the_writer() {
        let sink = MessageSink::default();
        drop(sink.receiver());
        let mut writer = sink.writer();
        writer.write_all(b"{}").await.unwrap();
        assert!(writer.flush().await.is_err());
        sink.send("[1]").await;
    }

    #[test]
    fn a_report_is_completed_with_the_findings_that_were_kept_for_it() {
        let sink = MessageSink::default();
        let report = json!({"kind": "full", "resultId": "a\"b", "items": [], "relatedDocuments": {}});
        assert_eq!(sink.complete(&Id::Number(1), &report), None);
        sink.keep_items("a\"b", r#"[{"message":"x"}]"#.into());
        let message = sink.complete(&Id::String("é".into()), &report).unwrap();
        let message: Value = serde_json::from_str(&message).unwrap();
        let wanted = json!({
            "jsonrpc": "2.0", "id": "é",
            "result": {
                "kind": "full", "resultId": "a\"b", "items": [{"message": "x"}], "relatedDocuments": {}
            }
        });
        assert_eq!(message, wanted);
        for number in 0..2 * MAX_KEPT_LISTS {
            sink.keep_items(&number.to_string(), "[]".into());
        }
        assert_eq!(sink.complete(&Id::Number(1), &report), None);
    }
}
