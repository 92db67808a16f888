//! The library that a lab shares, as a source.
//!
//! It gives the same answers as a local library with the same records. If the database does not
//! answer in time, the answer is an error and the database is not asked for some seconds: other
//! sources are asked as usual, and a verdict that needed this one stays open.

use crate::address::DatabaseAddress;
use crate::answers::DatabaseAnswers;
use crate::database::{Database, PoolLimits};
use crate::driver_runtime::DriverRuntime;
use crate::error::DatabaseError;
use crate::library_backend::{self, LibraryBackend};
use crate::migrations::UPGRADE_LIMIT;
use crate::read::Reader;
use referee_bibliography::{Date, Identifier, Work};
use referee_literature::library::ImportedFile;
use referee_records::completeness::{self, Completeness, Holdings, Newest};
use referee_records::journals::Journals;
use referee_records::record::Record;
use referee_records::source::{Answer, Coverage, Question, SUBJECT, Source, SourceError};
use referee_records::words;
use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The source in findings and in JSON.
const SHARED_LIBRARY: &str = "shared-library";

/// The time limit of a search, which reads more than a look-up.
const SEARCH_LIMIT: Duration = Duration::from_secs(20);

/// The number of guideline titles whose parts are cached.
const MAX_CACHED_GUIDELINES: usize = 64;

/// The shared library on PostgreSQL, opened for reading.
pub struct SharedLibrary {
    backend: Arc<LibraryBackend>,
    complete: Completeness,
    asks_descriptions: bool,
    state: Mutex<CachedState>,
    driver: Arc<DriverRuntime>,
}

/// Values read from the library, valid until its content changes.
#[derive(Default)]
struct CachedState {
    /// The value of [`SharedLibrary::changes`] when the values were read.
    changes: u64,
    extent: Option<Arc<Extent>>,
    guidelines: HashMap<String, Arc<[Arc<Record>]>>,
    journals: HashMap<String, bool>,
    doi_prefixes: HashMap<String, bool>,
}

/// The extent of the library, from which completeness is derived.
struct Extent {
    newest: Newest,
    highest_pmid: u32,
    journals: Journals,
}

/// The contents of a shared library in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedStats {
    /// The number of statements of sources about works.
    pub records: u64,
    /// The number of statements of each source.
    pub sources: BTreeMap<String, u64>,
    /// The imported files, in the order of import.
    pub files: Vec<ImportedFile>,
    /// The publication date of the newest record.
    pub newest: Option<Date>,
    /// The size of its tables and indexes, in bytes.
    pub bytes: u64,
    /// The version of the tables.
    pub schema: i32,
}

/// The future of a read over one connection.
type ReaderFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, DatabaseError>> + Send + 'a>>;

impl SharedLibrary {
    /// Creates the shared library at an address. Connects at the first request.
    ///
    /// # Errors
    ///
    /// Returns an error if this machine cannot connect to a database at all.
    pub fn new(address: &DatabaseAddress, limits: PoolLimits) -> Result<Self, DatabaseError> {
        let backend = Arc::new(LibraryBackend::new(Database::new(address, limits)?, limits));
        let driver = Arc::new(DriverRuntime::new()?);
        driver.spawn(library_backend::poll_while_used(Arc::downgrade(&backend)));
        Ok(SharedLibrary {
            backend,
            complete: Completeness::nothing(),
            asks_descriptions: true,
            state: Mutex::default(),
            driver,
        })
    }

    /// Sets what the owner declares that the library holds completely.
    #[must_use]
    pub fn with_completeness(mut self, complete: Completeness) -> Self {
        self.complete = complete;
        self
    }

    /// Restricts requests to identifiers: titles, authors and searches are not sent to the
    /// database.
    #[must_use]
    pub fn for_identifiers_only(mut self) -> Self {
        self.asks_descriptions = false;
        self
    }

    /// Returns the cache of answers of online services in this database, using the same
    /// connections.
    #[must_use]
    pub fn answers(&self) -> DatabaseAnswers {
        DatabaseAnswers::new(Arc::clone(&self.backend.shared), Arc::clone(&self.driver))
    }

    /// Checks that the database answers, and creates its tables if they are missing.
    ///
    /// # Errors
    ///
    /// Returns why the database does not answer.
    pub fn check(&self) -> Result<(), DatabaseError> {
        self.read(self.backend.shared.limit, |_| Box::pin(async { Ok(()) }))
    }

    /// Creates or upgrades the tables, however long that takes: some minutes for a large library.
    ///
    /// # Errors
    ///
    /// Returns why the tables cannot be created or upgraded.
    pub fn make_tables(&self) -> Result<(), DatabaseError> {
        self.read(UPGRADE_LIMIT, |_| Box::pin(async { Ok(()) }))
    }

