//! The files of vectors: three append-only files, so that a reader may map them while a writer
//! appends.
//!
//! A vector is a row with the same number in two of them:
//!
//! | file | each row |
//! |---|---|
//! | `signs` | digest of the key (8 bytes), digest of the text (8), the signs of the values (a bit each) |
//! | `codes` | where the key begins in `keys` (8), its length (4), the scale (4), the values in steps of the scale (a byte each) |
//! | `keys` | the keys of the statements, one after the other |
//!
//! `keys` and `codes` are flushed to disk before `signs`: rows that both files contain are
//! complete.

use crate::private_files;
use siphasher::sip::SipHasher13;
use std::fs::File;
use std::hash::Hasher;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use tantivy::Directory;
use tantivy::directory::{MmapDirectory, OwnedBytes};

/// The folder of all vectors inside that of the library.
pub(super) const FOLDER: &str = "vectors";

/// The format of the files. Must be incremented with every change of it, and of the embedded text.
const FORMAT: u32 = 1;

/// The file that contains the [`VectorManifest`].
const MANIFEST: &str = "about.json";
const SIGNS_FILE: &str = "signs";
const CODES_FILE: &str = "codes";
const KEYS_FILE: &str = "keys";

/// The number of bytes before the signs in a row of `signs`.
const SIGN_ROW_HEADER_BYTES: usize = 16;

/// The number of bytes before the values in a row of `codes`.
const CODE_ROW_HEADER_BYTES: usize = 16;

/// The maximum number of values in a vector.
const MAX_DIMENSIONS: usize = 8_192;

/// The largest code, to which the largest absolute value of the vector is scaled.
const MAX_CODE: f32 = 127.0;

/// Identifies the statement of a vector and the text that was embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RowKey {
    pub(super) statement: u64,
    pub(super) text: u64,
}

impl RowKey {
    pub(super) fn of(key: &str, text: &str) -> RowKey {
        let digest = |text: &str| {
            let mut hasher = SipHasher13::new();
            hasher.write(text.as_bytes());
            hasher.finish()
        };
        RowKey { statement: digest(key), text: digest(text) }
    }
}

/// Describes the vectors in a folder.
#[derive(serde::Serialize, serde::Deserialize)]
struct VectorManifest {
    format: u32,
    model: String,
    dimensions: usize,
}

/// Returns the folder for the vectors of one model in the library in `root`; its name is a digest
/// of the model name.
pub(super) fn folder_of(root: &Path, model: &str) -> PathBuf {
    let RowKey { statement, text } = RowKey::of(model, "model");
    root.join(FOLDER).join(format!("{:016x}", statement ^ text.rotate_left(u32::BITS)))
}

/// Identifies the state of the files in a folder: a writer only appends, or replaces the whole
/// folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FilesStamp {
    /// The modification time of the manifest.
    written: Option<SystemTime>,
    /// The length of `signs` in bytes.
    signs: u64,
}

impl FilesStamp {
    /// Returns the stamp of the files in a folder; `None` if they do not exist.
    pub(super) fn of(folder: &Path) -> Option<FilesStamp> {
        let signs = std::fs::metadata(folder.join(SIGNS_FILE)).ok()?.len();
        Some(FilesStamp { written: std::fs::metadata(folder.join(MANIFEST)).ok()?.modified().ok(), signs })
    }
}

/// The most recently opened vectors of one model.
#[derive(Default)]
pub(crate) struct OpenVectors(Mutex<Option<Arc<VectorFiles>>>);

impl OpenVectors {
    /// Returns the current vectors of a model; `None` if the folder lacks vectors of it.
    pub(super) fn current(&self, folder: &Path, model: &str) -> Option<Arc<VectorFiles>> {
        let stamp = FilesStamp::of(folder)?;
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The folders of two models may have the same stamp, so compare the model too.
        let is_current = |files: &&Arc<VectorFiles>| files.model == model && files.stamp == stamp;
        if let Some(files) = open.as_ref().filter(is_current) {
            return Some(Arc::clone(files));
        }
        *open = VectorFiles::open(folder, model, stamp).map(Arc::new);
        open.clone()
    }
}

fn sign_row_bytes(dimensions: usize) -> usize {
    SIGN_ROW_HEADER_BYTES + dimensions.div_ceil(64) * 8
}

