//! The order of what was found: by the words of a query, by what it names, by sentences, and by meaning.

use super::candidate::{Candidate, PooledWork};
use crate::forms::{self, Words};
use crate::identity;
use crate::passage::{Passage, passages};
use crate::plain_words::is_plain_word;
use crate::publication_status::{PublicationStatus, is_announcement};
use crate::query::{Query, Term};
use crate::study::Study;
use referee_bibliography::Subject;
use referee_records::Record;
use referee_text::stem;
use std::collections::HashMap;

/// Okapi BM25: how soon a repeated word counts no more.
const BM25_K1: f32 = 1.8;

/// Okapi BM25: how much a long abstract is held against it.
const BM25_B: f32 = 0.6;

/// How much the words count of a work that names nothing of what the sentence names.
const OFF_NAMES_WEIGHT: f32 = 0.6;

/// How much a word counts that says something of any subject: `common`, `saves`, `growing`.
const PLAIN_WORD_WEIGHT: f32 = 0.4;

/// Of a sentence with no more words than this, not counting those that are said of any subject, a work has to have more
/// than half, or it is a weak match.
const MAX_WORDS_OF_BRIEF_SENTENCE: usize = 3;

/// How many of the works that the words put first are read sentence by sentence.
const MAX_WORKS_READ: usize = 60;

/// How much it counts that one sentence, or the title, has the words together.
const SENTENCE_WEIGHT: f32 = 0.3;

/// How much the order of the source counts beside our own.
const SOURCE_ORDER_WEIGHT: f32 = 0.5;

/// What shares less of the sentence than this is not offered.
const MIN_COVERAGE: f32 = 0.12;

/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): the larger, the less the first places
/// stand out.
const FUSION_K: f32 = 60.0;

/// The least share of the words, each counted once, with which a record is a candidate all the same.
const MIN_WORD_SHARE: f32 = 0.5;

/// The words of a record, counted.
struct WordCounts {
    counts: HashMap<String, f32>,
    length: f32,
}

impl WordCounts {
    fn of(record: &Record) -> WordCounts {
        let mut counted = WordCounts { counts: HashMap::new(), length: 0.0 };
        counted.add(&record.work.full_title().unwrap_or_default(), 2.0);
        counted.add(record.work.summary.as_deref().unwrap_or_default(), 1.0);
        for subject in &record.subjects {
            counted.add(Subject::read(subject).name, 1.0);
        }
        counted
    }

    fn has_all(&self, roots: &[String]) -> bool {
        roots.iter().all(|root| self.counts.contains_key(root))
    }

    fn add(&mut self, text: &str, weight: f32) {
        for root in stem::roots(text) {
            *self.counts.entry(root).or_default() += weight;
            self.length += weight;
        }
    }
}

/// A word that is searched for, with its forms in the pool.
struct SoughtTerm<'a> {
    term: &'a Term,
    forms: Vec<&'a str>,
}

impl SoughtTerm<'_> {
    /// How often a record has it; a form of it counts less.
    fn count(&self, counted: &WordCounts) -> f32 {
        let of = |word: &str| counted.counts.get(word).copied().unwrap_or_default();
        of(&self.term.root) + forms::FORM * self.forms.iter().map(|form| of(form)).sum::<f32>()
    }
}

/// The words of a query with their forms, where they are words of the text itself; those that no record has, with
/// what they are made of.
fn sought<'a>(query: &'a Query, counted: &'a [WordCounts]) -> Vec<SoughtTerm<'a>> {
    let words = Words::of(counted.iter().flat_map(|one| one.counts.keys().map(String::as_str)));
    let query_has = |word: &&str| query.terms.iter().any(|term| term.root == **word);
    let with_forms = |term: &'a Term| {
        let mut forms = Vec::new();
        if term.weight >= 1.0 {
            forms = words.forms(&term.root);
            if !counted.iter().any(|one| one.counts.contains_key(&term.root)) {
                forms.extend(words.parts(&term.root));
            }
            forms.sort_unstable();
            forms.dedup();
            forms.retain(|form| !query_has(form));
        }
        SoughtTerm { term, forms }
    };
    query.terms.iter().map(with_forms).collect()
}