    /// Returns the address of the database without the password.
    #[must_use]
    pub fn shown_address(&self) -> &str {
        self.backend.shared.database.shown_address()
    }

    /// Returns a number that changes when an answer may change: with the content, and when the
    /// database becomes unavailable or available.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.backend.shared.health.changes()
    }

    /// Returns the records with this identifier, best first; if none match, those of another
    /// version of the work.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub fn get(&self, identifier: &Identifier) -> Result<Vec<Record>, DatabaseError> {
        let identifier = identifier.clone();
        self.read(self.backend.shared.limit, |mut reader| {
            Box::pin(async move {
                let found = reader.get(&identifier).await?;
                reader.complete(found)
            })
        })
    }

    /// Returns the records that could be `work`, best first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub fn like(&self, work: &Work) -> Result<Vec<Record>, DatabaseError> {
        let work = work.clone();
        self.read(self.backend.shared.limit, |mut reader| {
            Box::pin(async move {
                let found = reader.like(&work).await?;
                reader.complete(found)
            })
        })
    }

    /// Returns the records that match a person's `query`, best first. The query may contain words
    /// of titles, abstracts and subjects, surnames, a year, or an identifier. Words in quotation
    /// marks must be adjacent.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Record>, DatabaseError> {
        let query = query.to_owned();
        self.read(SEARCH_LIMIT, move |mut reader| Box::pin(async move { reader.search(&query, limit).await }))
    }

    /// Returns the records about the subject described by `words`, best first. Words of titles,
    /// abstracts and subjects are compared.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub fn search_subject(&self, words: &str, limit: usize) -> Result<Vec<Record>, DatabaseError> {
        let words = words.to_owned();
        self.read(SEARCH_LIMIT, move |mut reader| {
            Box::pin(async move { reader.search_subject(&words, limit).await })
        })
    }

    /// Returns the share of `query` that a record contains, from 0 to 1, with rarer words weighted
    /// more.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub fn coverage(&self, query: &str, record: &Record) -> Result<f32, DatabaseError> {
        let (query, record) = (query.to_owned(), record.clone());
        self.read(self.backend.shared.limit, |mut reader| {
            Box::pin(async move { reader.coverage(&query, &record).await })
        })
    }

    /// Returns the size and contents of the library in numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub fn stats(&self) -> Result<SharedStats, DatabaseError> {
        self.read(SEARCH_LIMIT, |reader| Box::pin(async move { stats(&reader).await }))
    }

    /// Runs a read over one connection, unless the database cools down after a failure.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        limit: Duration,
        read: impl for<'a> FnOnce(Reader<'a>) -> ReaderFuture<'a, T> + Send + 'static,
    ) -> Result<T, DatabaseError> {
        if let Some(error) = self.backend.shared.cooling_down() {
            return Err(error);
        }
        let backend = Arc::clone(&self.backend);
        let result = self.driver.run(self.shown_address(), limit, async move {
            backend.prepare().await?;
            read(Reader::new(&backend.shared.database).await?).await
        });
        self.backend.shared.health.note(&result);
        result
    }

    /// Returns the cached values, which are cleared if the content has changed.
    fn cached(&self) -> std::sync::MutexGuard<'_, CachedState> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let changes = self.changes();
        if state.changes != changes {
            *state = CachedState { changes, ..CachedState::default() };
        }
        state
    }

    fn extent(&self) -> Option<Arc<Extent>> {
        if let Some(extent) = &self.cached().extent {
            return Some(Arc::clone(extent));
        }
        let read = self.read(SEARCH_LIMIT, |reader| {
            Box::pin(async move { Ok((reader.imported().await?, reader.journals().await?)) })
        });
        let (files, journals) = read.ok()?;
        let mut extent = Extent { newest: Newest::default(), highest_pmid: 0, journals };
        for file in files.into_iter().filter(|file| !file.is_guideline()) {
            extent.newest.add(file.newest, file.is_typed());
            extent.highest_pmid = extent.highest_pmid.max(file.highest_pmid);
        }
        let extent = Arc::new(extent);
        self.cached().extent = Some(Arc::clone(&extent));
        Some(extent)
    }

    /// Stores a yes-or-no answer of the database with `keep` and returns it; `false` if the
    /// database did not answer.
    fn remember(
        &self,
        found: Result<bool, DatabaseError>,
        keep: impl FnOnce(&mut CachedState, bool),
    ) -> bool {
        let Ok(found) = found else { return false };
        keep(&mut self.cached(), found);
        found
    }

    fn answer(&self, found: Result<Vec<Record>, DatabaseError>) -> Answer {
        match found {
            Ok(records) => Answer::from(records),
            Err(error) => {
                tracing::debug!("{error}");
                Answer::None(error.kind())
            }
        }
    }
}

