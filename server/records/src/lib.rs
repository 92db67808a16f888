//! Records, and what may be concluded from the answer of a source.
//!
//! A [`Source`] answers questions with [`Record`]s. [`completeness`] decides what an absence means,
//! [`merge`] combines what several files state about one work, [`keys`] are the index keys of
//! works, [`full_text`] is the text of a whole work, [`services`] describes which works each online service lists, [`retractions`] is a table
//! of retracted works, and [`source_name`] returns the display name of a source. No I/O, no
//! network, no clock: judging depends on this crate and on no particular source. Start at
//! [`Record`], then read [`Source`].

pub mod completeness;
pub mod full_text;
pub mod journals;
pub mod keys;
pub mod merge;
pub mod ordinals;
pub mod record;
mod retraction_source;
pub mod retractions;
mod service_name;
pub mod services;
pub mod source;
mod source_name;
pub mod words;

pub use completeness::Completeness;
pub use full_text::{FullText, FullTextForm, Passage, PassagePart};
pub use record::{GUIDELINE, Notice, NoticeKind, Record, RegisteredTrial, Relation, RelationKind};
pub use retractions::RetractionTable;
pub use service_name::Service;
pub use source::{Answer, Coverage, Question, Source, SourceError};
pub use source_name::{source_name, source_name_at_start};
