//! Sentences written for who acts on whom, each as the only record of a library: what is shown, in any tier, must not be
//! the opposite of a sentence or what it denies.

use super::{file_in, pairs::answer};
use referee_bibliography::Work;
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use referee_research::Vocabulary;
use referee_research::hypotheses::Sign;
use referee_research::vocabulary::EntityId;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn nothing_is_shown_the_wrong_way_round_or_although_it_is_denied() {
    let Some(file) = file_in("relations", "relations_dev.jsonl") else {
        eprintln!("skipped: there is no shared data");
        return;
    };
    let vocabulary = Vocabulary::shipped();
    let (mut right, mut silent, mut wrong) = (0, 0, Vec::new());
    for line in std::fs::read_to_string(file).expect("the sentences can be read").lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        let mut records = vec![(text("title"), text("abstract")), ("Background".to_owned(), text("context"))];
        records.retain(|(_, summary)| !summary.is_empty());
        let records = records.into_iter().map(|(title, summary)| {
            Record::new("pubmed", Work { title: Some(title), summary: Some(summary), ..Work::default() })
        });
        let library = InMemoryLibrary::from_records(records.collect(), Completeness::nothing());
        let sources: Vec<Arc<dyn Source>> = vec![Arc::new(library)];
        let found = answer(&text("question"), &sources);
        let ids = |name: &str, also: &str| -> BTreeSet<EntityId> {
            let more = case[also].as_array().into_iter().flatten().filter_map(Value::as_str);
            std::iter::once(case[name].as_str().unwrap_or_default())
                .chain(more)
                .filter_map(|name| vocabulary.find(name))
                .collect()
        };
        let (subject, object) = (ids("subject", "subject_also"), ids("object", "object_also"));
        let opposite = case["object_opposite"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let opposite: BTreeSet<EntityId> = opposite.filter_map(|name| vocabulary.find(name)).collect();
        let is =
            |name: &str, ids: &BTreeSet<EntityId>| vocabulary.find(name).is_some_and(|id| ids.contains(&id));
        let hops = found.hypotheses.iter().flat_map(|one| one.hops.iter().chain(&one.direct));
        let shown: BTreeSet<Sign> = hops
            .filter(|hop| {
                let (supporting, contradicting) = hop.counts();
                supporting > 0 && supporting >= 2 * contradicting && is(&hop.from, &subject)
            })
            .filter_map(|hop| match (hop.sign, is(&hop.to, &opposite)) {
                (Sign::Increases, true) => Some(Sign::Decreases),
                (Sign::Decreases, true) => Some(Sign::Increases),
                (sign, true) => Some(sign),
                (sign, false) => is(&hop.to, &object).then_some(sign),
            })
            .collect();
        let wanted = match case["expect"].as_str() {
            Some("increases") => Some(Sign::Increases),
            Some("decreases") => Some(Sign::Decreases),
            _ => None,
        };
        match wanted {
            _ if shown.is_empty() => silent += 1,
            Some(wanted) if shown.iter().all(|sign| *sign == wanted) => right += 1,
            _ => wrong.push(format!("{} shown as {shown:?}: {}", text("family"), text("abstract"))),
        }
    }
    println!("of marked sentences {right} are shown right, {} wrong, {silent} not at all", wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
