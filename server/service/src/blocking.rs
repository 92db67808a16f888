//! A blocking interface to the queue, for programs that do not run on tokio.

use crate::engine::CheckEngine;
use crate::intake_folder::FolderScanner;
pub use crate::intake_folder::IntakeError;
use crate::queue::{Queue, QueueError, SharedPace, SubmitOutcome};
use crate::signals::shutdown_signal;
use crate::submission::Submission;
use crate::worker::{WorkerOptions, WorkerSummary, run_worker};
use referee_operations::screen::{Alert, QueueCounts, SubmissionQueue, TriageRow};
use referee_postgres::{Database, DatabaseAddress, PoolLimits};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// The time between two scans of a watched folder, and before a request that the database did not
/// answer is retried.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// The queue in one database, with a private tokio runtime.
pub struct BlockingQueue {
    runtime: Runtime,
    queue: Queue,
    address: DatabaseAddress,
}

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BlockingQueueError {
    /// The database did not answer, or the request does not match its contents.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// No thread can be started for the runtime.
    #[error("no thread can be started for the queue: {0}")]
    Runtime(#[source] std::io::Error),
    /// No signal handler can be installed, so the command could not shut down gracefully.
    #[error("signals cannot be received: {0}")]
    Signal(#[source] std::io::Error),
}

/// The outcome of handing in a file or a folder.
#[derive(Debug)]
pub enum HandInOutcome {
    /// The submission is now in the queue; holds its id.
    New(i64),
    /// The same files were handed in before; holds the id of that submission.
    Known(i64),
    /// The path cannot be read, or is not a submission.
    Unusable(IntakeError),
    /// The text reads as a clinical note, which is never written to a shared database.
    Note,
    /// The files were read, but none of them is a draft or a list; holds the reason.
    Unreadable(String),
}

impl BlockingQueue {
    /// Opens the queue in a database with a pool of at most `connections` connections, but at least
    /// four, and creates missing tables.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer, or its tables are from a newer version.
    pub fn open(address: DatabaseAddress, connections: usize) -> Result<BlockingQueue, BlockingQueueError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(BlockingQueueError::Runtime)?;
        let limits = PoolLimits {
            connections: connections.max(4),
            wait: Duration::from_secs(10),
            statement: Duration::from_secs(60),
            lock: Duration::from_secs(20),
        };
        let database = Database::new(&address, limits).map_err(QueueError::from)?;
        let queue = runtime.block_on(Queue::open(database))?;
        Ok(BlockingQueue { runtime, queue, address })
    }

    /// Returns the request pace for online sources that all workers of this queue share.
    ///
    /// # Errors
    ///
    /// Returns an error if this machine lacks certificates to verify a server with.
    pub fn pace(&self) -> Result<Arc<SharedPace>, BlockingQueueError> {
        let limits = PoolLimits {
            connections: 2,
            wait: Duration::from_secs(2),
            statement: Duration::from_secs(2),
            lock: Duration::from_secs(2),
        };
        let database = Database::new(&self.address, limits).map_err(QueueError::from)?;
        Ok(Arc::new(SharedPace::new(database)))
    }

    /// Hands in the contents of folders, and with `watch` also what is added later, until this
    /// process receives a shutdown signal. Each file and each folder in a folder is one submission;
    /// `report` receives its outcome.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer; with `watch`, retries instead.
    pub fn hand_in(
        &self,
        engine: &CheckEngine,
        paths: &[PathBuf],
        watch: bool,
        report: &mut dyn FnMut(&Path, HandInOutcome),
    ) -> Result<(), BlockingQueueError> {
        let shutdown = self.shutdown_token()?;
        let mut scanner = FolderScanner::default();
        loop {
            for entry in scanner.scan(paths, watch) {
                let outcome = match entry.submission {
                    Ok(submission) => match engine.is_note(&submission) {
                        Ok(true) => HandInOutcome::Note,
                        Ok(false) => match self.submit(&submission, watch.then_some(&shutdown))? {
                            Some(SubmitOutcome::New(id)) => HandInOutcome::New(id),
                            Some(SubmitOutcome::Known(id)) => HandInOutcome::Known(id),
                            None => return Ok(()),
                        },
                        Err(error) => HandInOutcome::Unreadable(error.to_string()),
                    },
                    Err(error) => HandInOutcome::Unusable(error),
                };
                report(&entry.path, outcome);
            }
            if !watch || is_cancelled_within(&self.runtime, WATCH_INTERVAL, &shutdown) {
                return Ok(());
            }
        }
    }

    /// Adds a submission to the queue. With `until`, retries while the database does not answer;
    /// returns `None` if `until` is cancelled.
    fn submit(
        &self,
        submission: &Submission,
        until: Option<&CancellationToken>,
    ) -> Result<Option<SubmitOutcome>, BlockingQueueError> {
        loop {
            match (self.runtime.block_on(self.queue.submit(submission)), until) {
                (Ok(outcome), _) => return Ok(Some(outcome)),
                (Err(QueueError::Database(error)), Some(shutdown)) if error.passes() => {
                    tracing::warn!(%error, "a submission waits for the database");
                    if is_cancelled_within(&self.runtime, WATCH_INTERVAL, shutdown) {
                        return Ok(None);
                    }
                }
                (Err(error), _) => return Err(error.into()),
            }
        }
    }

    /// Judges waiting submissions until this process receives a shutdown signal, or, if the options
    /// say so, until the queue is empty.
    ///
    /// # Errors
    ///
    /// Returns an error if signals cannot be received, or if a newer version has upgraded the
    /// tables to an incompatible version.
    pub fn work(
        &self,
        engine: Arc<CheckEngine>,
        options: WorkerOptions,
    ) -> Result<WorkerSummary, BlockingQueueError> {
        engine.prepare();
        let shutdown = self.shutdown_token()?;
        let worker = run_worker(self.queue.clone(), &self.address, engine, options, shutdown);
        Ok(self.runtime.block_on(worker)?)
    }

    /// Returns the notices about works that were announced after submissions that cite them were
    /// judged. With an engine, its library and the shared one are searched for new notices first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub fn alerts(&self, engine: Option<&Arc<CheckEngine>>) -> Result<Vec<Alert>, BlockingQueueError> {
        self.runtime.block_on(async {
            if let Some(engine) = engine {
                self.queue.raise_all_alerts(engine).await?;
            }
            Ok(self.queue.alerts().await?)
        })
    }

    /// Returns a token that is cancelled when this process receives a shutdown signal.
    fn shutdown_token(&self) -> Result<CancellationToken, BlockingQueueError> {
        let token = CancellationToken::new();
        let _inside = self.runtime.enter();
        let signal = shutdown_signal().map_err(BlockingQueueError::Signal)?;
        let shutdown = token.clone();
        self.runtime.spawn(async move {
            signal.await;
            shutdown.cancel();
        });
        Ok(token)
    }
}

