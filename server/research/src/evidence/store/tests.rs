#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
use super::*;
use crate::passage::passages;
use crate::testing::{library, record};
use crate::{Query, Vocabulary, search};
use referee_bibliography::Identifier;

fn found(records: Vec<Record>) -> SearchResults {
    search(&Query::of("metformin AMPK", &Vocabulary::shipped()), &library(records), 10)
}

#[test]
fn what_is_found_again_stays_and_is_stored_once() {
    let mut store = Store::in_memory().unwrap();
    let question = store.question("Metformin  and AMPK?", "2026-11-20").unwrap();
    assert_eq!(store.question("metformin and ampk?", "2026-11-21").unwrap(), question);
    let one = found(vec![record(1, "Metformin and AMPK", "")]);
    assert_eq!(store.add(question, 1, &one, &passages, "2026-11-20").unwrap(), Added { new: 1, known: 0 });
    let mut fuller = record(1, "Metformin and AMPK", "Metformin activated AMPK.");
    fuller.work.identifiers.insert(Identifier::Doi("10.1/x".into()));
    let again = found(vec![fuller]);
    assert_eq!(store.add(question, 2, &again, &passages, "2026-11-20").unwrap(), Added { new: 0, known: 1 });
    let evidence = store.evidence(question).unwrap();
    assert_eq!((evidence.len(), evidence[0].round), (1, 1));
    assert!(evidence[0].record.work.summary.is_some());
    assert!(store.work("doi:10.1/x").unwrap().is_some());
    assert_eq!(store.searches(question).unwrap().len(), 1);
}

fn one_work(folder: &Path) -> (EvidenceLocation, QuestionId) {
    let location = EvidenceLocation::below(&folder.join("state"), folder);
    let mut store = Store::open(&location).unwrap();
    let question = store.question("q", "2026-11-20").unwrap();
    let one = found(vec![record(1, "Metformin and AMPK", "Metformin activated AMPK.")]);
    store.add(question, 1, &one, &passages, "2026-11-20").unwrap();
    (location, question)
}

