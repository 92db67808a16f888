//! What every server of HTTP in this program shares: connections within limits, tokens, and who may ask without one.
//!
//! It knows no route and judges nothing. It connects to nobody: it listens where its caller says. A newcomer starts at
//! [`serve_connections`], then at [`is_from_this_machine`], which keeps the pages of a browser out of a server on loopback.

mod connections;
mod origin;
mod secret;

pub use connections::{ConnectionLimits, serve_connections};
pub use origin::{ForeignRequest, is_from_this_machine};
pub use secret::{SecretHash, bearer, from_hex, random_hex, to_hex};
