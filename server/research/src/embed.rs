//! Texts as vectors, to tell how much they say the same.
//!
//! What is shown of much evidence is chosen by vectors ([`Compared::choose`]). Without more ado they are made of the
//! words ([`lexical`]); an [`Embedder`] of the author's choice makes better ones, once for each text: they are stored
//! with the evidence. Where it fails its [`ModelError`] is told, and the words decide.

mod compared;
mod embedder;
mod lexical;
mod local;
#[cfg(feature = "minilm")]
mod minilm;
mod vector;

pub(crate) use compared::compare;
pub use compared::{Compared, payload};
pub(crate) use embedder::FOLDER_MODEL;
pub use embedder::{Embedder, Unusable};
pub use lexical::lexical;
pub use local::local;
pub(crate) use vector::{dot, normalised};
