//! Measures how often the work that authors cited for a claim is among the first results for it.
//!
//! `cargo test -p referee-research --test suite claims -- --nocapture` prints the report: for all
//! claims, for the odd-numbered ones, on which the ranking was tuned, and for the even-numbered
//! ones, on which it was not. The claims and the abstracts are SciFact's (Wadden et al., 2020),
//! from the developers' folder; without it the test reports this and ends.

use crate::scifact::{folder, sentences, table};
use referee_bibliography::{Work, WorkKind};
use referee_literature::{InMemoryLibrary, Library};
use referee_records::{Answer, Completeness, Coverage, Question, Record, Source};
use referee_research::embed::{local, normalised};
use referee_research::model::{CallControl, ModelError};
use referee_research::{Candidate, Embedder, Query, Vocabulary, search};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

pub(crate) fn record(row: &BTreeMap<String, String>) -> Record {
    Record::new(
        "scifact",
        Work {
            kind: WorkKind::Article,
            title: Some(row["title"].clone()),
            summary: Some(sentences(&row["abstract"]).join(" ")),
            url: Some(row["doc_id"].clone()),
            ..Work::default()
        },
    )
}

/// A claim: its text, the works its authors cited, and those that an annotator found to be about
/// it.
#[derive(Default)]
pub(crate) struct Claim {
    pub(crate) text: String,
    pub(crate) cited: BTreeSet<String>,
    speaks: BTreeSet<String>,
}

/// The claims of the training part, by their numbers.
pub(crate) fn claims(folder: &Path) -> BTreeMap<String, Claim> {
    let mut claims: BTreeMap<String, Claim> = BTreeMap::new();
    for row in table(&folder.join("scifact_claims_train.csv.gz")) {
        let claim = claims.entry(row["id"].clone()).or_default();
        claim.text = row["claim"].clone();
        claim.cited.extend(
            row["cited_doc_ids"]
                .split(|c: char| !c.is_ascii_digit())
                .filter(|id| !id.is_empty())
                .map(str::to_owned),
        );
        claim.speaks.extend(Some(row["evidence_doc_id"].clone()).filter(|id| !id.is_empty()));
    }
    claims
}

#[test]
fn the_cited_abstract_is_among_the_first_that_are_offered() {
    let Some(folder) = folder() else { return };
    let records: Vec<Record> = table(&folder.join("scifact_corpus.csv.gz")).iter().map(record).collect();
    let abstracts = records.len();
    let library: Arc<dyn Source> = Arc::new(InMemoryLibrary::from_records(records, Completeness::nothing()));
    let sources = [library];
    let claims = claims(&folder);
    let vocabulary = Vocabulary::shipped();
    let mut hits: BTreeMap<(&str, &str, usize), usize> = BTreeMap::new();
    let mut all: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut times = Vec::new();
    for (number, claim) in &claims {
        let half = if number.ends_with(['1', '3', '5', '7', '9']) { "odd" } else { "even" };
        let start = Instant::now();
        let found = search(&Query::of(&claim.text, &vocabulary), &sources, 10);
        times.push(start.elapsed());
        let ids: Vec<String> =
            found.candidates.iter().filter_map(|candidate| candidate.record.work.url.clone()).collect();
        for (name, wanted) in [("cited", &claim.cited), ("speaks of it", &claim.speaks)] {
            if wanted.is_empty() {
                continue;
            }
            for part in ["all", half] {
                *all.entry((name, part)).or_default() += 1;
                for first in [1, 5, 10] {
                    let hit = ids.iter().take(first).any(|id| wanted.contains(id));
                    *hits.entry((name, part, first)).or_default() += usize::from(hit);
                }
            }
        }
    }
    times.sort();
    eprintln!(
        "{} claims, {abstracts} abstracts; median {:?}, slowest {:?}",
        claims.len(),
        times[times.len() / 2],
        times[times.len() - 1]
    );
    let share =
        |name: &str, part: &str, first: usize| hits[&(name, part, first)] as f64 / all[&(name, part)] as f64;
    for name in ["cited", "speaks of it"] {
        for part in ["all", "odd", "even"] {
            eprintln!(
                "{name:>14}, {part} ({} claims): first {:.3}, first 5 {:.3}, first 10 {:.3}",
                all[&(name, part)],
                share(name, part, 1),
                share(name, part, 5),
                share(name, part, 10)
            );
        }
    }
    assert!(share("speaks of it", "all", 10) >= 0.94, "an abstract that speaks of the claim is found");
    assert!(share("cited", "all", 10) >= 0.83, "and what was cited without speaking of it, mostly");
}

/// Returns the embedding model in the folder given by `REFEREE_MODEL_DIR`; without it only words
/// are measured.
fn embedder() -> Option<Box<dyn Embedder>> {
    let folder = std::env::var_os("REFEREE_MODEL_DIR")?;
    Some(local(Some(Path::new(&folder))))
}

