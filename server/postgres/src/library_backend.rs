//! The database behind a shared library: its tables are made or brought up to date once, and it is polled for changes.

use crate::backend::Backend;
use crate::database::{Database, PoolLimits};
use crate::error::DatabaseError;
use crate::read::Reader;
use crate::schema::{LIBRARY_MIGRATIONS, WORKSPACE_MIGRATIONS};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// How often the database is asked whether it has changed.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The database with what is known of the library in it, for look-ups and the task that polls it.
pub(crate) struct LibraryBackend {
    pub(crate) shared: Arc<Backend>,
    /// Whether the tables were found to be those that this program knows.
    ready: AtomicBool,
    /// Held by whoever makes or looks at the tables.
    preparation: Arc<tokio::sync::Mutex<()>>,
    /// The generation of the content that was seen last; -1 before the first.
    generation: AtomicI64,
}

impl LibraryBackend {
    /// The database, of which nothing is known yet.
    pub(crate) fn new(database: Database, limits: PoolLimits) -> Self {
        LibraryBackend {
            shared: Arc::new(Backend::new(database, limits)),
            ready: AtomicBool::new(false),
            preparation: Arc::default(),
            generation: AtomicI64::new(-1),
        }
    }

    /// Makes sure once that the tables are those that this program knows.
    ///
    /// A step that changes a large library takes longer than anybody waits for an answer. It goes on when nobody waits
    /// any more, so that the tables are made once and not begun again and again.
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
            // The library needs neither of these: a role that may not make them reads on.
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

    /// Asks for the generation of the content, and notes where it is not the one that was seen last.
    async fn poll(self: &Arc<Self>) -> Result<(), DatabaseError> {
        self.prepare().await?;
        let reader = Reader::new(&self.shared.database).await?;
        // Another program may have made newer tables since this one began.
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

/// Polls the database for as long as somebody has its library, to note when its content changes and whether it answers.
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
