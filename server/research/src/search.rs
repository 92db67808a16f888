//! Searching: a question or a sentence, asked of sources, and what they have in order.

mod candidate;
mod rank;

pub use candidate::Candidate;
use candidate::PooledWork;

use crate::identity;
use crate::query::Query;
use referee_bibliography::WorkKind;
use referee_records::services::WEB;
use referee_records::{Answer, Record, Source};
use std::collections::HashMap;
use std::sync::Arc;

/// How many records are taken from each source before they are put in order.
const MAX_RECORDS_PER_SOURCE: usize = 200;

/// How many of the records that are nearest in meaning each source is asked for.
const MAX_NEIGHBOURS: usize = 50;

/// The least cosine between the vectors of a sentence and a record at which the record is a candidate by its meaning.
const MIN_SIMILARITY: f32 = 0.35;

/// What one source said to one query.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SourceQuery {
    /// The source.
    pub source: String,
    /// The words that it was asked for.
    pub words: String,
    /// How many records it returned; `None` where it did not answer.
    pub hits: Option<usize>,
    /// Why it did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A page of the web that no record stands behind.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct SearchResults {
    /// The candidates, best first; retracted work behind all others.
    pub candidates: Vec<Candidate>,
    /// Who was asked, and what came.
    pub asked: Vec<SourceQuery>,
    /// Pages of the web that no record stands behind: no literature, and no candidates.
    pub pages: Vec<Page>,
    /// How many distinct works the sources returned before the order was made.
    pub distinct: usize,
}

/// Asks every source that can be searched, merges what they have by identifier, and puts it in order.
#[must_use]
pub fn search(query: &Query, sources: &[Arc<dyn Source>], limit: usize) -> SearchResults {
    let mut found = SearchResults::default();
    let words = query.words();
    if words.is_empty() {
        return found;
    }
    let mut pool = Pool::default();
    for source in sources {
        let (hits, problem) = match source.search(&words, MAX_RECORDS_PER_SOURCE) {
            None => continue,
            Some(Answer::None(why)) => (None, Some(why.words().to_owned())),
            Some(Answer::Records(records)) => {
                let hits = records.len();
                for (rank, record) in records.into_iter().enumerate() {
                    if record.work.kind == WorkKind::WebPage && record.source == WEB.name {
                        found.pages.extend(page(&record));
                        continue;
                    }
                    pool.add(prior(rank), None, Arc::unwrap_or_clone(record));
                }
                (Some(hits), None)
            }
        };
        found.asked.push(SourceQuery {
            source: source.name().to_owned(),
            words: words.clone(),
            hits,
            problem,
        });
    }
    if let Some(vector) = &query.vector {
        for source in sources {
            for near in source.nearest(&vector.model, &vector.values, MAX_NEIGHBOURS) {
                if near.similarity >= MIN_SIMILARITY {
                    pool.add(0.0, Some(near.similarity), Arc::unwrap_or_clone(near.record));
                }
            }
        }
    }
    found.distinct = pool.works.len();
    found.candidates = rank::rank(query, pool.works, limit);
    found
}

/// The works that the sources returned, each once.
#[derive(Default)]
struct Pool {
    works: Vec<PooledWork>,
    /// The places in `works`, by the keys of the work.
    by_key: HashMap<String, usize>,
}

fn page(record: &Record) -> Option<Page> {
    Some(Page { title: record.work.full_title()?, url: record.work.url.clone()? })
}

/// What a place in the order of a source is worth: the usual fall of BM25's scores.
fn prior(rank: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
    let rank = rank as f32;
    1.0 / (1.0 + 0.25 * (1.0 + rank).ln())
}

impl Pool {
    /// Adds a record; of one that is there, the better place and the abstract are kept and the notices put together.
    fn add(&mut self, prior: f32, similarity: Option<f32>, record: Record) {
        let keys = identity::keys(&record.work);
        let there = keys.iter().find_map(|key| self.by_key.get(key).copied());
        let index = match there.and_then(|index| self.works.get_mut(index).map(|work| (index, work))) {
            Some((index, work)) => {
                work.prior = work.prior.max(prior);
                work.similarity = match (work.similarity, similarity) {
                    (Some(known), Some(new)) => Some(known.max(new)),
                    (known, new) => known.or(new),
                };
                // What has an abstract says more.
                if work.record.work.summary.is_none() && record.work.summary.is_some() {
                    let notices = std::mem::replace(&mut work.record, record).notices;
                    work.record.notices.extend(notices);
                } else {
                    work.record.notices.extend(record.notices);
                }
                index
            }
            None => {
                self.works.push(PooledWork { prior, similarity, record });
                self.works.len() - 1
            }
        };
        for key in keys {
            self.by_key.entry(key).or_insert(index);
        }
    }
}

#[cfg(test)]
mod tests;