/// The shares of the words of a query that a record has.
#[derive(Clone, Copy)]
struct Shares {
    coverage: f32,
    word_share: f32,
    is_on_subject: bool,
}

/// A work with what its place among the candidates depends on.
struct ScoredWork {
    /// BM25 first, then together with `prior`, then fused with the order of the meaning: see [`rank`].
    score: f32,
    prior: f32,
    /// Whether its words alone make it a candidate.
    by_words: bool,
    similarity: Option<f32>,
    shares: Shares,
    record: Record,
}

/// Replaces the score of each work by its reciprocal ranks in two orders, that of the words and that of the meaning; a
/// work that is first in both gets 1.
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

/// Puts records in order by BM25 over title, abstract and subjects, how rare a word is being told from the pool,
/// together with the order of the source, which knows more records than the pool.
///
/// Where vectors were searched, this order and that of the meaning are fused: a work counts by its places in both.
pub(super) fn rank(query: &Query, pool: Vec<PooledWork>, limit: usize) -> Vec<Candidate> {
    let counted: Vec<WordCounts> = pool.iter().map(|work| WordCounts::of(&work.record)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
    let all = counted.len() as f32;
    let average = (counted.iter().map(|one| one.length).sum::<f32>() / all.max(1.0)).max(1.0);
    let sought = sought(query, &counted);
    let rarity: HashMap<&str, f32> = sought
        .iter()
        .map(|one| {
            #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
            let has = counted.iter().filter(|counted| one.count(counted) > 0.0).count() as f32;
            (one.term.root.as_str(), (1.0 + (all - has + 0.5) / (has + 0.5)).ln().max(0.05))
        })
        .collect();
    let emphasis = |word: &str| if is_plain_word(word) { PLAIN_WORD_WEIGHT } else { 1.0 };
    let of_root: HashMap<&str, f32> =
        query.terms.iter().map(|term| (term.root.as_str(), emphasis(&term.word))).collect();
    let rarity_of = |root: &str| rarity.get(root).copied().unwrap_or_default();
    let weight = |root: &str| rarity_of(root) * of_root.get(root).copied().unwrap_or(1.0);
    let whole: f32 =
        query.terms.iter().filter(|term| term.weight >= 1.0).map(|term| weight(&term.root)).sum();
    let whole_rarity: f32 =
        query.terms.iter().filter(|term| term.weight >= 1.0).map(|term| rarity_of(&term.root)).sum();
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more")]
    let wanted = query.terms.iter().filter(|term| term.weight >= 1.0).count() as f32;
    let contents: Vec<&SoughtTerm<'_>> =
        sought.iter().filter(|one| one.term.weight >= 1.0 && !is_plain_word(&one.term.word)).collect();
    let mut scored: Vec<ScoredWork> = Vec::with_capacity(pool.len());
    for (PooledWork { prior, similarity, record }, counted) in pool.into_iter().zip(&counted) {
        if is_announcement(&record) {
            continue;
        }
        let damp = BM25_K1 * (1.0 - BM25_B + BM25_B * counted.length / average);
        let (mut score, mut covered, mut rarity_covered, mut words) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        for one in &sought {
            let (count, term) = (one.count(counted), one.term);
            if count <= 0.0 {
                continue;
            }
            score += term.weight * weight(&term.root) * count * (BM25_K1 + 1.0) / (count + damp);
            if term.weight >= 1.0 {
                covered += weight(&term.root);
                rarity_covered += rarity_of(&term.root);
                words += 1.0;
            }
        }
        let coverage = if whole > 0.0 { (covered / whole).min(1.0) } else { 0.0 };
        let word_share = if wanted > 0.0 { words / wanted } else { 0.0 };
        let is_named = |names: &Vec<Vec<String>>| names.iter().any(|name| counted.has_all(name));
        let is_on_names = query.names.is_empty() || query.names.iter().any(is_named);
        let is_brief_miss = contents.len() <= MAX_WORDS_OF_BRIEF_SENTENCE
            && 2 * contents.iter().filter(|one| one.count(counted) > 0.0).count() <= contents.len()
            && contents.len() > 1;
        let is_on_subject = is_on_names && !is_brief_miss;
        let shares = Shares { coverage, word_share, is_on_subject };
        // Words that are said of any subject make no match better, but a work that has them is offered, as a weak one.
        let by_words = rarity_covered >= MIN_COVERAGE * whole_rarity && rarity_covered > 0.0
            || word_share >= MIN_WORD_SHARE;
        if !is_on_names {
            score *= OFF_NAMES_WEIGHT;
        }
        if by_words || similarity.is_some() {
            scored.push(ScoredWork { score, prior, by_words, similarity, shares, record });
        }
    }
    let best = scored.iter().map(|work| work.score).fold(f32::MIN_POSITIVE, f32::max);
    for work in &mut scored {
        work.score = (1.0 - SOURCE_ORDER_WEIGHT) * work.score / best + SOURCE_ORDER_WEIGHT * work.prior;
    }
    scored.sort_by(|a, b| b.score.total_cmp(&a.score));
    for work in scored.iter_mut().take(MAX_WORKS_READ) {
        work.score +=
            SENTENCE_WEIGHT * best_share(query, &work.record, &weight) / whole.max(f32::MIN_POSITIVE);
    }
    let best = scored.iter().map(|work| work.score).fold(f32::MIN_POSITIVE, f32::max);
    for work in &mut scored {
        work.score /= best.max(1.0);
    }
    if query.vector.is_some() && scored.iter().any(|work| work.similarity.is_some()) {
        fuse(&mut scored);
    }
    let mut ordered: Vec<(f32, Shares, Record)> =
        scored.into_iter().map(|work| (work.score, work.shares, work.record)).collect();
    ordered.sort_by(|a, b| b.0.total_cmp(&a.0));
    let standing = |record: &Record| PublicationStatus::of_record(record) == PublicationStatus::Retracted;
    // Retracted work is shown, and never before sound work.
    ordered.sort_by_key(|(_, _, record)| standing(record));
    ordered
        .into_iter()
        .take(limit)
        .map(|(relevance, shares, record)| Candidate {
            handle: identity::handle(&record.work),
            relevance: relevance.clamp(0.0, 1.0),
            coverage: shares.coverage,
            word_share: shares.word_share,
            is_on_subject: shares.is_on_subject,
            passage: best_passage(query, &record, &weight),
            study: Study::of(&record),
            standing: PublicationStatus::of_record(&record),
            record,
        })
        .collect()
}

/// The weight of the words of the query that one sentence of a record, or its title, has together.
fn best_share(query: &Query, record: &Record, weight: &dyn Fn(&str) -> f32) -> f32 {
    let share = |passage: Passage| {
        let roots = stem::roots(&passage.text);
        let shared = query.terms.iter().filter(|term| term.weight >= 1.0 && roots.contains(&term.root));
        shared.map(|term| weight(&term.root)).sum::<f32>()
    };
    passages(record).into_iter().map(share).fold(0.0, f32::max)
}

/// The sentence of a record that shares most with the query.
fn best_passage(query: &Query, record: &Record, weight: &dyn Fn(&str) -> f32) -> Option<Passage> {
    let mut best: Option<(f32, Passage)> = None;
    for passage in passages(record) {
        let roots = stem::roots(&passage.text);
        let shared: f32 = query
            .terms
            .iter()
            .filter(|term| roots.contains(&term.root))
            .map(|term| term.weight * weight(&term.root))
            .sum();
        if shared > 0.0 && best.as_ref().is_none_or(|(known, _)| shared > *known) {
            best = Some((shared, passage));
        }
    }
    best.map(|(_, passage)| passage)
}
