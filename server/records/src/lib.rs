//! What a record is, and what may be concluded from a source's answer.
//!
//! A [`Source`] answers questions with [`Record`]s. [`completeness`] says of what absence means something, [`merge`]
//! makes one record of what several files state about one work, [`keys`] names works in an index, [`services`] says
//! which works each online service lists, [`retractions`] is a table of retracted works, and [`source_name`] what people call a source. No I/O, no network, no clock:
//! judging depends on this crate and on no source in particular. A newcomer starts at [`Record`], then [`Source`].

pub mod completeness;
pub mod journals;
pub mod keys;
pub mod merge;
pub mod ordinals;
pub mod record;
mod retraction_source;
pub mod retractions;
pub mod services;
pub mod source;
mod source_name;
pub mod words;

pub use completeness::Completeness;
pub use record::{GUIDELINE, Notice, NoticeKind, Record, RegisteredTrial, Relation, RelationKind};
pub use retractions::RetractionTable;
pub use source::{Answer, Coverage, Question, Source, SourceError};
pub use source_name::{source_name, source_name_at_start};
