//! Tests of creating and changing the tables of a shared database.

use crate::records::{Dice, library, numbered, record, writer};
use referee_fixture::postgres::PostgresServer;
use referee_postgres::{Database, DatabaseError, Migration, Migrations, PoolLimits};
use referee_records::Record;

const FIRST: Migration = Migration {
    version: 1,
    name: "0001_first",
    compatible_from: 1,
    sql: "CREATE TABLE referee.first (number integer); INSERT INTO referee.first VALUES (1)",
};

const OLD: Migrations = Migrations { component: "trial", steps: &[FIRST] };

/// Adds a change that is compatible with programs of version 1.
const NEW: Migrations = Migrations {
    component: "trial",
    steps: &[
        FIRST,
        Migration {
            version: 2,
            name: "0002_word",
            compatible_from: 1,
            sql: "ALTER TABLE referee.first ADD COLUMN word text",
        },
    ],
};

/// Makes a change that is incompatible with programs of version 1.
const INCOMPATIBLE: Migrations = Migrations {
    component: "trial",
    steps: &[
        FIRST,
        Migration { version: 2, name: "0002_gone", compatible_from: 2, sql: "DROP TABLE referee.first" },
    ],
};

fn database(address: &str) -> Database {
    Database::new(&address.parse().expect("it is an address"), PoolLimits::default())
        .expect("a pool can be made")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_once_make_the_tables_once() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let starts = (0..8).map(|_| {
        let database = database(&address);
        tokio::spawn(async move { NEW.apply(&database).await })
    });
    for start in futures::future::join_all(starts).await {
        assert_eq!(start.expect("no start panics").expect("each start succeeds"), 2);
    }
    assert_eq!(server.execute(&address, "SELECT count(*) FROM referee.first"), "1");
    assert_eq!(server.execute(&address, "SELECT count(*) FROM referee.schema_version"), "2");
}

#[tokio::test]
async fn an_older_worker_goes_on_during_an_upgrade_that_allows_it() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let (old, new) = (database(&address), database(&address));
    assert_eq!(OLD.apply(&old).await.expect("the old one makes its tables"), 1);
    assert_eq!(NEW.apply(&new).await.expect("the new one adds to them"), 2);
    assert_eq!(OLD.apply(&old).await.expect("the old one may go on"), 2);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_with_what_to_do() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    INCOMPATIBLE.apply(&database(&address)).await.expect("the new one makes its tables");
    let error = OLD.apply(&database(&address)).await.expect_err("the old one cannot work with them");
    assert!(matches!(error, DatabaseError::NewerSchema { found: 2, known: 1, .. }), "{error}");
    assert!(error.to_string().contains("update referee on this machine"), "{error}");
}

#[tokio::test]
async fn a_step_that_fails_leaves_nothing_behind() {
    const BROKEN: Migrations = Migrations {
        component: "trial",
        steps: &[
            FIRST,
            Migration {
                version: 2,
                name: "0002_broken",
                compatible_from: 1,
                sql: "ALTER TABLE nowhere ADD x int",
            },
        ],
    };
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    BROKEN.apply(&database(&address)).await.expect_err("the second step fails");
    assert_eq!(OLD.apply(&database(&address)).await.expect("the first can be made"), 1);
}

#[tokio::test]
async fn who_may_not_make_tables_is_told_who_may() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    server.execute(&address, "DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN");
    let reader = address.replace("user=lab", "user=reader");
    let error = OLD.apply(&database(&reader)).await.expect_err("it may not make tables");
    assert!(matches!(error, DatabaseError::OlderSchema { found: 0, known: 1, .. }), "{error}");
}

#[tokio::test]
async fn a_pool_that_is_used_up_says_so() {
    let Some(server) = PostgresServer::shared() else { return };
    let limits =
        PoolLimits { connections: 1, wait: std::time::Duration::from_millis(50), ..PoolLimits::default() };
    let address = server.database().parse().expect("it is an address");
    let database = Database::new(&address, limits).expect("a pool can be made");
    let held = database.connection().await.expect("there is one connection");
    let error = database.connection().await.expect_err("there is no second one");
    assert!(matches!(error, DatabaseError::PoolExhausted { limit: 1, .. }), "{error}");
    drop(held);
    let _ = database.connection().await.expect("it came back");
}

