//! Searching: a question or a sentence, asked of sources, and what they have in order.

use crate::forms::{self, Words};
use crate::identity;
use crate::passage::{Passage, passages};
use crate::plain_words::is_plain_word;
use crate::publication_status::{PublicationStatus, is_announcement};
use crate::query::{Query, Term};
use crate::study::Study;
use referee_bibliography::{Identifier, Name, Subject, WorkKind};
use referee_records::services::WEB;
use referee_records::{Answer, Record, Source};
use referee_text::stem;
use std::collections::HashMap;
use std::sync::Arc;

/// How many records are taken from each source before they are put in order.
const MAX_RECORDS_PER_SOURCE: usize = 200;

/// Okapi BM25: how soon a repeated word counts no more.
const BM25_K1: f32 = 1.8;

/// Okapi BM25: how much a long abstract is held against it.
const BM25_B: f32 = 0.6;

/// How much a word counts that says something of any subject: `common`, `saves`, `growing`.
const PLAIN_WORD_WEIGHT: f32 = 0.4;

/// How much the words count of a work that names nothing of what the sentence names.
const OFF_NAMES_WEIGHT: f32 = 0.6;

/// How many of the works that the words put first are read sentence by sentence.
const MAX_WORKS_READ: usize = 60;

/// How much it counts that one sentence, or the title, has the words together.
const SENTENCE_WEIGHT: f32 = 0.3;

/// How much the order of the source counts beside our own.
const SOURCE_ORDER_WEIGHT: f32 = 0.5;

/// What shares less of the sentence than this is not offered.
const MIN_COVERAGE: f32 = 0.12;

/// How many of the records that are nearest in meaning each source is asked for.
const MAX_NEIGHBOURS: usize = 50;

/// The least cosine between the vectors of a sentence and a record at which the record is a candidate by its meaning.
const MIN_SIMILARITY: f32 = 0.35;

/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): the larger, the less the first places
/// stand out.
const FUSION_K: f32 = 60.0;

/// The least share of the words, each counted once, with which a record is a candidate all the same.
const MIN_WORD_SHARE: f32 = 0.5;

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
    /// Whether the record names something of what the sentence names; also where the sentence names nothing.
    pub is_on_names: bool,
    /// The sentence of the record that shares most with the question, word for word.
    pub passage: Option<Passage>,
    /// What kind of study it is.
    pub study: Study,
    /// Whether it can still be relied on.
    pub standing: PublicationStatus,
}

/// Below this [coverage](Candidate::coverage) a candidate is called weak. Of the claims of SciFact whose first
/// candidate speaks of them one in a hundred is below it.
pub const WEAK_COVERAGE: f32 = 0.33;

/// From this share of the words on, a candidate is not weak although rarer words are missing: in a small library the
/// words that a work has are never rare.
pub const STRONG_WORD_SHARE: f32 = 0.7;

impl Candidate {
    /// Whether it shares so little with the sentence that it has to be called a weak match.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        !self.is_on_names || self.coverage < WEAK_COVERAGE && self.word_share < STRONG_WORD_SHARE
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
    found.candidates = rank(query, pool.works, limit);
    found
}

