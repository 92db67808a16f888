//! Tests of the answers of online services that the users of a database share.

use referee_fixture::postgres::PostgresServer;
use referee_literature::cache::{Key, SharedAnswers, StoredAnswer};
use referee_postgres::{DatabaseAnswers, PoolLimits, SharedLibrary};

/// Returns the answers in a database, after creating or checking the tables.
fn answers(address: &str) -> DatabaseAnswers {
    let library = SharedLibrary::new(&address.parse().expect("it is an address"), PoolLimits::default())
        .expect("a pool can be made");
    library.check().expect("the database answers");
    library.answers()
}

fn key(number: i64) -> Key {
    Key { high: -number, low: number }
}

fn answer(fetched: u64, records: Option<&str>) -> StoredAnswer {
    StoredAnswer { fetched, records: records.map(|records| records.as_bytes().to_vec()) }
}

const DAY: u64 = 86_400;

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("it is later than 1970").as_secs()
}

#[test]
fn what_one_machine_was_answered_another_one_reads() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let (first, second) = (answers(&address), answers(&address));
    let yesterday = now() - DAY;
    let found = answer(yesterday, Some(r#"[{"title":"Sleep \u0000 and 50 µg “quotes”"}]"#));
    let nothing = answer(yesterday, None);
    // The same key occurs twice in one call, since two references may cause one question.
    first.write(&[(key(1), answer(yesterday - 5, None)), (key(2), nothing.clone()), (key(1), found.clone())]);
    assert_eq!(
        second.read(&[key(2), key(3), key(1), key(2)]),
        [Some(nothing.clone()), None, Some(found), Some(nothing)]
    );
    assert_eq!(second.read(&[]), []);
}

#[test]
fn an_older_answer_replaces_no_newer_one_and_none_comes_from_the_future() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let shared = answers(&address);
    let (newer, older) = (answer(now() - 10, Some("[1]")), answer(now() - 20, Some("[2]")));
    shared.write(&[(key(1), newer.clone())]);
    shared.write(&[(key(1), older)]);
    assert_eq!(shared.read(&[key(1)]), [Some(newer)]);
    // A machine whose clock is a year ahead.
    shared.write(&[(key(2), answer(now() + 365 * DAY, Some("[3]")))]);
    let kept = shared.read(&[key(2)]).remove(0).expect("it is kept");
    assert!(kept.fetched <= now() + DAY, "{}", kept.fetched);
}

#[test]
fn answers_that_are_too_old_are_removed_by_whoever_writes_next() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let _ = answers(&address);
    server.execute(&address, "INSERT INTO referee.answer VALUES (1, 1, 1000000, '[]')");
    answers(&address).write(&[(key(7), answer(now(), None))]);
    assert_eq!(server.execute(&address, "SELECT string_agg(key_low::text, ',') FROM referee.answer"), "7");
}

#[test]
fn many_machines_that_write_the_same_answers_at_once_do_not_stop_each_other() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let _ = answers(&address);
    std::thread::scope(|scope| {
        for machine in 0..4 {
            let address = &address;
            scope.spawn(move || {
                let shared = answers(address);
                for round in 0..5 {
                    let mut all: Vec<(Key, StoredAnswer)> =
                        (0..500).map(|n| (key(n), answer(now() - round, Some("[]")))).collect();
                    if machine % 2 == 0 {
                        all.reverse();
                    }
                    shared.write(&all);
                }
            });
        }
    });
    assert_eq!(server.execute(&address, "SELECT count(*) FROM referee.answer"), "500");
}

#[test]
fn who_may_only_read_reads_answers_and_the_library_goes_on_when_a_write_is_refused() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    answers(&address).write(&[(key(1), answer(now(), Some("[]")))]);
    let role = format!("reader_{}", std::process::id());
    server.execute(
        &address,
        &format!(
            "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA referee TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA referee TO {role}"
        ),
    );
    let reader = server.address(referee_fixture::postgres::database_name(&address), &role);
    let library = SharedLibrary::new(&reader.parse().expect("it is an address"), PoolLimits::default())
        .expect("a pool can be made");
    library.check().expect("a reader may read");
    let shared = library.answers();
    shared.write(&[(key(2), answer(now(), None))]);
    assert!(shared.read(&[key(1)])[0].is_some());
    assert_eq!(shared.read(&[key(2)]), [None]);
    library.check().expect("a refused write is no failure of the library");
}

#[test]
fn a_database_that_is_down_answers_nothing_and_fails_nothing() {
    let Some(mut server) = PostgresServer::start(&[]) else { return };
    let address = server.database();
    let shared = answers(&address);
    server.stop();
    shared.write(&[(key(1), answer(now(), None))]);
    assert_eq!(shared.read(&[key(1)]), [None]);
}

#[test]
fn a_table_of_a_newer_version_is_neither_read_nor_written() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let _ = answers(&address);
    server.execute(
        &address,
        "ALTER TABLE referee.answer ALTER COLUMN fetched TYPE timestamptz USING to_timestamp(fetched);
         INSERT INTO referee.answer VALUES (-1, 1, now(), '[]');
         INSERT INTO referee.schema_version (component, version, name, compatible_from, program)
         VALUES ('answers', 2, '0002_dates', 2, 'referee/9')",
    );
    let shared = answers(&address);
    assert_eq!(shared.read(&[key(1)]), [None]);
    shared.write(&[(key(2), answer(now(), None))]);
    assert_eq!(server.execute(&address, "SELECT count(*) FROM referee.answer"), "1");
}

#[test]
fn the_table_is_made_by_whoever_asks_first() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let unchecked = SharedLibrary::new(&address.parse().expect("it is an address"), PoolLimits::default())
        .expect("a pool can be made")
        .answers();
    let found = answer(now() - DAY, Some("[]"));
    unchecked.write(&[(key(1), found.clone())]);
    assert_eq!(unchecked.read(&[key(1)]), [Some(found)]);
}
