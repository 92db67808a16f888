//! Records and the sources that hold them.
//!
//! A [`Source`] answers questions with [`Record`]s. The [`library`] is the source on this machine; online
//! sources stand beside it and reach the network through one gate only. A newcomer starts at [`Record`], then
//! [`Source`].

pub mod library;
pub mod record;
pub mod source;

pub use record::{Notice, NoticeKind, Record, Relation, RelationKind};
pub use source::{Answer, Coverage, NoAnswer, Question, Source};
