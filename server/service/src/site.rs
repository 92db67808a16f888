//! What the command line does with the queue, waiting for each answer.

use crate::engine::CheckEngine;
use crate::intake_folder::Intake;
pub use crate::intake_folder::IntakeError;
use crate::queue::{ALL_DAYS, Alert, Queue, QueueCounts, QueueError, SharedPace, Submitted, TriageRow};
use crate::worker::{WorkSummary, WorkerOptions, work};
use referee_postgres::{Database, DatabaseAddress, PoolLimits};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// How often watched folders are looked at.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// The queue of a site, for programs that wait.
pub struct Site {
    runtime: Runtime,
    queue: Queue,
    address: DatabaseAddress,
}

/// Why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The database, or what is in it.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// No thread can be started.
    #[error("no thread can be started for the queue: {0}")]
    Runtime(#[source] std::io::Error),
    /// Signals cannot be received.
    #[error("signals cannot be received: {0}")]
    Signal(#[source] std::io::Error),
}

/// What became of a file or a folder that was handed in.
#[derive(Debug)]
pub enum Intook {
    /// It waits, under this number.
    New(i64),
    /// It was handed in before, under this number.
    Known(i64),
    /// It cannot be read, or is no submission.
    Unusable(IntakeError),
    /// It reads as a clinical note, and nothing of such is written to a shared database.
    Note,
    /// Nothing of it can be read as a draft.
    Unreadable(String),
}

impl Site {
    /// Opens the queue in a database, and makes its tables where they are missing.
    ///
    /// # Errors
    ///
    /// Where the database does not answer, or its tables are of a newer version.
    pub fn open(address: DatabaseAddress, connections: usize) -> Result<Site, SiteError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(SiteError::Runtime)?;
        let limits = PoolLimits {
            connections: connections.max(4),
            wait: Duration::from_secs(10),
            statement: Duration::from_secs(60),
            lock: Duration::from_secs(20),
        };
        let database = Database::new(&address, limits).map_err(QueueError::from)?;
        let queue = runtime.block_on(Queue::open(database))?;
        Ok(Site { runtime, queue, address })
    }

    /// The pace of online sources that all workers of this queue share.
    ///
    /// # Errors
    ///
    /// Where this machine has no certificates to verify a server with.
    pub fn pace(&self) -> Result<Arc<SharedPace>, SiteError> {
        let limits = PoolLimits {
            connections: 2,
            wait: Duration::from_secs(2),
            statement: Duration::from_secs(2),
            lock: Duration::from_secs(2),
        };
        let database = Database::new(&self.address, limits).map_err(QueueError::from)?;
        Ok(Arc::new(SharedPace::new(database)))
    }

    /// Hands in what lies in folders, and with `watch` what comes until this process is told to end. Each file and each
    /// folder in a folder is one submission.
    ///
    /// # Errors
    ///
    /// Where the database does not answer; while watching it is waited for.
    pub fn hand_in(
        &self,
        engine: &Arc<CheckEngine>,
        paths: &[PathBuf],
        watch: bool,
        tell: &mut dyn FnMut(&Path, Intook),
    ) -> Result<(), SiteError> {
        let ending = self.told_to_end()?;
        let mut intake = Intake::default();
        loop {
            for found in intake.look(paths, watch) {
                let intook = match found.read {
                    Ok(submission) => match engine.is_note(&submission) {
                        Ok(true) => Intook::Note,
                        Err(error) => Intook::Unreadable(error.to_string()),
                        Ok(false) => loop {
                            match self.runtime.block_on(self.queue.submit(&submission)) {
                                Ok(Submitted::New(id)) => break Intook::New(id),
                                Ok(Submitted::Known(id)) => break Intook::Known(id),
                                Err(QueueError::Database(error)) if watch && error.passes() => {
                                    tracing::warn!(%error, "a submission waits for the database");
                                    if is_cancelled_within(&self.runtime, WATCH_INTERVAL, &ending) {
                                        return Ok(());
                                    }
                                }
                                Err(error) => return Err(error.into()),
                            }
                        },
                    },
                    Err(error) => Intook::Unusable(error),
                };
                tell(&found.path, intook);
            }
            if !watch || is_cancelled_within(&self.runtime, WATCH_INTERVAL, &ending) {
                return Ok(());
            }
        }
    }

    /// Works until this process is told to end, or until nothing waits where the options say so.
    ///
    /// # Errors
    ///
    /// Where signals cannot be received.
    pub fn work(&self, engine: Arc<CheckEngine>, options: WorkerOptions) -> Result<WorkSummary, SiteError> {
        engine.prepare();
        let ending = self.told_to_end()?;
        Ok(self.runtime.block_on(work(self.queue.clone(), &self.address, engine, options, ending)))
    }

    /// How many submissions are in which state.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub fn counts(&self) -> Result<QueueCounts, SiteError> {
        Ok(self.runtime.block_on(self.queue.counts())?)
    }

    /// The submissions, what needs a person first.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub fn list(&self) -> Result<Vec<TriageRow>, SiteError> {
        Ok(self.runtime.block_on(self.queue.list())?)
    }

    /// Notes that a person has looked at a submission.
    ///
    /// # Errors
    ///
    /// Where there is no such submission, or it is not judged.
    pub fn sign(&self, id: i64, by: &str, note: Option<&str>) -> Result<(), SiteError> {
        Ok(self.runtime.block_on(self.queue.sign(id, by, note))?)
    }

    /// The report and the page of a submission.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub fn result(&self, id: i64) -> Result<(String, String), SiteError> {
        Ok(self.runtime.block_on(self.queue.result(id))?)
    }

    /// Has a submission judged once more.
    ///
    /// # Errors
    ///
    /// Where there is no such submission, or it waits already.
    pub fn open_again(&self, id: i64) -> Result<(), SiteError> {
        Ok(self.runtime.block_on(self.queue.open_again(id))?)
    }

    /// Forgets a submission with its files and results.
    ///
    /// # Errors
    ///
    /// Where there is no such submission.
    pub fn forget(&self, id: i64) -> Result<(), SiteError> {
        Ok(self.runtime.block_on(self.queue.forget(id))?)
    }

    /// What was announced about works after submissions that cite them were judged; with an engine its library is looked
    /// through first.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub fn alerts(&self, look_with: Option<&Arc<CheckEngine>>) -> Result<Vec<Alert>, SiteError> {
        self.runtime.block_on(async {
            if let Some(engine) = look_with {
                self.queue.look_at_shared_notices(ALL_DAYS).await?;
                self.queue.look_in_library(engine).await?;
            }
            Ok(self.queue.alerts().await?)
        })
    }

    /// A token that is cancelled when this process is told to end.
    fn told_to_end(&self) -> Result<CancellationToken, SiteError> {
        let token = CancellationToken::new();
        let _inside = self.runtime.enter();
        let told = crate::signals::told_to_end().map_err(SiteError::Signal)?;
        let ending = token.clone();
        self.runtime.spawn(async move {
            told.await;
            ending.cancel();
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
