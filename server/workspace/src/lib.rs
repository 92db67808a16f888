//! Open files, bibliographies and configuration; the review pipeline.
//!
//! [`Session`] is the one mutable thing; it is changed under one lock and never does slow work. [`Snapshot`] is
//! an immutable view of it, cheap to clone; all analysis reads one. A newcomer starts at [`Session`], then
//! [`Snapshot::review`].

pub mod session;
pub mod snapshot;

pub use session::Session;
pub use snapshot::{Cancel, FileKind, Review, Snapshot};
