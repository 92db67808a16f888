//! What all requests share.

use super::metrics::Metrics;
use super::results::CheckStore;
use crate::engine::CheckEngine;
use crate::tokens::Tokens;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// The largest body where nobody says otherwise, in bytes.
pub(super) const DEFAULT_MAX_BODY: usize = 32 << 20;

/// What the service is started with.
#[derive(Debug)]
pub struct ServeOptions {
    /// Where it listens.
    pub address: SocketAddr,
    /// Who may ask; with none, whoever reaches it on this machine.
    pub tokens: Tokens,
    /// The largest body, in bytes.
    pub max_body: usize,
    /// How many checks and look-ups work at the same time.
    pub at_once: usize,
}

impl ServeOptions {
    /// The usual options for an address.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        let at_once = std::thread::available_parallelism().map_or(2, usize::from);
        ServeOptions { address, tokens: Tokens::default(), max_body: DEFAULT_MAX_BODY, at_once }
    }
}

/// What all requests share.
pub struct ServiceState {
    /// The settings and the library.
    pub(crate) engine: CheckEngine,
    /// Who may ask.
    pub(crate) tokens: Tokens,
    /// The largest body, in bytes.
    pub(crate) max_body: usize,
    /// The checks that wait, work or are done.
    pub(crate) checks: CheckStore,
    /// Places for checks that work.
    pub(crate) check_places: Arc<Semaphore>,
    /// Places for look-ups that work: a long check does not keep them waiting.
    pub(crate) lookup_places: Arc<Semaphore>,
    /// What is counted.
    pub(crate) metrics: Metrics,
    /// Ends the checks that are under way.
    pub(crate) ending: CancellationToken,
}

impl ServiceState {
    /// The state of a service that begins.
    #[must_use]
    pub fn new(engine: CheckEngine, options: ServeOptions) -> Self {
        ServiceState {
            engine,
            tokens: options.tokens,
            max_body: options.max_body,
            checks: CheckStore::default(),
            check_places: Arc::new(Semaphore::new(options.at_once.max(1))),
            lookup_places: Arc::new(Semaphore::new(options.at_once.max(1) * 4)),
            metrics: Metrics::default(),
            ending: CancellationToken::new(),
        }
    }
}
