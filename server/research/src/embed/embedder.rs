//! The embedder trait, and an embedder that only reports why it cannot be used.

use crate::model::{CallControl, ModelError, one_line};
use serde_json::Value;

/// Makes vectors of texts. All vectors of one embedder have the same length.
pub trait Embedder: Send + Sync {
    /// Returns the name that is stored with its vectors; they are never compared with those of
    /// another name.
    fn name(&self) -> &str;

    /// Returns the name of its model for display.
    fn model(&self) -> &str;

    /// Returns whether texts stay on this machine, so that embedding them needs no consent.
    fn is_on_this_machine(&self) -> bool {
        false
    }

    /// Makes a vector of each text and passes them to `take` in the order of the texts, in batches;
    /// reports the number made to `call`. Batches that were passed on remain if a later one fails.
    ///
    /// # Errors
    ///
    /// Returns why the remaining vectors are missing; the caller continues without them.
    fn embed(
        &self,
        texts: &[&str],
        call: &mut CallControl<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError>;

    /// Returns a question of the author as this embedder may read it; `published` are public texts.
    ///
    /// # Errors
    ///
    /// Returns the reason why it may not read the question.
    fn question(&self, question: &str, published: &str) -> Result<String, ModelError> {
        let _ = published;
        Ok(one_line(question))
    }

    /// Returns the request for these texts with its address; `None` if the embedder sends nothing.
    fn payload(&self, texts: &[&str]) -> Option<Value> {
        let _ = texts;
        None
    }
}

/// An embedder that cannot be used: it reports the reason, and word vectors are used.
#[derive(Clone, Debug)]
pub struct UnusableEmbedder {
    model: String,
    why: String,
}

impl UnusableEmbedder {
    /// Creates the embedder. `why` follows the name of the model: `has no address`.
    #[must_use]
    pub fn new(model: impl Into<String>, why: impl Into<String>) -> Self {
        UnusableEmbedder { model: model.into(), why: why.into() }
    }
}

impl Embedder for UnusableEmbedder {
    fn name(&self) -> &str {
        ""
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn embed(
        &self,
        _: &[&str],
        _: &mut CallControl<'_>,
        _: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError> {
        Err(ModelError::Unusable(self.why.clone()))
    }
}

/// The model that the folder of a local embedder is expected to contain.
pub(crate) const FOLDER_MODEL: &str = "all-MiniLM-L6-v2";
