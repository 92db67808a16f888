//! Measures how often the objections to a sentence are right.
//!
//! `cargo test -p referee-citations --test suite claims -- --nocapture` prints the report; with
//! `REFEREE_ACCURACY=1` it prints the objections. The claims and the abstracts are SciFact's
//! (Wadden and others, 2020) and PubMedQA's (Jin and others, 2019), from the developers' folder;
//! without it the test reports that it was skipped.

use crate::scifact::{folder, sentences, table, text};
use referee_bibliography::{Work, WorkKind};
use referee_citations::support::{Objection, objections};
use referee_records::Record;
use std::collections::{BTreeMap, BTreeSet};

fn record(title: &str, summary: String) -> Record {
    let work = Work {
        kind: WorkKind::Article,
        title: Some(title.to_owned()),
        summary: Some(summary),
        ..Work::default()
    };
    Record::new("pubmed", work)
}

fn kind(objection: &Objection) -> &'static str {
    match objection {
        Objection::QuoteNotFound { .. } | Objection::QuoteOnOtherPage { .. } => "quotation",
        Objection::NumberNotInSource { instead: Some(_), .. } => "number, another there",
        Objection::NumberNotInSource { .. } => "number",
        Objection::OppositeDirection { .. } => "direction",
        Objection::OtherKind { .. } => "kind of study",
        Objection::OtherTopic => "topic",
    }
}

/// The relation of a claim to an abstract according to an annotator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stands {
    Supported,
    Contradicted,
    /// The abstract was cited for the claim, but does not mention it.
    Unmentioned,
}

#[test]
fn what_is_objected_to_is_mostly_not_supported() {
    let Some(folder) = folder() else { return };
    let records: BTreeMap<String, Record> = table(&folder.join("scifact_corpus.csv.gz"))
        .iter()
        .map(|row| (row["doc_id"].clone(), record(&row["title"], sentences(&row["abstract"]).join(" "))))
        .collect();
    let mut pairs: BTreeMap<(String, String), Stands> = BTreeMap::new();
    for row in table(&folder.join("scifact_claims_train.csv.gz")) {
        let (claim, about) = (row["claim"].clone(), row["evidence_doc_id"].clone());
        match row["evidence_label"].as_str() {
            "SUPPORT" => drop(pairs.insert((claim, about), Stands::Supported)),
            "CONTRADICT" => drop(pairs.insert((claim, about), Stands::Contradicted)),
            _ => {
                let cited = row["cited_doc_ids"].split(|c: char| !c.is_ascii_digit());
                for id in cited.filter(|id| !id.is_empty()) {
                    pairs.entry((claim.clone(), id.to_owned())).or_insert(Stands::Unmentioned);
                }
            }
        }
    }
    let mut counts: BTreeMap<&str, BTreeMap<Stands, usize>> = BTreeMap::new();
    let mut flagged: BTreeMap<Stands, usize> = BTreeMap::new();
    let mut all: BTreeMap<Stands, usize> = BTreeMap::new();
    let show = std::env::var_os("REFEREE_ACCURACY").is_some();
    for ((claim, id), stands) in &pairs {
        let Some(record) = records.get(id) else { continue };
        *all.entry(*stands).or_default() += 1;
        let said = objections(claim, &[record]);
        if !said.is_empty() {
            *flagged.entry(*stands).or_default() += 1;
        }
        let kinds: BTreeSet<&str> = said.iter().map(kind).collect();
        for kind in kinds {
            *counts.entry(kind).or_default().entry(*stands).or_default() += 1;
        }
        if show && !said.is_empty() {
            let word = match stands {
                Stands::Supported => "WRONG",
                Stands::Contradicted => "right",
                Stands::Unmentioned => "right (unmentioned)",
            };
            eprintln!(
                "{word}: {claim}\n    {said:?}\n    {}",
                record.work.title.as_deref().unwrap_or_default()
            );
        }
    }
    let of =
        |counts: &BTreeMap<Stands, usize>, stands: Stands| counts.get(&stands).copied().unwrap_or_default();
    let (total, spoken): (usize, usize) = (all.values().sum(), flagged.values().sum());
    eprintln!(
        "SciFact: {} supported, {} contradicted, {} unmentioned; silent on {:.1} % of {total}",
        of(&all, Stands::Supported),
        of(&all, Stands::Contradicted),
        of(&all, Stands::Unmentioned),
        100.0 * (total - spoken) as f64 / total as f64,
    );
    let precision = |counts: &BTreeMap<Stands, usize>| {
        let (wrong, right) = (of(counts, Stands::Supported), of(counts, Stands::Contradicted));
        let unmentioned = of(counts, Stands::Unmentioned);
        let all = wrong + right + unmentioned;
        (
            (right + unmentioned) as f64 / all.max(1) as f64,
            format!("{all} objections: {right} contradicted, {unmentioned} unmentioned, {wrong} supported"),
        )
    };
    for (kind, counts) in &counts {
        let (share, words) = precision(counts);
        eprintln!("{kind:>22}: precision {share:.2} ({words})");
    }
    let (share, words) = precision(&flagged);
    eprintln!("{:>22}: precision {share:.2} ({words})", "all claims");
    assert!(share >= 0.85, "what is objected to is mostly not supported: {share:.2}");
    let share_of = |stands: Stands| of(&flagged, stands) as f64 / of(&all, stands).max(1) as f64;
    let (noticed, wrong) = (share_of(Stands::Contradicted), share_of(Stands::Supported));
    eprintln!("contradicted claims noticed: {noticed:.3}; supported ones objected to: {wrong:.3}");
    assert!(noticed >= 0.28, "of the contradicted claims this share is noticed: {noticed:.3}");
    assert!(wrong <= 0.01, "of the supported claims this share is objected to: {wrong:.3}");
}

#[test]
fn the_conclusion_of_an_abstract_is_seldom_objected_to() {
    let Some(folder) = folder() else { return };
    let all: serde_json::Value = serde_json::from_str(&text(&folder.join("pubmedqa_train.json.gz"))).unwrap();
    let show = std::env::var_os("REFEREE_ACCURACY").is_some();
    let (mut count, mut wrong) = (0, BTreeMap::<&str, usize>::new());
    for paper in all.as_object().unwrap().values() {
        let contexts = paper["CONTEXTS"].as_array().unwrap().iter().filter_map(|one| one.as_str());
        let summary = contexts.collect::<Vec<_>>().join("\n");
        let record = record(paper["QUESTION"].as_str().unwrap(), summary);
        let conclusion = paper["LONG_ANSWER"].as_str().unwrap();
        for range in referee_text::sentences::sentences(conclusion) {
            let sentence = &conclusion[range];
            count += 1;
            for objection in objections(sentence, &[&record]) {
                *wrong.entry(kind(&objection)).or_default() += 1;
                if show {
                    eprintln!("WRONG: {sentence}\n    {objection:?}");
                }
            }
        }
    }
    let sum: usize = wrong.values().sum();
    eprintln!("PubMedQA: {sum} objections to {count} sentences of conclusions: {wrong:?}");
    assert!(sum * 50 <= count, "{sum} of {count}");
}
