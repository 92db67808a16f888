//! The full texts that the author has, read once and stored by their content.
//!
//! A [`PaperStore`] is one SQLite file in the user's cache folder, shared by all processes. A file
//! is recognised by the hash of its content, so a copy, a moved file or one that another process
//! reads at the same time is read once. An entry is written in one transaction: a process that is
//! killed, or a full disk, leaves no half of an entry. The file may be deleted at any time. This
//! module decides neither which files may be read nor which work a file is.
//!
//! Start reading at [`PaperStore`]; [`PaperBytes`] reads a file within the limits.

mod bytes;
mod error;
mod paper;
mod sources;
mod store;

pub use bytes::{FileStamp, MAX_PAPER_BYTES, PaperBytes, PaperKind, is_paper_name};
pub use error::PaperError;
pub use paper::{ContentHash, Paper, PaperState};
pub use sources::unpack_sources;
pub use store::{ListedPaper, PaperStore, RemoteState};
