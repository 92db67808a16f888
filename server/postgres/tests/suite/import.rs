//! Tests of importing into a shared library, and removing from it.

use crate::records::{Dice, library, numbered, title, writer};
use referee_bibliography::{Date, Identifier};
use referee_fixture::postgres::PostgresServer;
use referee_literature::library::{FileOutcome, ImportOptions, Selection, import_files};
use referee_postgres::{DatabaseError, SharedLibraryWriter};
use referee_records::{Notice, NoticeKind};
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;

fn dated(number: u32, year: i32, title: &str) -> referee_records::Record {
    let mut record = numbered(number);
    record.work.title = Some(title.to_owned());
    record.as_of = Some(Date { year, month: None, day: None });
    record
}

fn titles(address: &str, number: u32) -> Vec<String> {
    let found = library(address).get(&Identifier::Pmid(number)).expect("it answers");
    found.into_iter().filter_map(|record| record.work.title).collect()
}

fn import(writer: &mut SharedLibraryWriter, files: &[PathBuf]) -> referee_literature::library::ImportReport {
    import_files(writer, files, &ImportOptions::default(), &mut |_| {}, &CancellationToken::new())
        .expect("it can be written")
}

#[test]
fn a_newer_statement_replaces_the_older_whichever_comes_first() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    let first =
        writer.add_records("a", [dated(1, 2020, "Old words"), dated(2, 2022, "New words")]).expect("added");
    assert_eq!((first.records, first.replaced, first.older), (2, 0, 0));
    let second = writer
        .add_records("b", [dated(1, 2021, "Newer sayings"), dated(2, 2021, "Older sayings")])
        .expect("added");
    assert_eq!((second.records, second.replaced, second.older), (1, 1, 1));
    assert_eq!(titles(&address, 1), ["Newer sayings"]);
    assert_eq!(titles(&address, 2), ["New words"]);
    // Neither words nor keys lead to the replaced statement.
    let counts =
        "SELECT word, found FROM referee.title_word WHERE word IN ('old', 'newer', 'new', 'word') ORDER BY 1";
    assert_eq!(server.execute(&address, counts), "new|1\nnewer|1\nold|0\nword|1");
    let lost =
        "SELECT count(*) FROM referee.lookup_key WHERE statement NOT IN (SELECT id FROM referee.statement)";
    assert_eq!(server.execute(&address, lost), "0");
    assert_eq!(server.execute(&address, "SELECT statements FROM referee.library_state"), "2");
}

#[test]
fn a_file_that_is_imported_again_replaces_what_came_from_it() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    let mut typed = numbered(5);
    typed.source = "bibtex".into();
    writer.add_records("mine.bib", [typed.clone(), numbered(6)]).expect("added");
    writer.add_records("mine.bib", [typed]).expect("added");
    assert_eq!(titles(&address, 5).len(), 1);
    assert_eq!(titles(&address, 6).len(), 0);
    assert_eq!(library(&address).stats().expect("it answers").files.len(), 1);
}

#[test]
fn files_of_references_are_imported_once_and_can_be_taken_out() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (good, broken) = (folder.path().join("refs.bib"), folder.path().join("broken.xyz"));
    let text = "@article{smith2020, title = {Levosimendan in septic shock}, author = {Smith, Ann}, year = {2020}, doi = {10.1000/Levo.1}}\n";
    std::fs::write(&good, text).expect("it can be written");
    std::fs::write(&broken, [0_u8; 64]).expect("it can be written");
    let mut writer = writer(&address);
    let report = import(&mut writer, &[good.clone(), broken]);
    assert_eq!(report.files[0].outcome, FileOutcome::Imported, "{report:?}");
    assert!(matches!(report.files[1].outcome, FileOutcome::Failed(_)), "{report:?}");
    assert_eq!(import(&mut writer, &[good]).files[0].outcome, FileOutcome::AlreadyImported);
    let library = library(&address);
    let found = library.search("levosimendan shock", 5).expect("it answers");
    assert_eq!(found.len(), 1);
    assert_eq!(library.get(&Identifier::Doi("10.1000/levo.1".into())).expect("it answers"), found);
    assert_eq!(writer.remove(&Selection::File("refs.bib".into())).expect("it can be removed"), 1);
    assert!(library.search("levosimendan shock", 5).expect("it answers").is_empty());
    writer.close().expect("it can be closed");
}

