//! Tests of the cache of online answers: it is shared, and survives any damage to its file.
use crate::played::{self, Server, by_number, even, lookup, wanted};
use referee_literature::{Allowance, LookupScheduler};
use referee_records::{Answer, Question, SourceError};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

fn fetch(lookup: &LookupScheduler, questions: impl IntoIterator<Item = Question>) -> u64 {
    lookup
        .fetch(wanted(questions), Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new())
        .answered
}

fn found(lookup: &LookupScheduler, number: u32) -> Result<usize, SourceError> {
    match lookup.sources().first().unwrap().ask(&by_number(number)) {
        Answer::Records(records) => Ok(records.len()),
        Answer::None(why) => Err(why),
    }
}

/// Makes every answer in the cache older.
fn age(folder: &Path, by: Duration) {
    let connection = rusqlite::Connection::open(folder.join("cache/answers.sqlite")).unwrap();
    connection.execute("UPDATE answers SET fetched = fetched - ?1", [by.as_secs() as i64]).unwrap();
}

/// Waits until no process has the cache open: its journal is then deleted.
fn closed(file: &Path) {
    let journal = file.with_extension("sqlite-wal");
    let began = Instant::now();
    while journal.exists() && began.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

const HOUR: Duration = Duration::from_secs(3_600);

#[test]
fn that_a_work_was_not_found_is_remembered_for_an_hour_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    fetch(&lookup(folder.path(), &server), [by_number(1)]);
    age(folder.path(), HOUR - Duration::from_secs(60));
    assert_eq!(found(&lookup(folder.path(), &server), 1), Ok(0));
    age(folder.path(), Duration::from_secs(120));
    let later = lookup(folder.path(), &server);
    assert_eq!(found(&later, 1), Err(SourceError::NotAsked));
    assert_eq!(fetch(&later, [by_number(1)]), 1);
    assert_eq!(server.count(), 2);
}

#[test]
fn after_a_day_a_found_work_is_shown_with_its_date_and_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    fetch(&lookup(folder.path(), &server), [by_number(2)]);
    age(folder.path(), 23 * HOUR);
    let same_day = lookup(folder.path(), &server);
    assert_eq!((found(&same_day, 2), same_day.due()), (Ok(1), vec![]));
    assert_eq!(fetch(&same_day, [by_number(2)]), 0);

    age(folder.path(), 2 * HOUR);
    let next_day = lookup(folder.path(), &server);
    assert_eq!(found(&next_day, 2), Ok(1));
    assert_eq!(found(&next_day, 2), Ok(1));
    assert_eq!(next_day.due(), wanted([by_number(2)]));
    assert_eq!(next_day.due(), vec![]);
    assert_eq!(fetch(&next_day, [by_number(2)]), 1);
    assert_eq!(server.count(), 2);
}

#[test]
fn an_old_answer_stays_when_asking_again_fails() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let address = server.address.clone();
    fetch(&lookup(folder.path(), &server), [by_number(2), by_number(1)]);
    age(folder.path(), 60 * 24 * HOUR);
    let mut broken = Server::start(|_, _| played::status(503));
    let folder_of_broken = folder.path();
    // The same service address, under which the answers are cached, but now every request fails.
    broken.address.clone_from(&address);
    let lookup = lookup(folder_of_broken, &broken);
    lookup.gate().set_consent(referee_literature::Consent::Denied);
    assert_eq!(found(&lookup, 2), Ok(1));
    let Answer::Records(records) = lookup.sources().first().unwrap().ask(&by_number(2)) else { panic!() };
    assert!(records.first().unwrap().as_of.is_some());
    // The answer "not found" has expired.
    assert_eq!(found(&lookup, 1), Err(SourceError::Offline));
}

#[test]
fn a_damaged_cache_is_put_aside() {
    for damage in ["all", "middle", "empty"] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(even);
        fetch(&lookup(folder.path(), &server), (100..500).map(by_number));
        let file = folder.path().join("cache/answers.sqlite");
        closed(&file);
        let mut bytes = std::fs::read(&file).unwrap();
        match damage {
            "all" => bytes = b"This is no database. ".repeat(1000),
            "middle" => bytes.iter_mut().skip(4096).for_each(|byte| *byte ^= 0x5a),
            _ => bytes.clear(),
        }
        std::fs::write(&file, bytes).unwrap();
        let lookup = lookup(folder.path(), &server);
        assert_eq!(found(&lookup, 102), Err(SourceError::NotAsked), "{damage}");
        assert_eq!(fetch(&lookup, (100..500).map(by_number)), 400, "{damage}");
        let next = self::lookup(folder.path(), &server);
        assert_eq!(found(&next, 102), Ok(1), "{damage}");
    }
}

