//! The files of an import: how they are found, their checksums and dates.

use super::sniff;
use referee_bibliography::Date;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Computes the checksum of a file.
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

/// Returns the files in `paths`: files as they are, and those in folders that have a known
/// extension.
pub(crate) fn files_in(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = out.len();
            collect(path, 0, &mut out);
            if out.len() == before {
                // Keep the empty folder: opening it reports the error.
                out.push(path.clone());
            }
        } else {
            out.push(path.clone());
        }
    }
    out
}

/// The maximum depth to which folders are searched.
const MAX_FOLDER_DEPTH: u32 = 8;

fn collect(folder: &Path, depth: u32, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // PubMed numbers its files so that alphabetical order is chronological order.
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if depth < MAX_FOLDER_DEPTH && !path.is_symlink() {
                collect(&path, depth + 1, out);
            }
        } else if sniff::has_known_extension(&path) {
            out.push(path);
        }
    }
}

/// Returns the date of a time, in UTC.
pub(crate) fn day_of(time: SystemTime) -> Option<Date> {
    let day = tantivy::time::OffsetDateTime::from(time).date();
    Some(Date { year: day.year(), month: Some(u8::from(day.month())), day: Some(day.day()) })
}