impl SubmissionQueue for BlockingQueue {
    type Error = BlockingQueueError;

    fn counts(&self) -> Result<QueueCounts, BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.counts())?)
    }

    fn list(&self) -> Result<Vec<TriageRow>, BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.list())?)
    }

    fn result(&self, id: i64) -> Result<(String, String), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.result(id))?)
    }

    fn sign(&self, id: i64, by: &str, note: Option<&str>) -> Result<(), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.sign(id, by, note))?)
    }

    fn open_again(&self, id: i64) -> Result<(), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.open_again(id))?)
    }

    fn forget(&self, id: i64) -> Result<(), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.forget(id))?)
    }
}

/// Waits for `time` or until the token is cancelled; returns whether it was cancelled.
fn is_cancelled_within(runtime: &Runtime, time: Duration, token: &CancellationToken) -> bool {
    // Create the timer inside the runtime: outside of it, this panics.
    runtime.block_on(async { tokio::time::timeout(time, token.cancelled()).await.is_ok() })
}

#[cfg(test)]
mod tests {
    use super::is_cancelled_within;
    use std::time::Duration;
    use tokio_util::sync::CancellationToken;

    #[test]
    fn a_pause_between_two_looks_ends_by_itself_or_with_the_token() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let token = CancellationToken::new();
        assert!(!is_cancelled_within(&runtime, Duration::from_millis(1), &token));
        token.cancel();
        assert!(is_cancelled_within(&runtime, Duration::from_secs(60), &token));
    }
}