#[test]
fn nothing_of_a_file_stays_that_was_not_read_to_its_end() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("records.jsonl");
    let lines: Vec<String> = (1..=12_000)
        .map(|number| serde_json::to_string(&numbered(number)).expect("a record is JSON"))
        .collect();
    std::fs::write(&file, lines.join("\n")).expect("it can be written");
    let mut writer = writer(&address);
    let cancel = CancellationToken::new();
    let mut stop = |progress: &referee_literature::library::ImportProgress<'_>| {
        if progress.records > 9_000 {
            cancel.cancel();
        }
    };
    let report =
        import_files(&mut writer, std::slice::from_ref(&file), &ImportOptions::default(), &mut stop, &cancel)
            .expect("it can be written");
    assert!(report.cancelled);
    assert_eq!(library(&address).stats().expect("it answers").records, 0);
    let report = import(&mut writer, &[file]);
    assert_eq!(report.records(), 12_000);
    assert_eq!(library(&address).stats().expect("it answers").records, 12_000);
}

/// Returns whether a search for the title of [`numbered`] finds the record with this number.
fn found_by_its_words(address: &str, number: u32) -> bool {
    let title = numbered(number).work.title.expect("it has a title");
    let found = library(address).search(&title, 5).expect("it answers");
    found.iter().any(|record| record.work.identifiers.pmid() == Some(number))
}

#[test]
fn every_word_is_found_after_many_imports_also_by_a_role_that_owns_nothing() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut owner = writer(&address);
    for file in 0..9_u32 {
        let numbers = file * 10 + 1..file * 10 + 11;
        owner.add_records(&format!("file {file}"), numbers.map(numbered)).expect("added");
    }
    owner.close().expect("it can be closed");
    let segments = "SELECT count(*) < 8, sum(statements) FROM referee.posting_segment";
    assert_eq!(server.execute(&address, segments), "t|90", "eight were merged into one");
    server.execute(
        &address,
        "DROP ROLE IF EXISTS importer; CREATE ROLE importer LOGIN; GRANT USAGE ON SCHEMA referee TO importer;
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA referee TO importer",
    );
    let mut importer = loop {
        // The server notices asynchronously that the connection of the owner ended.
        match SharedLibraryWriter::open(
            &address.replace("user=lab", "user=importer").parse().expect("an address"),
        ) {
            Ok(importer) => break importer,
            Err(DatabaseError::ImportUnderWay { .. }) => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            Err(error) => panic!("{error}"),
        }
    };
    for file in 9..17_u32 {
        let numbers = file * 10 + 1..file * 10 + 11;
        importer.add_records(&format!("file {file}"), numbers.map(numbered)).expect("added");
    }
    importer.close().expect("it can be closed");
    assert_eq!(server.execute(&address, segments), "t|170");
    for number in 1..171 {
        assert!(found_by_its_words(&address, number), "{number} is not found by its words");
    }
}

#[test]
fn lists_of_words_that_are_mostly_of_replaced_records_are_made_anew() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    for _ in 0..2 {
        writer.add_records("mine", (1..=10_500).map(numbered)).expect("added");
    }
    let state = "SELECT (SELECT removed FROM referee.library_state),
                        (SELECT sum(statements) FROM referee.posting_segment)";
    assert_eq!(server.execute(&address, state), "10500|21000");
    assert!(found_by_its_words(&address, 77), "what replaced it is found before the lists are made anew");
    writer.close().expect("it can be closed");
    assert_eq!(server.execute(&address, state), "0|10500");
    for number in [1, 77, 10_500] {
        assert!(found_by_its_words(&address, number), "{number} is not found by its words");
    }
}

#[test]
fn a_statement_that_comes_twice_in_one_file_is_counted_once() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    // More than one batch, so that the second replaces statements of the first.
    let newer = dated(1, 2022, "Singular wording");
    let records = (1..=6_000).map(|number| dated(number, 2021, "Plural")).chain([newer]);
    let report = writer.add_records("twice", records).expect("added");
    assert_eq!((report.replaced, report.older), (1, 0));
    assert_eq!(titles(&address, 1), ["Singular wording"]);
    let counts = "SELECT word, found FROM referee.title_word WHERE word IN ('plural', 'singular') ORDER BY 1";
    assert_eq!(server.execute(&address, counts), "plural|5999\nsingular|1");
}

