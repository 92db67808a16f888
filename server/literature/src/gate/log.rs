//! The log of what left this machine.
//!
//! `egress.jsonl` in the state folder. A line is written before a request leaves, and another when it is over: a
//! process that is killed in between cannot have sent what the log does not hold. Neither holds keys, addresses
//! with their parameters, or text.

use crate::online::Tells;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const FILE: &str = "egress.jsonl";

/// The log before the one that is written to.
const OLDER: &str = "egress.1.jsonl";

/// From this size on a new file is begun, and the one before the last forgotten.
const FULL: u64 = 16 << 20;

/// One request that left this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Egress {
    /// When it left.
    pub time: SystemTime,
    /// The host that it went to, with the port where that is not the usual one.
    pub host: String,
    /// The service, or what else it was for: `pubmed`, `retraction-watch`, `model`.
    pub purpose: String,
    /// What kind of data it held: `identifiers`, `references`, `terms`, `closed-terms`, `text`,
    /// `nothing`.
    pub data: String,
    /// How many questions it put.
    pub questions: u64,
    /// How many bytes left: the request line, what the gate puts into the head, the body.
    pub bytes_out: u64,
    /// How many bytes came back, unpacked; `None` where it is not known how the request ended.
    pub bytes_in: Option<u64>,
    /// The status of HTTP; `None` where none came.
    pub status: Option<u16>,
    /// How it ended, where that was not with an answer: `no connection`, `no answer in time`.
    pub error: Option<String>,
    /// How long it took; `None` where it is not known how the request ended.
    pub took: Option<Duration>,
}

impl Egress {
    /// The time it left, as `2026-11-20T09:30:00.123Z`.
    #[must_use]
    pub fn timestamp(&self) -> String {
        timestamp(self.time)
    }
}

/// The word for what a request tells.
pub(super) fn data(tells: Tells) -> &'static str {
    match tells {
        Tells::Identifiers => "identifiers",
        Tells::References => "references",
        Tells::Terms => "terms",
        Tells::ClosedTerms => "closed-terms",
        Tells::Text => "text",
        Tells::Nothing => "nothing",
    }
}

/// One line of the file.
#[derive(serde::Serialize, serde::Deserialize)]
struct Line {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sent: Option<Sent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<Over>,
}

/// What is known when a request leaves.
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

/// What is known when it is over.
#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Over {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<u16>,
    pub(super) bytes_in: u64,
    pub(super) ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

/// The log, to write to.
pub(super) struct Log {
    folder: PathBuf,
    next: AtomicU64,
}

impl Log {
    pub(super) fn new(folder: &Path) -> Self {
        Log { folder: folder.to_owned(), next: AtomicU64::new(0) }
    }

    /// Writes down that a request leaves.
    ///
    /// # Errors
    ///
    /// It could not be written down: then it must not leave.
    pub(super) fn sent(&self, sent: Sent) -> io::Result<Entry<'_>> {
        let now = SystemTime::now();
        let at = millis(now);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let id = format!("{:x}-{:x}-{number:x}", std::process::id(), at);
        let sent = Sent { time: timestamp(now), at, ..sent };
        self.append(&Line { id: id.clone(), sent: Some(sent), over: None })?;
        Ok(Entry { log: self, id, began: std::time::Instant::now(), over: Over::default(), done: false })
    }

    fn append(&self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        let path = self.folder.join(FILE);
        let mut file = match OpenOptions::new().append(true).create(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                std::fs::create_dir_all(&self.folder)?;
                OpenOptions::new().append(true).create(true).open(&path)?
            }
            opened => opened?,
        };
        // One call of `write`: lines of several processes do not mix.
        file.write_all(&text)?;
        if line.sent.is_some() && file.metadata().is_ok_and(|about| about.len() > FULL) {
            let _ = std::fs::rename(&path, self.folder.join(OLDER));
        }
        Ok(())
    }
}

/// The entry of a request that is under way; its end is written down when this is dropped.
pub(super) struct Entry<'l> {
    log: &'l Log,
    id: String,
    began: std::time::Instant,
    /// How it stands.
    pub(super) over: Over,
    done: bool,
}

impl Entry<'_> {
    /// Says that the request came to its end; otherwise it counts as broken off.
    pub(super) fn done(&mut self) {
        self.done = true;
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        let mut over = std::mem::take(&mut self.over);
        if !self.done && over.error.is_none() {
            over.error = Some("broken off".to_owned());
        }
        over.ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let line = Line { id: std::mem::take(&mut self.id), sent: None, over: Some(over) };
        if let Err(error) = self.log.append(&line) {
            tracing::warn!("the end of a request could not be written to the log: {error}");
        }
    }
}

/// What left this machine, oldest first, as the log in the folder `state` has it. No log is an empty one; lines that
/// cannot be read are passed over.
///
/// # Errors
///
/// The log is there and cannot be read.
pub fn read_log(state: &Path) -> io::Result<Vec<Egress>> {
    let mut entries: Vec<Egress> = Vec::new();
    let mut open: HashMap<String, usize> = HashMap::new();
    for name in [OLDER, FILE] {
        let file = match File::open(state.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        for line in BufReader::new(file).split(b'\n') {
            let Ok(line) = serde_json::from_slice::<Line>(&line?) else { continue };
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
            if let Some(over) = line.over
                && let Some(entry) = open.remove(&line.id).and_then(|at| entries.get_mut(at))
            {
                entry.bytes_in = Some(over.bytes_in);
                entry.status = over.status;
                entry.error = over.error;
                entry.took = Some(Duration::from_millis(over.ms));
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
