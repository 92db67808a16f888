//! A thread for blocking work, which keeps files and SQLite off the network threads.

use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// A worker thread that runs jobs in the order in which they are posted. It starts with the first
/// job and ends after the last one, once the queue is dropped.
pub(super) struct BlockingQueue {
    name: &'static str,
    jobs: OnceLock<Option<Sender<Job>>>,
}

impl BlockingQueue {
    /// Creates a queue whose thread will have this name.
    pub(super) fn new(name: &'static str) -> Self {
        BlockingQueue { name, jobs: OnceLock::new() }
    }

    /// Posts a job without waiting for it. Returns whether there is a thread to run it.
    pub(super) fn post(&self, job: impl FnOnce() + Send + 'static) -> bool {
        let jobs = self.jobs.get_or_init(|| {
            let (sender, jobs) = channel::<Job>();
            let work = move || jobs.into_iter().for_each(|job| job());
            let started = std::thread::Builder::new().name(self.name.to_owned()).spawn(work);
            started.inspect_err(|error| tracing::warn!("no thread for {}: {error}", self.name)).ok()?;
            Some(sender)
        });
        jobs.as_ref().is_some_and(|jobs| jobs.send(Box::new(job)).is_ok())
    }

    /// Runs a job and waits for its result; `None` if a thread cannot be started. If the caller stops
    /// waiting, the job still runs and its result is dropped.
    pub(super) async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (sender, done) = oneshot::channel();
        let posted = self.post(move || {
            // The receiver may be gone; the result is dropped then.
            let _ = sender.send(job());
        });
        if posted { done.await.ok() } else { None }
    }

    /// Waits until all jobs posted so far have run. Must not be called from async code.
    pub(super) fn flush(&self) {
        if self.jobs.get().is_none() {
            return;
        }
        let (sender, done) = channel();
        if self.post(move || drop(sender)) {
            // Ends with an error as soon as the job has dropped the sender.
            let _: Result<(), _> = done.recv();
        }
    }
}