#[test]
fn a_phrase_has_to_stand_in_the_text_as_it_is_asked_for() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut records: Vec<_> = (1..=3).map(numbered).collect();
    records[0].work.summary = Some("Failure of the heart in sepsis".into());
    records[1].work.summary = Some("Sepsis and heart failure".into());
    records[2].work.title = Some("Heart failure".into());
    writer(&address).add_records("made", records).expect("added");
    let found = |query: &str| -> Vec<Option<u32>> {
        let found = library(&address).search(query, 5).expect("it answers");
        found.iter().map(|record| record.work.identifiers.pmid()).collect()
    };
    assert_eq!(found("\"heart failure\""), [Some(3), Some(2)]);
    assert_eq!(found("\"heart failure\" \"and heart\""), [Some(2)]);
    assert_eq!(found("\"failure heart\""), []);
    assert_eq!(found("heart failure").len(), 3);
}

#[test]
fn two_imports_at_once_are_refused_and_not_mixed() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let first = writer(&address);
    let second = SharedLibraryWriter::open(&address.parse().expect("it is an address"));
    let Err(error) = second else { panic!("a second import began") };
    assert!(matches!(error, DatabaseError::ImportUnderWay { .. }), "{error}");
    drop(first);
    // The server notices asynchronously that the connection ended.
    for _ in 0..200 {
        if SharedLibraryWriter::open(&address.parse().expect("it is an address")).is_ok() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the lock outlives its owner");
}

#[test]
fn odd_texts_come_back_as_they_were() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut record = numbered(9);
    let odd = "Tab\there, \\N, \\. and \"quotes\" {braces} 'single' ünï 𝔘 % _ \u{2028}end";
    record.work.title = Some(odd.to_owned());
    record.work.summary = Some(format!("{}\0 {}", "x".repeat(5_000), "long ".repeat(40_000)));
    let doi = Identifier::Doi(format!("10.1000/{}", "y".repeat(5_000)));
    record.work.identifiers.insert(doi.clone());
    writer(&address).add_records("odd", [record.clone()]).expect("added");
    record.work.summary = record.work.summary.map(|text| text.replace('\0', ""));
    assert_eq!(library(&address).get(&doi).expect("it answers"), [record.clone()]);
    assert_eq!(library(&address).like(&record.work).expect("it answers"), [record]);
}

#[test]
fn a_new_retraction_is_noted_once() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut writer = writer(&address);
    writer.add_records("first", [numbered(3)]).expect("added");
    let mut retracted = numbered(3);
    retracted.notices.push(Notice {
        kind: NoticeKind::Retraction,
        date: Some(Date { year: 2023, month: Some(3), day: Some(1) }),
        identifiers: vec![Identifier::Pmid(77)],
        source: "retraction-watch".into(),
        reason: None,
    });
    writer.add_records("second", [retracted.clone()]).expect("added");
    writer.add_records("third", [retracted]).expect("added");
    let noted = server.execute(&address, "SELECT key, kind, source FROM referee.notice");
    assert_eq!(noted, "pmid:3|retraction|retraction-watch");
}

#[test]
fn a_misspelt_word_finds_its_neighbours() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut dice = Dice(4);
    let mut records: Vec<_> = (100..140).map(numbered).collect();
    records[7].work.title = Some("Levosimendan for septic cardiomyopathy".into());
    for record in &mut records {
        record.work.summary = Some(title(&mut dice));
    }
    writer(&address).add_records("made", records.clone()).expect("added");
    for slip in ["Levosimendna for septc cardiomyopathy", "Levosimedan fro septic cardiomyopatyh"] {
        let claim = referee_bibliography::Work { title: Some(slip.into()), ..Default::default() };
        let found = library(&address).like(&claim).expect("it answers");
        assert_eq!(
            found.first().map(|record| &record.work.identifiers),
            Some(&records[7].work.identifiers),
            "{slip}"
        );
    }
}
