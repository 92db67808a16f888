//! The library: a full-text index of records on this machine.
//!
//! [`Library`] reads, [`LibraryWriter`] imports and removes; both may be at work at once, in one process or in
//! several. Readers see an import file by file, each as a whole.
//!
//! # What is kept
//!
//! One document for each statement (what one source says about one work), merged when it is read. Abstracts are
//! stored with their records. Indexing all of their words would be more than half of an import and of the index;
//! so the words are indexed that an abstract says more than once, and the subjects, beside the title: a record
//! that mentions something once, in passing, is not found by it.

mod about;
mod error;
mod export;
mod format;
mod import;
mod ledger;
mod lookup;
mod pubmed_numbers;
mod read_only_directory;
mod report;
mod schema;
mod search;
mod snapshot;
mod stats;
mod writer;

pub use error::LibraryError;
pub use export::ExportFormat;
pub use ledger::ImportedFile;
pub use report::{FileOutcome, FileReport, ImportOptions, ImportProgress, ImportReport};
pub use stats::LibraryStats;
pub use writer::{LibraryWriter, Selection};

use format::INDEX;
use read_only_directory::ReadOnlyDirectory;
use referee_bibliography::{Date, Identifier, Work};
use referee_records::completeness::{self, Completeness, Holdings, Newest};
use referee_records::journals::Journals;
use referee_records::record::Record;
use referee_records::source::{Answer, Coverage, Question, SUBJECT, Source, SourceError};
use schema::Fields;
use snapshot::Snapshot;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use tantivy::{Index, IndexReader, ReloadPolicy};

/// The blocks of stored records that are kept unpacked.
const CACHED_BLOCKS: usize = 64;

/// How many titles of guidelines are remembered with what was found.
const GUIDELINES: usize = 64;

/// A library on this machine, to be read.
pub struct Library {
    root: PathBuf,
    index: Index,
    fields: Fields,
    reader: IndexReader,
    complete: Completeness,
    seen: Mutex<Seen>,
}

/// What was last seen of the files of the library.
#[derive(Default)]
struct Seen {
    /// When the index was last changed, and the length of its list of segments.
    stamp: Option<Stamp>,
    /// The number of the last change of content.
    generation: u64,
    /// What its files say about its extent; made when first asked for.
    extent: Option<Arc<Extent>>,
    /// The parts of guidelines that were asked for, by title.
    guidelines: HashMap<String, Arc<[Arc<Record>]>>,
}

