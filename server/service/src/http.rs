//! HTTP: what programs of the site ask.
//!
//! [`serve`] listens until it is told to end. `router` names the routes, each with the scope that it needs; the handlers
//! are in `checks` and `lookups`. Who asks, how often and how large a body may be is decided before a handler runs.

mod access;
mod body;
mod checks;
mod crossref;
mod listener;
mod lookups;
mod metrics;
mod openapi;
mod problem;
mod results;
mod router;
mod state;

pub use listener::serve;
pub use state::{ServeOptions, ServiceState};

/// Why the service cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{address}: {source}")]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// Other machines could ask without a token.
    #[error(
        "{0} can be reached from other machines, so tokens are needed: make one with `referee serve --new-token NAME` and name the file with --tokens"
    )]
    TokensNeeded(std::net::SocketAddr),
    /// The tokens cannot be used.
    #[error(transparent)]
    Tokens(#[from] crate::tokens::TokenError),
    /// No thread can be started.
    #[error("no thread can be started for the service: {0}")]
    Runtime(#[source] std::io::Error),
}
