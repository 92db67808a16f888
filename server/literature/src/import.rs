//! Reading files of records: what the library imports, and what a workspace names as `[library] files`.
//!
//! [`ImportFormat`] says which formats there are, `sniff` finds out which one a file has, `read` reads each, and
//! `convert` makes records of what they say. Files may be compressed with gzip, whatever they are called.

mod convert;
mod csl;
pub(crate) mod guideline;
mod read;
mod sniff;

pub(crate) use convert::{add_what_is_marked, record};
pub(crate) use read::csl_records;

use referee_bibliography::{Date, Identifier};
use referee_records::record::Record;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// A format of files of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportFormat {
    /// PubMed XML: efetch answers, the baseline and its update files.
    PubmedXml,
    /// NBIB, which is MEDLINE: what PubMed's "Send to: Citation manager" saves.
    Nbib,
    /// RIS.
    Ris,
    /// BibTeX and BibLaTeX.
    Bibtex,
    /// CSL-JSON: what Zotero and others export; also the JSON of Crossref's works.
    CslJson,
    /// The table of Retraction Watch.
    RetractionWatch,
    /// What a library exports: records as JSON, one on each line.
    Records,
    /// A guideline, or another document that is cited by page and section: Markdown, text, HTML or PDF.
    Guideline,
}

impl ImportFormat {
    /// All formats.
    pub const ALL: [ImportFormat; 8] = [
        ImportFormat::PubmedXml,
        ImportFormat::Nbib,
        ImportFormat::Ris,
        ImportFormat::Bibtex,
        ImportFormat::CslJson,
        ImportFormat::RetractionWatch,
        ImportFormat::Records,
        ImportFormat::Guideline,
    ];

    /// Its name, for messages and options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ImportFormat::PubmedXml => "pubmed-xml",
            ImportFormat::Nbib => "nbib",
            ImportFormat::Ris => "ris",
            ImportFormat::Bibtex => "bibtex",
            ImportFormat::CslJson => "csl-json",
            ImportFormat::RetractionWatch => "retraction-watch",
            ImportFormat::Records => "records",
            ImportFormat::Guideline => "guideline",
        }
    }

    /// The format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// One thing that a file says.
#[derive(Clone, Debug)]
pub(crate) enum Incoming {
    /// A record.
    Record(Box<Record>),
    /// The source took back the record with this identifier.
    Deleted(Identifier),
}

/// What a file of records holds.
#[derive(Clone, Debug)]
pub struct FileOfRecords {
    /// Its format.
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
pub fn read_records(path: &Path) -> Result<FileOfRecords, String> {
    let bytes = AtomicU64::new(0);
    let mut opened = Opened::open(path, None, None, &bytes)?;
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

/// A file that is open and of a known format.
pub(crate) struct Opened<'a> {
    pub(crate) format: ImportFormat,
    called: guideline::Called,
    input: Box<dyn BufRead + 'a>,
    tally: Arc<Mutex<flate2::Crc>>,
}

/// How much of a file is looked at to find out what it is.
const HEAD: usize = 16 * 1024;

impl<'a> Opened<'a> {
    /// Opens a file; `bytes` counts what was read of it, and `title` is how its user calls it.
    pub(crate) fn open(
        path: &Path,
        format: Option<ImportFormat>,
        title: Option<&str>,
        bytes: &'a AtomicU64,
    ) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(String::from("a folder without any file that can be imported"));
        }
        let tally = Arc::new(Mutex::new(flate2::Crc::new()));
        let counted = Counted { inner: file, bytes, tally: Arc::clone(&tally) };
        let mut raw = BufReader::with_capacity(128 * 1024, counted);
        let start = raw.fill_buf().map_err(|error| error.to_string())?;
        let mut input: Box<dyn BufRead + 'a> = if start.starts_with(&[0x1f, 0x8b]) {
            Box::new(BufReader::with_capacity(256 * 1024, flate2::bufread::MultiGzDecoder::new(raw)))
        } else {
            Box::new(raw)
        };
        let mut head = Vec::with_capacity(HEAD);
        // A file that is cut off inside its first block still has a head.
        let _ = input.by_ref().take(HEAD as u64).read_to_end(&mut head);
        if head.is_empty() {
            return Err(String::from("the file is empty"));
        }
        let format = match format {
            Some(format) => format,
            None => sniff::sniff(path, &head)?,
        };
        let part = |part: Option<&std::ffi::OsStr>| {
            part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let called = guideline::Called {
            title: title.map(str::to_owned),
            stem: part(path.file_stem()),
            extension: part(path.extension()).to_lowercase(),
        };
        Ok(Opened { format, called, input: Box::new(io::Cursor::new(head).chain(input)), tally })
    }

    /// Reads on; `each` says whether to go on. Returns what could not be read.
    pub(crate) fn read(&mut self, each: &mut dyn FnMut(Incoming) -> bool) -> Vec<String> {
        read::read(self.format, &self.called, &mut *self.input, each)
    }

    /// The checksum of the whole file, as it is on disk.
    pub(crate) fn finish(mut self) -> u32 {
        // What cannot be read was said before.
        let _ = io::copy(&mut self.input, &mut io::sink());
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).sum()
    }
}

/// Counts what is read, and makes its checksum.
struct Counted<'a> {
    inner: File,
    bytes: &'a AtomicU64,
    tally: Arc<Mutex<flate2::Crc>>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if let Some(read) = buffer.get(..count) {
            self.tally.lock().unwrap_or_else(PoisonError::into_inner).update(read);
        }
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// The checksum of a file.
pub(crate) fn checksum(path: &Path) -> io::Result<u32> {
    let mut crc = flate2::Crc::new();
    let mut input = BufReader::with_capacity(128 * 1024, File::open(path)?);
    loop {
        let read = input.fill_buf()?;
        if read.is_empty() {
            return Ok(crc.sum());
        }
        crc.update(read);
        let count = read.len();
        input.consume(count);
    }
}

/// The files that `paths` name: files as they are, and those in folders that can be imported by their names.
pub(crate) fn files_in(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = out.len();
            collect(path, 0, &mut out);
            if out.len() == before {
                // Said when it is opened.
                out.push(path.clone());
            }
        } else {
            out.push(path.clone());
        }
    }
    out
}

/// How deep folders are searched.
const DEPTH: u32 = 8;

fn collect(folder: &Path, depth: u32, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // PubMed numbers its files so that the order of names is the order of time.
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if depth < DEPTH && !path.is_symlink() {
                collect(&path, depth + 1, out);
            }
        } else if sniff::has_known_extension(&path) {
            out.push(path);
        }
    }
}

/// The day of a time, in UTC.
pub(crate) fn day_of(time: SystemTime) -> Option<Date> {
    let day = tantivy::time::OffsetDateTime::from(time).date();
    Some(Date { year: day.year(), month: Some(u8::from(day.month())), day: Some(day.day()) })
}
