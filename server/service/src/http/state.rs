//! The state that the handlers of all requests share.

use super::metrics::Metrics;
use super::results::CheckStore;
use crate::engine::CheckEngine;
use crate::tokens::Tokens;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// The default maximum size of the body of a check, in megabytes.
pub const DEFAULT_MAX_BODY_MB: u64 = 32;

/// The number of concurrent look-ups per concurrent check.
const LOOKUPS_PER_CHECK: usize = 4;

/// The options of the service.
#[derive(Debug)]
pub struct ServeOptions {
    /// The address to listen on. An address that other machines can reach requires tokens.
    pub address: SocketAddr,
    /// The tokens that requests must contain; without tokens, anyone who reaches the service on
    /// this machine may use it.
    pub tokens: Tokens,
    /// The maximum size of the body of a check, in megabytes.
    pub max_body_mb: u64,
    /// The maximum number of concurrent checks; others wait.
    pub concurrency: usize,
    /// Whether the sender of a draft may consent to a look-up if the settings require to ask. Only
    /// for the user of this machine: otherwise the settings of the service decide.
    pub asks: bool,
}

impl ServeOptions {
    /// Returns options for an address, without tokens and with as many concurrent checks as
    /// processors.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        let concurrency = std::thread::available_parallelism().map_or(2, usize::from);
        ServeOptions {
            address,
            tokens: Tokens::default(),
            max_body_mb: DEFAULT_MAX_BODY_MB,
            concurrency,
            asks: false,
        }
    }
}

/// The state that the handlers of all requests share.
pub(crate) struct ServiceState {
    pub(crate) engine: CheckEngine,
    pub(crate) tokens: Tokens,
    /// The maximum size of the body of a check, in bytes.
    pub(crate) max_body: usize,
    /// See [`ServeOptions::asks`].
    pub(crate) asks: bool,
    pub(crate) checks: CheckStore,
    /// One permit per concurrent check.
    pub(crate) check_permits: Arc<Semaphore>,
    /// One permit per concurrent look-up, so that look-ups do not wait for long checks.
    pub(crate) lookup_permits: Arc<Semaphore>,
    pub(crate) metrics: Metrics,
    /// Cancelled when the service shuts down; running checks and look-ups end with it.
    pub(crate) shutdown: CancellationToken,
}

impl ServiceState {
    /// Creates the state of a service before its first request.
    pub(crate) fn new(engine: CheckEngine, options: ServeOptions) -> Self {
        let concurrency = options.concurrency.max(1);
        ServiceState {
            engine,
            tokens: options.tokens,
            max_body: usize::try_from(options.max_body_mb << 20).unwrap_or(usize::MAX),
            asks: options.asks,
            checks: CheckStore::default(),
            check_permits: Arc::new(Semaphore::new(concurrency)),
            lookup_permits: Arc::new(Semaphore::new(concurrency * LOOKUPS_PER_CHECK)),
            metrics: Metrics::default(),
            shutdown: CancellationToken::new(),
        }
    }
}
