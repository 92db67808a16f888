//! The candidates that a search returns, and the pooled works from which they are built.

use crate::passage::Passage;
use crate::publication_status::PublicationStatus;
use crate::study::Study;
use referee_records::Record;

/// A record that may be cited, with its scores.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The record as a source returned it.
    pub record: Record,
    /// The handle: its identifier, or a number computed from its title.
    pub handle: String,
    /// The relevance from 0 to 1, where 1 is the best result of this search. Comparable within one
    /// search only.
    pub relevance: f32,
    /// The share of the sentence's words in the record, weighted by rarity, from 0 to 1.
    pub coverage: f32,
    /// The share of the sentence's words in the record, each counted once, from 0 to 1.
    pub word_share: f32,
    /// Whether the record matches the subject of a brief sentence: it mentions an entity of the
    /// sentence, if there is one, and contains more than half of its words, not counting words that
    /// occur with any subject. Always true for longer sentences.
    pub is_on_subject: bool,
    /// How well the record fits the statement of the sentence, from 0 to about 2.7: how many of its
    /// words it contains, whether two neighbouring sentences contain them together, whether the
    /// title contains them, whether it contains the beginning of the sentence, and whether one
    /// sentence mentions the entities of the sentence. Infinite for a brief sentence.
    pub fit: f32,
    /// The sentence of the record that shares most with the question, verbatim.
    pub passage: Option<Passage>,
    /// The study design.
    pub study: Study,
    /// Whether the work is still reliable: retractions and other notices.
    pub standing: PublicationStatus,
}

/// A candidate with less [coverage](Candidate::coverage) than this is weak.
const WEAK_COVERAGE: f32 = 0.33;

/// A candidate with at least this share of the words is not weak even if rarer words are missing:
/// in a small library the words of a work are never rare.
const STRONG_WORD_SHARE: f32 = 0.7;

/// A candidate with less [fit](Candidate::fit) than this is weak. Chosen on the claims of SciFact
/// such that of those whose first candidate is about them, one in 25 is called weak;
/// `server/research/tests/suite/claims.rs` measures it.
const WEAK_FIT: f32 = 1.38;

impl Candidate {
    /// Returns whether it shares so little with the sentence that it is a weak match.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        !self.is_on_subject
            || self.fit < WEAK_FIT
            || self.coverage < WEAK_COVERAGE && self.word_share < STRONG_WORD_SHARE
    }
}

/// A work that a source returned.
pub(super) struct PooledWork {
    /// The score for its rank in the source, from 0 to 1; 0 if it was found by vector only, `None` for an own record,
    /// which no source ranked.
    pub(super) prior: Option<f32>,
    /// The cosine similarity with the query; `None` if it is not among the nearest vectors.
    pub(super) similarity: Option<f32>,
    pub(super) record: Record,
}
