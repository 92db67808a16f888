//! The log of requests that left this machine.
//!
//! The log is `egress.jsonl` in the state folder. One line is written before a request is sent and
//! another when it ends: even a process that is killed in between cannot have sent a request that
//! is not in the log. The lines contain no API keys, no query strings, and no text. A separate
//! thread writes the lines; a request waits until its line is written.

use super::blocking::BlockingQueue;
use crate::online::Disclosure;
use crate::private_files;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const LOG_FILE: &str = "egress.jsonl";

const PREVIOUS_LOG_FILE: &str = "egress.1.jsonl";

/// The size in bytes after which a new file is started and the previous one is overwritten.
const MAX_BYTES: u64 = 16 << 20;

/// One request that left this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Egress {
    /// When it was sent.
    pub time: SystemTime,
    /// The host that it went to, with the port unless it is the default port.
    pub host: String,
    /// The service or other purpose: `pubmed`, `retraction-watch`, `model`.
    pub purpose: String,
    /// The kind of data in the request: `identifiers`, `references`, `terms`, `closed-terms`,
    /// `text`, `nothing`.
    pub data: String,
    /// The number of questions in the request.
    pub questions: u64,
    /// The number of bytes sent: the request line, the headers set by the gate, and the body.
    pub bytes_out: u64,
    /// The number of bytes received, decompressed; `None` if the end of the request was not
    /// recorded.
    pub bytes_in: Option<u64>,
    /// The HTTP status; `None` without a response.
    pub status: Option<u16>,
    /// The error, without an answer: `no connection`, `no answer in time`.
    pub error: Option<String>,
    /// The duration; `None` if the end of the request was not recorded.
    pub took: Option<Duration>,
}

impl Egress {
    /// Returns the time when it was sent, as `2026-11-20T09:30:00.123Z`.
    #[must_use]
    pub fn timestamp(&self) -> String {
        timestamp(self.time)
    }
}

/// Returns the word in the log for the data that a request discloses.
pub(super) fn data_word(tells: Disclosure) -> &'static str {
    match tells {
        Disclosure::Identifiers => "identifiers",
        Disclosure::References => "references",
        Disclosure::Terms => "terms",
        Disclosure::ClosedTerms => "closed-terms",
        Disclosure::Text => "text",
        Disclosure::Nothing => "nothing",
    }
}

/// One line of the file.
#[derive(serde::Serialize, serde::Deserialize)]
struct LogLine {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sent: Option<Sent>,
    #[serde(default, rename = "over", skip_serializing_if = "Option::is_none")]
    completion: Option<Completion>,
}

/// The data known when a request is sent.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct Sent {
    #[serde(default)]
    pub(super) time: String,
    /// Milliseconds since 1970.
    #[serde(default)]
    pub(super) at: u64,
    pub(super) host: String,
    pub(super) purpose: String,
    pub(super) data: String,
    pub(super) questions: u64,
    pub(super) bytes_out: u64,
}

/// The data known when a request ends.
#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Completion {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<u16>,
    pub(super) bytes_in: u64,
    pub(super) ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

/// The writer of the log.
pub(super) struct Log {
    writer: Arc<LogWriter>,
    next: AtomicU64,
}

/// The folder of the log, and the thread that writes.
struct LogWriter {
    folder: Arc<Path>,
    queue: BlockingQueue,
}

impl Log {
    pub(super) fn new(folder: &Path) -> Self {
        let queue = BlockingQueue::new("referee-log");
        Log { writer: Arc::new(LogWriter { folder: folder.into(), queue }), next: AtomicU64::new(0) }
    }

    /// Writes the line for a request that is about to be sent, and waits until it is written.
    ///
    /// # Errors
    ///
    /// Returns an error if the line could not be written: the request must then not be sent.
    pub(super) async fn sent(&self, sent: Sent) -> io::Result<LogEntry> {
        let now = SystemTime::now();
        let at = millis(now);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let id = format!("{:x}-{:x}-{number:x}", std::process::id(), at);
        let sent = Sent { time: timestamp(now), at, ..sent };
        self.writer.write(LogLine { id: id.clone(), sent: Some(sent), completion: None }).await?;
        Ok(LogEntry {
            writer: Arc::clone(&self.writer),
            id,
            began: std::time::Instant::now(),
            completion: Completion::default(),
            finished: false,
        })
    }

    /// Waits until all posted lines are written. Must not be called from async code.
    pub(super) fn flush(&self) {
        self.writer.queue.flush();
    }
}

