//! A small runtime for the asynchronous driver, for callers that block.
//!
//! A source is asked by threads of any kind, also by those of another runtime, inside of which `block_on` panics. So a
//! future is handed to the thread of this runtime, and the caller waits for its result on a channel, for a limited time.

use crate::error::DatabaseError;
use std::future::Future;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// A runtime with one thread, on which all connections to a database live.
pub(crate) struct DriverRuntime {
    /// `None` only while this value is dropped.
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

    /// Runs a future and blocks until its result is there; one that takes longer than `limit` is dropped, and the
    /// database at `address` counts as timed out.
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

    /// Runs a future for whose result nobody waits; it is dropped with this runtime.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }
}

impl Drop for DriverRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // It may be dropped by a thread of another runtime, which must not wait.
            runtime.shutdown_background();
        }
    }
}
