//! Sentences selected for the edges of curated mechanisms (DrugMechDB), read one by one, and every statement read in
//! the abstracts collected for them.
//!
//! The sentences are in the shared data and of silver quality: a program selected them, and some are about something
//! else. Only a statement that contradicts a curated direction is certainly an error. The reader is developed on one
//! half, chosen by a hash of the sentence, and measured on the other. `REFEREE_LIST=1` lists what is read and missed in
//! the development half, and samples sixty statements from the abstracts for manual review.

mod biored;
mod forms;
mod marked;
mod pairs;

use referee_bibliography::{Work, nbib};
use referee_records::Record;
use referee_research::Vocabulary;
use referee_research::hypotheses::relations::relations_of_record;
use referee_research::hypotheses::{Assertion, Relation, Sign};
use referee_research::vocabulary::{EntityId, EntityKind};
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How many statements are drawn to be read by hand.
const DRAWN: usize = 60;

/// A file of the shared data on mechanisms.
fn file(name: &str) -> Option<PathBuf> {
    file_in("mechanisms", name)
}

/// A file of the shared data.
fn file_in(folder: &str, name: &str) -> Option<PathBuf> {
    let named = std::env::var_os("REFEREE_SHARED").map(PathBuf::from);
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|above| above.join("shared"));
    let places = named.into_iter().chain(here).map(|shared| shared.join("data").join(folder).join(name));
    places.into_iter().find(|file| file.is_file())
}

fn is_listing() -> bool {
    std::env::var_os("REFEREE_LIST").is_some()
}

/// FNV-1a, so that the halves and the sample are the same everywhere.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The vocabulary entities for a curated name: the name itself, or the one in brackets after it.
fn meant(name: &str, vocabulary: &Vocabulary) -> Vec<EntityId> {
    let parts = name.split(['(', ')', ';']).map(str::trim).filter(|part| !part.is_empty());
    let mut out: Vec<EntityId> =
        std::iter::once(name).chain(parts).filter_map(|part| vocabulary.find(part)).collect();
    out.dedup();
    out
}

/// The relations of one sentence, read as a separate record.
fn read_alone(sentence: &str, vocabulary: &Vocabulary) -> Vec<Relation> {
    let work = Work { summary: Some(sentence.to_owned()), ..Work::default() };
    let all = relations_of_record(&Record::new("pubmed", work), vocabulary);
    all.into_iter().flat_map(|(_, relations)| relations).collect()
}

fn shown(relation: &Relation, vocabulary: &Vocabulary) -> String {
    let name = |id: EntityId| vocabulary.get(id).map(|one| one.name.clone()).unwrap_or_default();
    let (subject, object) = (name(relation.subject), name(relation.object));
    format!("{:?} {subject} {} {object}", relation.assertion, relation.sign.verb())
}

#[derive(Debug, Default)]
struct Half {
    edges: usize,
    right: usize,
    opposite: Vec<String>,
}

#[test]
fn sentences_of_curated_mechanisms_are_read_in_the_curated_direction() {
    let Some(file) = file("sentences_dev.jsonl") else {
        eprintln!("skipped: there is no shared data");
        return;
    };
    let text = std::fs::read_to_string(file).expect("the sentences can be read");
    let vocabulary = Vocabulary::shipped();
    let mut halves = [Half::default(), Half::default()];
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        let sentence = case["sentence"].as_str().expect("a sentence");
        let is_other_half = hash(sentence).is_multiple_of(2);
        let half = &mut halves[usize::from(is_other_half)];
        let mentions = vocabulary.mentions(sentence);
        let has = |id: &EntityId| mentions.iter().any(|mention| mention.entity == *id);
        let read = read_alone(sentence, &vocabulary);
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
            half.edges += 1;
            let said = read
                .iter()
                .filter(|one| one.assertion == Assertion::Stated)
                .filter(|one| from_ids.contains(&one.subject) && to_ids.contains(&one.object))
                .map(|one| one.sign)
                .collect::<Vec<_>>();
            let is_use = wanted == Sign::Decreases && said.contains(&Sign::UsedFor);
            if said.contains(&wanted) || is_use {
                half.right += 1;
            } else if let Some(said) = said.iter().find(|sign| sign.is_directed()) {
                half.opposite.push(format!("{from} {} {to}: {sentence}", said.verb()));
            } else {
                open.push(format!("{from} {} {to}", wanted.verb()));
            }
        }
        if is_listing() && !is_other_half {
            let said: Vec<String> = read.iter().map(|one| shown(one, &vocabulary)).collect();
            if !open.is_empty() {
                println!("OPEN {open:?}\n     {sentence}");
            }
            println!("READ {said:?}\n     {sentence}");
        }
    }
    for (half, name) in halves.iter().zip(["development", "other"]) {
        println!(
            "{name} half: of {} curated edges with both names {} are read, {} in the opposite direction",
            half.edges,
            half.right,
            half.opposite.len()
        );
        for one in &half.opposite {
            println!("OPPOSITE {one}");
        }
        assert!(half.opposite.len() * 20 <= half.right, "{:#?}", half.opposite);
    }
}

#[test]
fn statements_of_the_abstracts_are_drawn_to_be_read() {
    let Some(file) = file("abstracts.nbib.gz").filter(|_| is_listing()) else {
        eprintln!("skipped: there is no shared data, or no REFEREE_LIST");
        return;
    };
    let mut text = String::new();
    let packed = std::fs::File::open(file).expect("the abstracts can be opened");
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("the abstracts can be read");
    let vocabulary = Vocabulary::shipped();
    let seed = std::env::var("REFEREE_SEED").unwrap_or_else(|_| "0".to_owned());
    let (mut statements, mut unread) = (Vec::new(), Vec::new());
    for stated in nbib::read(&text) {
        let record = Record::new("pubmed", stated.work);
        for (sentence, relations) in relations_of_record(&record, &vocabulary) {
            // A drug and a molecule close to each other, between which nothing was read.
            let mentions = vocabulary.mentions(&sentence);
            for (one, other) in mentions.iter().zip(mentions.iter().skip(1)) {
                let kinds = [one, other].map(|it| vocabulary.get(it.entity).map(|entity| entity.kind));
                let is_near = other.range.start < one.range.end + 60;
                let is_read = relations.iter().any(|relation| {
                    let ends = [relation.subject, relation.object];
                    ends.contains(&one.entity) && ends.contains(&other.entity)
                });
                if is_near
                    && !is_read
                    && kinds.contains(&Some(EntityKind::Drug))
                    && kinds.contains(&Some(EntityKind::Target))
                {
                    let said = [one, other]
                        .map(|it| vocabulary.get(it.entity).map_or("", |entity| &entity.name))
                        .join(" + ");
                    unread.push((hash(&format!("{seed} {sentence}")), said, sentence.clone()));
                }
            }
            for relation in relations.into_iter().filter(|one| one.assertion == Assertion::Stated) {
                let said = shown(&relation, &vocabulary);
                statements.push((hash(&format!("{seed} {said} {sentence}")), said, sentence.clone()));
            }
        }
    }
    println!("{} statements, {} unread pairs", statements.len(), unread.len());
    unread.sort();
    for (_, said, sentence) in unread.iter().take(2 * DRAWN) {
        println!("UNREAD {said}\n   {sentence}");
    }
    statements.sort();
    for (number, (_, said, sentence)) in statements.iter().take(DRAWN).enumerate() {
        println!("{}. {said}\n   {sentence}", number + 1);
    }
}
