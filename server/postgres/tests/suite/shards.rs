//! Tests that shards of the shared library give the same answers without the database.

use crate::records::{Dice, fill, library, numbered, record, title, writer};
use crate::same_answers::{answers, cited};
use referee_bibliography::Identifier;
use referee_fixture::postgres::PostgresServer;
use referee_literature::Library;
use referee_postgres::ShardReport;
use referee_records::{
    Answer, Completeness, Coverage, Notice, NoticeKind, Question, Record, Source, SourceError,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

fn write(address: &str, folder: &Path, size: u64) -> ShardReport {
    library(address).write_shards(folder, size, false, &mut |_, _| {}).expect("shards can be written")
}

fn open(folder: &Path) -> Library {
    Library::open_shards(folder).expect("they can be read").expect("they are there")
}

/// Returns the identifiers and kinds of notices of the records that answer an identifier.
fn told(source: &dyn Source, identifier: &Identifier) -> BTreeSet<(Vec<String>, BTreeSet<String>)> {
    let Answer::Records(records) = source.ask(&Question::Identifier(identifier.clone())) else {
        panic!("{} does not answer", source.name());
    };
    let told = records.iter().map(|record| {
        let mut identifiers: Vec<String> = record.work.identifiers.iter().map(ToString::to_string).collect();
        identifiers.sort();
        (identifiers, record.notices.iter().map(|notice| format!("{:?}", notice.kind)).collect())
    });
    told.collect()
}

/// Returns the statements of three sources about a work: PubMed with both identifiers, Crossref
/// with only the DOI, and Retraction Watch for every fifth work.
fn statements(number: u32) -> [Option<Record>; 3] {
    let doi: Identifier = Identifier::parse(&format!("10.5555/work.{number}")).expect("it is a DOI");
    let mut pubmed = numbered(number);
    pubmed.work.identifiers.insert(doi.clone());
    let mut crossref = Record::new("crossref", pubmed.work.clone());
    crossref.work.identifiers = [doi.clone()].into_iter().collect();
    let mut watch = Record::new("retraction-watch", crossref.work.clone());
    watch.notices.push(retraction("retraction-watch"));
    [Some(pubmed), Some(crossref), number.is_multiple_of(5).then_some(watch)]
}

fn retraction(source: &str) -> Notice {
    Notice {
        kind: NoticeKind::Retraction,
        date: None,
        identifiers: Vec::new(),
        source: source.to_owned(),
        reason: None,
    }
}

#[test]
fn shards_know_the_works_and_notices_that_the_database_knows() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    // One file per source: the statements about one work are in three shards.
    for source in 0..3 {
        let of_source = (1..=40).filter_map(|number| statements(number)[source].clone());
        writer.add_records(&format!("source {source}"), of_source).expect("records can be added");
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let report = write(&address, folder.path(), 20);
    assert_eq!(report, ShardReport { made: 5, kept: 0, statements: 88, unreadable: 0 });
    let (shared, shards) = (library(&address), open(folder.path()));
    for number in 1..=40 {
        let [pubmed, ..] = statements(number);
        let work = pubmed.expect("PubMed has all of them").work;
        for identifier in &work.identifiers {
            let expected = told(&shared, identifier);
            assert_eq!(expected.len(), 1, "{identifier}");
            assert_eq!(told(&shards, identifier), expected, "{identifier}");
        }
        let found = shards.like(&work).expect("they can be read");
        let is_found = found.iter().any(|record| record.work.identifiers.pmid() == Some(number));
        assert!(is_found, "{work:?}: {found:?}");
        let about =
            shards.search_subject(work.title.as_deref().unwrap_or_default(), 5).expect("they can be read");
        assert!(about.len() <= 5 && !about.is_empty());
    }
    let unknown = Identifier::Pmid(4_000);
    assert_eq!(told(&shards, &unknown), told(&shared, &unknown));
}

#[test]
fn a_shard_is_made_anew_when_much_of_it_is_gone_and_others_are_kept() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    writer.add_records("first", (1..=60).map(numbered)).expect("records can be added");
    let folder = tempfile::tempdir().expect("a folder can be made");
    assert_eq!(
        write(&address, folder.path(), 20),
        ShardReport { made: 3, kept: 0, statements: 60, unreadable: 0 }
    );
    assert_eq!(
        write(&address, folder.path(), 20),
        ShardReport { made: 0, kept: 3, statements: 60, unreadable: 0 }
    );
    let opened = open(folder.path());
    // A newer statement: the old one stays in its shard, but is ignored.
    let mut retracted = numbered(3);
    retracted.work.title = Some("A title that was corrected".to_owned());
    retracted.as_of = Some(referee_bibliography::Date { year: 2026, month: None, day: None });
    retracted.notices.push(retraction("pubmed"));
    writer.add_records("second", [retracted]).expect("it can be added");
    let report = write(&address, folder.path(), 20);
    assert_eq!((report.made, report.kept), (1, 3), "{report:?}");
    let found = open(folder.path()).get(&Identifier::Pmid(3)).expect("they can be read");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].work.title.as_deref(), Some("A title that was corrected"));
    assert_eq!(found[0].notices.len(), 1);
    // Much of one shard is replaced.
    writer
        .add_records(
            "third",
            (1..=5).map(|number| {
                let mut newer = numbered(number);
                newer.as_of = Some(referee_bibliography::Date { year: 2027, month: None, day: None });
                newer
            }),
        )
        .expect("they can be added");
    let report = write(&address, folder.path(), 20);
    assert_eq!((report.made, report.kept), (2, 2), "the first and the newest: {report:?}");
    assert_eq!(opened.get(&Identifier::Pmid(40)).expect("who has mapped them goes on").len(), 1);
    let all = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten().count();
    assert_eq!(all(folder.path()), 6, "four shards, their list and its lock; what is old is removed");
}

