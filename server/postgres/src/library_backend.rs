//! The database of a shared library: creates or upgrades the tables once, and polls for changes.

use crate::backend::Backend;
use crate::database::{Database, PoolLimits};
use crate::error::DatabaseError;
use crate::read::Reader;
use crate::schema::{LIBRARY_MIGRATIONS, WORKSPACE_MIGRATIONS};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// How often the database is polled for changes.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The database and the known state of the library in it, shared by look-ups and the polling task.
pub(crate) struct LibraryBackend {
    pub(crate) shared: Arc<Backend>,
    /// Whether the tables have been checked to have a supported version.
    ready: AtomicBool,
    /// Held while the tables are created or checked.
    preparation: Arc<tokio::sync::Mutex<()>>,
    /// The last seen generation of the content; -1 before the first.
    generation: AtomicI64,
}

impl LibraryBackend {
    /// Creates a backend whose database has not been checked yet.
    pub(crate) fn new(database: Database, limits: PoolLimits) -> Self {
        LibraryBackend {
            shared: Arc::new(Backend::new(database, limits)),
            ready: AtomicBool::new(false),
            preparation: Arc::default(),
            generation: AtomicI64::new(-1),
        }
    }

    /// Checks once that the tables have a supported version, and creates or upgrades them if
    /// necessary.
    ///
    /// An upgrade of a large library takes longer than a caller waits for an answer. It continues
    /// after the caller has given up, so that the tables are upgraded once and not restarted
    /// repeatedly.
    pub(crate) async fn prepare(self: &Arc<Self>) -> Result<(), DatabaseError> {
        if self.ready.load(Ordering::Acquire) {
            return Ok(());
        }
        let only_one = Arc::clone(&self.preparation).lock_owned().await;
        let own = Arc::clone(self);
        let prepared = tokio::spawn(async move {
            let _only_one = only_one;
            own.make_tables().await
        });
        prepared.await.unwrap_or_else(|_| {
            Err(DatabaseError::TimedOut { address: self.shared.database.shown_address().to_owned() })
        })
    }

    async fn make_tables(&self) -> Result<(), DatabaseError> {
        if !self.ready.load(Ordering::Acquire) {
            LIBRARY_MIGRATIONS.apply(&self.shared.database).await?;
            // The library needs neither of these tables: a role that may not create them can still
            // read.
            if let Err(error) = self.shared.prepare_answers().await {
                tracing::debug!("{error}");
            }
            if let Err(error) = WORKSPACE_MIGRATIONS.apply(&self.shared.database).await {
                tracing::debug!("{error}");
            }
            self.ready.store(true, Ordering::Release);
        }
        Ok(())
    }

    /// Reads the generation of the content, and records a change if it differs from the last one.
    async fn poll(self: &Arc<Self>) -> Result<(), DatabaseError> {
        self.prepare().await?;
        let reader = Reader::new(&self.shared.database).await?;
        // Another program may have upgraded the tables since this one started.
        if let Err(error) = reader.check(&LIBRARY_MIGRATIONS).await {
            if matches!(error, DatabaseError::NewerSchema { .. }) {
                self.ready.store(false, Ordering::Release);
            }
            return Err(error);
        }
        let (generation, _) = reader.state().await?;
        let before = self.generation.swap(generation, Ordering::AcqRel);
        if before != generation && before >= 0 {
            self.shared.health.note_change();
        }
        Ok(())
    }
}

/// Polls the database while its library is in use, to record changes of its content and whether it
/// answers.
pub(crate) async fn poll_while_used(backend: std::sync::Weak<LibraryBackend>) {
    loop {
        let Some(strong) = backend.upgrade() else { return };
        let limit = strong.shared.limit;
        let result = tokio::time::timeout(limit, strong.poll()).await.unwrap_or_else(|_| {
            Err(DatabaseError::TimedOut { address: strong.shared.database.shown_address().to_owned() })
        });
        strong.shared.health.note(&result);
        drop(strong);
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