fn code_row_bytes(dimensions: usize) -> usize {
    CODE_ROW_HEADER_BYTES + dimensions
}

/// The mapped files of the vectors of one model, for reading.
pub(super) struct VectorFiles {
    model: String,
    dimensions: usize,
    rows: usize,
    signs: OwnedBytes,
    codes: OwnedBytes,
    keys: OwnedBytes,
    stamp: FilesStamp,
}

impl VectorFiles {
    /// Opens the vectors in a folder; `None` if it lacks vectors of this model and format.
    pub(super) fn open(folder: &Path, model: &str, stamp: FilesStamp) -> Option<VectorFiles> {
        let manifest = read_manifest(folder, model)?;
        let directory = MmapDirectory::open(folder).ok()?;
        // Map in the reverse order of writing: rows in `signs` are then also in the other files.
        let map = |name: &str| directory.open_read(Path::new(name)).ok()?.read_bytes().ok();
        let (signs, codes, keys) = (map(SIGNS_FILE)?, map(CODES_FILE)?, map(KEYS_FILE)?);
        let dimensions = manifest.dimensions;
        let rows = (signs.len() / sign_row_bytes(dimensions)).min(codes.len() / code_row_bytes(dimensions));
        Some(VectorFiles { model: manifest.model, dimensions, rows, signs, codes, keys, stamp })
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(super) fn row_key(&self, row: usize) -> RowKey {
        let row = self.sign_row(row);
        RowKey { statement: number(row, 0), text: number(row, 8) }
    }

    /// Returns the signs of a row, 64 per word.
    pub(super) fn signs(&self, row: usize) -> &[u8] {
        self.sign_row(row).get(SIGN_ROW_HEADER_BYTES..).unwrap_or_default()
    }

    /// Returns the scale of a row and its values in steps of the scale, each a signed byte.
    pub(super) fn codes(&self, row: usize) -> (f32, &[u8]) {
        let row = self.code_row(row);
        let scale = row.get(12..CODE_ROW_HEADER_BYTES).and_then(|bytes| bytes.try_into().ok());
        (scale.map_or(0.0, f32::from_le_bytes), row.get(CODE_ROW_HEADER_BYTES..).unwrap_or_default())
    }

    /// Returns the key of the statement that a row belongs to; `None` if the files are damaged.
    pub(super) fn statement_key(&self, row: usize) -> Option<&str> {
        let row = self.code_row(row);
        let start = usize::try_from(number(row, 0)).ok()?;
        let length = u32::from_le_bytes(row.get(8..12)?.try_into().ok()?);
        let bytes = self.keys.get(start..start.checked_add(usize::try_from(length).ok()?)?)?;
        std::str::from_utf8(bytes).ok()
    }

    fn sign_row(&self, row: usize) -> &[u8] {
        let length = sign_row_bytes(self.dimensions);
        self.signs.get(row * length..(row + 1) * length).unwrap_or_default()
    }

    fn code_row(&self, row: usize) -> &[u8] {
        let length = code_row_bytes(self.dimensions);
        self.codes.get(row * length..(row + 1) * length).unwrap_or_default()
    }
}

/// Reads the number in 8 bytes of a row; 0 if the row is too short.
fn number(row: &[u8], at: usize) -> u64 {
    row.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

fn read_manifest(folder: &Path, model: &str) -> Option<VectorManifest> {
    let manifest: VectorManifest =
        serde_json::from_slice(&std::fs::read(folder.join(MANIFEST)).ok()?).ok()?;
    let fits = manifest.format == FORMAT
        && manifest.model == model
        && (1..=MAX_DIMENSIONS).contains(&manifest.dimensions);
    fits.then_some(manifest)
}

/// Returns the signs of a vector, 64 per word, as in a row.
pub(super) fn signs_of(vector: &[f32]) -> Vec<u64> {
    let word = |values: &[f32]| {
        values.iter().enumerate().fold(0_u64, |word, (bit, value)| word | u64::from(*value > 0.0) << bit)
    };
    vector.chunks(64).map(word).collect()
}

/// A vector to append.
pub(super) struct NewRow<'a> {
    /// The key of the statement that the vector belongs to.
    pub(super) key: &'a str,
    pub(super) row_key: RowKey,
    /// The values; the vector is normalised to length one.
    pub(super) vector: &'a [f32],
}

/// Appends to the vectors of one model. Only one writer may exist at a time: see [`super::update`].
pub(super) struct VectorWriter {
    dimensions: usize,
    signs: File,
    codes: File,
    keys: File,
    keys_length: u64,
}

impl VectorWriter {
    /// Opens the files in a folder for appending and truncates an incomplete row. Files of another
    /// model, format or dimension are replaced by empty ones.
    pub(super) fn open(folder: &Path, model: &str, dimensions: usize) -> io::Result<VectorWriter> {
        let known = read_manifest(folder, model).is_some_and(|manifest| manifest.dimensions == dimensions);
        if !known {
            match std::fs::remove_dir_all(folder) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            private_files::create_folder(folder)?;
            let manifest = VectorManifest { format: FORMAT, model: model.to_owned(), dimensions };
            private_files::replace(&folder.join(MANIFEST), &serde_json::to_vec(&manifest)?)?;
        }
        let open = |name: &str| private_files::open_for_append(&folder.join(name));
        let (signs, codes, keys) = (open(SIGNS_FILE)?, open(CODES_FILE)?, open(KEYS_FILE)?);
        let (sign_row, code_row) = (sign_row_bytes(dimensions) as u64, code_row_bytes(dimensions) as u64);
        let rows = (signs.metadata()?.len() / sign_row).min(codes.metadata()?.len() / code_row);
        for (file, length) in [(&signs, rows * sign_row), (&codes, rows * code_row)] {
            if file.metadata()?.len() > length {
                file.set_len(length)?;
            }
        }
        let keys_length = keys.metadata()?.len();
        Ok(VectorWriter { dimensions, signs, codes, keys, keys_length })
    }

