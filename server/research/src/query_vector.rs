//! Embeds the text of a query, to compare it with the records of a library.

use crate::embed::{Embedder, normalised};
use crate::model::CallControl;
use crate::query::{Query, QueryVector};
use referee_records::Source;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

impl Query {
    /// Adds the vector of the text if the embedder runs on this machine and a source has vectors
    /// that this embedder made. If the embedder fails, the query keeps no vector and only its words
    /// are searched.
    #[must_use]
    pub fn with_vector(mut self, embedder: Option<&dyn Embedder>, sources: &[Arc<dyn Source>]) -> Query {
        let usable = |embedder: &&dyn Embedder| {
            let has_vectors = |source: &Arc<dyn Source>| source.has_vectors_of(embedder.name());
            embedder.is_on_this_machine() && !self.text.is_empty() && sources.iter().any(has_vectors)
        };
        let Some(embedder) = embedder.filter(usable) else { return self };
        let mut made = Vec::new();
        let mut call = CallControl { cancel: &CancellationToken::new(), on_progress: &mut |_| {} };
        match embedder.embed(&[&self.text], &mut call, &mut |vectors| made.extend(vectors)) {
            Ok(()) => {
                let values = made.pop().and_then(normalised);
                self.vector = values.map(|values| QueryVector { model: embedder.name().to_owned(), values });
            }
            Err(error) => tracing::warn!("the words decide alone: the model {} {error}", embedder.model()),
        }
        self
    }
}
