//! HTTP: checks and look-ups for the programs of the site.
//!
//! [`serve`] listens until the process receives a shutdown signal. `router` defines the routes;
//! `access` checks the scope that each needs and limits the request rate; the handlers are in
//! `checks` and `lookups`, and read request bodies with `body`. [`serve_page`] serves the page and
//! the checks to one user of this machine, whom `doorkeeper` authenticates by a token in the
//! address; the page itself is in `page`.

mod access;
mod body;
mod checks;
mod compare;
mod crossref;
mod doorkeeper;
mod listener;
mod lookups;
mod metrics;
mod openapi;
mod page;
mod problem;
mod results;
mod router;
mod state;
mod work_schema;

pub use listener::{PageAddress, serve, serve_page};
pub use state::{DEFAULT_MAX_BODY_MB, ServeOptions};

/// Why the service cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Listening on the address failed.
    #[error("{address}: {source}")]
    Listen {
        /// The requested address.
        address: std::net::SocketAddr,
        /// The error of the system, for example that the address is in use or not allowed.
        source: std::io::Error,
    },
    /// The address can be reached from other machines, but tokens are missing.
    #[error(
        "{0} can be reached from other machines, so tokens are needed: make one with `referee serve --new-token NAME` and name the file with --tokens"
    )]
    TokensNeeded(std::net::SocketAddr),
    /// The system provides no random bytes for the token.
    #[error("this machine gives no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// No thread can be started for the runtime.
    #[error("no thread can be started for the service: {0}")]
    Runtime(#[source] std::io::Error),
}
