//! Research on request: evidence, search, hypotheses, reports and the judge of them.
//!
//! The crate takes the parts of a document that it needs as arguments and never writes a reference
//! that no source returned. Everything works without a language model; [`model`] contains what a
//! model adds. To learn the crate, start at [`mod@search`], which turns a sentence into candidates,
//! then read [`run`], which answers a question from the first search to the written report.

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
