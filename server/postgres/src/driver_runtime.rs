//! A small runtime for the asynchronous driver, for callers that block.
//!
//! A source is called from threads of any kind, including those of another runtime, in which
//! `block_on` panics. So a future is sent to the thread of this runtime, and the caller waits for
//! its result on a channel, up to a time limit.

use crate::error::DatabaseError;
use std::future::Future;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// A runtime with one thread that drives all connections to a database.
pub(crate) struct DriverRuntime {
    /// `None` only during drop.
    runtime: Option<Runtime>,
}

impl DriverRuntime {
    pub(crate) fn new() -> Result<Self, DatabaseError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(DatabaseError::Thread)?;
        Ok(DriverRuntime { runtime: Some(runtime) })
    }

    /// Runs a future and blocks until its result arrives. A future that takes longer than `limit`
    /// is dropped, and the database at `address` counts as timed out.
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
                // The receiver may have timed out; ignore the send error.
                let _ = sender.send(result);
            }
        });
        match receiver.recv_timeout(limit + limit / 4) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Err(timed_out()),
        }
    }

    /// Runs a future without waiting for its result; it is dropped with this runtime.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }
}

impl Drop for DriverRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // The drop may happen on a thread of another runtime, which must not block.
            runtime.shutdown_background();
        }
    }
}
