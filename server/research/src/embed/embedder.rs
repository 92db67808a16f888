//! The embedder: what makes vectors of texts, and the one that says why it cannot.

use crate::model::{CallControl, ModelError, one_line};
use serde_json::Value;

/// Something that makes vectors of texts. Vectors of one embedder have one length.
pub trait Embedder: Send + Sync {
    /// The name that is stored with its vectors: those of another name are not compared with them.
    fn name(&self) -> &str;

    /// The name of its model, as an author is told it.
    fn model(&self) -> &str;

    /// Whether texts stay on this machine, so that no consent is needed to embed them.
    fn is_on_this_machine(&self) -> bool {
        false
    }

    /// Makes a vector of each text, and hands them over in the order of the texts, some at a time; `call` hears how
    /// many of them are made. What was handed over stays when the rest fails.
    ///
    /// # Errors
    ///
    /// Says why there are no more; the caller goes on without.
    fn embed(
        &self,
        texts: &[&str],
        call: &mut CallControl<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError>;

    /// A question of the author as this embedder may read it; `published` are texts that anybody may read.
    ///
    /// # Errors
    ///
    /// Says why it may not read it.
    fn question(&self, question: &str, published: &str) -> Result<String, ModelError> {
        let _ = published;
        Ok(one_line(question))
    }

    /// What it would send for these texts, and to where; `None` for one that sends nothing.
    fn payload(&self, texts: &[&str]) -> Option<Value> {
        let _ = texts;
        None
    }
}

/// An embedder that cannot be used: it says why, and the words decide.
#[derive(Clone, Debug)]
pub struct UnusableEmbedder {
    model: String,
    why: String,
}

impl UnusableEmbedder {
    /// `why` stands behind the name of the model: `has no address`.
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

/// The name of the model that the folder of a local embedder is expected to hold.
pub(crate) const FOLDER_MODEL: &str = "all-MiniLM-L6-v2";
