//! Shards of the shared library: the same answers from folders, without the database.

use crate::records::{library, numbered, writer};
use referee_bibliography::Identifier;
use referee_fixture::postgres::PostgresServer;
use referee_literature::library::ShardedLibrary;
use referee_postgres::ShardReport;
use referee_records::{Answer, Notice, NoticeKind, Question, Record, Source};
use std::collections::BTreeSet;
use std::path::Path;

fn write(address: &str, folder: &Path, size: u64) -> ShardReport {
    library(address).write_shards(folder, size, false, &mut |_, _| {}).expect("shards can be written")
}

fn open(folder: &Path) -> ShardedLibrary {
    ShardedLibrary::open(folder).expect("they can be read").expect("they are there")
}

/// The identifiers and kinds of notices of the records that answer an identifier.
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

/// What three sources state about a work: PubMed with both identifiers, Crossref with the DOI alone, and of every fifth
/// work Retraction Watch.
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
    // Each source in a file of its own: what is stated about one work lies in three shards.
    for source in 0..3 {
        let of_source = (1..=40).filter_map(|number| statements(number)[source].clone());
        writer.add_records(&format!("source {source}"), of_source).expect("records can be added");
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let report = write(&address, folder.path(), 20);
    assert_eq!(report, ShardReport { made: 5, kept: 0, statements: 88 });
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
        let about = shards.about(work.title.as_deref().unwrap_or_default(), 5).expect("they can be read");
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
    assert_eq!(write(&address, folder.path(), 20), ShardReport { made: 3, kept: 0, statements: 60 });
    assert_eq!(write(&address, folder.path(), 20), ShardReport { made: 0, kept: 3, statements: 60 });
    let opened = open(folder.path());
    // One that is newer: the old one stays in its shard, and counts less.
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
    // Much of one is gone.
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
    assert_eq!(all(folder.path()), 5, "four shards and their list; what is old is removed");
}

#[test]
fn a_list_that_leads_elsewhere_or_a_missing_shard_is_refused() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    writer(&address).add_records("first", (1..=4).map(numbered)).expect("records can be added");
    let folder = tempfile::tempdir().expect("a folder can be made");
    assert!(ShardedLibrary::open(folder.path()).expect("it can be read").is_none());
    write(&address, folder.path(), 2);
    let list = folder.path().join("shards.json");
    let good = std::fs::read_to_string(&list).expect("the list can be read");
    for (from, to) in [("0000000000", "../0000000000"), ("\"format\": 1", "\"format\": 9"), ("{", "[")] {
        assert!(good.contains(from), "{good}");
        std::fs::write(&list, good.replacen(from, to, 1)).expect("the list can be written");
        assert!(ShardedLibrary::open(folder.path()).is_err(), "{to}");
    }
    std::fs::write(&list, &good).expect("the list can be written");
    let first = std::fs::read_dir(folder.path())
        .expect("it can be read")
        .flatten()
        .find(|entry| entry.path().is_dir());
    std::fs::remove_dir_all(first.expect("there is a shard").path()).expect("it can be removed");
    assert!(ShardedLibrary::open(folder.path()).is_err(), "a part that is missing is no smaller library");
}