#[tokio::test]
async fn connections_are_listed_under_the_name_of_the_program() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let database = database(&address);
    let connection = database.connection().await.expect("it connects");
    let row =
        connection.query_one("SELECT current_setting('application_name')", &[]).await.expect("it answers");
    assert!(row.get::<_, String>(0).starts_with("referee/"));
}

/// Restores the tables of the library to those that its first version created and filled.
const FIRST_LIBRARY: &str = "
    DROP TABLE referee.posting, referee.posting_segment;
    ALTER TABLE referee.statement RENAME COLUMN words TO body;
    ALTER TABLE referee.statement ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH 1000000);
    CREATE INDEX statement_title ON referee.statement USING gin (title) WITH (gin_pending_list_limit = 8192);
    CREATE INDEX statement_body ON referee.statement USING gin (body) WITH (gin_pending_list_limit = 65536);
    ALTER TABLE referee.library_state DROP COLUMN last_statement, DROP COLUMN removed;
    DELETE FROM referee.schema_version WHERE component = 'library' AND version > 1";

#[test]
fn a_library_of_the_first_version_is_carried_over_with_all_its_words() {
    let Some(server) = PostgresServer::shared() else { return };
    let address = server.database();
    let mut dice = Dice(11);
    let records: Vec<Record> = (0..400).map(|_| record(&mut dice)).collect();
    writer(&address).add_records("records", records.iter().cloned()).expect("added");
    // Ids in more than one block.
    server.execute(
        &address,
        "UPDATE referee.lookup_key SET statement = statement + 65400;
         UPDATE referee.statement SET id = id + 65400",
    );
    // The posting lists as an import writes them, except for the ids: the number of statements in
    // each, and how they use the word.
    let lists = |shift: &str| {
        server.execute(
            &address,
            &format!(
                "SELECT md5(string_agg(word || ' ' || (id - {shift}) || ' ' || used, ',' ORDER BY word, id)) FROM (
                     SELECT word, get_byte(postings, 8 + 3 * n) AS used,
                         get_byte(postings, 3) * 65536 + get_byte(postings, 6 + 3 * n) * 256
                             + get_byte(postings, 7 + 3 * n) AS id
                     FROM (
                         SELECT word, postings,
                             generate_series(0, get_byte(postings, 4) * 256 + get_byte(postings, 5)) AS n
                         FROM referee.posting
                     ) AS counted
                 ) AS every_use"
            ),
        )
    };
    let imported = lists("0");
    server.execute(&address, FIRST_LIBRARY);
    let old_insert = "INSERT INTO referee.statement (key, source, file, revised, lookup, title, body, record)
                      VALUES ('old', 'old', 1, 1, '{}', '', '', '{}')";
    server.execute(&address, &format!("BEGIN; {old_insert}; ROLLBACK"));
    let library = library(&address);
    library.check().expect("the tables can be brought up to date");
    assert_eq!(lists("65400"), imported, "the lists are those that an import writes");
    for record in records.iter().step_by(8) {
        if let Some(title) = &record.work.title {
            assert!(!library.search(title, 5).expect("it answers").is_empty(), "{title}");
            let found = library.like(&record.work).expect("it answers");
            assert!(!found.is_empty(), "{title}");
        }
    }
    // Later imports get new ids.
    let mut writer = writer(&address);
    writer.add_records("more", (1..=20).map(numbered)).expect("added");
    let after = "SELECT count(*) > 0 FROM referee.statement WHERE id >= 1000001";
    assert_eq!(server.execute(&address, after), "t");
    let stranded = "SELECT count(*) FROM information_schema.columns
                    WHERE table_schema = 'referee' AND table_name = 'statement' AND column_name = 'body'";
    assert_eq!(
        server.execute(&address, stranded),
        "0",
        "an import of the first version fails and adds nothing"
    );
}
