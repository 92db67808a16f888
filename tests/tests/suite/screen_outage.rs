//! Submissions whose services do not answer: they stay open, are listed as not looked up, and are
//! judged automatically once the services answer again.

use crate::screen::{listed, screen};
use referee_fixture::postgres::PostgresServer;
use referee_tests::Folder;
use referee_tests::cli::{Run, command, referee, run_at_home};
use referee_tests::scholar::{SERVICES, Scholar, ServiceFault, papers};
use serde_json::Value;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The number of submissions, with this many references each.
const SUBMISSIONS: usize = 12;
const REFERENCES: usize = 3;

/// The longest that the queue may take to reach a state before the test fails.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A running worker that looks references up, on a simulated machine; dropping it kills the
/// process.
struct Worker {
    child: Child,
    _machine: Folder,
}

impl Worker {
    fn start(scholar: &Scholar, database: &str) -> Worker {
        let machine = Folder::with(&[]);
        let words = ["screen", "--work", "--online", "--lease", "2", "--slots", "2", "--database", database];
        let child = command(&machine.path("."), &machine.home(), &scholar.settings(), &words)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a worker can be started");
        Worker { child, _machine: machine }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // SIGKILL, like `kill -9`. The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn set_outage(scholar: &Scholar, fault: Option<ServiceFault>) {
    SERVICES.into_iter().for_each(|service| scholar.set_service_fault(service, fault));
}

/// Submits [`SUBMISSIONS`] bibliographies of invented papers that the services contain.
fn hand_in(folder: &Folder, database: &str) -> Scholar {
    let all = papers(SUBMISSIONS * REFERENCES);
    for (number, some) in all.chunks(REFERENCES).enumerate() {
        let entries: Vec<String> =
            some.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("key{n}"), true)).collect();
        folder.write(&format!("inbox/draft{number}.bib"), entries.concat());
    }
    assert_eq!(screen(folder, database, &["inbox"]).code, 0);
    Scholar::with(all)
}

/// Runs a worker on a simulated machine until no submission is waiting.
fn work_until_empty(scholar: &Scholar, database: &str) -> Run {
    let machine = Folder::with(&[]);
    let words = ["screen", "--work", "--until-empty", "--online", "--database", database];
    let run = run_at_home(&machine.path("."), &machine.home(), &scholar.settings(), &words);
    assert_eq!(run.code, 0, "{run:?}");
    run
}

