//! The common parts of every HTTP server in this program: connection limits, tokens, and requests
//! that need no token.
//!
//! This crate defines no routes and judges nothing. It makes no outgoing connections: it listens on
//! the address that its caller chooses. Start reading at [`serve_connections`], then at
//! [`is_from_this_machine`], which keeps web pages out of a server on loopback.

mod connections;
mod origin;
mod secret;

pub use connections::{ConnectionLimits, serve_connections};
pub use origin::{ForeignRequest, is_from_this_machine};
pub use secret::{SecretHash, bearer, from_hex, random_hex, to_hex};
