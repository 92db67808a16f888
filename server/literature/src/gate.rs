//! The gate to the network: the only place that builds an HTTP client.
//!
//! Every request to a scholarly service passes through here, and only here is it decided whether it
//! may be sent: first [`Consent`], then the [`Allowance`] of the text that caused it, then the rate
//! limit of the service ([`Limit`](crate::online::Limit), shared by all processes of this machine),
//! then its circuit breaker. Every request is written to a log before it is sent ([`read_log`]).
//! Clones of a [`Gate`] share one state.
//!
//! Start reading at [`Gate`], then `exchange.rs`, which follows one request.

mod any_host;
mod attempt;
mod blocking;
mod circuit_breaker;
mod client;
pub(crate) mod clock;
mod consent;
mod core;
mod download;
mod endpoint;
mod exchange;
mod failure;
mod limits;
mod llm_transport;
mod local_service;
mod log;
mod loopback;
mod network_health;
mod options;
mod permit;
mod redirects;
mod service_state;
mod site_pace;
#[cfg(test)]
mod tests;

pub use self::core::Gate;
pub use client::ClientError;
pub use consent::{Allowance, Consent};
pub use download::{Download, DownloadError, Progress};
pub use llm_transport::{BodyDigest, DeliveryError, Destination, host, is_local};
pub use local_service::{LocalAnswer, LocalError, ask_local};
pub use log::{Egress, read_log};
pub use options::{GateOptions, Timeouts, state_folder};
pub use site_pace::{PaceRequest, SitePace};

pub(crate) use clock::Clock;
pub(crate) use exchange::{ExchangeOutcome, TimedOut};
pub(crate) use failure::Failure;
pub(crate) use options::user_folder;
pub(crate) use permit::Permit;
