//! A language model of the author's own choice: any server with an OpenAI-compatible API.
//!
//! A model is asked for judgement and wording, never for a fact. It is shown numbered evidence and
//! answers with those numbers and with quotations; everything in its answer is checked against the
//! stored text before use. Its limits are enforced in code, not in the prompt: no text of a paper
//! and no answer can cause a search, a citation or a request that the code did not intend.
//!
//! Every call passes the gate ([`referee_literature::gate::Destination`]). A failure is a
//! [`ModelError`], which is shown and never treated as an answer. Start at [`Model::ask`], then
//! [`hypotheses`].

mod ask;
mod backing_sentences;
pub mod budget;
pub mod check;
mod client;
mod error;
pub mod hypotheses;
pub mod judge;
pub mod note_review;
pub mod numbered_evidence;
mod prompt;
pub mod reading;
pub mod recommend;
pub mod redact;
pub mod report;
pub mod support;
pub mod vectors;

pub use client::{CallControl, Model, ModelAccess, Payload, Permission};
pub use error::{ModelContribution, ModelError};
pub use prompt::Prompt;
pub(crate) use prompt::one_line;
