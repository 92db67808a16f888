//! Errors when starting the server over HTTP.

use std::net::SocketAddr;

/// The minimum number of characters in a token.
pub(super) const MIN_TOKEN_CHARACTERS: usize = 20;

/// An error when starting the server over HTTP.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address is reachable from other machines.
    #[error(
        "{0} can be reached from other machines; agents are served on this machine alone: 127.0.0.1 or [::1]"
    )]
    NotLoopback(SocketAddr),
    /// The given token is too weak.
    #[error(
        "the token is shorter than {} characters, or has others than letters, digits, `-`, `_` and `.`",
        MIN_TOKEN_CHARACTERS
    )]
    WeakToken,
    /// The system provides no random bytes for a token.
    #[error("this machine gives no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// The address cannot be bound.
    #[error("{address}: {source}")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// The system's error: the address is in use or not permitted.
        source: std::io::Error,
    },
}