    /// Appends rows, and returns when they are on disk.
    pub(super) fn append(&mut self, rows: &[NewRow<'_>]) -> io::Result<()> {
        let (mut signs, mut codes, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            let largest = row.vector.iter().fold(f32::MIN_POSITIVE, |most, value| most.max(value.abs()));
            let scale = largest / MAX_CODE;
            signs.extend_from_slice(&row.row_key.statement.to_le_bytes());
            signs.extend_from_slice(&row.row_key.text.to_le_bytes());
            signs.extend(signs_of(row.vector).into_iter().flat_map(u64::to_le_bytes));
            codes.extend_from_slice(&(self.keys_length + keys.len() as u64).to_le_bytes());
            codes.extend_from_slice(&u32::try_from(row.key.len()).unwrap_or(0).to_le_bytes());
            codes.extend_from_slice(&scale.to_le_bytes());
            #[expect(clippy::cast_possible_truncation, reason = "no value is above the largest")]
            codes.extend(row.vector.iter().flat_map(|value| ((value / scale).round() as i8).to_le_bytes()));
            keys.extend_from_slice(row.key.as_bytes());
        }
        debug_assert_eq!(codes.len(), rows.len() * code_row_bytes(self.dimensions));
        for (file, bytes) in [(&mut self.keys, &keys), (&mut self.codes, &codes), (&mut self.signs, &signs)] {
            file.write_all(bytes)?;
            file.sync_data()?;
        }
        self.keys_length += keys.len() as u64;
        Ok(())
    }

    /// Appends the rows of other files that satisfy `keep`, and returns when they are on disk.
    pub(super) fn copy(&mut self, from: &VectorFiles, keep: &dyn Fn(RowKey) -> bool) -> io::Result<()> {
        let (mut signs, mut codes, mut keys) = (
            io::BufWriter::new(&self.signs),
            io::BufWriter::new(&self.codes),
            io::BufWriter::new(&self.keys),
        );
        for row in (0..from.rows()).filter(|row| keep(from.row_key(*row))) {
            let Some(key) = from.statement_key(row) else { continue };
            signs.write_all(from.sign_row(row))?;
            codes.write_all(&self.keys_length.to_le_bytes())?;
            codes.write_all(from.code_row(row).get(8..).unwrap_or_default())?;
            keys.write_all(key.as_bytes())?;
            self.keys_length += key.len() as u64;
        }
        for file in [keys, codes, signs] {
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
        }
        Ok(())
    }
}
