//! Opening a file of records: unpacking it, finding out its format, counting what is read.

use super::error::ImportError;
use super::format::ImportFormat;
use super::guideline::DocumentName;
use super::incoming::Incoming;
use super::{guideline, read, sniff};
use crate::plain_file::is_plain_file;
use referee_records::record::Record;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What a file of records holds.
#[derive(Clone, Debug)]
pub struct FileOfRecords {
    /// The format that it was read as.
    pub format: ImportFormat,
    /// Its records, in order, without those that it takes back.
    pub records: Vec<Record>,
    /// What of it could not be read, each with its place.
    pub damage: Vec<String>,
}

/// Reads a file of records into memory: what [`crate::InMemoryLibrary`] is made of.
///
/// # Errors
///
/// Why nothing of it can be read: it is not there, or of no known format.
pub fn read_records(path: &Path) -> Result<FileOfRecords, ImportError> {
    let bytes = AtomicU64::new(0);
    let mut opened = OpenedFile::open(path, None, None, &bytes)?;
    let mut records: Vec<Record> = Vec::new();
    let damage = opened.read(&mut |incoming| {
        match incoming {
            Incoming::Record(record) => records.push(*record),
            Incoming::Deleted(identifier) => {
                records.retain(|record| !record.work.identifiers.iter().any(|own| *own == identifier))
            }
        }
        true
    });
    Ok(FileOfRecords { format: opened.format, records, damage })
}

/// Reads a guideline that is in memory, as a file of this name: Markdown, text, HTML or PDF.
#[must_use]
pub fn read_document(file_name: &str, bytes: &[u8]) -> FileOfRecords {
    let mut records = Vec::new();
    let name = DocumentName::of(Path::new(file_name), None);
    let damage = guideline::read(&mut &*bytes, &name, &mut |incoming| {
        if let Incoming::Record(record) = incoming {
            records.push(record.without_controls());
        }
        true
    });
    FileOfRecords { format: ImportFormat::Guideline, records, damage }
}

/// A file that is open and of a known format.
pub(crate) struct OpenedFile<'a> {
    pub(crate) format: ImportFormat,
    name: DocumentName,
    input: Box<dyn BufRead + 'a>,
    checksum: Arc<Mutex<flate2::Crc>>,
}

/// How much of a file is looked at to find out what it is.
const HEAD_BYTES: usize = 16 * 1024;

impl<'a> OpenedFile<'a> {
    /// Opens a file; `bytes` counts what was read of it, and `title` is how its user calls it.
    pub(crate) fn open(
        path: &Path,
        format: Option<ImportFormat>,
        title: Option<&str>,
        bytes: &'a AtomicU64,
    ) -> Result<Self, ImportError> {
        // Before it is opened: a pipe would wait for somebody who writes into it.
        let about = std::fs::metadata(path)?;
        if about.is_dir() {
            return Err(ImportError::EmptyFolder);
        }
        if !is_plain_file(path, &about) {
            return Err(ImportError::NotRegular);
        }
        let file = File::open(path)?;
        let checksum = Arc::new(Mutex::new(flate2::Crc::new()));
        let counted = CountingReader { inner: file, bytes, checksum: Arc::clone(&checksum) };
        let mut raw = BufReader::with_capacity(128 * 1024, counted);
        let start = raw.fill_buf()?;
        let mut input: Box<dyn BufRead + 'a> = if start.starts_with(&[0x1f, 0x8b]) {
            let unpacked = LimitedUnpacking {
                inner: flate2::bufread::MultiGzDecoder::new(raw),
                packed: bytes,
                unpacked: 0,
            };
            Box::new(BufReader::with_capacity(256 * 1024, unpacked))
        } else {
            Box::new(raw)
        };
        let mut head = Vec::with_capacity(HEAD_BYTES);
        // A file that is cut off inside its first block still has a head.
        let _ = input.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head);
        if head.is_empty() {
            return Err(ImportError::Empty);
        }
        let format = match format {
            Some(format) => format,
            None => sniff::sniff(path, &head)?,
        };
        let name = DocumentName::of(path, title);
        Ok(OpenedFile { format, name, input: Box::new(io::Cursor::new(head).chain(input)), checksum })
    }

    /// Reads on; `each` says whether to go on. Returns what could not be read.
    pub(crate) fn read(&mut self, each: &mut dyn FnMut(Incoming) -> bool) -> Vec<String> {
        // The readers of bibliographies leave nothing in a record that a terminal obeys; a record of JSON, or a part of
        // a guideline, comes as it is.
        let raw = matches!(self.format, ImportFormat::Records | ImportFormat::Guideline);
        let mut each = |incoming| match incoming {
            Incoming::Record(record) if raw => each(Incoming::Record(Box::new(record.without_controls()))),
            incoming => each(incoming),
        };
        read::read(self.format, &self.name, &mut *self.input, &mut each)
    }

    /// The checksum of the whole file, as it is on disk.
    pub(crate) fn finish(mut self) -> u32 {
        // What cannot be read was said before.
        let _ = io::copy(&mut self.input, &mut io::sink());
        self.checksum.lock().unwrap_or_else(PoisonError::into_inner).sum()
    }
}

/// Counts what is read, and makes its checksum.
struct CountingReader<'a> {
    inner: File,
    bytes: &'a AtomicU64,
    checksum: Arc<Mutex<flate2::Crc>>,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if let Some(read) = buffer.get(..count) {
            self.checksum.lock().unwrap_or_else(PoisonError::into_inner).update(read);
        }
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// A packed file may unpack to this many bytes, however well it is packed.
const FREE_UNPACKED_BYTES: u64 = 64 << 20;

/// Beyond that it may be this many times as long as what was packed. Records are packed to a tenth or a twentieth.
const MAX_UNPACKED_RATIO: u64 = 100;

/// Unpacks, and ends where nothing but a file that was made to fill the memory goes on.
struct LimitedUnpacking<'a, R> {
    inner: R,
    /// How many packed bytes were read.
    packed: &'a AtomicU64,
    unpacked: u64,
}

impl<R: Read> Read for LimitedUnpacking<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.unpacked += count as u64;
        let packed = self.packed.load(Ordering::Relaxed).max(1);
        if self.unpacked > FREE_UNPACKED_BYTES && self.unpacked / packed > MAX_UNPACKED_RATIO {
            return Err(io::Error::other(format!(
                "it unpacks to more than {MAX_UNPACKED_RATIO} times its size, which no file of records does: the rest is left out"
            )));
        }
        Ok(count)
    }
}
