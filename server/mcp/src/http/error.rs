//! Why agents cannot be served over HTTP.

use std::net::SocketAddr;

/// The fewest characters of a token.
pub(super) const MIN_TOKEN_CHARACTERS: usize = 20;

/// Why the server cannot be started over HTTP.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address can be reached from other machines.
    #[error(
        "{0} can be reached from other machines; agents are served on this machine alone: 127.0.0.1 or [::1]"
    )]
    NotLoopback(SocketAddr),
    /// The token that was given can be guessed.
    #[error(
        "the token is shorter than {} characters, or has others than letters, digits, `-`, `_` and `.`",
        MIN_TOKEN_CHARACTERS
    )]
    WeakToken,
    /// The system gives no random bytes to make a token of.
    #[error("this machine gives no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// The address cannot be listened on.
    #[error("{address}: {source}")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system says: it is taken, or not allowed.
        source: std::io::Error,
    },
}
