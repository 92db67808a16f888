//! The evidence that was found for a question, and the store that keeps it.

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

/// A record with its passages that matter to a question and its relevance.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The handle of the work in the store.
    pub handle: String,
    /// The record as its source returned it.
    pub record: Record,
    /// The highest relevance in the searches for this question, from 0 to 1.
    pub relevance: f32,
    /// The sentences that matter most to the question, verbatim, best first.
    pub passages: Vec<Passage>,
    /// The round that found the record first, from 1.
    pub round: u32,
    /// The study design.
    pub study: Study,
    /// Whether the work is still reliable: retractions and other notices.
    pub standing: PublicationStatus,
}

impl Evidence {
    /// Returns the text by which evidence is compared and chosen: the title and the passages.
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
