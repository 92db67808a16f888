//! Opens a file of records: unpacks it, detects its format, and counts the bytes read.

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

/// The contents of a file of records.
#[derive(Clone, Debug)]
pub struct FileOfRecords {
    /// The format as which it was read.
    pub format: ImportFormat,
    /// Its records, in order, without those that it deletes.
    pub records: Vec<Record>,
    /// The parts that could not be read, each with its position.
    pub damage: Vec<String>,
}

/// Reads a file of records into memory, to build a [`crate::InMemoryLibrary`].
///
/// # Errors
///
/// Returns why nothing can be read, for example because the file is missing or its format is unknown.
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

/// Reads a guideline from memory as if it were a file with this name: Markdown, text, HTML or PDF.
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

/// An open file with a known format.
pub(crate) struct OpenedFile<'a> {
    pub(crate) format: ImportFormat,
    name: DocumentName,
    input: Box<dyn BufRead + 'a>,
    checksum: Arc<Mutex<flate2::Crc>>,
}

/// The number of bytes that are examined to detect the format.
const HEAD_BYTES: usize = 16 * 1024;

impl<'a> OpenedFile<'a> {
    /// Opens a file; `bytes` counts the bytes read, and `title` is the user's title for it.
    pub(crate) fn open(
        path: &Path,
        format: Option<ImportFormat>,
        title: Option<&str>,
        bytes: &'a AtomicU64,
    ) -> Result<Self, ImportError> {
        // Check this before opening: a pipe would block until another process writes into it.
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
        // Ignore the error: a file that is cut off inside its first block still has a head.
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

    /// Reads the rest; `each` returns whether to continue. Returns the parts that could not be
    /// read.
    pub(crate) fn read(&mut self, each: &mut dyn FnMut(Incoming) -> bool) -> Vec<String> {
        // The bibliography readers strip terminal control characters; records in JSON and parts of
        // a guideline are not stripped yet.
        let raw = matches!(self.format, ImportFormat::Records | ImportFormat::Guideline);
        let mut each = |incoming| match incoming {
            Incoming::Record(record) if raw => each(Incoming::Record(Box::new(record.without_controls()))),
            incoming => each(incoming),
        };
        read::read(self.format, &self.name, &mut *self.input, &mut each)
    }

    /// Returns the checksum of the whole file as it is on disk.
    pub(crate) fn finish(mut self) -> u32 {
        // Ignore the error: read errors have already been reported.
        let _ = io::copy(&mut self.input, &mut io::sink());
        self.checksum.lock().unwrap_or_else(PoisonError::into_inner).sum()
    }
}

/// Counts the bytes read and computes their checksum.
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

/// The size to which a compressed file may expand, regardless of its compression ratio.
const FREE_UNPACKED_BYTES: u64 = 64 << 20;

/// The maximum compression ratio beyond that size. Records compress to a tenth or a twentieth.
const MAX_UNPACKED_RATIO: u64 = 100;

/// Decompresses, and stops at a size that only a decompression bomb reaches.
struct LimitedUnpacking<'a, R> {
    inner: R,
    /// The number of compressed bytes read.
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
