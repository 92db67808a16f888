//! Imports into a shared library, and removes from it.

use crate::address::DatabaseAddress;
use crate::database::{Database, PoolLimits};
use crate::driver_runtime::DriverRuntime;
use crate::error::DatabaseError;
use crate::merge_batch::{AddOutcome, Batch, BatchMerger, MergeCounts, removal_sql};
use crate::migrations::UPGRADE_LIMIT;
use crate::read::Reader;
use crate::schema::LIBRARY_MIGRATIONS;
use crate::segments::{self, SegmentMerger};
use crate::terms::stored_key;
use deadpool_postgres::{ClientWrapper, Object};
use referee_bibliography::{Date, Identifier};
use referee_literature::import::Incoming;
use referee_literature::library::{
    FileInProgress, FileReport, ImportTarget, ImportedFile, Selection, import_records,
};
use referee_records::keys;
use referee_records::record::Record;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;
use tokio_postgres::types::{Json, ToSql};

/// The key of the advisory lock for imports: "library" as a number.
const IMPORT_LOCK: i64 = 0x006c_6962_7261_7279;

/// The number of statements per batch.
const BATCH_STATEMENTS: usize = 5_000;

/// The time limit of one step of an import.
const STEP_LIMIT: Duration = Duration::from_secs(3600);

/// The settings of the connection of an import. Pending words of the trigram index are sorted in
/// memory.
const SETTINGS: &str =
    "SET maintenance_work_mem = '512MB'; SET work_mem = '64MB'; SET jit = off; SET statement_timeout = '1h'";

/// A shared library opened for writing. Only one may exist at a time, across all machines.
///
/// Each file is one transaction: killing the process in the middle of a file loses only that file.
pub struct SharedLibraryWriter {
    database: Database,
    client: Arc<ClientWrapper>,
    ledger: Vec<ImportedFile>,
    /// Whether anything was imported or removed, so that the indexes must be updated.
    changed: bool,
    /// Held while a batch is merged, so that no other task begins or ends a transaction.
    merge_lock: Arc<tokio::sync::Mutex<()>>,
    segments: SegmentMerger,
    // Must be last: the connection is dropped before the thread that drives it.
    driver: DriverRuntime,
}

/// The file that is being imported into a shared library.
pub struct SharedFileInProgress {
    progress: FileInProgress,
    merger: BatchMerger,
    batch: Batch,
    /// The result of the previous batch, which is merged while this one is filled.
    merging: Option<Receiver<Result<MergeCounts, DatabaseError>>>,
    total: MergeCounts,
}

impl SharedLibraryWriter {
    /// Opens a shared library for imports; creates its tables if they are missing.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be reached, is read-only, or another import is
    /// running.
    pub fn open(address: &DatabaseAddress) -> Result<Self, DatabaseError> {
        let database = Database::new(address, PoolLimits::for_import())?;
        let driver = DriverRuntime::new()?;
        let own = database.clone();
        let (client, ledger) = driver.run(database.shown_address(), UPGRADE_LIMIT, async move {
            LIBRARY_MIGRATIONS.apply(&own).await?;
            let ledger = Reader::new(&own).await?.imported().await?;
            // Not returned to the pool: the lock lives as long as the connection.
            let client = Object::take(own.connection().await?);
            let failed = |error| own.error(error);
            client.batch_execute(SETTINGS).await.map_err(failed)?;
            let row =
                client.query_one("SELECT pg_try_advisory_lock($1)", &[&IMPORT_LOCK]).await.map_err(failed)?;
            if !row.get::<_, bool>(0) {
                return Err(DatabaseError::ImportUnderWay { address: own.shown_address().to_owned() });
            }
            // Not every server supports this faster compression; its default works too.
            let _ = client.batch_execute("SET default_toast_compression = 'lz4'").await;
            Ok((client, ledger))
        })?;
        Ok(SharedLibraryWriter {
            segments: SegmentMerger::new(database.clone()),
            database,
            client: Arc::new(client),
            ledger,
            merge_lock: Arc::default(),
            changed: false,
            driver,
        })
    }

