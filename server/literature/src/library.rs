//! The library: a full-text index of records on this machine.
//!
//! [`Library`] reads, [`LibraryWriter`] imports and removes; both may be at work at once, in one process or in
//! several. Readers see an import file by file, each as a whole.
//!
//! # What is kept
//!
//! One document for each statement (what one source says about one work), merged when it is read. Every word of
//! titles, abstracts and subjects is indexed by its root, with how often it stands there and where; the words of titles
//! once more by the looser keys under which a reference finds its record.

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

/// The blocks of stored records that are kept unpacked.
const CACHED_BLOCKS: usize = 64;

/// How many titles of guidelines are remembered with what was found.
const MAX_CACHED_GUIDELINES: usize = 64;

/// A library on this machine, to be read.
pub struct Library {
    root: PathBuf,
    index: Index,
    fields: Fields,
    reader: IndexReader,
    complete: Completeness,
    state: Mutex<CachedState>,
    /// What writing the index failed of, also in its own threads.
    write_failure: WriteFailure,
    vectors: OpenVectors,
    /// Where it is read from shards, what their list says of them.
    shards: Option<ShardsExtent>,
}

/// What was read of the library, as long as its files stay as they are.
#[derive(Default)]
struct CachedState {
    /// When the index was last changed, and the length of its list of segments.
    stamp: Option<Stamp>,
    /// The number of the last change of content.
    generation: u64,
    /// What its files say about its extent; made when first asked for.
    extent: Option<Arc<Extent>>,
    /// The parts of guidelines that were asked for, by title.
    guidelines: HashMap<String, Arc<[Arc<Record>]>>,
}

impl Library {
    /// Opens the library in `root`; `None` where there is none.
    ///
    /// # Errors
    ///
    /// If the library has another format, is damaged, or cannot be read.
    pub fn open(root: impl AsRef<Path>) -> Result<Option<Self>, LibraryError> {
        let root = root.as_ref().to_owned();
        if !format::check(&root)? {
            return Ok(None);
        }
        Library::open_index(root).map(Some)
    }

    /// Opens the index of the library in `root`, whose format was checked.
    pub(super) fn open_index(root: PathBuf) -> Result<Self, LibraryError> {
        let directory = IndexDirectory::open(&root.join(INDEX))
            .map_err(|error| LibraryError::of_index(&root, &error, None))?;
        let write_failure = directory.failure();
        Library::open_directory(root, directory, write_failure)
    }

    /// Opens the index in a directory, for the library in `root`.
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

    /// The library, with what its owner says that it holds completely.
    #[must_use]
    pub fn with_completeness(mut self, complete: Completeness) -> Self {
        self.set_completeness(complete);
        self
    }

    /// Says what the library holds completely. Of shards that lack a record nothing is complete.
    pub fn set_completeness(&mut self, complete: Completeness) {
        if self.shards.as_ref().is_none_or(|shards| shards.is_whole) {
            self.complete = complete;
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// A number that changes when the content changes, by whichever process. Reads what is new.
    ///
    /// Cheap enough to be asked before each review: one look at one file.
    pub fn generation(&self) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.root);
        if now != state.stamp {
            // What cannot be read now stays as it was and is tried again the next time.
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

    /// The records with this identifier, best first; where there is none, those of another version of the work.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn get(&self, identifier: &Identifier) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.get(identifier))
    }

    /// The records that could be `work`, best first.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn like(&self, work: &Work) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.like(work))
    }

    /// The records that a person means by `query`, best first: words of titles, abstracts and subjects, surnames, a
    /// year, or an identifier. Words in quotation marks have to stand beside each other.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.search(query, limit))
    }

    /// The records about the subject that `words` name, best first: words of titles and abstracts, and nothing
    /// else. For evidence, where [`Library::search`] is for a person who looks for a paper.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn search_subject(&self, words: &str, limit: usize) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.search_subject(words, limit))
    }

    /// How much of what `query` says a record has, from 0 to 1: of its words, the rarer ones counting more. A surname
    /// and a year count as words; an identifier of the record is all of it.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn coverage(&self, query: &str, record: &Record) -> Result<f32, LibraryError> {
        self.guarded(|snapshot| snapshot.coverage(query, record))
    }

    /// The parts of the guideline of this title, in order; none where the library has no such document.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn guideline(&self, title: &str) -> Result<Vec<Record>, LibraryError> {
        self.guarded(|snapshot| snapshot.guideline(title))
    }

    /// What the library holds, in numbers.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn stats(&self) -> Result<LibraryStats, LibraryError> {
        self.guarded(|snapshot| stats::stats(&self.root, snapshot))
    }

    /// The files that were imported, in the order of import.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn imported(&self) -> Result<Vec<ImportedFile>, LibraryError> {
        self.guarded(Snapshot::ledger)
    }

    fn failed(&self, error: tantivy::TantivyError) -> LibraryError {
        LibraryError::of_index(&self.root, &error, None)
    }

    /// An error of this library, with what to do about it.
    fn advised(&self, error: LibraryError) -> LibraryError {
        if self.shards.is_some() { error.in_shards(&self.root) } else { error }
    }

    /// Reads the library. The index panics where a file does not hold what was written into it: that is damage like
    /// any other.
    fn guarded<T>(&self, read: impl FnOnce(&Snapshot) -> tantivy::Result<T>) -> Result<T, LibraryError> {
        let _reading = ReadingIndex::begin();
        match catch_unwind(AssertUnwindSafe(|| read(&self.snapshot()))) {
            Ok(result) => result.map_err(|error| self.advised(self.failed(error))),
            Err(_) => Err(self.advised(LibraryError::damaged(&self.root, Damage::Part))),
        }
    }

    /// The library at this moment: an import does not change what it answers.
    fn snapshot(&self) -> Snapshot {
        let parts = self.shards.as_ref().map(|shards| Arc::clone(&shards.parts));
        Snapshot { searcher: self.reader.searcher(), fields: self.fields, parts }
    }

    /// What decides whether the library would have a work, at this moment.
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

/// Says that this thread reads an index, whose panics are caught.
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

/// Whether a panic of this thread is caught and told as damage of a library: a panic hook has nothing to print.
#[must_use]
pub fn is_reading_index() -> bool {
    READING_INDEX.get() > 0
}

/// The file that changes whenever the library in `root` does.
#[must_use]
pub fn changing_file(root: &Path) -> PathBuf {
    let shards = root.join(SHARDS_FILE);
    if shards.is_file() { shards } else { root.join(INDEX).join("meta.json") }
}

/// What tells one state of the index in `root` from another. A change makes a new file.
fn stamp(root: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(changing_file(root)).ok()?;
    #[cfg(unix)]
    let file = std::os::unix::fs::MetadataExt::ino(&data);
    #[cfg(not(unix))]
    let file = 0;
    Some((data.modified().ok()?, data.len(), file))
}

/// Time of the last change, length, and number of a file.
type Stamp = (SystemTime, u64, u64);

/// What decides whether the library would have a work, at one moment.
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
        // Without the lock: a long document takes a while to read.
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
