//! A candidate that a search returns, and the work of a source that it is made of.

use crate::passage::Passage;
use crate::publication_status::PublicationStatus;
use crate::study::Study;
use referee_bibliography::{Identifier, Name};
use referee_records::Record;

/// A record that may be cited, and why.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The record, as a source returned it.
    pub record: Record,
    /// What names it: its identifier, or a number made of its title.
    pub handle: String,
    /// From 0 to 1; 1 is the best that this search found. Comparable within one search only.
    pub relevance: f32,
    /// The share of the sentence's words, weighted by how rare they are, that the record has; from 0 to 1.
    pub coverage: f32,
    /// The share of the sentence's words, each counted once, that the record has; from 0 to 1.
    pub word_share: f32,
    /// Whether the record is about what a brief sentence is about: it names something of what the sentence names, where
    /// that names anything, and has more than half of its words, those not counted that are said of any subject. True for
    /// longer sentences.
    pub is_on_subject: bool,
    /// How well the record holds what the sentence says, from 0 to about 2.7: how many of its words it has, whether two
    /// neighbouring sentences of it have them together, whether its title has them, whether it has what the sentence
    /// begins with, and whether one sentence of it has what the sentence names. Infinite for a brief sentence.
    pub fit: f32,
    /// The sentence of the record that shares most with the question, word for word.
    pub passage: Option<Passage>,
    /// What kind of study it is.
    pub study: Study,
    /// Whether it can still be relied on.
    pub standing: PublicationStatus,
}

/// Below this [coverage](Candidate::coverage) a candidate is called weak.
const WEAK_COVERAGE: f32 = 0.33;

/// From this share of the words on, a candidate is not weak although rarer words are missing: in a small library the
/// words that a work has are never rare.
const STRONG_WORD_SHARE: f32 = 0.7;

/// Below this [fit](Candidate::fit) a candidate is called weak. Chosen among the claims of SciFact so that of those whose
/// first candidate speaks of them one in 25 is called weak; `server/research/tests/suite/claims.rs` measures it.
const WEAK_FIT: f32 = 1.38;

impl Candidate {
    /// Whether it shares so little with the sentence that it has to be called a weak match.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        !self.is_on_subject
            || self.fit < WEAK_FIT
            || self.coverage < WEAK_COVERAGE && self.word_share < STRONG_WORD_SHARE
    }

    /// The candidate for programs: `referee cite --format json`, `referee.insertCitation`.
    #[must_use]
    pub fn to_json(&self, rank: usize) -> serde_json::Value {
        let work = &self.record.work;
        let person = |name: &Name| format!("{} {}", name.surname(), name.initials()).trim().to_owned();
        let passage = self
            .passage
            .as_ref()
            .map(|passage| serde_json::json!({"text": passage.text, "in": passage.place}));
        let notices: Vec<_> = self.record.notices.iter().map(|notice| notice.kind).collect();
        serde_json::json!({
            "rank": rank,
            "id": self.handle,
            "title": work.full_title(),
            "authors": work.authors.iter().map(person).collect::<Vec<_>>(),
            "year": work.year(),
            "journal": work.container,
            "doi": work.identifiers.doi(),
            "pmid": work.identifiers.pmid(),
            "url": work.identifiers.iter().find_map(Identifier::url).or_else(|| work.url.clone()),
            "relevance": self.relevance,
            "coverage": self.coverage,
            "weak": self.is_weak(),
            "passage": passage,
            "study": self.study.describe(),
            "standing": self.standing,
            "notices": notices,
            "source": self.record.source,
        })
    }
}

/// A work that some source returned.
pub(super) struct PooledWork {
    /// The worth of its place in the order of the source, from 0 to 1; 0 where it was found by its meaning alone.
    pub(super) prior: f32,
    /// The cosine between its vector and that of the query; `None` where it is not among the nearest.
    pub(super) similarity: Option<f32>,
    pub(super) record: Record,
}
