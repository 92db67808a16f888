//! The one gate to the network: the only place that builds an HTTP client.
//!
//! Every request of `referee` to a scholarly service passes here, and here only it is decided whether it may leave:
//! [`Consent`] first, then the [`Allowance`] of the text that it was made for, then the pace that the service wants
//! ([`Limit`](crate::online::Limit), over all processes of this machine), then the health of the service. What
//! left is written to a log before it leaves ([`read_log`]). A [`Gate`] may be cloned; all clones are one gate.
//!
//! A newcomer starts at [`Gate`], then `ask.rs`, which tells the story of one request.

mod ask;
mod attempt;
mod client;
mod consent;
mod download;
mod limits;
mod llm_transport;
mod log;
mod network_health;
mod options;
mod pace;

pub use consent::{Allowance, Consent};
pub use download::{Download, DownloadError, Progress};
pub use llm_transport::{BodyDigest, Destination, NotDelivered, host, is_local};
pub use log::{Egress, read_log};
pub use options::{GateOptions, Timeouts, state_folder};

pub(crate) use ask::{ExchangeOutcome, Failure, TimedOut};
pub(crate) use options::user_folder;
pub(crate) use pace::Permit;

use crate::online::{Access, Service};
use std::sync::Arc;

/// The one gate to the network.
#[derive(Clone)]
pub struct Gate {
    inner: Arc<Inner>,
}

struct Inner {
    options: GateOptions,
    consent: consent::Switch,
    clients: client::Clients,
    limits: limits::Limits,
    log: log::Log,
    services: network_health::Services,
    /// The services that the desks put questions to.
    known: std::sync::Mutex<Vec<Reached>>,
    runtime: std::sync::OnceLock<Option<tokio::runtime::Runtime>>,
}

/// A service and how it is reached: what the gate and the scheduler are given.
#[derive(Clone)]
pub struct Reached {
    /// The service.
    pub service: &'static dyn Service,
    /// Where it is, and as whom it is asked.
    pub access: Access,
}

impl std::fmt::Debug for Reached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reached")
            .field("service", &self.service.name())
            .field("base_url", &self.access.base_url)
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").field("consent", &self.consent()).finish_non_exhaustive()
    }
}

impl Gate {
    /// Makes a gate. Nothing is opened, started or written before something passes.
    #[must_use]
    pub fn new(options: GateOptions) -> Self {
        let inner = Inner {
            consent: consent::Switch::new(options.consent),
            clients: client::Clients::new(options.user_agent()),
            limits: limits::Limits::new(options.state.join("limits.sqlite")),
            log: log::Log::new(&options.state),
            services: network_health::Services::default(),
            known: std::sync::Mutex::default(),
            runtime: std::sync::OnceLock::new(),
            options,
        };
        Gate { inner: Arc::new(inner) }
    }

    /// Whether the network may be used.
    #[must_use]
    pub fn consent(&self) -> Consent {
        self.inner.consent.get()
    }

    /// Changes whether the network may be used, for every clone, at once: what is under way when the consent goes
    /// is broken off.
    pub fn set_consent(&self, consent: Consent) {
        self.inner.consent.set(consent);
    }

    /// How long services are waited for.
    pub(crate) fn timeouts(&self) -> &Timeouts {
        &self.inner.options.patience
    }

    /// The folder with the log and what is shared with other processes.
    #[must_use]
    pub fn state(&self) -> &std::path::Path {
        &self.inner.options.state
    }

    /// Where the network's work is done; `None` where no thread could be started.
    pub(crate) fn runtime(&self) -> Option<&tokio::runtime::Handle> {
        let made = self.inner.runtime.get_or_init(|| {
            tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .thread_name("referee-gate")
                .enable_all()
                .build()
                .inspect_err(|error| tracing::warn!("no thread for the network: {error}"))
                .ok()
        });
        made.as_ref().map(tokio::runtime::Runtime::handle)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Waiting for it would panic inside of another runtime.
        if let Some(Some(runtime)) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