/// A work that some source returned.
struct PooledWork {
    /// The worth of its place in the order of the source, see [`prior`]; 0 where it was found by its meaning alone.
    prior: f32,
    /// The cosine between its vector and that of the query; `None` where it is not among the nearest.
    similarity: Option<f32>,
    record: Record,
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
    is_on_names: bool,
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
fn rank(query: &Query, pool: Vec<PooledWork>, limit: usize) -> Vec<Candidate> {
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
    let weight = |root: &str| {
        rarity.get(root).copied().unwrap_or_default() * of_root.get(root).copied().unwrap_or(1.0)
    };
    let whole: f32 =
        query.terms.iter().filter(|term| term.weight >= 1.0).map(|term| weight(&term.root)).sum();
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more")]
    let wanted = query.terms.iter().filter(|term| term.weight >= 1.0).count() as f32;
    let mut scored: Vec<ScoredWork> = Vec::with_capacity(pool.len());
    for (PooledWork { prior, similarity, record }, counted) in pool.into_iter().zip(&counted) {
        if is_announcement(&record) {
            continue;
        }
        let damp = BM25_K1 * (1.0 - BM25_B + BM25_B * counted.length / average);
        let (mut score, mut covered, mut words) = (0.0_f32, 0.0_f32, 0.0_f32);
        for one in &sought {
            let (count, term) = (one.count(counted), one.term);
            if count <= 0.0 {
                continue;
            }
            score += term.weight * weight(&term.root) * count * (BM25_K1 + 1.0) / (count + damp);
            if term.weight >= 1.0 {
                covered += weight(&term.root);
                words += 1.0;
            }
        }
        let coverage = if whole > 0.0 { (covered / whole).min(1.0) } else { 0.0 };
        let word_share = if wanted > 0.0 { words / wanted } else { 0.0 };
        let is_named = |names: &Vec<Vec<String>>| names.iter().any(|name| counted.has_all(name));
        let is_on_names = query.names.is_empty() || query.names.iter().any(is_named);
        let shares = Shares { coverage, word_share, is_on_names };
        let by_words = coverage >= MIN_COVERAGE || word_share >= MIN_WORD_SHARE;
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
            is_on_names: shares.is_on_names,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{library, record};
    use crate::vocabulary::Vocabulary;

    fn titles(text: &str, sources: &[Arc<dyn Source>]) -> Vec<String> {
        let found = search(&Query::of(text, &Vocabulary::shipped()), sources, 10);
        found.candidates.iter().filter_map(|candidate| candidate.record.work.title.clone()).collect()
    }

    #[test]
    fn the_record_that_says_it_comes_first_with_the_sentence_that_does() {
        let sources = library(vec![
            record(1, "Sleep and memory in students", "We asked students how they slept."),
            record(
                2,
                "A kinase in the liver",
                "We studied rats. Metformin activated AMPK in hepatocytes. More work is needed.",
            ),
        ]);
        let found = search(&Query::of("Metformin activates AMPK.", &Vocabulary::shipped()), &sources, 5);
        let first = found.candidates.first().expect("a candidate");
        assert_eq!(first.handle, "pmid:2");
        assert_eq!(
            first.passage.as_ref().map(|passage| passage.text.as_str()),
            Some("Metformin activated AMPK in hepatocytes.")
        );
        assert_eq!(found.asked.len(), 1);
    }

    #[test]
    fn retracted_work_comes_last_and_is_marked_and_announcements_do_not_come() {
        let mut retracted = record(1, "Metformin activates AMPK", "Metformin activates AMPK.");
        retracted.types.push("Retracted Publication".into());
        let mut notice = record(2, "Retraction: Metformin activates AMPK", "");
        notice.types.push("Retraction of Publication".into());
        let sources =
            library(vec![retracted, notice, record(3, "AMPK after metformin", "A drug and a kinase.")]);
        let found = search(&Query::of("Metformin activates AMPK", &Vocabulary::shipped()), &sources, 5);
        let standings: Vec<PublicationStatus> =
            found.candidates.iter().map(|candidate| candidate.standing).collect();
        assert_eq!(standings, [PublicationStatus::Sound, PublicationStatus::Retracted]);
    }

    #[test]
    fn a_work_that_two_sources_have_is_one() {
        let mut sources = library(vec![record(1, "Metformin and AMPK", "")]);
        sources.extend(library(vec![record(1, "Metformin and AMPK", "Metformin activated AMPK.")]));
        assert_eq!(titles("metformin AMPK", &sources).len(), 1);
    }

    #[test]
    fn a_work_that_shares_three_of_five_words_is_a_weak_match_and_not_nothing() {
        let one = record(1, "Statins and the hips of sailors", "");
        let library: Arc<dyn Source> = Arc::new(referee_literature::InMemoryLibrary::from_records(
            vec![one],
            referee_records::Completeness::nothing(),
        ));
        let query = Query::of("Statins break hips of old sailors", &Vocabulary::shipped());
        let found = search(&query, &[library], 5);
        assert_eq!(found.candidates.len(), 1, "{found:?}");
        assert!(found.candidates[0].is_weak(), "{:?}", found.candidates[0]);
    }

    #[test]
    fn words_of_any_subject_do_not_decide_which_work_comes_first() {
        let sources = library(vec![
            record(
                1,
                "Kidney donation saves lives",
                "Each donor saves the lives of many. Breast milk and screening of donors are discussed.",
            ),
            record(2, "Mammography and survival", "Breast cancer screening lowered mortality in women."),
            record(3, "A survey of donors", "Donors were asked how they live."),
            record(4, "Breast cancer in men", "Breast cancer is rare in men. They live longer."),
        ]);
        let found =
            search(&Query::of("Breast cancer screening saves lives", &Vocabulary::shipped()), &sources, 5);
        let handles: Vec<&str> = found.candidates.iter().map(|one| one.handle.as_str()).collect();
        assert_eq!(handles.first(), Some(&"pmid:2"), "{handles:?}");
        let donation = found.candidates.iter().find(|one| one.handle == "pmid:1");
        assert!(donation.is_none_or(Candidate::is_weak), "it names no breast cancer");
    }

    #[test]
    fn a_work_that_has_the_words_together_comes_before_one_that_strews_them() {
        let sources = library(vec![
            record(
                1,
                "Psychiatry of mitochondrial disease",
                "Stroke was seen. Fatigue is common. Depression came later.",
            ),
            record(2, "Mood after stroke", "After a stroke depression was found in one of three patients."),
            record(3, "Fatigue", "Fatigue is common after infections."),
        ]);
        assert_eq!(
            titles("Depression is common after stroke", &sources).first().map(String::as_str),
            Some("Mood after stroke")
        );
    }

    #[test]
    fn nothing_is_offered_where_nothing_fits() {
        let sources = library(vec![record(1, "Sleep in students", "We asked students.")]);
        assert!(titles("chlorophyll of desert plants", &sources).is_empty());
        assert!(titles("", &sources).is_empty());
    }
}
