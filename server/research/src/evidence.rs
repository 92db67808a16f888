//! What was found for a question, and the store that keeps it.

mod database;
mod error;
mod exchange;
mod location;
mod store;
mod stored_work;
mod vectors;

pub use error::StoreError;
pub use exchange::Imported;
pub use location::EvidenceLocation;
pub use store::{Added, QuestionId, Store, StoredSearch};
pub use vectors::TextDigest;

use crate::passage::Passage;
use crate::publication_status::PublicationStatus;
use crate::study::Study;
use referee_records::Record;

/// A record with the passages that matter to a question, and how relevant they are.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What names the work in the store.
    pub handle: String,
    /// The record, as its source stated it.
    pub record: Record,
    /// From 0 to 1; the best of what the searches for this question said.
    pub relevance: f32,
    /// The sentences that matter most to the question, word for word, best first.
    pub passages: Vec<Passage>,
    /// The round in which it was found first, from 1.
    pub round: u32,
    /// What kind of study it is.
    pub study: Study,
    /// Whether it can still be relied on.
    pub standing: PublicationStatus,
}

impl Evidence {
    /// The text that a choice between evidence compares: the title and the passages.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.record.work.full_title().unwrap_or_default();
        for passage in &self.passages {
            out.push(' ');
            out.push_str(&passage.text);
        }
        out
    }
}