    /// Imports records from memory as if they came from a file called `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. Its previous content is kept.
    pub fn add_records(
        &mut self,
        name: &str,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<FileReport, DatabaseError> {
        import_records(self, name, records)
    }

    /// Removes what `selection` describes; returns the number of removed statements.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. Then nothing is removed.
    pub fn remove(&mut self, selection: &Selection) -> Result<u64, DatabaseError> {
        let files: Vec<i64> = match selection {
            Selection::File(path) => {
                ImportedFile::numbers_at(&self.ledger, path).into_iter().map(signed).collect()
            }
            _ => Vec::new(),
        };
        let selection = selection.clone();
        let (client, database) = (Arc::clone(&self.client), self.database.clone());
        let segments = self.segments.clone();
        self.changed = true;
        let (removed, ledger) = self.step(async move {
            let failed = |error| database.error(error);
            segments.idle().await;
            client.batch_execute("BEGIN").await.map_err(failed)?;
            let removed = match remove_selected(&client, &selection, &files).await {
                Ok(removed) => removed,
                Err(error) => {
                    let _ = client.batch_execute("ROLLBACK").await;
                    return Err(database.error(error));
                }
            };
            client.batch_execute("COMMIT").await.map_err(failed)?;
            let ledger = Reader::new(&database).await?.imported().await?;
            Ok((u64::try_from(removed).unwrap_or(0), ledger))
        })?;
        self.ledger = ledger;
        Ok(removed)
    }

    /// Updates the indexes after an import, so that the next look-ups are fast.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection breaks. The imported records are kept.
    pub fn close(self) -> Result<(), DatabaseError> {
        if !self.changed {
            return Ok(());
        }
        let (client, database) = (Arc::clone(&self.client), self.database.clone());
        let segments = self.segments.clone();
        self.step(async move {
            segments.merge().await?;
            segments::rebuild_if_stale(&database, &client).await?;
            let tidy = "SELECT gin_clean_pending_list('referee.title_word_trigrams'::regclass)";
            // A role that does not own the tables may not do this; the server does it later.
            if let Err(error) = client.simple_query(tidy).await {
                tracing::info!("the indexes are brought up to date by the server: {}", database.error(error));
            }
            let analyze =
                "ANALYZE referee.statement, referee.lookup_key, referee.title_word, referee.title_root,
                         referee.posting, referee.posting_segment";
            client.batch_execute(analyze).await.map_err(|error| database.error(error))
        })
    }

    /// Runs one step of an import on the thread of the driver, and waits for it.
    fn step<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, DatabaseError>> + Send + 'static,
    ) -> Result<T, DatabaseError> {
        self.driver.run(self.database.shown_address(), STEP_LIMIT, work)
    }

    /// Starts the merge of the current batch, after waiting for the previous one.
    fn flush(&self, file: &mut SharedFileInProgress, report: &mut FileReport) -> Result<(), DatabaseError> {
        self.wait_for_merge(file, report)?;
        let batch = std::mem::take(&mut file.batch);
        if batch.len() == 0 {
            return Ok(());
        }
        let merger = file.merger.clone();
        let (sender, receiver) = sync_channel(1);
        // The previous batch has finished, so the lock is free.
        let guard = Arc::clone(&self.merge_lock).try_lock_owned().ok();
        self.driver.spawn(async move {
            let _guard = guard;
            // The receiver may be gone; ignore the send error.
            let _ = sender.send(merger.merge(batch).await);
        });
        file.merging = Some(receiver);
        Ok(())
    }

    /// Waits for the batch that is being merged, if any, and adds its counts.
    fn wait_for_merge(
        &self,
        file: &mut SharedFileInProgress,
        report: &mut FileReport,
    ) -> Result<(), DatabaseError> {
        let Some(receiver) = file.merging.take() else { return Ok(()) };
        let counts = receiver.recv_timeout(STEP_LIMIT).unwrap_or_else(|_| {
            Err(DatabaseError::TimedOut { address: self.database.shown_address().to_owned() })
        })?;
        report.replaced += counts.replaced;
        report.older += counts.older;
        report.records = report.records.saturating_sub(counts.older);
        file.total.inserted += counts.inserted;
        file.total.removed += counts.removed;
        file.total.notices += counts.notices;
        Ok(())
    }
}