#[test]
fn a_list_that_leads_elsewhere_or_a_missing_shard_is_refused() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    writer(&address).add_records("first", (1..=4).map(numbered)).expect("records can be added");
    let folder = tempfile::tempdir().expect("a folder can be made");
    assert!(Library::open_shards(folder.path()).expect("it can be read").is_none());
    write(&address, folder.path(), 2);
    let list = folder.path().join("shards.json");
    let good = std::fs::read_to_string(&list).expect("the list can be read");
    for (from, to) in [("0000000000", "../0000000000"), ("\"format\": 2", "\"format\": 9"), ("{", "[")] {
        assert!(good.contains(from), "{good}");
        std::fs::write(&list, good.replacen(from, to, 1)).expect("the list can be written");
        let Err(error) = Library::open_shards(folder.path()) else { panic!("{to} is read") };
        let advice = format!("rebuild them with `referee library shard {}", folder.path().display());
        assert!(error.to_string().contains(&advice), "{error}");
        assert!(!error.to_string().contains("repair"), "that does nothing for shards: {error}");
    }
    assert_eq!(write(&address, folder.path(), 2).made, 2, "the advice helps");
    assert!(Library::open_shards(folder.path()).is_ok());
    std::fs::write(&list, &good).expect("the list can be written");
    let first = std::fs::read_dir(folder.path())
        .expect("it can be read")
        .flatten()
        .find(|entry| entry.path().is_dir());
    std::fs::remove_dir_all(first.expect("there is a shard").path()).expect("it can be removed");
    assert!(Library::open_shards(folder.path()).is_err(), "a part that is missing is no smaller library");
}

#[test]
fn shards_answer_as_the_database_does() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    let complete = || Completeness::from_names(["pubmed"]).expect("it is known");
    for seed in 0..16_u64 {
        let mut dice = Dice(seed * 1_000_003 + 17);
        let records: Vec<Record> = (0..4 + dice.below(24)).map(|_| record(&mut dice)).collect();
        fill(&mut writer, &records);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let size = 1 + dice.below(7) as u64;
        let shared = library(&address).with_completeness(complete());
        let compare = |claims: &[Record], dice: &mut Dice, is_fresh: bool| {
            let shards = open(folder.path()).with_completeness(complete());
            let same = |question: &Question| {
                assert_eq!(
                    answers(&shards, question),
                    answers(&shared, question),
                    "seed {seed}, shards of {size}: {question:?}"
                );
            };
            for record in claims {
                for identifier in &record.work.identifiers {
                    same(&Question::Identifier(identifier.clone()));
                }
                for claim in [record.work.clone(), cited(&record.work, dice)] {
                    assert_eq!(shards.covers(&claim), shared.covers(&claim), "seed {seed}: {claim:?}");
                    // The words of replaced statements are counted until a shard is rebuilt, which
                    // changes the order of poor candidates.
                    if is_fresh {
                        same(&Question::Like(Arc::new(claim)));
                    }
                }
            }
            if is_fresh {
                same(&Question::Subject(title(dice).into()));
                for name in ["Lancet", "Nature"] {
                    assert_eq!(
                        Source::has_journal(&shards, name),
                        shared.has_journal(name),
                        "seed {seed}: {name}"
                    );
                }
            }
        };
        write(&address, folder.path(), size);
        compare(&records, &mut dice, true);
        // Some works are stated again, partly with changes; one of the first files is removed.
        let later: Vec<Record> = (0..dice.below(10)).map(|_| record(&mut dice)).collect();
        writer.add_records("later", later.iter().cloned()).expect("records can be added");
        write(&address, folder.path(), size);
        let all: Vec<Record> = records.iter().chain(&later).cloned().collect();
        compare(&all, &mut dice, false);
    }
}