#[test]
fn a_cache_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    fetch(&lookup(folder.path(), &server), [by_number(2)]);
    let file = folder.path().join("cache/answers.sqlite");
    rusqlite::Connection::open(&file).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    let lookup = lookup(folder.path(), &server);
    assert_eq!(found(&lookup, 2), Err(SourceError::NotAsked));
    assert_eq!(fetch(&lookup, [by_number(2)]), 1);
    assert_eq!(found(&lookup, 2), Ok(1));
    let version: i64 = rusqlite::Connection::open(&file)
        .unwrap()
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, 99);
}

#[test]
fn a_folder_that_cannot_be_written_costs_nothing_but_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    std::fs::write(folder.path().join("cache"), "a file where the folder should be").unwrap();
    let lookup = lookup(folder.path(), &server);
    assert_eq!(fetch(&lookup, [by_number(2)]), 1);
    assert_eq!(found(&lookup, 2), Ok(1));
}

#[test]
fn what_is_recalled_together_is_read_from_the_file_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    fetch(&lookup(folder.path(), &server), (100..2_100).map(by_number));
    let lookup = lookup(folder.path(), &server);
    let questions = wanted((100..2_100).map(by_number));
    lookup.recall(&questions);
    // The file is now empty, so all answers below come from the single read above.
    let file = rusqlite::Connection::open(folder.path().join("cache/answers.sqlite")).unwrap();
    assert_eq!(file.execute("DELETE FROM answers", []).unwrap(), 2_000);
    let answered = (100..2_100).filter(|number| found(&lookup, *number).is_ok()).count();
    assert_eq!(answered, 2_000);
}

/// Not a real test: the process that the next test kills.
#[test]
fn writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os("REFEREE_TEST_KILLED") else { return };
    let address = std::env::var("REFEREE_TEST_SERVER").unwrap();
    let server = Server { address, ..Server::start(even) };
    let lookup = lookup(Path::new(&folder), &server);
    for round in 1_u32.. {
        fetch(&lookup, (round * 50..round * 50 + 50).map(by_number));
    }
}

#[test]
fn killing_the_process_forty_times_leaves_a_readable_cache() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    for round in 0..40_u64 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "cache::writes_until_it_is_killed", "--nocapture"])
            .env("REFEREE_TEST_KILLED", folder.path())
            .env("REFEREE_TEST_SERVER", &server.address)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let file = folder.path().join("cache/answers.sqlite");
        for _ in 0..1000 {
            if file.exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_millis(25 + round * 13 % 70));
        child.kill().unwrap();
        child.wait().unwrap();
        if file.exists() {
            let connection = rusqlite::Connection::open(&file).unwrap();
            let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
            assert_eq!(sound, "ok");
        }
        assert!(!folder.path().join("cache/answers.sqlite.damaged").exists());
    }
    let lookup = lookup(folder.path(), &server);
    assert_eq!(found(&lookup, 52), Ok(1));
    // The log of requests is readable too.
    let log = referee_literature::gate::read_log(&folder.path().join("state")).unwrap();
    assert!(log.len() >= server.count().saturating_sub(1));
}

#[test]
fn what_the_author_notes_beside_a_work_makes_no_other_question() {
    use referee_bibliography::{Identifier, Work};
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let lookup = lookup(folder.path(), &server);
    let work = Work { title: Some("Work 2".to_owned()), volume: Some("7".to_owned()), ..Work::default() };
    let like = |work: Work| Question::Like(Arc::new(work));
    fetch(&lookup, [like(work.clone())]);
    let known = |work: Work| matches!(lookup.sources().first().unwrap().ask(&like(work)), Answer::Records(records) if records.len() == 1);
    assert!(known(Work { summary: Some("An abstract.".to_owned()), ..work.clone() }));
    assert!(known(Work { identifiers: [Identifier::Pmid(7)].into_iter().collect(), ..work.clone() }));
    assert!(!known(Work { volume: Some("8".to_owned()), ..work.clone() }));
    assert!(!known(Work { volume: None, issue: Some("7".to_owned()), ..work }));
}
