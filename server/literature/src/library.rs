//! The library: a full-text index of records on this machine.
//!
//! [`Library`] reads, [`LibraryWriter`] imports and removes. Both may run at the same time, in one
//! process or in several. Readers see an import one whole file at a time.
//!
//! # Index layout
//!
//! The index has one document for each statement (what one source says about one work); statements
//! are merged when they are read. Every word of titles, abstracts and subjects is indexed by its
//! root, with frequency and positions. The words of titles are also indexed by the looser keys that
//! match a reference with its record.

mod check;
mod directory;
mod error;
mod export;
mod extent;
mod file_in_progress;
mod format;
mod import;
mod import_target;
mod imports_file;
mod ledger;
mod lock;
mod lookup;
mod pubmed_numbers;
mod repair;
mod report;
mod schema;
mod search;
mod shard_list;
mod shard_parts;
mod sharded;
mod shards_directory;
mod snapshot;
mod stats;
mod subject_search;
mod vectors;
mod writer;

pub use check::CheckReport;
pub use error::{Damage, LibraryError};
pub use export::ExportFormat;
pub use file_in_progress::FileInProgress;
pub use import::import_files;
pub use import_target::{ImportTarget, import_records};
pub use ledger::ImportedFile;
pub use repair::{LostFile, RepairReport};
pub use report::{FileOutcome, FileReport, ImportOptions, ImportProgress, ImportReport};
pub use schema::age;
pub use shard_list::{Shard, ShardFolder, ShardList};
pub use stats::LibraryStats;
pub use vectors::{VectorProgress, VectorReport, VectorUpdateError};
pub use writer::{LibraryWriter, LocalFileInProgress, Selection};

use directory::{IndexDirectory, WriteFailure};
use extent::Extent;
use format::{INDEX, SHARDS_FILE};
use referee_bibliography::{Date, Identifier, Work};
use referee_records::completeness::{self, Completeness, Holdings};
use referee_records::journals::Journals;
use referee_records::record::Record;
use referee_records::source::{Answer, Coverage, Neighbour, Question, SUBJECT, Source, SourceError};
use schema::Fields;
use shard_parts::ShardsExtent;
use snapshot::Snapshot;
use std::cell::Cell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use tantivy::{Index, IndexReader, ReloadPolicy};
use vectors::files::OpenVectors;

/// The number of decompressed blocks of stored records to cache.
const CACHED_BLOCKS: usize = 64;

/// The number of guideline titles whose parts are cached.
const MAX_CACHED_GUIDELINES: usize = 64;

/// A library on this machine, opened for reading.
pub struct Library {
    root: PathBuf,
    index: Index,
    fields: Fields,
    reader: IndexReader,
    complete: Completeness,
    state: Mutex<CachedState>,
    /// The error that occurred while writing the index, including in tantivy's own threads.
    write_failure: WriteFailure,
    vectors: OpenVectors,
    /// For a sharded library, the contents of its shard list.
    shards: Option<ShardsExtent>,
}

/// Values read from the library that are valid as long as its files do not change.
#[derive(Default)]
struct CachedState {
    /// The state of the index file when these values were read.
    stamp: Option<Stamp>,
    /// The number of the last content change.
    generation: u64,
    /// What the library covers; computed on first use.
    extent: Option<Arc<Extent>>,
    /// The parts of the guidelines that were requested, by title.
    guidelines: HashMap<String, Arc<[Arc<Record>]>>,
}

impl Library {
    /// Opens the library in `root`; returns `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the library has another format, is damaged, or cannot be read.
    pub fn open(root: impl AsRef<Path>) -> Result<Option<Self>, LibraryError> {
        let root = root.as_ref().to_owned();
        if !format::check(&root)? {
            return Ok(None);
        }
        Library::open_index(root).map(Some)
    }

    /// Opens the index of the library in `root`, whose format has been checked.
    pub(super) fn open_index(root: PathBuf) -> Result<Self, LibraryError> {
        let directory = IndexDirectory::open(&root.join(INDEX))
            .map_err(|error| LibraryError::of_index(&root, &error, None))?;
        let write_failure = directory.failure();
        Library::open_directory(root, directory, write_failure)
    }

    /// Opens the index in a directory that belongs to the library in `root`.
    fn open_directory(
        root: PathBuf,
        directory: impl tantivy::Directory,
        write_failure: WriteFailure,
    ) -> Result<Self, LibraryError> {
        let failed = |error: tantivy::TantivyError| LibraryError::of_index(&root, &error, None);
        let mut index = Index::open(directory).map_err(failed)?;
        index.set_tokenizers(schema::tokenizers());
        let (schema, fields) = Fields::schema();
        if index.schema() != schema {
            return Err(LibraryError::damaged(&root, Damage::List));
        }
        let stamp = stamp(&root);
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(CACHED_BLOCKS)
            .try_into()
            .map_err(failed)?;
        let generation = index.load_metas().map_err(failed)?.opstamp;
        let state = Mutex::new(CachedState { stamp, generation, extent: None, guidelines: HashMap::new() });
        let (complete, vectors) = (Completeness::nothing(), OpenVectors::default());
        Ok(Library { root, index, fields, reader, complete, state, write_failure, vectors, shards: None })
    }

