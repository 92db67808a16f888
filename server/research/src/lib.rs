//! Evidence, search, hypotheses, reports and the judge of them: what is written on request.
//!
//! It takes what it needs of a document as an argument, and never writes a reference that no source returned.
//! Everything works without a language model; what one adds is in [`model`]. A newcomer starts at [`mod@search`], the
//! way from a sentence to candidates, then [`run`], which answers a question from the first search to the written
//! report.

pub mod clock;
mod covariates;
mod cues;
pub mod deliverable;
pub mod embed;
pub mod evidence;
mod forms;
pub mod hypotheses;
pub mod judge;
pub mod leads;
pub mod model;
pub mod page;
pub mod passage;
mod plain_words;
pub mod query;
mod query_vector;
mod question_names;
mod quotable;
pub mod report;
pub mod rounds;
pub mod run;
pub mod search;
pub mod select;
pub mod subjects;
#[cfg(test)]
mod testing;
pub mod vocabulary;

pub use referee_citations::{identity, publication_status, study, support};
pub use referee_text::sentences;

pub use embed::Embedder;
pub use evidence::{Evidence, EvidenceLocation, Store};
pub use passage::{Passage, PassageLocation};
pub use publication_status::PublicationStatus;
pub use query::Query;
pub use search::{Candidate, SearchResults, search};
pub use study::{Design, Study, Subjects};
pub use vocabulary::Vocabulary;
