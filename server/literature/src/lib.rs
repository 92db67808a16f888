//! Records and the sources that hold them.
//!
//! A [`Source`] answers questions with [`Record`]s. The [`library`] is the source on this machine, a
//! [`MemoryLibrary`] one made of a few plain files; the [`online`] services stand beside them, asked by the
//! [`desk`], which remembers in the [`cache`] and reaches the network through the one [`gate`]. A newcomer starts at [`Record`], then [`Source`].

mod candidates;
mod journals;
mod keys;
mod merge;
mod words;

pub mod cache;
pub mod completeness;
pub mod desk;
pub mod gate;
pub mod import;
pub mod library;
pub mod memory;
pub mod online;
pub mod record;
pub mod source;

pub use cache::Cache;
pub use completeness::Completeness;
pub use desk::{Arrival, Desk, Fetched, Trouble, Wanted};
pub use gate::{Allowance, Cancel, Consent, Gate, GateOptions, Reached};
pub use import::{FileOfRecords, GUIDELINE, ImportFormat, read_records};
pub use library::{Library, LibraryError, LibraryWriter};
pub use memory::MemoryLibrary;
pub use record::{Notice, NoticeKind, Record, Relation, RelationKind};
pub use source::{Answer, Coverage, NoAnswer, Question, Source};