    /// Sets what the owner declares that the library holds completely.
    #[must_use]
    pub fn with_completeness(mut self, complete: Completeness) -> Self {
        self.set_completeness(complete);
        self
    }

    /// Sets what the library holds completely. Ignored for shards that lack a record: nothing in
    /// them is complete.
    pub(crate) fn set_completeness(&mut self, complete: Completeness) {
        if self.shards.as_ref().is_none_or(|shards| shards.is_whole) {
            self.complete = complete;
        }
    }

    /// Returns the folder of the library.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Returns a number that changes whenever any process changes the content. Loads such changes.
    ///
    /// Cheap enough to call before each review: it checks the metadata of one file.
    pub fn generation(&self) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.root);
        if now != state.stamp {
            // On error, keep the old state and try again at the next call.
            let reloaded = self.reader.reload().and_then(|()| self.index.load_metas());
            match reloaded {
                Ok(metas) => {
                    if state.generation != metas.opstamp {
                        state.generation = metas.opstamp;
                        state.extent = None;
                        state.guidelines.clear();
                    }
                    state.stamp = now;
                }
                Err(error) => {
                    tracing::warn!("the library in {} cannot be read again: {error}", self.root.display())
                }
            }
        }
        state.generation
    }

    /// Returns the records with this identifier, best first; if none match, those of another
    /// version of the work.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn get(&self, identifier: &Identifier) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.get(identifier))
    }

    /// Returns the records that could be `work`, best first.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn like(&self, work: &Work) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.like(work))
    }

    /// Returns the records that match a person's `query`, best first. The query may contain words
    /// of titles, abstracts and subjects, surnames, a year, or an identifier. Words in quotation
    /// marks must be adjacent.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.search(query, limit))
    }

    /// Returns the records about the subject described by `words`, best first. Only words of titles
    /// and abstracts are compared. Used to find evidence, while [`Library::search`] is for a person
    /// who looks for a paper.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn search_subject(&self, words: &str, limit: usize) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.search_subject(words, limit))
    }

    /// Returns the share of `query` that a record contains, from 0 to 1, with rarer words weighted
    /// more. A surname and a year count as words; an identifier of the record counts as the whole
    /// query.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn coverage(&self, query: &str, record: &Record) -> Result<f32, LibraryError> {
        self.guarded(|snapshot| snapshot.coverage(query, record))
    }

    /// Returns the parts of the guideline with this title, in order; empty if the library lacks
    /// the document.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn guideline(&self, title: &str) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.guideline(title))
    }

    /// Returns the size and contents of the library in numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn stats(&self) -> Result<LibraryStats, LibraryError> {
        self.guarded(|snapshot| stats::stats(&self.root, snapshot))
    }

    /// Returns the imported files, in the order of import.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read.
    pub fn imported(&self) -> Result<Vec<ImportedFile>, LibraryError> {
        self.guarded(Snapshot::ledger)
    }

    fn failed(&self, error: tantivy::TantivyError) -> LibraryError {
        LibraryError::of_index(&self.root, &error, None)
    }

    /// Adds advice to an error: a sharded library is repaired differently.
    fn advised(&self, error: LibraryError) -> LibraryError {
        if self.shards.is_some() { error.in_shards(&self.root) } else { error }
    }

    /// Runs a read. The index panics if a file has unexpected content; the panic is
    /// caught and reported as damage.
    fn guarded<T>(&self, read: impl FnOnce(&Snapshot) -> tantivy::Result<T>) -> Result<T, LibraryError> {
        let _reading = ReadingIndex::begin();
        match catch_unwind(AssertUnwindSafe(|| read(&self.snapshot()))) {
            Ok(result) => result.map_err(|error| self.advised(self.failed(error))),
            Err(_) => Err(self.advised(LibraryError::damaged(&self.root, Damage::Part))),
        }
    }

    /// Returns a snapshot of the library: later imports do not change its answers.
    fn snapshot(&self) -> Snapshot {
        let parts = self.shards.as_ref().map(|shards| Arc::clone(&shards.parts));
        Snapshot { searcher: self.reader.searcher(), fields: self.fields, parts }
    }

    /// Returns a snapshot of the data that decides whether the library would have a work.
    fn holdings(&self) -> LibraryHoldings {
        LibraryHoldings { snapshot: self.snapshot(), extent: self.extent() }
    }

    fn extent(&self) -> Arc<Extent> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(extent) = &state.extent {
            return Arc::clone(extent);
        }
        let extent = match &self.shards {
            Some(shards) => Extent::of_shards(shards),
            None => Extent::of_files(self.imported().unwrap_or_else(|error| {
                tracing::warn!("{error}");
                Vec::new()
            })),
        };
        let extent = Arc::new(extent);
        state.extent = Some(Arc::clone(&extent));
        extent
    }
}