/// The extent of a library: what completeness depends on.
#[derive(Default)]
struct Extent {
    newest: Newest,
    highest_pmid: u32,
    journals: std::sync::OnceLock<Journals>,
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
        let failed = |error: tantivy::TantivyError| LibraryError::Index {
            path: root.clone(),
            detail: error.to_string(),
        };
        let directory = ReadOnlyDirectory::open(&root.join(INDEX)).map_err(failed)?;
        let mut index = Index::open(directory).map_err(failed)?;
        index.set_tokenizers(schema::tokenizers());
        let (schema, fields) = Fields::schema();
        if index.schema() != schema {
            return Err(LibraryError::Index {
                path: root,
                detail: String::from("its fields are not those of its format"),
            });
        }
        Library::of_index(root, index, fields).map(Some)
    }

    fn of_index(root: PathBuf, index: Index, fields: Fields) -> Result<Self, LibraryError> {
        let failed = |error: tantivy::TantivyError| LibraryError::Index {
            path: root.clone(),
            detail: error.to_string(),
        };
        let stamp = stamp(&root);
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(CACHED_BLOCKS)
            .try_into()
            .map_err(failed)?;
        let generation = index.load_metas().map_err(failed)?.opstamp;
        let seen = Mutex::new(Seen { stamp, generation, extent: None, guidelines: HashMap::new() });
        Ok(Library { root, index, fields, reader, complete: Completeness::nothing(), seen })
    }

    /// The same library, with what its owner says that it holds completely.
    #[must_use]
    pub fn with_completeness(mut self, complete: Completeness) -> Self {
        self.complete = complete;
        self
    }

    /// Says what the library holds completely.
    pub fn set_completeness(&mut self, complete: Completeness) {
        self.complete = complete;
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
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.root);
        if now != seen.stamp {
            // What cannot be read now stays as it was and is tried again the next time.
            let reloaded = self.reader.reload().and_then(|()| self.index.load_metas());
            match reloaded {
                Ok(metas) => {
                    if seen.generation != metas.opstamp {
                        seen.generation = metas.opstamp;
                        seen.extent = None;
                        seen.guidelines.clear();
                    }
                    seen.stamp = now;
                }
                Err(error) => {
                    tracing::warn!("the library in {} cannot be read again: {error}", self.root.display())
                }
            }
        }
        seen.generation
    }

    /// The records with this identifier, best first; where there is none, those of another version of the work.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn get(&self, identifier: &Identifier) -> Result<Vec<Record>, LibraryError> {
        self.snapshot().get(identifier).map_err(|error| self.failed(error))
    }

    /// The records that could be `work`, best first.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn like(&self, work: &Work) -> Result<Vec<Record>, LibraryError> {
        self.snapshot().like(work).map_err(|error| self.failed(error))
    }

    /// The records that a person means by `query`, best first: words of the title, of the subjects, and those that
    /// the abstract repeats; surnames, a year, or an identifier.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Record>, LibraryError> {
        self.snapshot().search(query, limit).map_err(|error| self.failed(error))
    }

    /// The records about the subject that `words` name, best first: words of titles and abstracts, and nothing
    /// else. For evidence, where [`Library::search`] is for a person who looks for a paper.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn about(&self, words: &str, limit: usize) -> Result<Vec<Record>, LibraryError> {
        self.snapshot().about(words, limit).map_err(|error| self.failed(error))
    }

    /// The parts of the guideline of this title, in order; none where the library has no such document.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn guideline(&self, title: &str) -> Result<Vec<Record>, LibraryError> {
        self.snapshot().guideline(title).map_err(|error| self.failed(error))
    }

    /// What the library holds, in numbers.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn stats(&self) -> Result<LibraryStats, LibraryError> {
        stats::stats(&self.root, &self.snapshot()).map_err(|error| self.failed(error))
    }

    /// The files that were imported, in the order of import.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn imported(&self) -> Result<Vec<ImportedFile>, LibraryError> {
        self.snapshot().ledger().map_err(|error| self.failed(error))
    }

    fn failed(&self, error: tantivy::TantivyError) -> LibraryError {
        LibraryError::Index { path: self.root.clone(), detail: error.to_string() }
    }

    /// The library at this moment: an import does not change what it answers.
    fn snapshot(&self) -> Snapshot {
        Snapshot { searcher: self.reader.searcher(), fields: self.fields }
    }

    fn extent(&self) -> Arc<Extent> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(extent) = &seen.extent {
            return Arc::clone(extent);
        }
        let mut extent = Extent::default();
        match self.snapshot().ledger() {
            Ok(files) => {
                for file in files.into_iter().filter(|file| !file.is_guideline()) {
                    extent.newest.add(file.newest, file.is_typed());
                    extent.highest_pmid = extent.highest_pmid.max(file.highest_pmid);
                }
            }
            Err(error) => tracing::warn!("the library in {} cannot be read: {error}", self.root.display()),
        }
        let extent = Arc::new(extent);
        seen.extent = Some(Arc::clone(&extent));
        extent
    }
}

/// The file that changes whenever the library in `root` does.
#[must_use]
pub fn changing_file(root: &Path) -> PathBuf {
    root.join(INDEX).join("meta.json")
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
        self.journals().len() >= completeness::MOST_JOURNALS
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
        self.complete.coverage(work, &LibraryHoldings { snapshot: self.snapshot(), extent: self.extent() })
    }

    fn ask(&self, question: &Question) -> Answer {
        let found = match question {
            Question::Identifier(identifier) => self.get(identifier),
            Question::Like(work) => self.like(work),
            Question::Subject(words) => self.about(words, SUBJECT),
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
        let seen = || self.seen.lock().unwrap_or_else(PoisonError::into_inner);
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
        if seen.guidelines.len() >= GUIDELINES {
            seen.guidelines.clear();
        }
        if seen.generation == generation {
            seen.guidelines.insert(title.to_owned(), Arc::clone(&parts));
        }
        parts
    }

    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        Some(match self.about(words, limit) {
            Ok(records) => Answer::from(records),
            Err(error) => {
                tracing::warn!("{error}");
                Answer::None(SourceError::Unavailable)
            }
        })
    }
}