/// Removes what `selection` describes (`files` are the numbers of its files), and files without any
/// remaining statement. Returns the number of removed statements.
async fn remove_selected(
    client: &ClientWrapper,
    selection: &Selection,
    files: &[i64],
) -> Result<i64, tokio_postgres::Error> {
    let removed: i64 = match selection {
        Selection::All => {
            let count: i64 = client.query_one("SELECT count(*) FROM referee.statement", &[]).await?.get(0);
            let empty =
                "TRUNCATE referee.statement, referee.lookup_key, referee.title_word, referee.title_root,
                                  referee.journal, referee.import_file, referee.posting, referee.posting_segment";
            client.batch_execute(empty).await?;
            let change = ContentChange { inserted: 0, removed: count, last_statement: None };
            change.note(client).await?;
            client.execute("UPDATE referee.library_state SET removed = 0", &[]).await?;
            return Ok(count);
        }
        Selection::File(_) => remove_where(client, "s.file = ANY($1::bigint[])", &[&files]).await?,
        Selection::Source(source) => remove_where(client, "s.source = $1", &[source]).await?,
        Selection::Identifier(identifier) => {
            let condition = "s.id IN (SELECT statement FROM referee.lookup_key WHERE key = $1)";
            remove_where(client, condition, &[&stored_key(&keys::exact_key(identifier))]).await?
        }
    };
    // Files without any remaining statement can be imported again.
    let strike = "DELETE FROM referee.import_file f WHERE (f.entry->>'records')::bigint > 0
                  AND NOT EXISTS (SELECT FROM referee.statement s WHERE s.file = f.number)";
    client.execute(strike, &[]).await?;
    ContentChange { inserted: 0, removed, last_statement: None }.note(client).await?;
    Ok(removed)
}

/// Removes the statements that satisfy a condition, and returns their number.
async fn remove_where(
    client: &ClientWrapper,
    condition: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<i64, tokio_postgres::Error> {
    Ok(client.query_one(&removal_sql("", condition, "false"), parameters).await?.get(0))
}

/// The changes of the content by a transaction.
struct ContentChange {
    inserted: i64,
    removed: i64,
    /// The id of the last statement, if statements were inserted.
    last_statement: Option<i64>,
}

impl ContentChange {
    /// Increments the generation of the content, updates the statement counts, and notifies
    /// listeners.
    async fn note(&self, client: &ClientWrapper) -> Result<(), tokio_postgres::Error> {
        let sql = "WITH changed AS (
                       UPDATE referee.library_state
                       SET generation = generation + 1, statements = greatest(statements + $1 - $2, 0),
                           removed = removed + $2, last_statement = greatest(last_statement, $3)
                       RETURNING generation
                   )
                   SELECT pg_notify('referee_library', generation::text) FROM changed";
        client.query(sql, &[&self.inserted, &self.removed, &self.last_statement]).await.map(|_| ())
    }
}

impl ImportTarget for SharedLibraryWriter {
    type Error = DatabaseError;
    type File = SharedFileInProgress;

    fn ledger(&self) -> &[ImportedFile] {
        &self.ledger
    }