fn wait_for(folder: &Folder, database: &str, state: &str, count: usize) -> Value {
    let until = Instant::now() + TIMEOUT;
    loop {
        let list = listed(folder, database);
        if list["counts"][state] == count {
            return list;
        }
        assert!(Instant::now() < until, "{state}: {}", list["counts"]);
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn an_outage_leaves_submissions_open_until_the_services_answer() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (Folder::with(&[]), server.database());
    folder.write("inbox/clean.md", "Text without a reference.\n");
    let scholar = hand_in(&folder, &database);
    set_outage(&scholar, Some(ServiceFault::Refuse));
    let mut workers: Vec<Worker> = (0..3).map(|_| Worker::start(&scholar, &database)).collect();
    std::thread::sleep(Duration::from_millis(700));
    workers.truncate(1);
    let list = wait_for(&folder, &database, "not_looked_up", SUBMISSIONS);
    assert_eq!(list["counts"]["done"], 1, "the one without a reference: {list}");
    let rows = list["submissions"].as_array().expect("submissions are listed");
    assert_eq!(rows.last().map(|row| &row["name"]), Some(&Value::from("clean.md")), "clean is last: {list}");
    for row in rows.iter().filter(|row| row["name"] != "clean.md") {
        assert_eq!((&row["state"], &row["not_looked_up"]), (&"not-looked-up".into(), &3.into()), "{row}");
        assert_eq!(row["verdicts"]["unchecked"], 3, "{row}");
        assert!(row["next_try_at"].is_string(), "{row}");
        let reason = row["reason"].as_str().unwrap_or_default();
        assert!(
            reason.contains("3 of 3 references were not looked up") && reason.contains("Crossref"),
            "{row}"
        );
    }

    // Every form of the list says so, and so does the report.
    let shown = screen(&folder, &database, &["--list"]).stdout;
    assert!(shown.contains("12 not looked up") && shown.contains("not-looked-up  3 unchecked"), "{shown}");
    let table = screen(&folder, &database, &["--list", "--format", "csv"]).stdout;
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("the table has a head");
    let column = |name: &str| head.iter().position(|cell| *cell == name).expect("the column is there");
    let (state, count) = (column("state"), column("not-looked-up"));
    let open = lines.filter(|line| line.get(state) == Some(&"not-looked-up")).collect::<Vec<_>>();
    assert_eq!(open.len(), SUBMISSIONS, "{table}");
    assert!(open.iter().all(|line| line.get(count) == Some(&"3")), "{table}");
    let page = screen(&folder, &database, &["--list", "--format", "html"]).stdout;
    assert!(page.contains("12 of them are not looked up completely"), "{page}");
    let id = rows[0]["id"].to_string();
    let report = screen(&folder, &database, &["--show", &id, "--format", "html"]).stdout;
    assert!(report.contains("Provisional: 3 of 3 references were not looked up"), "{report}");
    let signed = screen(&folder, &database, &["--sign", &id, "--by", "A. Editor"]);
    assert!(signed.code == 2 && signed.stderr.contains("nothing to sign yet"), "{signed:?}");

    // The services answer again, and the retry of one submission becomes due. Its answers wake the
    // others.
    drop(workers);
    set_outage(&scholar, None);
    server.execute(
        &database,
        "UPDATE referee.submission SET available_at = now()
         WHERE id = (SELECT min(id) FROM referee.submission WHERE state = 'not-looked-up')",
    );
    let mut workers: Vec<Worker> = (0..2).map(|_| Worker::start(&scholar, &database)).collect();
    let list = wait_for(&folder, &database, "done", SUBMISSIONS + 1);
    workers.clear();
    for row in list["submissions"].as_array().expect("submissions are listed") {
        if row["name"] != "clean.md" {
            assert_eq!(
                (&row["verdicts"]["verified"], &row["not_looked_up"]),
                (&3.into(), &0.into()),
                "{row}"
            );
            assert!(row["reason"].is_null() && row["next_try_at"].is_null(), "{row}");
        }
    }
    let written = server.execute(
        &database,
        "SELECT count(*), count(DISTINCT submission), max(round) FROM referee.submission_result",
    );
    assert_eq!(written, format!("{0}|{0}|1", SUBMISSIONS + 1), "one result for each, the last one");
    let report = screen(&folder, &database, &["--show", &id, "--format", "html"]).stdout;
    assert!(!report.contains("Provisional"), "{report}");
}

#[test]
fn what_was_answered_is_not_asked_again_and_one_silent_service_keeps_a_submission_open() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (Folder::with(&[]), server.database());
    let all = papers(2);
    // One reference with a DOI that Crossref knows, and one that only a search finds.
    folder.write("inbox/draft.bib", all[0].bibtex("one", true) + &all[1].bibtex("two", false));
    assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
    let scholar = Scholar::with(all);
    let machine = Folder::with(&[]);
    let work = || {
        let words = ["screen", "--work", "--until-empty", "--online", "--database", &database];
        let run = run_at_home(&machine.path("."), &machine.home(), &scholar.settings(), &words);
        assert_eq!(run.code, 0, "{run:?}");
        run.stdout
    };
    set_outage(&scholar, Some(ServiceFault::Status(503)));
    scholar.set_service_fault("doi", None);
    let worked = work();
    assert!(worked.contains("services did not answer: 1 look-up"), "{worked}");
    let row = listed(&folder, &database)["submissions"][0].clone();
    assert_eq!(row["state"], "not-looked-up", "{row}");
    let answered = |scholar: &Scholar| scholar.asked().iter().filter(|(name, _)| name == "doi").count();
    let before = answered(&scholar);
    set_outage(&scholar, None);
    // The pause after a failure is over, for the queue and for the gate.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(screen(&folder, &database, &["--again", "1"]).code, 0);
    let until = Instant::now() + TIMEOUT;
    loop {
        work();
        let row = listed(&folder, &database)["submissions"][0].clone();
        if row["state"] == "done" {
            assert_eq!(row["verdicts"]["verified"], 2, "{row}");
            break;
        }
        assert!(Instant::now() < until, "{row}");
        std::thread::sleep(Duration::from_secs(2));
        assert_eq!(screen(&folder, &database, &["--again", "1"]).code, 0);
    }
    assert_eq!(answered(&scholar), before, "what doi.org answered is remembered");
}

#[test]
fn what_may_not_be_asked_and_what_was_called_done_before_are_told_apart() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (Folder::with(&[]), server.database());
    let scholar = hand_in(&folder, &database);
    // Offline, no retry is scheduled.
    let offline = ["screen", "--work", "--until-empty", "--offline", "--database", &database];
    assert_eq!(referee(&folder, &offline).code, 0);
    let list = listed(&folder, &database);
    assert_eq!(
        (&list["counts"]["done"], &list["counts"]["not_looked_up"]),
        (&12.into(), &0.into()),
        "{list}"
    );

    // A version without this state left submissions permanently done. A person signed one of them
    // off.
    for id in 1..=SUBMISSIONS {
        assert_eq!(screen(&folder, &database, &["--again", &id.to_string()]).code, 0);
    }
    set_outage(&scholar, Some(ServiceFault::Refuse));
    work_until_empty(&scholar, &database);
    assert_eq!(listed(&folder, &database)["counts"]["not_looked_up"], SUBMISSIONS);
    server.execute(
        &database,
        "UPDATE referee.submission SET state = 'done', reason = NULL;
         UPDATE referee.submission SET signed_by = 'A. Editor', signed_at = now() WHERE id = 1;
         ALTER TABLE referee.submission DROP COLUMN lookups, DROP COLUMN open_since, DROP COLUMN waits_for;
         ALTER TABLE referee.submission_result DROP COLUMN not_looked_up;
         DELETE FROM referee.schema_version WHERE component = 'queue' AND version = 3",
    );
    let list = listed(&folder, &database);
    assert_eq!(list["counts"]["not_looked_up"], SUBMISSIONS - 1, "{list}");
    assert_eq!(list["counts"]["done"], 1, "what was signed off keeps its signature: {list}");
    set_outage(&scholar, None);
    work_until_empty(&scholar, &database);
    let list = listed(&folder, &database);
    assert_eq!(
        (&list["counts"]["done"], &list["counts"]["not_looked_up"]),
        (&12.into(), &0.into()),
        "{list}"
    );
}
