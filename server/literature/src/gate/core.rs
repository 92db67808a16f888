//! The state that all parts of the gate share.

use super::circuit_breaker::CircuitBreakers;
use super::client::Clients;
use super::clock::Clock;
use super::consent::{Consent, ConsentSwitch};
use super::limits::RateLimits;
use super::log::Log;
use super::options::{GateOptions, Timeouts};
use crate::online::ServiceEndpoint;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// The number of threads of the network runtime.
const NETWORK_THREADS: usize = 2;

/// The gate to the network. Clones share one state.
#[derive(Clone)]
pub struct Gate {
    pub(super) inner: Arc<GateCore>,
}

/// The state that all clones of a gate share.
pub(super) struct GateCore {
    pub(super) options: GateOptions,
    pub(super) clock: Clock,
    pub(super) consent: ConsentSwitch,
    pub(super) clients: Clients,
    pub(super) limits: RateLimits,
    pub(super) log: Log,
    pub(super) breakers: CircuitBreakers,
    /// The services of the schedulers: requests may be redirected to them.
    pub(super) known_services: Mutex<Vec<ServiceEndpoint>>,
    /// The services that refused their API key, with the reason.
    pub(super) refused_keys: Mutex<FxHashMap<String, String>>,
    runtime: OnceLock<Option<tokio::runtime::Runtime>>,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").field("consent", &self.consent()).finish_non_exhaustive()
    }
}

impl Gate {
    /// Creates a gate. Nothing is opened, started or written before the first request.
    #[must_use]
    pub fn new(options: GateOptions) -> Self {
        Gate::with_clock(options, Clock::of_program())
    }

    /// Creates a gate that uses `clock`.
    pub(crate) fn with_clock(options: GateOptions, clock: Clock) -> Self {
        let inner = GateCore {
            consent: ConsentSwitch::new(options.consent),
            clients: Clients::new(options.user_agent(false)),
            limits: RateLimits::new(options.state.join("limits.sqlite"), clock.clone()),
            log: Log::new(&options.state),
            breakers: CircuitBreakers::new(clock.clone()),
            known_services: Mutex::default(),
            refused_keys: Mutex::default(),
            runtime: OnceLock::new(),
            options,
            clock,
        };
        Gate { inner: Arc::new(inner) }
    }

    /// Returns whether the network may be used.
    #[must_use]
    pub fn consent(&self) -> Consent {
        self.inner.consent.get()
    }

    /// Sets whether the network may be used, for every clone, with immediate effect: if consent is
    /// withdrawn, requests that are under way are cancelled.
    pub fn set_consent(&self, consent: Consent) {
        self.inner.consent.set(consent);
    }

    /// Returns the timeouts for services.
    pub(crate) fn timeouts(&self) -> &Timeouts {
        &self.inner.options.timeouts
    }

    /// Returns the clock of this gate.
    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// Returns the folder of the log and of the state that processes share.
    #[must_use]
    pub fn state(&self) -> &std::path::Path {
        &self.inner.options.state
    }

    /// Waits until the outcome of every finished request is in the log, and until the pauses that
    /// services requested are on disk. Must not be called from async code.
    pub(crate) fn flush_log(&self) {
        self.inner.log.flush();
        self.inner.limits.flush();
    }

    /// Returns the network runtime; `None` if no thread could be started.
    pub(crate) fn runtime(&self) -> Option<&tokio::runtime::Handle> {
        let runtime = self.inner.runtime.get_or_init(|| {
            tokio::runtime::Builder::new_multi_thread()
                .worker_threads(NETWORK_THREADS)
                .thread_name("referee-gate")
                .enable_all()
                .build()
                .inspect_err(|error| tracing::warn!("no thread for the network: {error}"))
                .ok()
        });
        runtime.as_ref().map(tokio::runtime::Runtime::handle)
    }
}

impl Drop for GateCore {
    fn drop(&mut self) {
        // A blocking shutdown would panic inside another runtime.
        if let Some(Some(runtime)) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
