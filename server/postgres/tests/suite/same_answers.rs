//! Tests that the shared library gives the same answers as the local library.

use crate::records::{Dice, fill, library, record, title, writer};
use referee_bibliography::Work;
use referee_fixture::postgres::PostgresServer;
use referee_literature::Library;
use referee_records::merge::statement_key;
use referee_records::{Answer, Completeness, Question, Record, Source};
use std::collections::HashSet;
use std::sync::Arc;

/// Returns the answer of a source as text, in an order that does not depend on ties.
pub(crate) fn answers(source: &dyn Source, question: &Question) -> Vec<String> {
    match source.ask(question) {
        Answer::Records(records) => sorted(&records),
        Answer::None(why) => panic!("{}: {why} to {question:?}", source.name()),
    }
}

fn sorted(records: &[Arc<Record>]) -> Vec<String> {
    let mut out: Vec<String> =
        records.iter().map(|record| serde_json::to_string(record).expect("a record is JSON")).collect();
    out.sort();
    out
}

/// Returns the work as a reference might cite it: with a typo, without a field, in capitals.
pub(crate) fn cited(work: &Work, dice: &mut Dice) -> Work {
    let mut cited = work.clone();
    cited.identifiers = Default::default();
    match dice.below(6) {
        0 => cited.title = cited.title.map(|title| title.to_uppercase()),
        1 => cited.title = cited.title.map(|title| title.replacen("in", "ni", 1)),
        2 => cited.title = None,
        3 => cited.authors.clear(),
        4 => cited.title = cited.title.and_then(|title| title.split(": ").next().map(str::to_owned)),
        _ => {}
    }
    if dice.below(3) == 0 {
        cited.date = None;
    }
    cited
}

#[test]
fn the_same_records_give_the_same_answers_on_postgresql() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    let complete = || Completeness::from_names(["pubmed"]).expect("it is known");
    for seed in 0..24_u64 {
        let mut dice = Dice(seed * 1_000_003);
        let mut records: Vec<Record> = (0..1 + dice.below(20)).map(|_| record(&mut dice)).collect();
        // The local library counts the words of replaced statements until it merges its index,
        // which changes the order of poor candidates.
        let mut keys = HashSet::new();
        records.retain(|record| {
            let key = statement_key(record, "", 0);
            key.starts_with('#') || keys.insert(key)
        });
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut local =
            Library::create_or_open_for_import(folder.path().join("library")).expect("it can be made");
        let local_report =
            local.add_records("records", records.iter().cloned()).expect("records can be added");
        local.close().expect("it can be closed");
        let local =
            Library::open(folder.path().join("library")).expect("it can be read").expect("it is there");
        let local = local.with_completeness(complete());
        fill(&mut writer, &records);
        let shared = library(&address).with_completeness(complete());
        assert_eq!(
            shared.stats().expect("it answers").records,
            local.stats().expect("it can be read").records,
            "seed {seed}: {local_report:?}"
        );
        for record in &records {
            for identifier in &record.work.identifiers {
                let question = Question::Identifier(identifier.clone());
                assert_eq!(
                    answers(&shared, &question),
                    answers(&local, &question),
                    "seed {seed}: {question:?}"
                );
            }
            let claims =
                [record.work.clone(), cited(&record.work, &mut dice), cited(&record.work, &mut dice)];
            for claim in claims {
                assert_eq!(shared.covers(&claim), local.covers(&claim), "seed {seed}: {claim:?}");
                let question = Question::Like(Arc::new(claim));
                assert_eq!(
                    answers(&shared, &question),
                    answers(&local, &question),
                    "seed {seed}: {question:?}"
                );
            }
        }
        let question = Question::Subject(title(&mut dice).into());
        assert_eq!(answers(&shared, &question), answers(&local, &question), "seed {seed}: {question:?}");
        for name in ["Lancet", "Nature"] {
            assert_eq!(shared.has_journal(name), local.has_journal(name), "seed {seed}: {name}");
        }
    }
}