async fn stats(reader: &Reader<'_>) -> Result<SharedStats, DatabaseError> {
    let mut stats = SharedStats { files: reader.imported().await?, ..SharedStats::default() };
    let unsigned = |number: i64| u64::try_from(number).unwrap_or(0);
    for row in reader.rows("SELECT source, count(*) FROM referee.statement GROUP BY source", &[]).await? {
        let count = unsigned(row.get(1));
        stats.records += count;
        stats.sources.insert(row.get(0), count);
    }
    let mut newest = Newest::default();
    for file in stats.files.iter().filter(|file| !file.is_guideline()) {
        newest.add(file.newest, file.is_typed());
    }
    stats.newest = newest.date();
    let size = "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint
                FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = 'referee' AND c.relkind = 'r'";
    stats.bytes = reader.rows(size, &[]).await?.first().map_or(0, |row| unsigned(row.get(0)));
    let version = "SELECT max(version) FROM referee.schema_version WHERE component = 'library'";
    stats.schema = reader.rows(version, &[]).await?.first().map_or(0, |row| row.get(0));
    Ok(stats)
}

/// The contents of a shared library, for the computation of completeness.
struct SharedHoldings<'a> {
    library: &'a SharedLibrary,
    extent: &'a Extent,
}

impl Holdings for SharedHoldings<'_> {
    fn has_journal(&self, name: &str) -> bool {
        if self.extent.journals.knows(name) {
            return true;
        }
        let key = words::journal_key(name);
        if let Some(known) = self.library.cached().journals.get(&key) {
            return *known;
        }
        let asked = key.clone();
        let found = self.library.read(self.library.backend.shared.limit, |reader| {
            Box::pin(async move {
                let sql = "SELECT EXISTS (SELECT FROM referee.journal WHERE name = $1)";
                Ok(reader.rows(sql, &[&asked]).await?.first().is_some_and(|row| row.get(0)))
            })
        });
        self.library.remember(found, |state, found| {
            state.journals.insert(key, found);
        })
    }

    fn has_most_journals(&self) -> bool {
        self.extent.journals.len() >= completeness::MIN_JOURNALS_OF_MOST
    }

    fn has_doi_prefix(&self, prefix: &str) -> bool {
        if let Some(known) = self.library.cached().doi_prefixes.get(prefix) {
            return *known;
        }
        let start = format!("doi:{prefix}/");
        let found = self.library.read(self.library.backend.shared.limit, |reader| {
            Box::pin(async move { reader.has_key_from(&start).await })
        });
        self.library.remember(found, |state, found| {
            state.doi_prefixes.insert(prefix.to_owned(), found);
        })
    }

    fn newest(&self) -> Option<Date> {
        self.extent.newest.date()
    }

    fn highest_pmid(&self) -> u32 {
        self.extent.highest_pmid
    }
}

impl Source for SharedLibrary {
    fn name(&self) -> &str {
        SHARED_LIBRARY
    }

    fn covers(&self, work: &Work) -> Coverage {
        // Without an answer of the database nothing is covered; `ask` reports the error.
        match self.extent() {
            Some(extent) => self.complete.coverage(work, &SharedHoldings { library: self, extent: &extent }),
            None => Coverage::Partial,
        }
    }

    fn has_journal(&self, name: &str) -> Option<bool> {
        let extent = self.extent()?;
        Some(SharedHoldings { library: self, extent: &extent }.has_journal(name))
    }

    fn ask(&self, question: &Question) -> Answer {
        match question {
            Question::Identifier(identifier) => self.answer(self.get(identifier)),
            _ if !self.asks_descriptions => Answer::None(SourceError::Private),
            Question::Like(work) => self.answer(self.like(work)),
            Question::Subject(words) => self.answer(self.search_subject(words, SUBJECT)),
        }
    }

    fn guideline(&self, title: &str) -> Arc<[Arc<Record>]> {
        if let Some(parts) = self.cached().guidelines.get(title) {
            return Arc::clone(parts);
        }
        if !self.asks_descriptions {
            return Arc::default();
        }
        let asked = title.to_owned();
        let found =
            self.read(SEARCH_LIMIT, |mut reader| Box::pin(async move { reader.guideline(&asked).await }));
        let Ok(found) = found else { return Arc::default() };
        let parts: Arc<[Arc<Record>]> = found.into_iter().map(Arc::new).collect();
        let mut state = self.cached();
        if state.guidelines.len() >= MAX_CACHED_GUIDELINES {
            state.guidelines.clear();
        }
        state.guidelines.insert(title.to_owned(), Arc::clone(&parts));
        parts
    }

    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        if !self.asks_descriptions {
            return None;
        }
        Some(self.answer(self.search_subject(words, limit)))
    }
}