#[test]
fn evidence_is_kept_for_this_user_alone_and_survives_its_process() {
    let folder = tempfile::tempdir().unwrap();
    let (location, question) = one_work(folder.path());
    // A killed process does not close its files.
    std::mem::forget(Store::open(&location).unwrap());
    let store = Store::open(&location).unwrap();
    assert_eq!(store.evidence(question).unwrap().len(), 1);
    assert!(!folder.path().join(".referee").exists());
    #[cfg(unix)]
    for entry in std::fs::read_dir(location.folder()).unwrap() {
        use std::os::unix::fs::PermissionsExt;
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{entry:?}");
        let folder = std::fs::metadata(location.folder()).unwrap();
        assert_eq!(folder.permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn a_review_changes_no_byte_of_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let (location, question) = one_work(folder.path());
    let before = std::fs::read(location.file()).unwrap();
    let store = Store::open_read_only(&location).unwrap().unwrap();
    assert_eq!(store.evidence(question).unwrap().len(), 1);
    assert!(store.question("another", "2026-11-20").is_err());
    drop(store);
    assert_eq!(std::fs::read(location.file()).unwrap(), before);
    let nowhere = EvidenceLocation::below(&folder.path().join("nowhere"), folder.path());
    assert!(Store::open_read_only(&nowhere).unwrap().is_none());
    assert!(!nowhere.folder().exists());
}

#[test]
fn a_file_that_is_no_store_is_put_aside_unchanged_and_a_new_one_begun() {
    let folder = tempfile::tempdir().unwrap();
    let location = EvidenceLocation::below(folder.path(), folder.path());
    std::fs::create_dir_all(location.folder()).unwrap();
    let foreign = Connection::open(location.file()).unwrap();
    foreign.execute_batch("create table vectors (x); insert into vectors values (7);").unwrap();
    drop(foreign);
    let bytes = std::fs::read(location.file()).unwrap();
    assert!(matches!(Store::open_read_only(&location), Err(StoreError::Foreign { .. })));
    let store = Store::open(&location).unwrap();
    assert_eq!(std::fs::read(store.put_aside().unwrap()).unwrap(), bytes);
    assert!(store.questions().unwrap().is_empty());
}

#[test]
fn views_triggers_and_later_versions_are_refused() {
    for (statement, is_newer) in [
        ("create view works_too as select * from works", false),
        ("create trigger t after insert on works begin delete from evidence; end", false),
        ("drop table vectors; create view vectors as select 1 as embedder, 2 as text, 3 as vector", false),
        ("pragma user_version = 99", true),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (location, _) = one_work(folder.path());
        let forger = Connection::open(location.file()).unwrap();
        forger.execute_batch(statement).unwrap();
        forger.pragma_update(None, "journal_mode", "delete").unwrap();
        drop(forger);
        let read = Store::open_read_only(&location);
        match is_newer {
            true => assert!(matches!(read, Err(StoreError::Newer(_))), "{statement}: {read:?}"),
            false => assert!(matches!(read, Err(StoreError::Foreign { .. })), "{statement}: {read:?}"),
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_in_place_of_the_store_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (location, _) = one_work(folder.path());
    let other = folder.path().join("other.sqlite");
    std::fs::rename(location.file(), &other).unwrap();
    std::os::unix::fs::symlink(&other, location.file()).unwrap();
    let before = std::fs::read(&other).unwrap();
    assert!(matches!(Store::open(&location), Err(StoreError::NotAFile(_))));
    assert!(matches!(Store::open_read_only(&location), Err(StoreError::NotAFile(_))));
    assert_eq!(std::fs::read(&other).unwrap(), before);
}

#[test]
fn a_record_whose_bytes_were_changed_is_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (location, question) = one_work(folder.path());
    let store = Store::open(&location).unwrap();
    store
        .connection
        .execute("update works set record = replace(record, 'activated', 'inhibited')", [])
        .unwrap();
    assert!(store.evidence(question).unwrap().is_empty());
    drop(store);
    let store = Store::open(&location).unwrap();
    assert_eq!((store.damaged_works(), store.evidence(question).unwrap().len()), (1, 0));
}

#[test]
fn a_full_disk_is_said_and_what_was_there_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (location, question) = one_work(folder.path());
    let mut store = Store::open(&location).unwrap();
    let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection.pragma_update(None, "max_page_count", pages).unwrap();
    let long = "Metformin and AMPK in many words. ".repeat(2_000);
    let more = found(vec![record(2, "Metformin and AMPK", &long)]);
    let full = store.add(question, 2, &more, &passages, "2026-11-20");
    assert!(matches!(full, Err(StoreError::Full(_))), "{full:?}");
    drop(store);
    assert_eq!(Store::open(&location).unwrap().evidence(question).unwrap().len(), 1);
}

#[test]
fn what_was_exported_is_imported_and_the_file_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (location, _) = one_work(folder.path());
    let file = location.workspace_file();
    Store::open(&location).unwrap().export(&file).unwrap();
    assert!(Store::open(&location).unwrap().export(&file).is_err());
    let before = std::fs::read(&file).unwrap();
    let other = EvidenceLocation::below(&folder.path().join("other"), folder.path());
    let mut store = Store::open(&other).unwrap();
    assert!(store.has_unread_workspace_file(&other) && store.questions().unwrap().is_empty());
    let imported = store.import(&other, &file, "2026-11-20").unwrap();
    assert_eq!((imported.works, imported.questions, imported.unreadable), (1, 1, 0));
    assert!(!store.has_unread_workspace_file(&other));
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert!(store.work("pmid:1").unwrap().is_some());
    assert!(!log_exists(&file) && std::fs::read_dir(other.folder()).unwrap().count() <= 3);
}

fn log_exists(file: &Path) -> bool {
    file.with_file_name("evidence.sqlite-wal").exists() || file.with_file_name("evidence.sqlite-shm").exists()
}

#[test]
fn a_store_that_an_older_version_kept_in_the_workspace_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let location = EvidenceLocation::below(&folder.path().join("state"), folder.path());
    let file = location.workspace_file();
    std::fs::create_dir(file.parent().unwrap()).unwrap();
    let old = Connection::open(&file).unwrap();
    old.execute_batch(
        "create table questions (id integer primary key, text text not null unique, asked text not null);
         create table works (id integer primary key, handle text not null, record text not null);
         create table evidence (question integer not null, work integer not null, relevance real not null,
            round integer not null, passages text not null, primary key (question, work)) without rowid;
         insert into questions values (4, 'metformin', '2026-01-01');
         insert into evidence values (4, 9, 0.5, 1, '[]'), (4, 77, 0.5, 1, '[]');
         pragma user_version = 2;",
    )
    .unwrap();
    let text = write(&record(1, "Metformin and AMPK", ""));
    old.execute("insert into works values (9, 'pmid:1', ?1)", [text]).unwrap();
    drop(old);
    let mut store = Store::open(&location).unwrap();
    let imported = store.import(&location, &file, "2026-11-20").unwrap();
    assert_eq!((imported.works, imported.questions, imported.unreadable), (1, 1, 1));
    let question = store.question("metformin", "2026-11-20").unwrap();
    assert_eq!(store.evidence(question).unwrap().len(), 1);
}
