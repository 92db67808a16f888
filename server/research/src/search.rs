//! Search: sends a question or a sentence to sources and ranks their results.

mod candidate;
mod rank;

pub use candidate::Candidate;
use candidate::PooledWork;

use crate::identity;
use crate::query::Query;
use referee_bibliography::{Work, WorkKind};
use referee_records::services::WEB;
use referee_records::{Answer, Record, Source};
use referee_text::{fold, similarity};
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum number of records that are taken from each source before ranking.
const MAX_RECORDS_PER_SOURCE: usize = 200;

/// The number of nearest records by meaning that each source is asked for.
const MAX_NEIGHBOURS: usize = 50;

/// The minimum cosine between the vectors of a sentence and a record that makes the record a
/// candidate by meaning.
const MIN_SIMILARITY: f32 = 0.35;

/// The answer of one source to one query.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SourceQuery {
    /// The source.
    pub source: String,
    /// The words that were sent.
    pub words: String,
    /// The number of records that the source returned; `None` if it did not answer.
    pub hits: Option<usize>,
    /// The reason why it did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A web page without a record.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Page {
    /// The title.
    pub title: String,
    /// The URL.
    pub url: String,
}

/// The results of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchResults {
    /// The candidates, best first; retracted works come last.
    pub candidates: Vec<Candidate>,
    /// The queries that were sent, with their outcomes.
    pub asked: Vec<SourceQuery>,
    /// Web pages without a record; they are neither literature nor candidates.
    pub pages: Vec<Page>,
    /// The number of distinct works that the sources returned before ranking.
    pub distinct: usize,
}

/// Queries every searchable source, merges their results by identifier, and ranks them.
#[must_use]
pub fn search(query: &Query, sources: &[Arc<dyn Source>], limit: usize) -> SearchResults {
    search_with_own(query, Vec::new(), sources, limit)
}

/// Searches like [`search`] and ranks `own` records, such as the entries of a bibliography, together with the results.
/// The rank of an own record depends on its words alone: the first of a short list is not the best of a library.
#[must_use]
pub fn search_with_own(
    query: &Query,
    own: Vec<Record>,
    sources: &[Arc<dyn Source>],
    limit: usize,
) -> SearchResults {
    let mut found = SearchResults::default();
    let words = query.words();
    if words.is_empty() {
        return found;
    }
    let mut pool = Pool::default();
    for record in own {
        pool.add(None, None, record);
    }
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
                    pool.add(Some(prior(rank)), None, Arc::unwrap_or_clone(record));
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
                    pool.add(Some(0.0), Some(near.similarity), Arc::unwrap_or_clone(near.record));
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
    /// Indices into `works`, by the keys of the work.
    by_key: HashMap<String, usize>,
}

fn page(record: &Record) -> Option<Page> {
    Some(Page { title: record.work.full_title()?, url: record.work.url.clone()? })
}

/// Returns the weight of a rank in the results of a source, following the usual decline of BM25
/// scores.
fn prior(rank: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
    let rank = rank as f32;
    1.0 / (1.0 + 0.25 * (1.0 + rank).ln())
}

impl Pool {
    /// Adds a record. For a known one, keeps the better rank and the abstract, and merges the notices.
    fn add(&mut self, prior: Option<f32>, similarity: Option<f32>, record: Record) {
        let keys = identity::keys(&record.work);
        let is_own = prior.is_none() && similarity.is_none();
        let there = keys.iter().find_map(|key| self.by_key.get(key).copied());
        // An own entry that has the identifier of a work and another title is not that work.
        let there = there.filter(|index| {
            let known = self.works.get(*index);
            known.is_none_or(|known| {
                let known_is_own = known.prior.is_none() && known.similarity.is_none();
                is_own == known_is_own || have_one_title(&known.record.work, &record.work)
            })
        });
        let index = match there.and_then(|index| self.works.get_mut(index).map(|work| (index, work))) {
            Some((index, work)) => {
                work.prior = match (work.prior, prior) {
                    (Some(known), Some(new)) => Some(known.max(new)),
                    (known, new) => known.or(new),
                };
                work.similarity = match (work.similarity, similarity) {
                    (Some(known), Some(new)) => Some(known.max(new)),
                    (known, new) => known.or(new),
                };
                // Prefer the record with an abstract.
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

/// The lowest similarity of two titles of one work.
const MIN_TITLE_SIMILARITY: f64 = 0.6;

/// Returns whether two descriptions have similar titles, or one lacks a title.
#[must_use]
pub fn have_one_title(one: &Work, other: &Work) -> bool {
    match (one.full_title(), other.full_title()) {
        (Some(one), Some(other)) => {
            similarity::token_sort(&fold::title(&one), &fold::title(&other)) >= MIN_TITLE_SIMILARITY
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests;
