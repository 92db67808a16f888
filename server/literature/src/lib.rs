//! Records and the sources that hold them.
//!
//! A [`Source`] answers questions with [`Record`]s. The [`library`] is the source on this machine, a
//! [`MemoryLibrary`] one made of a few plain files; online sources stand beside them and reach the network
//! through one gate only. A newcomer starts at [`Record`], then [`Source`].

mod candidates;
mod journals;
mod keys;
mod merge;
mod words;

pub mod completeness;
pub mod import;
pub mod library;
pub mod memory;
pub mod online;
pub mod record;
pub mod source;

pub use completeness::Completeness;
pub use import::{FileOfRecords, ImportFormat, read_records};
pub use library::{Library, LibraryError, LibraryWriter};
pub use memory::MemoryLibrary;
pub use record::{Notice, NoticeKind, Record, Relation, RelationKind};
pub use source::{Answer, Coverage, NoAnswer, Question, Source};
