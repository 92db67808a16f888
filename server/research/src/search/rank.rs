//! Ranks search results by the words and entities of a query, by single sentences, and by meaning.

mod fit;
mod nearness;
mod terms;

use super::candidate::{Candidate, PooledWork};
use crate::identity;
use crate::passage::Passage;
use crate::publication_status::{PublicationStatus, is_announcement};
use crate::query::Query;
use crate::study::Study;
use referee_records::Record;
use terms::{MAX_WORDS_OF_BRIEF_SENTENCE, PoolWords, ReadPassage, SoughtTerm, WordCounts, WordSums, sought};

/// Okapi BM25: how soon repetitions of a word stop counting.
const BM25_K1: f32 = 1.8;

/// Okapi BM25: how strongly a long abstract is penalised.
const BM25_B: f32 = 0.6;

/// The weight of a work's word score if it mentions none of the sentence's entities.
const OFF_NAMES_WEIGHT: f32 = 0.6;

/// The number of works with the best word scores that are read sentence by sentence.
const MAX_WORKS_READ: usize = 60;

/// The weight of having the words together in one sentence or in the title.
const SENTENCE_WEIGHT: f32 = 0.3;

/// The weight of a work's match with both the beginning and the end of the sentence, which are mostly its subject and
/// its object. `server/research/tests/suite/citing.rs` measures it.
const SUBJECT_AND_OBJECT_WEIGHT: f32 = 0.1;

/// The weight of adjacent words of the sentence that are close together in a record. Chosen on the odd-numbered claims
/// of SciFact; see `docs/history/2026-11-23.md`.
const NEARNESS_WEIGHT: f32 = 0.45;

/// The weight of the source's ranking relative to our own.
const SOURCE_ORDER_WEIGHT: f32 = 0.5;

/// A work with less coverage of the sentence than this is not offered.
const MIN_COVERAGE: f32 = 0.12;

/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): the larger it is,
/// the less the first ranks stand out.
const FUSION_K: f32 = 60.0;

/// The minimum share of the words, each counted once, that makes a record a candidate despite low
/// coverage.
const MIN_WORD_SHARE: f32 = 0.5;

/// The parts of a query that a record contains; see [`Candidate`].
#[derive(Clone, Copy)]
struct Shares {
    coverage: f32,
    word_share: f32,
    is_on_subject: bool,
    /// The weighted share of the text's words that the record contains in the same form, anywhere.
    exact: f32,
    /// The proximity of neighbouring words of the text, from 0 to 1.
    nearness: f32,
}

/// A work with the values that determine its rank.
struct ScoredWork {
    /// The score, higher is better; each step of [`rank`] changes it.
    score: f32,
    prior: Option<f32>,
    /// Whether its words alone make it a candidate.
    by_words: bool,
    similarity: Option<f32>,
    shares: Shares,
    record: Record,
    /// Its title and sentences, if they were read.
    read: Option<Vec<ReadPassage>>,
}

/// Ranks records by the words of a query, by the ranking of the source, which knows more records
/// than the pool, and by how much of the query a single sentence contains.
///
/// If vectors were searched, this ranking and the ranking by meaning are fused: the ranks in both
/// count.
pub(super) fn rank(query: &Query, pool: Vec<PooledWork>, limit: usize) -> Vec<Candidate> {
    let words = PoolWords::of(pool.iter().map(|work| &work.record));
    let sought = sought(query, &words);
    let mut works = score_words(query, &sought, pool, &words);
    add_source_order_and_nearness(&mut works);
    let is_fused = query.vector.is_some() && works.iter().any(|work| work.similarity.is_some());
    // If two rankings are fused, all ranks matter, not only those that are offered.
    add_sentences(&mut works, &sought, if is_fused { usize::MAX } else { limit });
    if is_fused {
        fuse(&mut works);
    }
    works.sort_by(|a, b| b.score.total_cmp(&a.score));
    // Retracted works are shown, but never before sound works.
    works.sort_by_key(|work| PublicationStatus::of_record(&work.record) == PublicationStatus::Retracted);
    works.into_iter().take(limit).map(|work| candidate(query, work, &sought)).collect()
}

