//! Tests with a database that is down, slow, read-only, too new or out of connections.

use crate::records::{library, numbered, writer};
use referee_bibliography::Identifier;
use referee_fixture::postgres::{PostgresServer, database_name};
use referee_postgres::{DatabaseError, PoolLimits, SharedLibrary, SharedLibraryWriter};
use referee_records::{Answer, Question, Source, SourceError};
use std::process::Command;
use std::time::{Duration, Instant};

fn ask(library: &SharedLibrary) -> Result<usize, SourceError> {
    match library.ask(&Question::Identifier(Identifier::Pmid(1))) {
        Answer::Records(records) => Ok(records.len()),
        Answer::None(why) => Err(why),
    }
}

/// Asks until the library answers again, which requires the end of the cool-down after a failure.
fn answers_again(library: &SharedLibrary) -> usize {
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        match ask(library) {
            Ok(found) => return found,
            Err(why) => assert!(Instant::now() < until, "it stays {why}"),
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn make_read_only(server: &PostgresServer, address: &str) {
    let name = database_name(address);
    server.execute("postgres", &format!("ALTER DATABASE {name} SET default_transaction_read_only = on"));
}

#[test]
fn a_killed_database_is_unavailable_until_it_is_back_and_lost_nothing() {
    let Some(mut server) = PostgresServer::start(&[]) else { return };
    let address = server.database();
    writer(&address).add_records("first", [numbered(1)]).expect("added");
    let library = library(&address);
    assert_eq!(ask(&library), Ok(1));
    let before = library.changes();
    server.kill();
    assert_eq!(ask(&library), Err(SourceError::Unavailable));
    let error = library.get(&Identifier::Pmid(1)).expect_err("it is down");
    assert!(
        error.to_string().contains(&server.folder().display().to_string()),
        "the message names it: {error}"
    );
    assert_ne!(library.changes(), before, "what rests on it is judged again");
    let down = library.changes();
    server.resume();
    assert_eq!(answers_again(&library), 1);
    assert_ne!(library.changes(), down, "what stayed open is judged again");
}

#[test]
fn a_database_that_does_not_answer_in_time_holds_nobody_up_twice() {
    let Some(server) = PostgresServer::start(&[]) else { return };
    let address = server.database();
    writer(&address).add_records("first", [numbered(1)]).expect("added");
    let limits = PoolLimits { statement: Duration::from_millis(300), ..PoolLimits::default() };
    let library =
        SharedLibrary::new(&address.parse().expect("it is an address"), limits).expect("a pool can be made");
    assert_eq!(ask(&library), Ok(1));
    // The holder of this lock blocks every reader.
    let mut holder = Command::new("psql")
        .args(["-X", "-q", "-U", "admin", "-d", database_name(&address), "-h"])
        .arg(server.folder())
        .args(["-c", "BEGIN; LOCK TABLE referee.lookup_key IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)"])
        .spawn();
    let held = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'referee.lookup_key'::regclass";
    for _ in 0..500 {
        if server.execute(&address, held) == "1" {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(ask(&library), Err(SourceError::Timeout));
    // During the cool-down, the error is returned immediately.
    let error = library.get(&Identifier::Pmid(1)).expect_err("it cools down");
    assert!(matches!(error, DatabaseError::CoolingDown { kind: SourceError::Timeout, .. }), "{error}");
    server.execute("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()");
    if let Ok(holder) = &mut holder {
        let _ = holder.wait();
    }
    assert_eq!(answers_again(&library), 1);
}

#[test]
fn a_read_only_database_answers_and_refuses_an_import_with_a_reason() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    writer(&address).add_records("first", [numbered(1)]).expect("added");
    make_read_only(server, &address);
    assert_eq!(ask(&library(&address)), Ok(1));
    let mut writer = writer(&address);
    let error = writer.add_records("second", [numbered(2)]).expect_err("nothing can be written");
    assert!(matches!(error, DatabaseError::ReadOnly { .. }), "{error}");
    assert!(error.to_string().contains("is read-only"), "{error}");
}

#[test]
fn an_empty_read_only_database_says_what_is_missing() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    make_read_only(server, &address);
    let error = library(&address).check().expect_err("there are no tables");
    assert!(matches!(error, DatabaseError::OlderSchema { found: 0, .. }), "{error}");
    assert_eq!(ask(&library(&address)), Err(SourceError::Unavailable));
}

#[test]
fn a_database_of_a_newer_program_is_not_read() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    drop(writer(&address));
    let newer = "INSERT INTO referee.schema_version (component, version, name, compatible_from, program)
                 VALUES ('library', 999, '0999_future', 999, 'referee/9.9.9')";
    server.execute(&address, newer);
    let error = library(&address).check().expect_err("it is too new");
    assert!(error.to_string().contains("update referee on this machine"), "{error}");
    assert_eq!(ask(&library(&address)), Err(SourceError::Unavailable));
    let error =
        SharedLibraryWriter::open(&address.parse().expect("it is an address")).err().expect("it is too new");
    assert!(matches!(error, DatabaseError::NewerSchema { found: 999, .. }), "{error}");
}

#[test]
fn a_server_without_free_connections_is_said_to_be_full() {
    let Some(server) = PostgresServer::start(&["max_connections=5", "superuser_reserved_connections=3"])
    else {
        return;
    };
    let address = server.database();
    writer(&address).add_records("first", [numbered(1)]).expect("added");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime can be made");
    let limits = PoolLimits { connections: 2, ..PoolLimits::default() };
    let database =
        referee_postgres::Database::new(&address.parse().expect("it is an address"), limits).expect("a pool");
    let held = runtime.block_on(async {
        let mut held = Vec::new();
        // The connection of the import ends asynchronously.
        for _ in 0..500 {
            match database.connection().await {
                Ok(connection) => held.push(connection),
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
            if held.len() == 2 {
                break;
            }
        }
        held
    });
    assert_eq!(held.len(), 2);
    let library = library(&address);
    let error = library.get(&Identifier::Pmid(1)).expect_err("there is no connection left");
    assert!(matches!(error, DatabaseError::Full { .. } | DatabaseError::CoolingDown { .. }), "{error}");
    assert_eq!(ask(&library), Err(SourceError::Unavailable));
    drop(held);
    database.close();
    assert_eq!(answers_again(&library), 1);
}

#[test]
fn words_of_a_text_do_not_go_to_a_library_that_is_asked_for_identifiers_only() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    writer(&address).add_records("first", [numbered(1)]).expect("added");
    let library = library(&address).for_identifiers_only();
    assert_eq!(ask(&library), Ok(1));
    let like = library.ask(&Question::Like(numbered(1).work.into()));
    assert!(matches!(like, Answer::None(SourceError::Private)), "{like:?}");
    assert!(Source::search(&library, "sepsis", 5).is_none());
}