thread_local! {
    static READING_INDEX: Cell<u32> = const { Cell::new(0) };
}

/// Marks this thread as reading an index, whose panics are caught.
struct ReadingIndex;

impl ReadingIndex {
    fn begin() -> Self {
        READING_INDEX.set(READING_INDEX.get() + 1);
        ReadingIndex
    }
}

impl Drop for ReadingIndex {
    fn drop(&mut self) {
        READING_INDEX.set(READING_INDEX.get().saturating_sub(1));
    }
}

/// Returns whether a panic of this thread will be caught and reported as damage of a library, so
/// that a panic hook must not print it.
#[must_use]
pub fn is_reading_index() -> bool {
    READING_INDEX.get() > 0
}

/// Returns the file that changes whenever the library in `root` does.
#[must_use]
pub fn changing_file(root: &Path) -> PathBuf {
    let shards = root.join(SHARDS_FILE);
    if shards.is_file() { shards } else { root.join(INDEX).join("meta.json") }
}

/// Identifies the state of the index in `root`. Every change creates a new file.
fn stamp(root: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(changing_file(root)).ok()?;
    #[cfg(unix)]
    let file = std::os::unix::fs::MetadataExt::ino(&data);
    #[cfg(not(unix))]
    let file = 0;
    Some((data.modified().ok()?, data.len(), file))
}

/// The modification time, length and inode of a file.
type Stamp = (SystemTime, u64, u64);

/// A snapshot of the data that decides whether the library would have a work.
struct LibraryHoldings {
    snapshot: Snapshot,
    extent: Arc<Extent>,
}

impl LibraryHoldings {
    fn journals(&self) -> &Journals {
        self.extent.journals.get_or_init(|| {
            self.snapshot.journals().unwrap_or_else(|error| {
                tracing::warn!("the journals of the library cannot be read: {error}");
                Journals::default()
            })
        })
    }
}

impl Holdings for LibraryHoldings {
    fn has_journal(&self, name: &str) -> bool {
        self.snapshot.has_journal(name) || self.journals().knows(name)
    }

    fn has_most_journals(&self) -> bool {
        self.journals().len() >= completeness::MIN_JOURNALS_OF_MOST
    }

    fn has_doi_prefix(&self, prefix: &str) -> bool {
        self.snapshot.has_doi_prefix(prefix)
    }

    fn newest(&self) -> Option<Date> {
        self.extent.newest.date()
    }

    fn highest_pmid(&self) -> u32 {
        self.extent.highest_pmid
    }
}

impl Source for Library {
    fn name(&self) -> &str {
        "library"
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.complete.coverage(work, &self.holdings())
    }

    fn has_journal(&self, name: &str) -> Option<bool> {
        Some(self.holdings().has_journal(name))
    }

    fn ask(&self, question: &Question) -> Answer {
        let found = match question {
            Question::Identifier(identifier) => self.get(identifier),
            Question::Like(work) => self.like(work),
            Question::Subject(words) => self.search_subject(words, SUBJECT),
        };
        match found {
            Ok(records) => Answer::from(records),
            Err(error) => {
                tracing::warn!("{error}");
                Answer::None(SourceError::Unavailable)
            }
        }
    }

    fn guideline(&self, title: &str) -> Arc<[Arc<Record>]> {
        let seen = || self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let generation = {
            let seen = seen();
            if let Some(parts) = seen.guidelines.get(title) {
                return Arc::clone(parts);
            }
            seen.generation
        };
        // The lock is not held here: reading a long document takes a while.
        let found = Library::guideline(self, title).unwrap_or_else(|error| {
            tracing::warn!("{error}");
            Vec::new()
        });
        let parts: Arc<[Arc<Record>]> = found.into_iter().map(Arc::new).collect();
        let mut seen = seen();
        if seen.guidelines.len() >= MAX_CACHED_GUIDELINES {
            seen.guidelines.clear();
        }
        if seen.generation == generation {
            seen.guidelines.insert(title.to_owned(), Arc::clone(&parts));
        }
        parts
    }

    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        Some(match self.search_subject(words, limit) {
            Ok(records) => Answer::from(records),
            Err(error) => {
                tracing::warn!("{error}");
                Answer::None(SourceError::Unavailable)
            }
        })
    }

    fn has_vectors_of(&self, model: &str) -> bool {
        Library::has_vectors_of(self, model)
    }

    fn nearest(&self, model: &str, vector: &[f32], limit: usize) -> Vec<Neighbour> {
        Library::nearest(self, model, vector, limit).unwrap_or_else(|error| {
            tracing::warn!("{error}");
            Vec::new()
        })
    }
}