impl LogWriter {
    async fn write(&self, line: LogLine) -> io::Result<()> {
        let folder = Arc::clone(&self.folder);
        let written = self.queue.run(move || append(&folder, &line)).await;
        written.unwrap_or_else(|| Err(io::Error::other("there is no thread that writes it")))
    }

    fn post(&self, line: LogLine) {
        let folder = Arc::clone(&self.folder);
        self.queue.post(move || {
            if let Err(error) = append(&folder, &line) {
                tracing::warn!("the end of a request could not be written to the log: {error}");
            }
        });
    }
}

fn append(folder: &Path, line: &LogLine) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    let path = folder.join(LOG_FILE);
    let mut file = private_files::open_for_append(&path)?;
    // A single `write` call, so that the lines of several processes do not mix.
    file.write_all(&text)?;
    if line.sent.is_some() && file.metadata().is_ok_and(|about| about.len() > MAX_BYTES) {
        // Another process may have renamed the file first; then the current file is small again.
        let _ = std::fs::rename(&path, folder.join(PREVIOUS_LOG_FILE));
    }
    Ok(())
}

/// The log entry of a request that is under way. If dropped before [`LogEntry::finish`], the
/// request is logged as cancelled.
pub(super) struct LogEntry {
    writer: Arc<LogWriter>,
    id: String,
    began: std::time::Instant,
    /// The outcome so far.
    pub(super) completion: Completion,
    finished: bool,
}

impl LogEntry {
    /// Writes the line for the end of the request, and waits until it is written.
    pub(super) async fn finish(&mut self) {
        if let Some(line) = self.last_line()
            && let Err(error) = self.writer.write(line).await
        {
            tracing::warn!("the end of a request could not be written to the log: {error}");
        }
    }

    /// Returns the line for the end of the request; `None` if it has been written.
    fn last_line(&mut self) -> Option<LogLine> {
        if std::mem::replace(&mut self.finished, true) {
            return None;
        }
        let mut completion = std::mem::take(&mut self.completion);
        completion.ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(LogLine { id: std::mem::take(&mut self.id), sent: None, completion: Some(completion) })
    }
}

impl Drop for LogEntry {
    fn drop(&mut self) {
        if !self.finished && self.completion.error.is_none() {
            self.completion.error = Some("broken off".to_owned());
        }
        if let Some(line) = self.last_line() {
            self.writer.post(line);
        }
    }
}

/// Returns the requests in the log in the folder `state`, oldest first. A missing log counts as
/// empty; unreadable lines are skipped.
///
/// # Errors
///
/// Returns an error if the log exists but cannot be read.
pub fn read_log(state: &Path) -> io::Result<Vec<Egress>> {
    let mut entries: Vec<Egress> = Vec::new();
    let mut open: HashMap<String, usize> = HashMap::new();
    for name in [PREVIOUS_LOG_FILE, LOG_FILE] {
        let file = match File::open(state.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        for line in BufReader::new(file).split(b'\n') {
            let Ok(line) = serde_json::from_slice::<LogLine>(&line?) else { continue };
            if let Some(sent) = line.sent {
                open.insert(line.id.clone(), entries.len());
                entries.push(Egress {
                    time: UNIX_EPOCH + Duration::from_millis(sent.at),
                    host: sent.host,
                    purpose: sent.purpose,
                    data: sent.data,
                    questions: sent.questions,
                    bytes_out: sent.bytes_out,
                    bytes_in: None,
                    status: None,
                    error: None,
                    took: None,
                });
            }
            if let Some(completion) = line.completion
                && let Some(entry) = open.remove(&line.id).and_then(|at| entries.get_mut(at))
            {
                entry.bytes_in = Some(completion.bytes_in);
                entry.status = completion.status;
                entry.error = completion.error;
                entry.took = Some(Duration::from_millis(completion.ms));
            }
        }
    }
    entries.sort_by_key(|entry| entry.time);
    Ok(entries)
}

fn millis(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).ok().and_then(|since| u64::try_from(since.as_millis()).ok()).unwrap_or(0)
}

fn timestamp(time: SystemTime) -> String {
    let millis = millis(time);
    let (date, second) = (crate::cache::date(millis / 1000), millis / 1000 % 86_400);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        date.year,
        date.month.unwrap_or(1),
        date.day.unwrap_or(1),
        second / 3600,
        second / 60 % 60,
        second % 60,
        millis % 1000
    )
}
