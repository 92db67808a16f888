mod training;

use super::*;
use std::ops::Range;

fn estimated(sentences: &[&str]) -> Vec<String> {
    let vocabulary = Vocabulary::shipped();
    let asked: BTreeSet<EntityId> = vocabulary.find("lithium").into_iter().collect();
    let mut all = Estimates::default();
    for (index, text) in sentences.iter().enumerate() {
        let range: Range<usize> = 0..text.len();
        let passage = Passage { text: (*text).to_owned(), place: PassageLocation::Abstract, range };
        all.see((index, &passage), &asked, &vocabulary.mentions(text), &[], &vocabulary);
    }
    let name = |id| vocabulary.get(id).map_or("?", |entity| entity.name.as_str());
    let found = all.directions(&vocabulary);
    found.iter().map(|one| format!("{} {} {}", name(one.from), one.sign.verb(), name(one.to))).collect()
}

#[test]
fn words_around_two_names_give_a_direction() {
    assert_eq!(
        estimated(&["A case of lithium-induced hypothyroidism in an elderly woman is described."]),
        ["lithium increases hypothyroidism"]
    );
}

#[test]
fn a_sentence_that_denies_supposes_asks_or_compares_is_not_judged() {
    for sentence in [
        "No case of lithium-induced hypothyroidism was seen.",
        "We describe a possible case of lithium-induced hypothyroidism.",
        "Lithium-induced hypothyroidism might be rare.",
        "Is lithium-induced hypothyroidism rare?",
        "Lithium-induced hypothyroidism was rarer than with valproate, compared over a year.",
        "Withdrawal of lithium induced hypothyroidism.",
        "Lithium deficiency induced hypothyroidism.",
        "Objective: to describe lithium-induced hypothyroidism.",
        "Patients with lithium, hypothyroidism and other words.",
        "Lithium and hypothyroidism in the same room.",
    ] {
        assert!(estimated(&[sentence]).is_empty(), "{sentence}: {:?}", estimated(&[sentence]));
    }
}

#[test]
fn what_a_rule_read_is_not_estimated() {
    let vocabulary = Vocabulary::shipped();
    let text = "Lithium-induced hypothyroidism is described.";
    let passage = Passage { text: text.to_owned(), place: PassageLocation::Abstract, range: 0..text.len() };
    let mentions = vocabulary.mentions(text);
    let asked: BTreeSet<EntityId> = mentions.iter().map(|mention| mention.entity).collect();
    let mut all = Estimates::default();
    all.see((0, &passage), &asked, &mentions, &[], &vocabulary);
    if let [one, other, ..] = mentions.as_slice() {
        all.leave_out(other.entity, one.entity);
    }
    assert!(all.directions(&vocabulary).is_empty());
}
