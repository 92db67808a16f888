//! Rebuilds the index of a library from its readable parts and from the imported files.
//!
//! The new index is built next to the old one and replaces it when it is complete, so a killed
//! repair leaves the library unchanged. Damage and old formats are repaired in the same way.

use super::directory::IndexDirectory;
use super::format::{self, INDEX};
use super::ledger::ImportedFile;
use super::lock::ImportLock;
use super::report::{FileOutcome, ImportOptions};
use super::schema::{Fields, age, read_statement};
use super::writer::{LibraryWriter, create_index, ledger_document};
use super::{Library, LibraryError, ReadingIndex, imports_file};
use referee_records::merge::Statement;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use tantivy::index::SegmentComponent;
use tantivy::schema::{Field, Value};
use tantivy::store::StoreReader;
use tantivy::{Index, IndexWriter, SegmentReader, TantivyDocument, TantivyError, Term};
use tokio_util::sync::CancellationToken;

/// The report of a repair, the files that were imported again, and the new ledger number of each
/// old one.
type Rebuilt = (RepairReport, Vec<ImportedFile>, BTreeMap<u64, u64>);

/// The folder in which the new index is built.
const NEW_INDEX: &str = "index.new";

/// The folder that keeps the old index if a part of it could not be read.
const DAMAGED_INDEX: &str = "index.damaged";

/// The index's list of its own files.
const MANAGED: &str = ".managed.json";

/// The memory for uncommitted documents, in bytes.
const MEMORY: usize = 128 << 20;

/// The number of decompressed blocks of stored records to cache.
const CACHED_BLOCKS: usize = 8;

/// The result of a repair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairReport {
    /// The number of records in the repaired library.
    pub records: u64,
    /// The number of records in the old index that could not be read.
    pub unreadable: u64,
    /// The files that were imported again, because some of their records could not be read.
    pub imported_again: Vec<PathBuf>,
    /// The files that should be imported again but have moved or been deleted.
    pub lost: Vec<LostFile>,
    /// The path of the old index; `None` if all of it could be read, or nothing of it is left.
    pub old_index: Option<PathBuf>,
}

/// An imported file whose records may be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostFile {
    /// The path of the file when it was imported.
    pub path: PathBuf,
    /// The number of records imported from it.
    pub records: u64,
    /// The number of these records that are left; a later file may have replaced others.
    pub left: u64,
    /// Why it was not imported again.
    pub reason: String,
}

