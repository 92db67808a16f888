//! Reads sentences that were chosen for the edges of curated mechanisms (DrugMechDB), one by one.
//!
//! The sentences are in the shared data and are silver: a program chose them, and some are about
//! something else. So only a reading against a curated direction is certainly wrong;
//! `REFEREE_LIST=1` lists what was read and what was not, for manual review.

use referee_research::Vocabulary;
use referee_research::hypotheses::relations::relations;
use referee_research::hypotheses::{Assertion, Sign};
use referee_research::vocabulary::EntityId;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Returns the path of the sentences in the shared data.
fn file() -> Option<PathBuf> {
    let named = std::env::var_os("REFEREE_SHARED").map(PathBuf::from);
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|above| above.join("shared"));
    let places =
        named.into_iter().chain(here).map(|shared| shared.join("data/mechanisms/sentences_dev.jsonl"));
    places.into_iter().find(|file| file.is_file())
}

/// Returns the entities of the vocabulary that a curated name means: the name itself, or the one
/// next to it in brackets.
fn meant(name: &str, vocabulary: &Vocabulary) -> Vec<EntityId> {
    let parts = name.split(['(', ')', ';']).map(str::trim).filter(|part| !part.is_empty());
    let mut out: Vec<EntityId> =
        std::iter::once(name).chain(parts).filter_map(|part| vocabulary.find(part)).collect();
    out.dedup();
    out
}

#[test]
fn sentences_of_curated_mechanisms_are_read_in_the_curated_direction() {
    let Some(file) = file() else {
        eprintln!("skipped: there is no shared data");
        return;
    };
    let text = std::fs::read_to_string(file).expect("the sentences can be read");
    let vocabulary = Vocabulary::shipped();
    let lists = std::env::var_os("REFEREE_LIST").is_some();
    let (mut sentences, mut with_statement, mut two_names) = (0, 0, 0);
    let (mut edges, mut right, mut opposite) = (0, 0, Vec::new());
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        let sentence = case["sentence"].as_str().expect("a sentence");
        let mentions = vocabulary.mentions(sentence);
        let has = |id: &EntityId| mentions.iter().any(|mention| mention.entity == *id);
        let read = relations(sentence, &vocabulary);
        let stated: Vec<_> = read.iter().filter(|one| one.assertion == Assertion::Stated).collect();
        sentences += 1;
        two_names += usize::from(mentions.iter().any(|one| one.entity != mentions[0].entity));
        with_statement += usize::from(!stated.is_empty());
        let mut open = Vec::new();
        for edge in case["edges"].as_array().expect("edges") {
            let (from, to) = (edge[0].as_str().unwrap_or_default(), edge[4].as_str().unwrap_or_default());
            let wanted = match edge[3].as_i64() {
                Some(1) => Sign::Increases,
                Some(-1) => Sign::Decreases,
                _ => continue,
            };
            let (from_ids, to_ids) = (meant(from, &vocabulary), meant(to, &vocabulary));
            if !from_ids.iter().any(has) || !to_ids.iter().any(has) {
                continue;
            }
            edges += 1;
            let said = stated
                .iter()
                .filter(|one| from_ids.contains(&one.subject) && to_ids.contains(&one.object))
                .map(|one| one.sign)
                .collect::<Vec<_>>();
            let is_use = wanted == Sign::Decreases && said.contains(&Sign::UsedFor);
            if said.contains(&wanted) || is_use {
                right += 1;
            } else if let Some(said) = said.iter().find(|sign| sign.is_directed()) {
                opposite.push(format!("{from} {} {to}: {sentence}", said.verb()));
            } else {
                open.push(format!("{from} {} {to}", wanted.verb()));
            }
        }
        if lists {
            let name = |id: EntityId| vocabulary.get(id).map(|one| one.name.clone()).unwrap_or_default();
            let said: Vec<String> = read
                .iter()
                .map(|one| {
                    format!(
                        "{:?} {} {} {}",
                        one.assertion,
                        name(one.subject),
                        one.sign.verb(),
                        name(one.object)
                    )
                })
                .collect();
            if !open.is_empty() {
                println!("OPEN {open:?}\n     {sentence}");
            }
            if !said.is_empty() {
                println!("READ {said:?}\n     {sentence}");
            }
        }
    }
    println!(
        "{sentences} sentences, {two_names} with two names, {with_statement} with a statement; of {edges} curated edges with both names {right} are read, {} in the opposite direction",
        opposite.len()
    );
    for one in &opposite {
        println!("OPPOSITE {one}");
    }
    assert!(opposite.len() * 20 <= right, "{opposite:#?}");
}
