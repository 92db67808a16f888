//! Texts as vectors, to tell how much they say the same.
//!
//! What is shown of much evidence is chosen by vectors ([`EvidenceSelector::choose`]). Without more ado they are made of the
//! words ([`lexical`]); an [`Embedder`] of the author's choice makes better ones, once for each text: they are stored
//! with the evidence. Where it fails its [`ModelError`](crate::model::ModelError) is told, and the words decide.

mod bert;
mod embedder;
mod lexical;
mod local;
mod local_error;
mod minilm;
mod selector;
mod vector;
mod weights;
mod wordpiece;

pub(crate) use embedder::FOLDER_MODEL;
pub use embedder::{Embedder, UnusableEmbedder};
pub use lexical::lexical;
pub use local::local;
pub(crate) use selector::compare;
pub use selector::{EvidenceSelector, payload};
pub(crate) use vector::dot;
pub use vector::normalised;