/// Makes the vectors of a library, as `referee library vectors` does.
pub(crate) fn make_vectors(library: &Library, embedder: &dyn Embedder) {
    let (cancel, start) = (CancellationToken::new(), Instant::now());
    let mut embed = |texts: &[&str]| -> Result<Vec<Vec<f32>>, ModelError> {
        let mut made = Vec::new();
        let mut call = CallControl { cancel: &cancel, on_progress: &mut |_| {} };
        embedder.embed(texts, &mut call, &mut |some| made.extend(some.into_iter().filter_map(normalised)))?;
        Ok(made)
    };
    let report = library.update_vectors(embedder.name(), &mut embed, &mut |_| {}, &cancel).unwrap();
    eprintln!("{} vectors in {:?}", report.made, start.elapsed());
}

/// How often the first results of a ranking contain a cited work, and how many of the cited works.
#[derive(Default)]
struct Ranking {
    first: usize,
    first_five: usize,
    first_ten: usize,
    recall: f64,
    /// The sum of the discounted cumulative gains, each as a share of the maximum.
    gain: f64,
    of: usize,
}

impl Ranking {
    fn add<'a>(&mut self, ids: impl Iterator<Item = &'a str>, wanted: &BTreeSet<String>) {
        let ids: Vec<&str> = ids.take(10).collect();
        let hit = |first: usize| usize::from(ids.iter().take(first).any(|id| wanted.contains(*id)));
        self.first += hit(1);
        self.first_five += hit(5);
        self.first_ten += hit(10);
        self.recall +=
            wanted.iter().filter(|id| ids.contains(&id.as_str())).count() as f64 / wanted.len() as f64;
        let discount = |place: usize| 1.0 / (place as f64 + 2.0).log2();
        let places = ids.iter().enumerate().filter(|(_, id)| wanted.contains(**id));
        let best: f64 = (0..wanted.len().min(10)).map(discount).sum();
        self.gain += places.map(|(place, _)| discount(place)).sum::<f64>() / best;
        self.of += 1;
    }

    fn share(&self, hits: usize) -> f64 {
        hits as f64 / self.of as f64
    }
}

/// A library without some of its records.
struct Without {
    library: Arc<dyn Source>,
    hidden: BTreeSet<String>,
}

impl Source for Without {
    fn name(&self) -> &str {
        self.library.name()
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.library.covers(work)
    }

    fn ask(&self, question: &Question) -> Answer {
        self.library.ask(question)
    }

    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        match self.library.search(words, limit + self.hidden.len())? {
            Answer::Records(mut records) => {
                records.retain(|record| record.work.url.as_ref().is_none_or(|id| !self.hidden.contains(id)));
                Some(Answer::Records(records))
            }
            none => Some(none),
        }
    }
}