impl Library {
    /// Rebuilds the index of the library in `root`; returns `None` if the library does not exist.
    /// `progress` receives the number of records copied so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the library is newer than this version, an import is running, or the
    /// folder cannot be written to. The library then stays unchanged.
    pub fn repair(
        root: impl AsRef<Path>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<RepairReport>, LibraryError> {
        let root = root.as_ref();
        let index_folder = root.join(INDEX);
        match format::read(root) {
            Ok(None) if !index_folder.is_dir() => return Ok(None),
            // Any format is accepted here.
            Ok(_) | Err(LibraryError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
        let lock = ImportLock::acquire(root)?;
        let new_folder = root.join(NEW_INDEX);
        let io = |path: &Path, source| LibraryError::io(path, source);
        if new_folder.exists() {
            if !index_folder.exists() {
                // A repair was killed between the two renames at its end; its new index is
                // complete.
                std::fs::rename(&new_folder, &index_folder).map_err(|source| io(&index_folder, source))?;
            } else {
                std::fs::remove_dir_all(&new_folder).map_err(|source| io(&new_folder, source))?;
            }
        }
        create_index(&new_folder).map_err(|error| LibraryError::of_index(root, &error, None))?;
        let mut copy = Copy::new(root, &new_folder, progress)?;
        let old = OldIndex::open(root);
        copy.all(&old)?;
        let (mut report, ledger, left) = copy.finish(old.lost_parts)?;
        let kept = swap(root, report.unreadable > 0)?;
        report.old_index = kept;
        format::write(root)?;
        let library = Library::open_index(root.to_owned())?;
        let mut writer = LibraryWriter::of_library(library, lock)?;
        if report.unreadable > 0 {
            import_again(&mut writer, &ledger, &left, &mut report)?;
        }
        report.records = writer.library().stats()?.records;
        writer.close()?;
        Ok(Some(report))
    }
}

/// Replaces the old index by the new one; returns the path at which the old one is kept.
fn swap(root: &Path, keep: bool) -> Result<Option<PathBuf>, LibraryError> {
    let (index, new, old) = (root.join(INDEX), root.join(NEW_INDEX), root.join(DAMAGED_INDEX));
    let failed = |source| LibraryError::io(root, source);
    if old.exists() {
        std::fs::remove_dir_all(&old).map_err(failed)?;
    }
    if index.exists() {
        std::fs::rename(&index, &old).map_err(failed)?;
    }
    std::fs::rename(&new, &index).map_err(failed)?;
    if keep && old.exists() {
        return Ok(Some(old));
    }
    if old.exists() {
        std::fs::remove_dir_all(&old).map_err(failed)?;
    }
    Ok(None)
}

/// A segment of the old index.
struct OldPart {
    reader: SegmentReader,
    /// Whether the checksum of the file with its records is wrong. Some records may still be
    /// readable, but with changed content.
    is_store_damaged: bool,
}

/// The readable parts of the old index.
struct OldIndex {
    parts: Vec<OldPart>,
    blob: Option<Field>,
    /// The number of records in segments that cannot be opened; at least 1 if it is unknown.
    lost_parts: u64,
    /// The imported files, from the list next to the index.
    imports: Vec<ImportedFile>,
}

impl OldIndex {
    fn open(root: &Path) -> Self {
        let imports = imports_file::read(root);
        let _reading = ReadingIndex::begin();
        let folder = root.join(INDEX);
        let open = || IndexDirectory::open(&folder).and_then(Index::open);
        let readable = || open().ok().filter(|index| index.searchable_segments().is_ok());
        let index = readable()
            .or_else(|| {
                // Retry without the list of managed files, which only serves garbage collection.
                std::fs::remove_file(folder.join(MANAGED)).ok()?;
                readable()
            })
            .or_else(|| {
                // Retry with the copy of the segment list, which is as old as the last import.
                imports_file::restore_parts(root).ok()?;
                readable()
            });
        let Some((index, segments)) = index.and_then(|index| {
            let segments = index.searchable_segments().ok()?;
            Some((index, segments))
        }) else {
            return OldIndex {
                parts: Vec::new(),
                blob: None,
                lost_parts: u64::from(folder.exists()),
                imports,
            };
        };
        let damaged = index.validate_checksum().unwrap_or_default();
        let (mut parts, mut lost_parts) = (Vec::new(), 0);
        for segment in segments {
            match catch_unwind(AssertUnwindSafe(|| SegmentReader::open(&segment))) {
                Ok(Ok(reader)) => {
                    let store = segment.meta().relative_path(SegmentComponent::Store);
                    parts.push(OldPart { reader, is_store_damaged: damaged.contains(&store) });
                }
                _ => lost_parts += u64::from(segment.meta().num_docs()).max(1),
            }
        }
        let blob = index.schema().get_field("blob").ok();
        OldIndex { parts, blob, lost_parts, imports }
    }
}

/// A copy of the readable records, in progress.
struct Copy<'a> {
    root: PathBuf,
    fields: Fields,
    writer: IndexWriter,
    directory: IndexDirectory,
    progress: &'a mut dyn FnMut(u64),
    copied: u64,
    unreadable: u64,
    /// The age of each statement, by the hash of its key: of two versions the newer one is kept.
    ages: FxHashMap<u64, u64>,
    /// The number of statements from each imported file, by file number.
    left: BTreeMap<u64, u64>,
    ledger: BTreeMap<u64, ImportedFile>,
    /// Whether each imported file is still at its path and unchanged, as far as that was checked.
    at_hand: BTreeMap<u64, bool>,
}

impl<'a> Copy<'a> {
    fn new(root: &Path, folder: &Path, progress: &'a mut dyn FnMut(u64)) -> Result<Self, LibraryError> {
        let failed = |error: TantivyError| LibraryError::of_index(root, &error, None);
        let directory = IndexDirectory::open(folder).map_err(failed)?;
        let mut index = Index::open(directory.clone()).map_err(failed)?;
        index.set_tokenizers(super::schema::tokenizers());
        let writer = index.writer_with_num_threads(1, MEMORY).map_err(failed)?;
        Ok(Copy {
            root: root.to_owned(),
            fields: Fields::schema().1,
            writer,
            directory,
            progress,
            copied: 0,
            unreadable: 0,
            ages: FxHashMap::default(),
            left: BTreeMap::new(),
            ledger: BTreeMap::new(),
            at_hand: BTreeMap::new(),
        })
    }

    fn failed(&self, error: &TantivyError) -> LibraryError {
        LibraryError::of_index(&self.root, error, self.directory.failure().take())
    }

    /// Copies every readable record.
    fn all(&mut self, old: &OldIndex) -> Result<(), LibraryError> {
        for file in &old.imports {
            self.ledger.insert(file.number, file.clone());
        }
        let Some(blob) = old.blob else { return Ok(()) };
        for OldPart { reader: part, is_store_damaged } in &old.parts {
            let _reading = ReadingIndex::begin();
            let store = catch_unwind(AssertUnwindSafe(|| part.get_store_reader(CACHED_BLOCKS)));
            let Ok(Ok(store)) = store else {
                self.unreadable += u64::from(part.num_docs()).max(1);
                continue;
            };
            let numbers = catch_unwind(AssertUnwindSafe(|| part.fast_fields().u64("file")));
            let numbers = numbers.ok().and_then(Result::ok);
            for doc in part.doc_ids_alive() {
                let number = catch_unwind(AssertUnwindSafe(|| numbers.as_ref()?.first(doc))).ok().flatten();
                match stored(&store, doc, blob) {
                    // Skip the record: importing its file again is more reliable.
                    Some(_) if *is_store_damaged && self.is_at_hand(number) => self.unreadable += 1,
                    Some(bytes) => self.one(&bytes, number)?,
                    None => self.unreadable += 1,
                }
            }
        }
        Ok(())
    }

    /// Returns whether the imported file with this number is still at its path and unchanged.
    fn is_at_hand(&mut self, file: Option<u64>) -> bool {
        let Some(file) = file.and_then(|number| self.ledger.get(&number)) else { return false };
        let is_unchanged = || crate::import::checksum(&file.path).is_ok_and(|sum| sum == file.checksum);
        *self.at_hand.entry(file.number).or_insert_with(is_unchanged)
    }

    /// Copies one record, or one entry of the list of imported files.
    fn one(&mut self, blob: &[u8], file: Option<u64>) -> Result<(), LibraryError> {
        let Ok(Statement { key, record }) = read_statement(blob) else {
            match serde_json::from_slice::<ImportedFile>(blob) {
                Ok(entry) => {
                    self.ledger.insert(entry.number, entry);
                }
                Err(_) => self.unreadable += 1,
            }
            return Ok(());
        };
        let statement = Statement { key, record: record.without_controls() };
        let own_age = age(statement.record.as_of);
        let hash = crate::candidates::hash(&statement.key);
        if let Some(known) = self.ages.get(&hash) {
            if *known >= own_age {
                return Ok(());
            }
            self.writer.delete_term(Term::from_field_text(self.fields.key, &statement.key));
        }
        self.ages.insert(hash, own_age);
        let file = file.or_else(|| file_in_key(&statement.key)).unwrap_or(0);
        let document = self
            .fields
            .document(&statement, file)
            .map_err(|error| TantivyError::InternalError(error.to_string()))
            .and_then(|document| self.writer.add_document(document));
        document.map_err(|error| self.failed(&error))?;
        *self.left.entry(file).or_default() += 1;
        self.copied += 1;
        if self.copied.is_multiple_of(1_000) {
            (self.progress)(self.copied);
        }
        Ok(())
    }

    /// Writes the list of imported files and ends the copy.
    fn finish(mut self, lost_parts: u64) -> Result<Rebuilt, LibraryError> {
        let unreadable = self.unreadable.saturating_add(lost_parts);
        for entry in self.ledger.values_mut() {
            let left = self.left.get(&entry.number).copied().unwrap_or(0);
            if unreadable > 0 && left < entry.records {
                // A file with damage is read again at its next import even if it has not changed.
                entry.damage.push(String::from("some of its records were lost when the library was damaged"));
            }
        }
        for entry in self.ledger.values() {
            let added =
                ledger_document(self.fields, entry).and_then(|document| self.writer.add_document(document));
            added.map_err(|error| self.failed(&error))?;
        }
        let committed = self.writer.commit();
        committed.map_err(|error| self.failed(&error))?;
        let Copy { writer, root, directory, ledger, left, .. } = self;
        writer
            .wait_merging_threads()
            .map_err(|error| LibraryError::of_index(&root, &error, directory.failure().take()))?;
        let report = RepairReport { unreadable, ..RepairReport::default() };
        Ok((report, ledger.into_values().collect(), left))
    }
}

/// Returns the file number in a statement key without a source id: `file000012#00000003`.
fn file_in_key(key: &str) -> Option<u64> {
    key.strip_prefix("file")?.split_once('#')?.0.parse().ok()
}

/// Returns the stored blob of a document of the old index; `None` if it cannot be read.
fn stored(store: &StoreReader, doc: u32, blob: Field) -> Option<Vec<u8>> {
    let read = catch_unwind(AssertUnwindSafe(|| store.get::<TantivyDocument>(doc)));
    let document = read.ok()?.ok()?;
    document.get_first(blob)?.as_bytes().map(<[u8]>::to_vec)
}

/// Imports the files with missing records again, and reports those that no longer exist.
fn import_again(
    writer: &mut LibraryWriter,
    ledger: &[ImportedFile],
    left: &BTreeMap<u64, u64>,
    report: &mut RepairReport,
) -> Result<(), LibraryError> {
    for file in ledger {
        let left = left.get(&file.number).copied().unwrap_or(0);
        if left >= file.records {
            continue;
        }
        let mut lost = |reason: String| {
            report.lost.push(LostFile { path: file.path.clone(), records: file.records, left, reason });
        };
        match crate::import::checksum(&file.path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                lost(String::from("it is not there any more"));
                continue;
            }
            Err(error) => {
                lost(error.to_string());
                continue;
            }
            Ok(sum) if sum != file.checksum => {
                lost(String::from("it has changed since"));
                continue;
            }
            Ok(_) => {}
        }
        let options = ImportOptions {
            force: true,
            format: crate::import::ImportFormat::from_name(&file.format),
            title: file.title.clone(),
            ..ImportOptions::default()
        };
        let again = writer.import(
            std::slice::from_ref(&file.path),
            &options,
            &mut |_| {},
            &CancellationToken::new(),
        )?;
        match again.files.into_iter().next().map(|file| file.outcome) {
            Some(FileOutcome::Failed(reason)) => lost(reason),
            _ => report.imported_again.push(file.path.clone()),
        }
    }
    Ok(())
}
