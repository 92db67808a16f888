//! The signed relations of BioRED's training part (400 PubMed abstracts with annotated names), on which no part of the
//! reader was trained: how many are read, and how many in the annotated direction.

use super::file_in;
use referee_bibliography::Work;
use referee_records::Record;
use referee_research::Vocabulary;
use referee_research::hypotheses::relations::relations_of_record;
use referee_research::hypotheses::{Assertion, Sign};
use referee_research::vocabulary::EntityId;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// A document in PubTator's lines.
#[derive(Default)]
struct Document {
    title: String,
    summary: String,
    /// The entities of the vocabulary that the surfaces of an identifier name.
    named: BTreeMap<String, BTreeSet<EntityId>>,
    /// The surfaces of an identifier, with its kind.
    surfaces: BTreeMap<String, BTreeSet<String>>,
    signed: Vec<(String, String, Sign)>,
}

fn documents(text: &str, vocabulary: &Vocabulary) -> Vec<Document> {
    let read = |block: &str| {
        let mut document = Document::default();
        for line in block.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            match (line.split('|').nth(1), fields.as_slice()) {
                (Some("t"), [_]) => {
                    document.title = line.splitn(3, '|').nth(2).unwrap_or_default().to_owned()
                }
                (Some("a"), [_]) => {
                    document.summary = line.splitn(3, '|').nth(2).unwrap_or_default().to_owned()
                }
                (_, [_, from, _, surface, kind, ids]) if from.parse::<usize>().is_ok() => {
                    for id in ids.split([',', ';']) {
                        let entity = vocabulary.find(surface);
                        let said = format!("{kind}: {surface}");
                        document.surfaces.entry(id.to_owned()).or_default().insert(said);
                        document.named.entry(id.to_owned()).or_default().extend(entity);
                    }
                }
                (_, [_, kind, one, other, ..]) => {
                    let sign = match *kind {
                        "Positive_Correlation" => Sign::Increases,
                        "Negative_Correlation" => Sign::Decreases,
                        _ => continue,
                    };
                    document.signed.push(((*one).to_owned(), (*other).to_owned(), sign));
                }
                _ => {}
            }
        }
        document
    };
    text.split("\n\n").filter(|block| !block.trim().is_empty()).map(read).collect()
}

#[test]
fn signed_relations_of_biored_are_read_in_their_direction() {
    let Some(file) = file_in("relations", "biored_train.PubTator.gz") else {
        eprintln!("skipped: there is no shared data");
        return;
    };
    let mut text = String::new();
    let packed = std::fs::File::open(file).expect("the file can be opened");
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("the file can be read");
    let vocabulary = Vocabulary::shipped();
    let (mut all, mut known, mut right, mut wrong) = (0, 0, 0, Vec::new());
    let (mut unknown, mut unread): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for document in documents(&text, &vocabulary) {
        let work = Work { title: Some(document.title), summary: Some(document.summary), ..Work::default() };
        let read = relations_of_record(&Record::new("pubmed", work), &vocabulary);
        let of = |id: &str| document.named.get(id).cloned().unwrap_or_default();
        for (one, other, sign) in &document.signed {
            for id in [one, other].into_iter().filter(|id| of(id).is_empty()) {
                let surfaces = document.surfaces.get(id.as_str()).cloned().unwrap_or_default();
                unknown.push(surfaces.into_iter().collect::<Vec<_>>().join(" | "));
            }
            let (one, other) = (of(one), of(other));
            all += 1;
            known += usize::from(!one.is_empty() && !other.is_empty());
            let is_pair = |a: &EntityId, b: &EntityId| {
                one.contains(a) && other.contains(b) || one.contains(b) && other.contains(a)
            };
            let said: Vec<(Sign, &String)> = read
                .iter()
                .flat_map(|(sentence, relations)| relations.iter().map(move |one| (one, sentence)))
                .filter(|(one, _)| one.assertion == Assertion::Stated && one.sign.is_directed())
                .filter(|(one, _)| is_pair(&one.subject, &one.object))
                .map(|(one, sentence)| (one.sign, sentence))
                .collect();
            match said.iter().filter(|(said, _)| said == sign).count() * 2 {
                _ if said.is_empty() => {
                    let has = |text: &str, ids: &BTreeSet<EntityId>| {
                        vocabulary.mentions(text).iter().any(|mention| ids.contains(&mention.entity))
                    };
                    let both = read.iter().map(|(sentence, _)| sentence);
                    let both = both.filter(|sentence| has(sentence, &one) && has(sentence, &other));
                    unread.extend(both.take(1).map(|sentence| {
                        let name = |ids: &BTreeSet<EntityId>| {
                            let first = ids.first().and_then(|id| vocabulary.get(*id));
                            first.map(|entity| entity.name.clone()).unwrap_or_default()
                        };
                        format!("{sign:?} {} + {}: {sentence}", name(&one), name(&other))
                    }));
                }
                agree if agree > said.len() => right += 1,
                agree if agree < said.len() => wrong.push((*sign, said[0].1.clone())),
                _ => {}
            }
        }
    }
    println!(
        "of {all} signed relations, {known} with both names: {right} read as marked, {} otherwise",
        wrong.len()
    );
    if super::is_listing() {
        unread.iter().for_each(|sentence| println!("UNREAD {sentence}"));
        unknown.iter().for_each(|names| println!("UNKNOWN {names}"));
    }
    for (sign, sentence) in wrong.iter().take(30) {
        println!("OTHERWISE {sign:?} {sentence}");
    }
    assert!(wrong.len() * 8 <= right, "{wrong:#?}");
}
