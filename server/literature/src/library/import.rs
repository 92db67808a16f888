//! Imports files.
//!
//! One thread reads and parses, the caller's thread creates documents, and the index has its own
//! threads. The channel between them is bounded, so that a file of any length needs the same
//! memory.

use super::LibraryError;
use super::import_target::ImportTarget;
use super::ledger::{ImportedFile, identity, name, seconds};
use super::report::{FileOutcome, FileReport, ImportOptions, ImportProgress, ImportReport};
use super::writer::LibraryWriter;
use crate::import::{self, ImportFormat, Incoming};
use referee_bibliography::Date;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use tokio_util::sync::CancellationToken;

/// A message of the reading thread.
enum ReaderMessage {
    /// A file begins.
    Start { index: usize, format: ImportFormat },
    /// A batch of its statements.
    Batch(Vec<Incoming>),
    /// The file ends.
    End { index: usize, checksum: u32, damage: Vec<String> },
    /// The file cannot be read at all.
    Failed { index: usize, reason: String },
}

/// Receives the progress of a file, its index and the number of files, and its size; returns
/// whether to continue.
type ProgressCallback<'a> = dyn FnMut(&FileReport, (usize, usize), u64) -> bool + 'a;

/// The number of statements per batch, and the number of batches that may wait.
const RECORDS_PER_BATCH: usize = 64;
const MAX_WAITING_BATCHES: usize = 8;

impl LibraryWriter {
    /// Imports files, and the files in folders; each file is imported completely or not at all.
    /// `progress` is called repeatedly; `cancel` ends the import after the current record.
    ///
    /// A damaged file is imported as far as it can be read, and an unreadable file does not prevent
    /// the import of the others: the report lists both.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. The earlier files stay imported.
    pub fn import(
        &mut self,
        paths: &[PathBuf],
        options: &ImportOptions,
        progress: &mut dyn FnMut(&ImportProgress<'_>),
        cancel: &CancellationToken,
    ) -> Result<ImportReport, LibraryError> {
        self.configure(options);
        import_files(self, paths, options, progress, cancel)
    }
}

/// Imports files into a library: see [`LibraryWriter::import`].
///
/// # Errors
///
/// Returns an error if the library cannot be written to. The earlier files stay imported.
pub fn import_files<Target: ImportTarget>(
    target: &mut Target,
    paths: &[PathBuf],
    options: &ImportOptions,
    progress: &mut dyn FnMut(&ImportProgress<'_>),
    cancel: &CancellationToken,
) -> Result<ImportReport, Target::Error> {
    let mut reports = Vec::new();
    let mut work = Vec::new();
    for path in import::files_in(paths) {
        let mut report = FileReport::new(&path);
        match PlannedFile::of(&path, target.ledger(), options) {
            Ok(Some(planned)) => work.push((reports.len(), planned)),
            Ok(None) => report.outcome = FileOutcome::AlreadyImported,
            Err(error) => {
                report.outcome = FileOutcome::Failed(format!("{}: {error}", name(&path)));
            }
        }
        reports.push(report);
    }
    let bytes = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let imported = std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(MAX_WAITING_BATCHES);
        let (plan, bytes_read, stopped) = (&work, &bytes, &stop);
        let (format, title) = (options.format, options.title.as_deref());
        scope.spawn(move || {
            for (index, planned) in plan {
                if stopped.load(Ordering::Relaxed)
                    || !read_or_say(*index, &planned.path, (format, title), &sender, bytes_read)
                {
                    return;
                }
            }
        });
        let result = receive(target, &receiver, &work, &mut reports, &mut |report, index, size| {
            let bytes = bytes.load(Ordering::Relaxed).min(size);
            progress(&ImportProgress {
                path: &report.path,
                file: index.0,
                files: index.1,
                bytes,
                size,
                records: report.records,
            });
            !cancel.is_cancelled()
        });
        // The reader checks the flag when it next sends a message.
        stop.store(true, Ordering::Relaxed);
        drop(receiver);
        result
    });
    let cancelled = !imported?;
    if cancelled {
        for (index, _) in &work {
            if let Some(report) = reports.get_mut(*index)
                && report.format.is_none()
                && report.outcome == FileOutcome::Imported
            {
                report.outcome = FileOutcome::Cancelled;
            }
        }
    }
    Ok(ImportReport { files: reports, cancelled })
}

