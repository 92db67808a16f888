//! From threads that wait to the driver that does not: a small runtime of its own.
//!
//! A source is asked by threads of any kind, also by those of another runtime, which must not wait inside of it. So what
//! is to be done is handed to a thread of this runtime, and the caller waits for a message, for a limited time.

use crate::error::DatabaseError;
use std::future::Future;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// A runtime with one thread that speaks with the database.
pub(crate) struct Bridge {
    /// Taken out only when it is dropped.
    runtime: Option<Runtime>,
}

impl Bridge {
    pub(crate) fn new() -> Result<Self, DatabaseError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(DatabaseError::Thread)?;
        Ok(Bridge { runtime: Some(runtime) })
    }

    /// Does something and waits for it, at most this long. What takes longer is dropped.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        address: &str,
        limit: Duration,
        work: impl Future<Output = Result<T, DatabaseError>> + Send + 'static,
    ) -> Result<T, DatabaseError> {
        let timed_out = || DatabaseError::TimedOut { address: address.to_owned() };
        let (sender, receiver) = sync_channel(1);
        let Some(runtime) = &self.runtime else { return Err(timed_out()) };
        runtime.spawn(async move {
            if let Ok(result) = tokio::time::timeout(limit, work).await {
                // The receiver may have given up; nobody needs the result then.
                let _ = sender.send(result);
            }
        });
        match receiver.recv_timeout(limit + limit / 4) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Err(timed_out()),
        }
    }

    /// Starts something that nobody waits for; it ends with this bridge.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // It may be dropped by a thread of another runtime, which must not wait.
            runtime.shutdown_background();
        }
    }
}