/// Scores each work by BM25 over title, abstract and subjects, and leaves out works that are not
/// candidates.
fn score_words(
    query: &Query,
    sought: &[SoughtTerm<'_>],
    pool: Vec<PooledWork>,
    words: &PoolWords,
) -> Vec<ScoredWork> {
    #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
    let all = words.records.len() as f32;
    let average = (words.records.iter().map(|one| one.length).sum::<f32>() / all.max(1.0)).max(1.0);
    let wanted = WordSums::of(sought.iter());
    let number_of = |root: &String| words.number(root);
    let numbered = |name: &Vec<String>| name.iter().map(number_of).collect::<Vec<_>>();
    let names: Vec<Vec<Vec<Option<u32>>>> =
        query.entity_names.iter().map(|names| names.iter().map(numbered).collect()).collect();
    let mut works: Vec<ScoredWork> = Vec::with_capacity(pool.len());
    for (PooledWork { prior, similarity, record }, counted) in pool.into_iter().zip(&words.records) {
        if is_announcement(&record) {
            continue;
        }
        let shared = WordSums::of(sought.iter().filter(|one| one.count(counted) > 0.0));
        let coverage = if wanted.weight > 0.0 { (shared.weight / wanted.weight).min(1.0) } else { 0.0 };
        let word_share = if wanted.words > 0.0 { shared.words / wanted.words } else { 0.0 };
        let exact = WordSums::of(sought.iter().filter(|one| one.count_itself(counted) > 0.0));
        let exact = exact.weight / wanted.weight.max(f32::MIN_POSITIVE);
        let is_named = |names: &Vec<Vec<Option<u32>>>| names.iter().any(|name| counted.has_all(name));
        let is_on_names = names.is_empty() || names.iter().any(is_named);
        let is_miss = wanted.contents > 1 && 2 * shared.contents <= wanted.contents;
        let is_brief = wanted.contents <= MAX_WORDS_OF_BRIEF_SENTENCE;
        let is_on_subject = !is_brief || is_on_names && !is_miss;
        let nearness = nearness::nearness(sought, counted);
        let shares = Shares { coverage, word_share, is_on_subject, exact, nearness };
        // Words that occur with any subject do not improve a match, but a work with them is offered
        // as a weak one.
        let by_words = shared.rarity >= MIN_COVERAGE * wanted.rarity && shared.rarity > 0.0
            || word_share >= MIN_WORD_SHARE;
        if by_words || similarity.is_some() {
            let mut score = bm25(sought, counted, average);
            if !is_on_names {
                score *= OFF_NAMES_WEIGHT;
            }
            works.push(ScoredWork { score, prior, by_words, similarity, shares, record, read: None });
        }
    }
    works
}

/// Returns the Okapi BM25 score of a record, with word rarities from the pool; `average` is the
/// mean length of its records.
fn bm25(sought: &[SoughtTerm<'_>], counted: &WordCounts, average: f32) -> f32 {
    let damp = BM25_K1 * (1.0 - BM25_B + BM25_B * counted.length / average);
    let mut score = 0.0_f32;
    for one in sought {
        let count = one.count(counted);
        if count > 0.0 {
            score += one.term.weight * one.weight() * count * (BM25_K1 + 1.0) / (count + damp);
        }
    }
    score
}

/// Combines the word score with the ranking of the source and the proximity of the words.
fn add_source_order_and_nearness(works: &mut [ScoredWork]) {
    let best = best_score(works);
    for work in works {
        let by_words = work.score / best;
        let by_source = work.prior.unwrap_or(by_words);
        work.score = (1.0 - SOURCE_ORDER_WEIGHT) * by_words + SOURCE_ORDER_WEIGHT * by_source;
        work.score += NEARNESS_WEIGHT * work.shares.nearness;
    }
}

/// Reads the best works sentence by sentence: a work with the words together scores higher than one
/// with scattered words. Afterwards no score is above 1.
///
/// A work that could not be among the first `limit`, even if one sentence contained all its
/// matches, is not read.
fn add_sentences(works: &mut [ScoredWork], sought: &[SoughtTerm<'_>], limit: usize) {
    let wanted = WordSums::of(sought.iter()).weight.max(f32::MIN_POSITIVE);
    works.sort_by(|a, b| b.score.total_cmp(&a.score));
    // The scores of sound works that were read, in descending order.
    let mut best_read: Vec<f32> = Vec::new();
    for work in works.iter_mut().take(MAX_WORKS_READ) {
        let at_most = work.score + SENTENCE_WEIGHT * work.shares.exact + SUBJECT_AND_OBJECT_WEIGHT;
        let last_offered = limit.checked_sub(1).and_then(|last| best_read.get(last));
        if last_offered.is_some_and(|last| at_most + f32::EPSILON < *last) {
            continue;
        }
        let read = ReadPassage::all(&work.record);
        work.score += SENTENCE_WEIGHT * best_share(sought, &read) / wanted;
        work.score += SUBJECT_AND_OBJECT_WEIGHT * fit::subject_and_object(sought, &read);
        work.read = Some(read);
        if PublicationStatus::of_record(&work.record) != PublicationStatus::Retracted {
            let place = best_read.partition_point(|score| *score > work.score);
            best_read.insert(place, work.score);
        }
    }
    let best = best_score(works).max(1.0);
    for work in works {
        work.score /= best;
    }
}

/// Returns the highest score of a work, above 0.
fn best_score(works: &[ScoredWork]) -> f32 {
    works.iter().map(|work| work.score).fold(f32::MIN_POSITIVE, f32::max)
}

/// Returns the highest weight of the text's words that one sentence of a record, or its title,
/// contains together.
fn best_share(sought: &[SoughtTerm<'_>], read: &[ReadPassage]) -> f32 {
    let share = |passage: &ReadPassage| {
        let shared = sought.iter().filter(|one| one.is_of_text() && passage.roots.contains(&one.term.root));
        shared.map(SoughtTerm::weight).sum::<f32>()
    };
    read.iter().map(share).fold(0.0, f32::max)
}

/// Replaces the score of each work by its reciprocal ranks in two orders, by words and by meaning;
/// a work that is first in both gets 1.
fn fuse(works: &mut [ScoredWork]) {
    let mut places = vec![0.0_f32; works.len()];
    let mut count_places = |mut order: Vec<(usize, f32)>| {
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        for ((index, _), place) in order.into_iter().zip(1_u16..) {
            if let Some(slot) = places.get_mut(index) {
                *slot += (FUSION_K + 1.0) / (FUSION_K + f32::from(place)) / 2.0;
            }
        }
    };
    let numbered = || works.iter().enumerate();
    count_places(numbered().filter(|(_, work)| work.by_words).map(|(n, work)| (n, work.score)).collect());
    count_places(numbered().filter_map(|(n, work)| Some((n, work.similarity?))).collect());
    for (work, score) in works.iter_mut().zip(places) {
        work.score = score;
    }
}

/// Converts a scored work into a candidate.
fn candidate(query: &Query, work: ScoredWork, sought: &[SoughtTerm<'_>]) -> Candidate {
    let ScoredWork { score, shares, record, read, .. } = work;
    let read = read.unwrap_or_else(|| ReadPassage::all(&record));
    Candidate {
        handle: identity::handle(&record.work),
        relevance: score.clamp(0.0, 1.0),
        coverage: shares.coverage,
        word_share: shares.word_share,
        is_on_subject: shares.is_on_subject,
        fit: fit::fit(query, sought, shares.word_share, &read),
        passage: best_passage(sought, read),
        study: Study::of(&record),
        standing: PublicationStatus::of_record(&record),
        record,
    }
}

/// Returns the sentence of a record that shares most with the query.
fn best_passage(sought: &[SoughtTerm<'_>], read: Vec<ReadPassage>) -> Option<Passage> {
    let mut best: Option<(f32, Passage)> = None;
    for ReadPassage { passage, roots } in read {
        let shared: f32 = sought
            .iter()
            .filter(|one| roots.contains(&one.term.root))
            .map(|one| one.term.weight * one.weight())
            .sum();
        if shared > 0.0 && best.as_ref().is_none_or(|(known, _)| shared > *known) {
            best = Some((shared, passage));
        }
    }
    best.map(|(_, passage)| passage)
}