#[test]
fn a_notice_that_was_taken_back_counts_no_more_in_shards() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    writer.add_records("pubmed", (1..=40).map(numbered)).expect("records can be added");
    let watch = |numbers: &[u32]| -> Vec<Record> {
        let of = |number: &u32| {
            let mut record = Record::new("retraction-watch", numbered(*number).work);
            record.notices.push(retraction("retraction-watch"));
            record
        };
        numbers.iter().map(of).collect()
    };
    writer.add_records("watch", watch(&[3, 30])).expect("records can be added");
    let folder = tempfile::tempdir().expect("a folder can be made");
    write(&address, folder.path(), 10);
    let notices = |number: u32| {
        let found = open(folder.path()).get(&Identifier::Pmid(number)).expect("they can be read");
        found.iter().map(|record| record.notices.len()).sum::<usize>()
    };
    assert_eq!([notices(3), notices(30)], [1, 1]);
    // The same file again, as the table is published daily: one entry was wrong.
    writer.add_records("watch", watch(&[30])).expect("records can be added");
    let report = write(&address, folder.path(), 10);
    assert_eq!((report.made, report.kept), (1, 4), "{report:?}");
    assert_eq!([notices(3), notices(30)], [0, 1]);
}

#[test]
fn nothing_is_called_missing_where_a_record_cannot_be_read() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    writer(&address).add_records("pubmed", (1..=40).map(numbered)).expect("records can be added");
    let complete = || Completeness::from_names(["pubmed"]).expect("it is known");
    let folder = tempfile::tempdir().expect("a folder can be made");
    write(&address, folder.path(), 20);
    let sought = numbered(7).work;
    let covers = |folder: &Path| open(folder).with_completeness(complete()).covers(&sought);
    assert_eq!(covers(folder.path()), library(&address).with_completeness(complete()).covers(&sought));
    let is_claimed = covers(folder.path()) == Coverage::Complete;
    // As a newer version of the program might have written it.
    server.execute(
        &address,
        "UPDATE referee.statement SET record = '{\"shape\": 2}' WHERE key = 'pubmed:7';
         UPDATE referee.library_state SET generation = generation + 1",
    );
    let shared = library(&address);
    let unread = |question: Question| matches!(shared.ask(&question), Answer::None(SourceError::Unreadable));
    assert!(unread(Question::Identifier(Identifier::Pmid(7))));
    assert!(unread(Question::Like(Arc::new(sought.clone()))));
    assert!(matches!(shared.ask(&Question::Identifier(Identifier::Pmid(8))), Answer::Records(_)));
    let anew = tempfile::tempdir().expect("a folder can be made");
    assert_eq!(
        write(&address, anew.path(), 20),
        ShardReport { made: 2, kept: 0, statements: 40, unreadable: 1 }
    );
    assert_ne!(covers(anew.path()), Coverage::Complete, "claimed before: {is_claimed}");
    let again = write(&address, anew.path(), 20);
    assert_eq!((again.made, again.kept), (0, 2), "it is not made again and again: {again:?}");
}

#[test]
fn a_shard_that_cannot_be_read_answers_nothing_instead_of_no() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    writer(&address).add_records("pubmed", (1..=40).map(numbered)).expect("records can be added");
    let folder = tempfile::tempdir().expect("a folder can be made");
    write(&address, folder.path(), 20);
    let files = |folder: &Path| -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let shard = files(folder.path()).into_iter().find(|path| path.is_dir()).expect("there is a shard");
    for file in files(&shard.join("index"))
        .into_iter()
        .filter(|file| file.extension().is_some_and(|kind| kind == "store"))
    {
        let bytes = std::fs::read(&file).expect("it can be read");
        // Keep the end of the file, which describes how to read it, and clear the records before
        // it.
        let end = bytes.len() - bytes.len() / 8;
        let damaged: Vec<u8> =
            bytes.iter().enumerate().map(|(at, byte)| if at < end { 0 } else { *byte }).collect();
        std::fs::write(&file, damaged).expect("it can be written");
    }
    let Ok(Some(shards)) = Library::open_shards(folder.path()) else { return };
    for number in 1..=40 {
        if let Answer::Records(records) = shards.ask(&Question::Identifier(Identifier::Pmid(number))) {
            assert_eq!(records.len(), 1, "{number} is called missing");
        }
    }
}

#[test]
fn what_a_killed_run_left_is_removed_and_two_runs_do_not_meet() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    writer(&address).add_records("pubmed", (1..=40).map(numbered)).expect("records can be added");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let left = folder.path().join("shard-00000000001-00000000020-7");
    std::fs::create_dir_all(left.join("index")).expect("a folder can be made");
    std::fs::create_dir_all(folder.path().join("mine")).expect("a folder can be made");
    write(&address, folder.path(), 20);
    assert!(!left.exists() && folder.path().join("mine").exists(), "only what is a shard's is removed");
    let held = referee_literature::library::ShardFolder::open(folder.path()).expect("nobody else has it");
    let second = library(&address).write_shards(folder.path(), 20, false, &mut |_, _| {});
    assert!(second.is_err(), "somebody else makes shards there: {second:?}");
    drop(held);
    write(&address, folder.path(), 20);
}
