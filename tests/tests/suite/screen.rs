//! `referee screen`: submissions in a queue that workers share, signed off by people, reopened by
//! notices.

use crate::serve::folder_with_library;
use referee_fixture::postgres::PostgresServer;
use referee_tests::Folder;
use referee_tests::cli::{Run, referee};
use serde_json::Value;

const PAPER: &str = "A claim.[1] Another.[2]\n\n# References\n\n1. Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020. doi:10.5555/example.1\n2. Okafor G. Blood glucose in a hospital. J Examples. 2011;3:4-9. doi:10.5555/example.9\n";

/// Runs `referee screen` on a queue.
pub(crate) fn screen(folder: &Folder, database: &str, arguments: &[&str]) -> Run {
    let words: Vec<&str> =
        ["screen", "--database", database].into_iter().chain(arguments.iter().copied()).collect();
    referee(folder, &words)
}

/// Returns the output of `--list` for the queue, as JSON.
pub(crate) fn listed(folder: &Folder, database: &str) -> Value {
    let run = screen(folder, database, &["--list", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("the list is JSON")
}

/// Runs a worker, with the library of the folder, until the queue is empty.
fn work_until_empty(folder: &Folder, database: &str) -> Run {
    let run = screen(folder, database, &["--work", "--until-empty", "--offline", "--library", "library"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

#[test]
fn submissions_are_judged_listed_and_signed_off_by_a_person() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (folder_with_library(), server.database());
    folder.write("inbox/paper.md", PAPER);
    folder.write("inbox/second/main.md", "A claim [@roe].\n");
    folder.write("inbox/second/refs.bib", "@article{roe, title = {Vaccines and a claim that was taken back}, author = {Roe, Jane}, year = 1998, doi = {10.5555/example.77}}");
    folder.write("inbox/=cmd|calc.md", "Text without a reference.\n");
    folder
        .write("inbox/note.txt", "HPI: 71F with DM2, on metformin. MRN 00451234.\nPlan: reduce the dose.\n");
    folder.write("inbox/data.xlsx", "no draft");
    folder.write("outside.md", PAPER);
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path("outside.md"), folder.path("inbox/link.md")).unwrap();

    let handed_in = screen(&folder, &database, &["inbox"]);
    assert!(handed_in.stdout.contains("3 handed in, 0 known already"), "{handed_in:?}");
    assert!(handed_in.stderr.contains("note.txt: it reads as a clinical note"), "{}", handed_in.stderr);
    assert!(
        handed_in.stderr.contains("data.xlsx") && handed_in.stderr.contains("link.md: it is a symbolic link")
    );
    let again = screen(&folder, &database, &["inbox"]);
    assert!(again.stdout.contains("0 handed in, 3 known already"), "{again:?}");
    let written = server.execute(
        &database,
        "SELECT string_agg(convert_from(content, 'UTF8'), ' ') FROM referee.submission_file",
    );
    assert!(!written.contains("00451234"), "a note was written to the database");

    let worked = work_until_empty(&folder, &database);
    assert!(worked.stdout.contains("judged 3 submissions"), "{}", worked.stdout);
    let list = listed(&folder, &database);
    assert_eq!(list["counts"]["done"], 3, "{list}");
    let rows = list["submissions"].as_array().expect("submissions are listed");
    assert_eq!(rows[0]["name"], "second", "what is retracted comes first: {list}");
    assert_eq!((rows[0]["retracted"].as_i64(), rows[0]["signed_by"].is_null()), (Some(1), true));
    let paper = rows.iter().find(|row| row["name"] == "paper.md").expect("the paper is listed");
    assert_eq!(paper["verdicts"]["verified"], 1, "{paper}");

    let id = rows[0]["id"].to_string();
    let signed =
        screen(&folder, &database, &["--sign", &id, "--by", "A. Editor", "--note", "asked the authors"]);
    assert_eq!(signed.code, 0, "{}", signed.stderr);
    let list = listed(&folder, &database);
    let last = list["submissions"].as_array().and_then(|rows| rows.last()).expect("submissions are listed");
    assert_eq!(
        (&last["signed_by"], &last["sign_note"]),
        (&Value::from("A. Editor"), &Value::from("asked the authors"))
    );
    assert_eq!(list["counts"]["unsigned"], 2);
    let unknown = screen(&folder, &database, &["--sign", "999", "--by", "A. Editor"]);
    assert_eq!(
        (unknown.code, unknown.stderr.contains("there is no submission 999")),
        (2, true),
        "{unknown:?}"
    );

    let table = screen(&folder, &database, &["--list", "--format", "csv"]).stdout;
    assert!(table.contains("'=cmd|calc.md") && !table.contains(",=cmd"), "{table}");
    let page = screen(&folder, &database, &["--list", "--format", "html"]).stdout;
    assert!(page.contains("A. Editor") && page.contains("second") && !page.contains("<script"), "{page}");
    let report = screen(&folder, &database, &["--show", &id, "--format", "html"]).stdout;
    assert!(report.contains("Retracted") && report.contains("10.5555/example.77"), "{report}");
    let json = screen(&folder, &database, &["--show", &id, "--format", "json"]).stdout;
    assert_eq!(serde_json::from_str::<Value>(&json).expect("a result is JSON")["schema"], "referee.check/1");
    assert_eq!(screen(&folder, &database, &["--forget", &id]).code, 0);
    assert_eq!(
        server.execute(
            &database,
            &format!("SELECT count(*) FROM referee.submission_file WHERE submission = {id}")
        ),
        "0"
    );
}

#[test]
fn a_draft_without_its_bibliography_is_listed_with_its_keys_without_an_entry() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (folder_with_library(), server.database());
    folder.write("inbox/alone.md", "Seen before [@smith2020], and since [@roe2019; @smith2020].\n");
    assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
    work_until_empty(&folder, &database);
    let keys = |list: &Value| list["submissions"][0]["undefined_keys"].clone();
    assert_eq!(keys(&listed(&folder, &database)), 2);
    let list = screen(&folder, &database, &["--list"]).stdout;
    assert!(list.contains("alone.md  done  2 keys without an entry"), "{list}");

    // Results of a version without this count are listed as before.
    server.execute(&database, "ALTER TABLE referee.submission_result DROP COLUMN undefined_keys");
    server.execute(&database, "DELETE FROM referee.schema_version WHERE component = 'queue' AND version > 1");
    assert_eq!(keys(&listed(&folder, &database)), 0);
}

#[test]
fn a_retraction_that_is_announced_later_opens_what_cites_it_again() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (folder_with_library(), server.database());
    folder.write("okafor.nbib", "PMID- 9\nTI  - Blood glucose in a hospital.\nDP  - 2011\nTA  - J Examples\nAU  - Okafor G\nAID - 10.5555/example.9 [doi]\nPT  - Journal Article\n");
    let import = |file: &str| {
        let run = referee(&folder, &["library", "import", "--library", "library", file]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    };
    import("okafor.nbib");
    folder.write("inbox/paper.md", PAPER);
    folder.write("inbox/other.md", "Nothing of it.\n\n# References\n\n1. Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020.\n");
    assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
    work_until_empty(&folder, &database);
    for id in ["1", "2"] {
        assert_eq!(screen(&folder, &database, &["--sign", id, "--by", "A. Editor"]).code, 0);
    }
    let alerts = |arguments: &[&str]| {
        let words = ["alerts", "--database", &database, "--library", "library"];
        referee(&folder, &words.into_iter().chain(arguments.iter().copied()).collect::<Vec<_>>())
    };
    let before = alerts(&["--look"]);
    assert_eq!((before.code, before.stdout.contains("Nothing was announced")), (0, true), "{before:?}");

    folder.write("notice.nbib", "PMID- 9\nTI  - Blood glucose in a hospital.\nDP  - 2011\nTA  - J Examples\nAU  - Okafor G\nAID - 10.5555/example.9 [doi]\nPT  - Journal Article\nPT  - Retracted Publication\nRIN - J Examples. 2026 Feb 6;375(9713):445. PMID: 10\nLR  - 20260301\n");
    import("notice.nbib");
    let after = alerts(&["--look"]);
    assert_eq!(after.code, 1, "{after:?}");
    assert!(
        after.stdout.contains("paper.md: [2] retraction of")
            && after.stdout.contains("signed off before by A. Editor"),
        "{}",
        after.stdout
    );
    assert!(!after.stdout.contains("other.md"), "{}", after.stdout);
    let list = listed(&folder, &database);
    let row = |name: &str| {
        list["submissions"]
            .as_array()
            .and_then(|rows| rows.iter().find(|row| row["name"] == name))
            .cloned()
            .unwrap_or_default()
    };
    assert_eq!(
        (&row("paper.md")["state"], row("paper.md")["signed_by"].is_null()),
        (&Value::from("waiting"), true),
        "{list}"
    );
    assert_eq!(row("other.md")["signed_by"], "A. Editor", "what does not cite it stays signed off");

    work_until_empty(&folder, &database);
    let list = listed(&folder, &database);
    assert_eq!(
        (&list["submissions"][0]["name"], &list["submissions"][0]["retracted"]),
        (&Value::from("paper.md"), &Value::from(1)),
        "{list}"
    );
    let again = alerts(&["--look", "--format", "json"]);
    let listed: Value = serde_json::from_str(&again.stdout).expect("alerts are JSON");
    assert_eq!(
        listed["alerts"].as_array().map(Vec::len),
        Some(1),
        "an announcement is noticed once: {listed}"
    );
    assert_eq!(listed["alerts"][0]["judged_again"], true);
    let id = listed["alerts"][0]["submission"].to_string();
    assert_eq!(screen(&folder, &database, &["--sign", &id, "--by", "B. Editor"]).code, 0);
    assert_eq!(alerts(&[]).code, 0, "what was signed off since is no reason to look again");
}

#[test]
fn what_nobody_can_read_is_given_up_with_its_reason_and_can_be_tried_again() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (folder_with_library(), server.database());
    folder.write("inbox/paper.md", PAPER);
    assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
    // Submitted by a version that accepted it; no version can read it.
    server
        .execute(&database, "UPDATE referee.submission_file SET path = 'paper.docx', content = 'no archive'");
    work_until_empty(&folder, &database);
    let list = listed(&folder, &database);
    assert_eq!(list["submissions"][0]["state"], "dead", "{list}");
    assert!(
        list["submissions"][0]["reason"].as_str().is_some_and(|reason| reason.contains("cannot be read")),
        "{list}"
    );
    assert_eq!(screen(&folder, &database, &["--again", "1"]).code, 0);
    assert_eq!(listed(&folder, &database)["counts"]["waiting"], 1);
    // A submission that crashes its workers is abandoned after this many attempts.
    server.execute(&database, "UPDATE referee.submission SET attempts = 10");
    work_until_empty(&folder, &database);
    let list = listed(&folder, &database);
    assert!(
        list["submissions"][0]["reason"].as_str().is_some_and(|reason| reason.contains("workers took it")),
        "{list}"
    );
}

#[test]
fn a_database_that_cannot_be_used_is_named_with_what_is_wrong() {
    let folder = folder_with_library();
    let missing = screen(&folder, "postgres:///none?host=/nowhere/at/all", &["--list"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.stderr.contains("cannot be reached") && missing.stderr.contains("/nowhere/at/all"),
        "{missing:?}"
    );
    let none = referee(&folder, &["screen", "--list"]);
    assert_eq!((none.code, none.stderr.contains("--database")), (2, true), "{none:?}");
    let Some(server) = PostgresServer::shared() else { return };
    let database = server.database();
    listed(&folder, &database);
    server.execute(&database, "INSERT INTO referee.schema_version (component, version, name, compatible_from, program) VALUES ('queue', 99, 'later', 1, 'referee/9')");
    assert_eq!(listed(&folder, &database)["counts"]["done"], 0, "a newer version that this one fits goes on");
    server.execute(&database, "UPDATE referee.schema_version SET compatible_from = 99 WHERE version = 99");
    let newer = screen(&folder, &database, &["--list"]);
    assert!(newer.code == 2 && newer.stderr.contains("newer version"), "{newer:?}");
}
