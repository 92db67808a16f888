//! Represents texts as vectors, to measure how similar their statements are.
//!
//! If there is more evidence than can be shown, vectors decide what is shown
//! ([`EvidenceSelector::choose`]). By default they are built from the words ([`lexical`]). An
//! [`Embedder`] that the author chose makes better ones, once for each text, and they are stored
//! with the evidence. If it fails, its [`ModelError`](crate::model::ModelError) is reported and the
//! word vectors are used.

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
