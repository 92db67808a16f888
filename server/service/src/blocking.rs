//! The queue for programs that do not run on tokio: each method waits for the answer of the database.

use crate::engine::CheckEngine;
use crate::intake_folder::FolderScanner;
pub use crate::intake_folder::IntakeError;
use crate::queue::{Alert, Queue, QueueCounts, QueueError, SharedPace, SubmitOutcome, TriageRow};
use crate::signals::shutdown_signal;
use crate::submission::Submission;
use crate::worker::{WorkerOptions, WorkerSummary, run_worker};
use referee_postgres::{Database, DatabaseAddress, PoolLimits};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// The time between two looks into a watched folder, and before a database that did not answer is tried again.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// The queue in one database, with a tokio runtime of its own.
pub struct BlockingQueue {
    runtime: Runtime,
    queue: Queue,
    address: DatabaseAddress,
}

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BlockingQueueError {
    /// The database did not answer, or what is asked of it does not fit what it holds.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The system starts no thread for the runtime.
    #[error("no thread can be started for the queue: {0}")]
    Runtime(#[source] std::io::Error),
    /// The system lets no signal be received, so the command could not be ended in good order.
    #[error("signals cannot be received: {0}")]
    Signal(#[source] std::io::Error),
}

/// What became of a file or a folder that was handed in.
#[derive(Debug)]
pub enum HandInOutcome {
    /// It is in the queue now; holds the number of the submission.
    New(i64),
    /// The same files were handed in before; holds the number that they have since.
    Known(i64),
    /// It cannot be read from the disk, or is no submission.
    Unusable(IntakeError),
    /// It reads as a clinical note, of which nothing is written to a shared database.
    Note,
    /// Its files were read, and none of them is a draft or a list; holds the reason.
    Unreadable(String),
}

impl BlockingQueue {
    /// Opens the queue in a database, over at most so many `connections`, and makes its tables where they are missing.
    ///
    /// # Errors
    ///
    /// Where the database does not answer, or its tables are of a newer version.
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

    /// The pace of online sources that all workers of this queue share.
    ///
    /// # Errors
    ///
    /// Where this machine has no certificates to verify a server with.
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

    /// Hands in what lies in folders, and with `watch` also what is put there later, until this process is told to end.
    /// Each file and each folder in a folder is one submission; `report` takes what became of it.
    ///
    /// # Errors
    ///
    /// Where the database does not answer; while watching it is waited for.
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

    /// Puts a submission into the queue. With `until`, a database that is away is tried again until that is cancelled;
    /// `None` then.
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

    /// Judges what waits, until this process is told to end, or until nothing waits where the options say so.
    ///
    /// # Errors
    ///
    /// Where signals cannot be received, or a newer version has made tables that this one cannot work with.
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

    /// How many submissions are in which state.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub fn counts(&self) -> Result<QueueCounts, BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.counts())?)
    }

    /// All submissions, what needs a person first.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub fn list(&self) -> Result<Vec<TriageRow>, BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.list())?)
    }

    /// Notes that a person, `by`, has looked at a submission.
    ///
    /// # Errors
    ///
    /// Where there is no such submission, or it is not judged.
    pub fn sign(&self, id: i64, by: &str, note: Option<&str>) -> Result<(), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.sign(id, by, note))?)
    }

    /// The newest result of a submission: as `referee.check/1`, and as a page of HTML.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub fn result(&self, id: i64) -> Result<(String, String), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.result(id))?)
    }

    /// Has a submission judged once more.
    ///
    /// # Errors
    ///
    /// Where there is no such submission, or it waits already.
    pub fn open_again(&self, id: i64) -> Result<(), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.open_again(id))?)
    }

    /// Deletes a submission with its files and results.
    ///
    /// # Errors
    ///
    /// Where there is no such submission.
    pub fn forget(&self, id: i64) -> Result<(), BlockingQueueError> {
        Ok(self.runtime.block_on(self.queue.forget(id))?)
    }

    /// What was announced about works after submissions that cite them were judged. With an engine, its library and the
    /// shared one are looked through first.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub fn alerts(&self, engine: Option<&Arc<CheckEngine>>) -> Result<Vec<Alert>, BlockingQueueError> {
        self.runtime.block_on(async {
            if let Some(engine) = engine {
                self.queue.raise_all_alerts(engine).await?;
            }
            Ok(self.queue.alerts().await?)
        })
    }

    /// A token that is cancelled when this process is told to end.
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

/// Waits for `time`, or until the token is cancelled: true then.
fn is_cancelled_within(runtime: &Runtime, time: Duration, token: &CancellationToken) -> bool {
    // The timer is made inside of the runtime: outside of it, making one panics.
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
