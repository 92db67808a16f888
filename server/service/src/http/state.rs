//! What the handlers of all requests share.

use super::metrics::Metrics;
use super::results::CheckStore;
use crate::engine::CheckEngine;
use crate::tokens::Tokens;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// The largest body of a check where nobody says otherwise, in megabytes.
pub const DEFAULT_MAX_BODY_MB: u64 = 32;

/// How many look-ups work at the same time for each check that may.
const LOOKUPS_PER_CHECK: usize = 4;

/// What the service is started with.
#[derive(Debug)]
pub struct ServeOptions {
    /// The address to listen on. One that other machines reach needs tokens.
    pub address: SocketAddr,
    /// The tokens that requests must bring; with none, whoever reaches the service on this machine may ask.
    pub tokens: Tokens,
    /// The largest body of a check, in megabytes.
    pub max_body_mb: u64,
    /// How many checks work at the same time; the others wait.
    pub concurrency: usize,
    /// Whether whoever sends a draft may agree to a look-up that the settings leave to be asked about. Only for the user
    /// of this machine: a service looks up what its own settings say.
    pub asks: bool,
}

impl ServeOptions {
    /// Options for an address, without tokens and with as many checks at the same time as there are processors.
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

/// What the handlers of all requests share.
pub(crate) struct ServiceState {
    pub(crate) engine: CheckEngine,
    pub(crate) tokens: Tokens,
    /// The largest body of a check, in bytes.
    pub(crate) max_body: usize,
    /// [`ServeOptions::asks`].
    pub(crate) asks: bool,
    pub(crate) checks: CheckStore,
    /// One for each check that may work at the same time.
    pub(crate) check_permits: Arc<Semaphore>,
    /// One for each look-up that may work at the same time: a long check does not keep them waiting.
    pub(crate) lookup_permits: Arc<Semaphore>,
    pub(crate) metrics: Metrics,
    /// Cancelled when the service shuts down; checks and look-ups that are under way end with it.
    pub(crate) shutdown: CancellationToken,
}

impl ServiceState {
    /// The state of a service that was not asked anything yet.
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