/// Processes the messages of the reader; returns `false` if the import was cancelled.
fn receive<Target: ImportTarget>(
    target: &mut Target,
    receiver: &Receiver<ReaderMessage>,
    work: &[(usize, PlannedFile)],
    reports: &mut [FileReport],
    go_on: &mut ProgressCallback<'_>,
) -> Result<bool, Target::Error> {
    let files = reports.len();
    let mut under: Option<(usize, Target::File)> = None;
    for message in receiver {
        match message {
            ReaderMessage::Start { index, format } => {
                let Some(planned) = planned(work, index) else { continue };
                if let Some(report) = reports.get_mut(index) {
                    report.format = Some(format);
                }
                under = Some((index, target.start(&planned.identity, planned.as_of)?));
            }
            ReaderMessage::Batch(batch) => {
                let Some((index, under)) = &mut under else { continue };
                let Some(report) = reports.get_mut(*index) else { continue };
                for incoming in batch {
                    target.apply(incoming, under, report)?;
                }
                let size = planned(work, *index).map_or(0, |planned| planned.size);
                if !go_on(report, (*index, files), size) {
                    report.outcome = FileOutcome::Cancelled;
                    report.records = 0;
                    target.roll_back()?;
                    return Ok(false);
                }
            }
            ReaderMessage::End { index, checksum, damage } => {
                let (Some((_, under)), Some(planned), Some(report)) =
                    (under.take(), planned(work, index), reports.get_mut(index))
                else {
                    continue;
                };
                let nothing = report.records + report.replaced + report.older + report.deleted == 0;
                if nothing && !damage.is_empty() {
                    // Do not add it to the ledger, so that the file is read again at the next
                    // import.
                    target.roll_back()?;
                    report.outcome = FileOutcome::Failed(damage.join("; "));
                    continue;
                }
                report.damage = damage;
                let entry = ImportedFile {
                    path: planned.identity.clone(),
                    size: planned.size,
                    modified: planned.modified,
                    checksum,
                    format: report.format.map_or_else(String::new, |format| format.name().to_owned()),
                    title: planned.title.clone(),
                    ..ImportedFile::default()
                };
                target.finish(under, entry, report)?;
                if !go_on(report, (index, files), planned.size) {
                    return Ok(index + 1 == files);
                }
            }
            ReaderMessage::Failed { index, reason } => {
                if under.take().is_some() {
                    target.roll_back()?;
                }
                if let Some(report) = reports.get_mut(index) {
                    report.records = 0;
                    report.outcome = FileOutcome::Failed(reason);
                }
            }
        }
    }
    Ok(true)
}

fn planned(work: &[(usize, PlannedFile)], index: usize) -> Option<&PlannedFile> {
    let place = work.binary_search_by_key(&index, |(number, _)| *number).ok()?;
    work.get(place).map(|(_, planned)| planned)
}

/// A file to import.
struct PlannedFile {
    path: PathBuf,
    identity: PathBuf,
    size: u64,
    modified: u64,
    as_of: Option<Date>,
    title: Option<String>,
}

impl PlannedFile {
    /// Plans the import of a file; returns `None` if it was imported before and has not changed.
    fn of(path: &Path, ledger: &[ImportedFile], options: &ImportOptions) -> std::io::Result<Option<Self>> {
        let data = std::fs::metadata(path)?;
        let changed = data.modified()?;
        let planned = PlannedFile {
            path: path.to_owned(),
            identity: identity(path),
            size: data.len(),
            modified: seconds(changed),
            as_of: import::day_of(changed),
            title: options.title.clone(),
        };
        if options.force {
            return Ok(Some(planned));
        }
        // A damaged file is read again: it may have been repaired without a visible change of size
        // or time.
        let same_size = ledger.iter().filter(|file| file.size == planned.size && file.damage.is_empty());
        let mut candidates = same_size.peekable();
        if candidates.peek().is_none() {
            return Ok(Some(planned));
        }
        let mut checksum = None;
        for file in candidates {
            if file.path == planned.identity && file.modified == planned.modified {
                return Ok(None);
            }
            let sum = match checksum {
                Some(sum) => sum,
                None => *checksum.insert(import::checksum(path)?),
            };
            if sum == file.checksum {
                return Ok(None);
            }
        }
        Ok(Some(planned))
    }
}

/// The user's options for a file: its format and its title.
type UserOptions<'a> = (Option<ImportFormat>, Option<&'a str>);

/// Like [`read`], but reports a panic as a failure of this file only.
fn read_or_say(
    index: usize,
    path: &Path,
    said: UserOptions<'_>,
    sender: &SyncSender<ReaderMessage>,
    bytes: &AtomicU64,
) -> bool {
    let reading = AssertUnwindSafe(|| read(index, path, said, sender, bytes));
    catch_unwind(reading).unwrap_or_else(|_| {
        let reason = format!("{}: it cannot be read: its reader failed", name(path));
        sender.send(ReaderMessage::Failed { index, reason }).is_ok()
    })
}

/// Reads a file and sends its statements; returns `false` if the receiver is gone.
fn read(
    index: usize,
    path: &Path,
    (format, title): UserOptions<'_>,
    sender: &SyncSender<ReaderMessage>,
    bytes: &AtomicU64,
) -> bool {
    bytes.store(0, Ordering::Relaxed);
    let mut opened = match import::OpenedFile::open(path, format, title, bytes) {
        Ok(opened) => opened,
        Err(reason) => {
            return sender
                .send(ReaderMessage::Failed { index, reason: format!("{}: {reason}", name(path)) })
                .is_ok();
        }
    };
    if sender.send(ReaderMessage::Start { index, format: opened.format }).is_err() {
        return false;
    }
    let mut batch = Vec::with_capacity(RECORDS_PER_BATCH);
    let mut listening = true;
    let damage = opened.read(&mut |incoming| {
        batch.push(incoming);
        if batch.len() >= RECORDS_PER_BATCH {
            listening = sender
                .send(ReaderMessage::Batch(std::mem::replace(
                    &mut batch,
                    Vec::with_capacity(RECORDS_PER_BATCH),
                )))
                .is_ok();
        }
        listening
    });
    if !listening || sender.send(ReaderMessage::Batch(batch)).is_err() {
        return false;
    }
    let damage: Vec<String> =
        damage.into_iter().map(|problem| format!("{}: {problem}", name(path))).collect();
    sender.send(ReaderMessage::End { index, checksum: opened.finish(), damage }).is_ok()
}