#[test]
fn a_library_on_disk_is_searched_no_worse_than_by_plain_bm25() {
    let Some(folder) = folder() else { return };
    let records: Vec<Record> = table(&folder.join("scifact_corpus.csv.gz")).iter().map(record).collect();
    let place = tempfile::tempdir().unwrap();
    let mut writer = Library::create_or_open_for_import(place.path().join("library")).unwrap();
    writer.add_records("scifact", records.clone()).unwrap();
    writer.close().unwrap();
    let library = Library::open(place.path().join("library")).unwrap().unwrap();
    let embedder = embedder();
    if let Some(embedder) = &embedder {
        make_vectors(&library, embedder.as_ref());
    }
    let disk: Arc<dyn Source> = Arc::new(library);
    let plain = InMemoryLibrary::from_records(records, Completeness::nothing());
    let vocabulary = Vocabulary::shipped();
    let sources = [disk];
    let mut rankings: BTreeMap<(&str, &str), Ranking> = BTreeMap::new();
    let mut coverage: Vec<(bool, f32)> = Vec::new();
    let mut weak: BTreeMap<bool, [usize; 2]> = BTreeMap::new();
    let (mut offered, mut missing) = ([0_usize; 2], [0_usize; 3]);
    let (mut times, mut hybrid_times) = (Vec::new(), Vec::new());
    for (number, claim) in &claims(&folder) {
        let half = if number.ends_with(['1', '3', '5', '7', '9']) { "odd" } else { "even" };
        let start = Instant::now();
        let found = search(&Query::of(&claim.text, &vocabulary), &sources, 10);
        times.push(start.elapsed());
        let ranked = |records: Vec<Arc<Record>>| -> Vec<String> {
            records.iter().filter_map(|record| record.work.url.clone()).collect()
        };
        let searched = found.candidates.iter().filter_map(|one| one.record.work.url.clone()).collect();
        let query = Query::of(&claim.text, &vocabulary).with_vector(embedder.as_deref(), &sources);
        let start = Instant::now();
        let hybrid = search(&query, &sources, 10);
        hybrid_times.push(start.elapsed());
        let hybrid = hybrid.candidates.iter().filter_map(|one| one.record.work.url.clone()).collect();
        let near = query.vector.as_ref().map(|vector| sources[0].nearest(&vector.model, &vector.values, 10));
        let near = near.unwrap_or_default().into_iter().map(|near| near.record).collect();
        let on_disk = match sources[0].search(&claim.text, 10) {
            Some(Answer::Records(records)) => ranked(records),
            _ => panic!("a library can be searched"),
        };
        let lists = [
            ("hybrid", hybrid),
            ("vectors", ranked(near)),
            ("search", searched),
            ("library on disk", on_disk),
            ("plain BM25", ranked(plain.search_subject(&claim.text, 10))),
        ];
        if let Some(best) = found.candidates.first() {
            let right = best.record.work.url.as_ref().is_some_and(|id| claim.speaks.contains(id));
            coverage.push((right, best.coverage));
            if right && best.is_weak() {
                eprintln!("called weak although right: {}", claim.text);
            }
            let counts = weak.entry(right).or_default();
            counts[0] += usize::from(best.is_weak());
            counts[1] += 1;
        }
        if !claim.speaks.is_empty() {
            let has =
                |one: &Candidate| one.record.work.url.as_ref().is_some_and(|id| claim.speaks.contains(id));
            if found.candidates.iter().any(has) {
                offered[0] += usize::from(found.candidates.iter().all(Candidate::is_weak));
                offered[1] += 1;
            }
        }
        // The ranking was tuned on the odd ones.
        if half == "even" {
            let without = Without { library: Arc::clone(&sources[0]), hidden: claim.cited.clone() };
            let left: [Arc<dyn Source>; 1] = [Arc::new(without)];
            let found = search(&Query::of(&claim.text, &vocabulary), &left, 10);
            missing[0] += usize::from(found.candidates.first().is_none_or(Candidate::is_weak));
            missing[1] += usize::from(found.candidates.iter().all(Candidate::is_weak));
            missing[2] += 1;
        }
        for (name, ids) in &lists {
            for part in ["all", half] {
                let ranking = rankings.entry((name, part)).or_default();
                ranking.add(ids.iter().map(String::as_str), &claim.cited);
            }
            if !claim.speaks.is_empty() {
                let ranking = rankings.entry((name, "speaks of it")).or_default();
                ranking.add(ids.iter().map(String::as_str), &claim.speaks);
            }
        }
    }
    for ((name, part), ranking) in &rankings {
        eprintln!(
            "{name:>16}, {part:>12} ({}): hit@1 {:.3}, hit@5 {:.3}, hit@10 {:.3}, recall@10 {:.3}, nDCG@10 {:.3}",
            ranking.of,
            ranking.share(ranking.first),
            ranking.share(ranking.first_five),
            ranking.share(ranking.first_ten),
            ranking.recall / ranking.of as f64,
            ranking.gain / ranking.of as f64
        );
    }
    times.sort();
    eprintln!("median {:?}, slowest {:?}", times[times.len() / 2], times[times.len() - 1]);
    hybrid_times.sort();
    eprintln!(
        "with vectors, without the time that the sentence takes: median {:?}, slowest {:?}",
        hybrid_times[hybrid_times.len() / 2],
        hybrid_times[hybrid_times.len() - 1]
    );
    eprintln!("called weak, and all, by whether the first is right: {weak:?}");
    let [only_weak, with_work] = offered;
    eprintln!("only weak matches although one of the ten speaks of it: {only_weak} of {with_work}");
    let [first_weak, all_weak, without] = missing;
    eprintln!(
        "even claims, with what was cited for them taken out: first weak {first_weak}, all weak {all_weak} of {without}"
    );
    assert!(only_weak * 16 <= with_work, "few claims that a work speaks of have weak matches only");
    assert!(
        2 * first_weak >= without,
        "where nothing speaks of a claim, every second first match is called weak"
    );
    let [called_weak, right] = weak.get(&true).copied().unwrap_or_default();
    assert!(called_weak * 25 <= right, "a right first candidate is called weak once in 25 at most");
    for right in [true, false] {
        let mut shares: Vec<f32> = coverage.iter().filter(|one| one.0 == right).map(|one| one.1).collect();
        shares.sort_by(f32::total_cmp);
        let at = |share: usize| shares.get(shares.len() * share / 100).copied().unwrap_or_default();
        eprintln!(
            "coverage of the first where it is right ({right}): 1 % {:.2}, 5 % {:.2}, 10 % {:.2}, 25 % {:.2}, 50 % {:.2}",
            at(1),
            at(5),
            at(10),
            at(25),
            at(50)
        );
    }
    if embedder.is_some() {
        let (hybrid, words) = (&rankings[&("hybrid", "all")], &rankings[&("search", "all")]);
        assert!(hybrid.recall > words.recall, "vectors find what words do not");
    }
    let (search, plain) = (&rankings[&("search", "all")], &rankings[&("plain BM25", "all")]);
    assert!(search.first_ten >= plain.first_ten && search.first_five >= plain.first_five);
    assert!(search.first >= plain.first, "the first place");
    assert!(search.recall / search.of as f64 >= 0.83, "most of what was cited is among the first ten");
    assert!(
        rankings[&("search", "speaks of it")].share(rankings[&("search", "speaks of it")].first_ten) >= 0.94
    );
}