    fn start(&mut self, path: &Path, as_of: Option<Date>) -> Result<SharedFileInProgress, DatabaseError> {
        let progress = FileInProgress::new(&self.ledger, path, as_of);
        let replaces = progress.replaces();
        let (client, database) = (Arc::clone(&self.client), self.database.clone());
        let merge_lock = Arc::clone(&self.merge_lock);
        self.changed = true;
        let (removed, last_statement) = self.step(async move {
            // A batch of a cancelled import may still be merging.
            let _guard = merge_lock.lock().await;
            let failed = |error| database.error(error);
            // End a transaction that an earlier import left open.
            client.batch_execute("ROLLBACK; BEGIN").await.map_err(failed)?;
            let last = "SELECT last_statement FROM referee.library_state";
            let last_statement: i64 = client.query_one(last, &[]).await.map_err(failed)?.get(0);
            let Some(replaced) = replaces else { return Ok((0, last_statement)) };
            let removed = remove_where(&client, "s.file = $1", &[&signed(replaced)]).await.map_err(failed)?;
            let strike = "DELETE FROM referee.import_file WHERE number = $1";
            client.execute(strike, &[&signed(replaced)]).await.map_err(failed)?;
            Ok((removed, last_statement))
        })?;
        let merger = BatchMerger::new(
            self.database.clone(),
            Arc::clone(&self.client),
            signed(progress.number()),
            last_statement,
        );
        Ok(SharedFileInProgress {
            progress,
            merger,
            batch: Batch::default(),
            merging: None,
            total: MergeCounts { removed: u64::try_from(removed).unwrap_or(0), ..MergeCounts::default() },
        })
    }

    fn apply(
        &mut self,
        incoming: Incoming,
        file: &mut SharedFileInProgress,
        report: &mut FileReport,
    ) -> Result<(), DatabaseError> {
        let record = match incoming {
            Incoming::Deleted(Identifier::Pmid(pmid)) => {
                file.batch.remove(&format!("pubmed:{pmid}"));
                report.deleted += 1;
                return Ok(());
            }
            Incoming::Deleted(_) => return Ok(()),
            Incoming::Record(record) => *record,
        };
        let statement = file.progress.statement(record);
        let mut outcome = file.batch.add(&statement)?;
        if outcome == AddOutcome::AfterMerge {
            self.flush(file, report)?;
            outcome = file.batch.add(&statement)?;
        }
        match outcome {
            AddOutcome::Older => {
                report.older += 1;
                return Ok(());
            }
            AddOutcome::Replaced => report.replaced += 1,
            AddOutcome::New | AddOutcome::AfterMerge => {}
        }
        file.progress.count(&statement.record, report);
        if file.batch.len() >= BATCH_STATEMENTS { self.flush(file, report) } else { Ok(()) }
    }

    fn finish(
        &mut self,
        mut file: SharedFileInProgress,
        entry: ImportedFile,
        report: &mut FileReport,
    ) -> Result<(), DatabaseError> {
        self.flush(&mut file, report)?;
        self.wait_for_merge(&mut file, report)?;
        let entry = file.progress.completed(entry, report);
        let (client, database) = (Arc::clone(&self.client), self.database.clone());
        let (own_entry, total, merger) = (entry.clone(), file.total, file.merger.clone());
        self.step(async move {
            let failed = |error| database.error(error);
            let last_statement = Some(merger.write_gathered().await?);
            let insert = "INSERT INTO referee.import_file (number, entry) VALUES ($1, $2)";
            client.execute(insert, &[&signed(own_entry.number), &Json(&own_entry)]).await.map_err(failed)?;
            let (inserted, removed) = (signed(total.inserted), signed(total.removed));
            ContentChange { inserted, removed, last_statement }.note(&client).await.map_err(failed)?;
            if total.notices > 0 {
                let notify = "SELECT pg_notify('referee_notices', $1)";
                client.query(notify, &[&total.notices.to_string()]).await.map_err(failed)?;
            }
            client.batch_execute("COMMIT").await.map_err(failed)
        })?;
        self.ledger.retain(|known| Some(known.number) != file.progress.replaces());
        self.ledger.push(entry);
        let segments = self.segments.clone();
        self.driver.spawn(async move {
            // If this fails, the merge is repeated at the end of the import, which reports the
            // error.
            if let Err(error) = segments.merge().await {
                tracing::info!("the lists of words are not merged yet: {error}");
            }
        });
        Ok(())
    }

    fn roll_back(&mut self) -> Result<(), DatabaseError> {
        let (client, database) = (Arc::clone(&self.client), self.database.clone());
        let merge_lock = Arc::clone(&self.merge_lock);
        self.step(async move {
            let _guard = merge_lock.lock().await;
            client.batch_execute("ROLLBACK").await.map_err(|error| database.error(error))
        })
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
