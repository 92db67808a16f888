//! Killed workers and a restarted database: no result is lost or written twice, and all workers
//! together respect the rate limits of the online sources.
//!
//! `REFEREE_KILL_ROUNDS=20` runs as many rounds as a release should; the default is a few.

use crate::screen::{listed, screen};
use crate::serve::folder_with_library;
use referee_fixture::postgres::PostgresServer;
use referee_tests::cli::{command, referee};
use referee_tests::scholar::{Scholar, papers};
use referee_tests::{Folder, chance};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The number of drafts submitted per round.
const DRAFTS: usize = 60;

/// The longest that a round may take before it counts as stuck.
const ROUND_TIMEOUT: Duration = Duration::from_secs(120);

/// Returns the number of rounds: `REFEREE_KILL_ROUNDS`, or two.
fn rounds() -> u64 {
    std::env::var("REFEREE_KILL_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(2)
}

/// Starts a worker as a separate process, which ends when the queue is empty.
pub(crate) fn worker(
    folder: &Folder,
    database: &str,
    variables: &[(String, String)],
    arguments: &[&str],
) -> Child {
    let words = ["screen", "--work", "--until-empty", "--lease", "2", "--slots", "2", "--database", database];
    let words: Vec<&str> = words.into_iter().chain(arguments.iter().copied()).collect();
    command(&folder.path("."), &folder.home(), variables, &words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a worker can be started")
}

/// Returns a draft with 40 references, different for each number.
fn draft(number: usize) -> String {
    let mut text = format!("# Draft {number}\n\nA claim.[1]\n\n# References\n\n");
    for item in 1..=40 {
        text.push_str(&format!("{item}. Smith A, Lindqvist B. Effect of Metformin on mortality, part {number} of {item}. Journal of Examples. 2020;{item}:{number}-9.\n"));
    }
    text
}

#[test]
fn killed_workers_and_a_restarted_database_lose_nothing_and_write_nothing_twice() {
    let Some(mut server) = PostgresServer::start(&[]) else { return };
    let folder = folder_with_library();
    for number in 0..DRAFTS {
        folder.write(&format!("inbox/draft{number}.md"), draft(number));
    }
    for round in 0..rounds() {
        let mut seed = round + 7;
        let mut below = |most: u64| chance::next(&mut seed) % most;
        let database = server.database();
        let handed_in = screen(&folder, &database, &["inbox"]);
        assert!(handed_in.stdout.contains(&format!("{DRAFTS} handed in")), "{handed_in:?}");
        let start = || worker(&folder, &database, &[], &["--offline", "--library", "library"]);
        let mut workers = [start(), start(), start()];
        for index in [0, 1] {
            std::thread::sleep(Duration::from_millis(300 + below(900)));
            // SIGKILL: the worker cannot clean up.
            workers[index].kill().expect("a worker can be killed");
            workers[index].wait().expect("it has ended");
        }
        std::thread::sleep(Duration::from_millis(below(300)));
        server.kill();
        std::thread::sleep(Duration::from_millis(below(500)));
        server.resume();
        workers[0] = start();
        workers[1] = start();
        let until = Instant::now() + ROUND_TIMEOUT;
        while listed(&folder, &database)["counts"]["done"] != DRAFTS {
            assert!(Instant::now() < until, "round {round}: {}", listed(&folder, &database)["counts"]);
            std::thread::sleep(Duration::from_millis(200));
        }
        for mut worker in workers {
            assert!(worker.wait().expect("a worker ends").success(), "round {round}");
        }
        let ask = |sql: &str| server.execute(&database, sql);
        assert_eq!(ask("SELECT count(*) FROM referee.submission"), DRAFTS.to_string(), "none is lost");
        assert_eq!(
            ask("SELECT count(DISTINCT submission), count(*) FROM referee.submission_result"),
            format!("{DRAFTS}|{DRAFTS}")
        );
        assert_eq!(ask("SELECT count(*) FROM referee.submission_reference"), (DRAFTS * 40).to_string());
        // The result belongs to the last holder of the submission: no other worker wrote one.
        assert_eq!(
            ask(
                "SELECT count(*) FROM referee.submission WHERE lease IS NOT NULL OR state <> 'done' OR round <> 1"
            ),
            "0"
        );
        println!(
            "round {round}: {DRAFTS} submissions, workers that wrote: {}",
            ask("SELECT count(DISTINCT worker) FROM referee.submission_result")
        );
    }
}

#[test]
fn a_full_disk_of_the_database_loses_no_submission_and_none_is_judged_again_and_again() {
    let Some(server) = PostgresServer::start_on_small_disk(120) else { return };
    let (folder, database) = (folder_with_library(), server.database());
    for number in 0..6 {
        folder.write(&format!("inbox/draft{number}.md"), draft(number));
    }
    assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
    server.fill_disk();
    // A submission now is either rejected with the reason, or found there later.
    let long = "word ".repeat(2_000_000);
    folder.write("late/long.md", format!("{}\n{long}\n", draft(99)));
    let late = screen(&folder, &database, &["late"]);
    assert_eq!(late.code, 2, "{late:?}");
    assert!(late.stderr.contains("no room left") || late.stderr.contains("cannot be reached"), "{late:?}");
    let start = || worker(&folder, &database, &[], &["--offline", "--library", "library"]);
    let workers = [start(), start()];
    // Longer than a lease.
    std::thread::sleep(Duration::from_secs(5));
    server.free_disk();
    let taken = server.execute(&database, "SELECT coalesce(max(attempts), 0) <= 1 FROM referee.submission");
    assert_eq!(taken, "t", "the one who has a submission keeps it while nothing can be written");
    let until = Instant::now() + ROUND_TIMEOUT;
    while listed(&folder, &database)["counts"]["done"] != 6 {
        assert!(Instant::now() < until, "{}", listed(&folder, &database)["counts"]);
        std::thread::sleep(Duration::from_millis(100));
    }
    for mut worker in workers {
        assert!(worker.wait().expect("a worker ends").success());
    }
    let written = server.execute(
        &database,
        "SELECT count(*), count(DISTINCT submission), (SELECT count(*) FROM referee.submission_reference) FROM referee.submission_result",
    );
    assert_eq!(written, "6|6|240");
}

/// Records the tables of a newer program: their version, and the oldest version that can work with
/// them.
fn note_newer_tables(server: &PostgresServer, database: &str, compatible_from: u32) {
    server.execute(
        database,
        &format!(
            "ALTER TABLE referee.submission ADD COLUMN IF NOT EXISTS newer text;
             INSERT INTO referee.schema_version (component, version, name, compatible_from, program)
             VALUES ('queue', {}, 'newer', {compatible_from}, 'referee/99.0')",
            50 + compatible_from
        ),
    );
}

#[test]
fn a_worker_goes_on_during_an_upgrade_that_it_fits_and_ends_at_one_that_it_does_not() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (folder_with_library(), server.database());
    for number in 0..40 {
        folder.write(&format!("inbox/draft{number}.md"), draft(number));
    }
    assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
    let start = || worker(&folder, &database, &[], &["--offline", "--library", "library"]);
    // A newer program extends the tables while one worker runs; another worker of the older version
    // is started after it.
    let first = start();
    note_newer_tables(server, &database, 1);
    for mut worker in [first, start()] {
        assert!(worker.wait().expect("a worker ends").success());
    }
    let written = server
        .execute(&database, "SELECT count(*), count(DISTINCT submission) FROM referee.submission_result");
    assert_eq!(written, "40|40");
    // The next step is incompatible with the older version: it takes no more submissions, and says
    // what to do.
    let mut waiting = command(
        &folder.path("."),
        &folder.home(),
        &[],
        &["screen", "--work", "--lease", "2", "--database", &database, "--offline", "--library", "library"],
    )
    .stdout(Stdio::null())
    .stderr(Stdio::piped())
    .spawn()
    .expect("a worker can be started");
    std::thread::sleep(Duration::from_secs(2));
    note_newer_tables(server, &database, 99);
    server.execute(
        &database,
        "UPDATE referee.submission SET state = 'waiting', round = 2, available_at = now() WHERE id = (SELECT min(id) FROM referee.submission)",
    );
    assert_eq!(waiting.wait().expect("it ends").code(), Some(2));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut waiting.stderr.take().expect("it is piped"), &mut said)
        .expect("it is text");
    assert!(said.contains("update referee on this machine"), "{said}");
    let refused = screen(&folder, &database, &["--list"]);
    assert!(refused.code == 2 && refused.stderr.contains("update referee on this machine"), "{refused:?}");
    let left = server.execute(&database, "SELECT count(*) FROM referee.submission WHERE state = 'waiting'");
    assert_eq!(left, "1", "it waits for a worker of the newer version");
}

#[test]
fn a_worker_whose_lease_went_to_another_writes_nothing() {
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (folder_with_library(), server.database());
    folder.write("inbox/draft.md", draft(1));
    assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
    // Stop the process while it holds the submission, for longer than its lease, and continue it.
    let mut slow = worker(&folder, &database, &[], &["--offline", "--library", "library"]);
    let until = Instant::now() + ROUND_TIMEOUT;
    let mut stopped = false;
    while Instant::now() < until && !stopped {
        let state = server.execute(&database, "SELECT state FROM referee.submission");
        if state == "done" {
            break;
        }
        if state == "working" {
            signal(&slow, "-STOP");
            stopped = server.execute(&database, "SELECT state FROM referee.submission") == "working";
            if !stopped {
                signal(&slow, "-CONT");
                break;
            }
        }
    }
    if stopped {
        std::thread::sleep(Duration::from_millis(2_500));
        let mut other = worker(&folder, &database, &[], &["--offline", "--library", "library"]);
        assert!(other.wait().expect("it ends").success());
        signal(&slow, "-CONT");
    }
    assert!(slow.wait().expect("it ends").success());
    let written =
        server.execute(&database, "SELECT count(*), count(DISTINCT worker) FROM referee.submission_result");
    assert_eq!(written, "1|1");
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    std::process::Command::new("kill").args([name, &id]).status().expect("kill can be run");
}

#[test]
fn three_workers_ask_a_source_no_more_often_than_one_may() {
    let Some(server) = PostgresServer::shared() else { return };
    let scholar = Scholar::with(papers(30));
    let database = server.database();
    // Each worker simulates a separate machine: only the database is shared.
    let machines: Vec<Folder> = (0..3).map(|_| Folder::with(&[])).collect();
    for (number, paper) in papers(30).iter().enumerate() {
        machines[0].write(&format!("inbox/draft{number}.bib"), paper.bibtex("one", true));
    }
    let handed_in = screen(&machines[0], &database, &["inbox"]);
    assert!(handed_in.stdout.contains("30 handed in"), "{handed_in:?}");
    let workers: Vec<Child> = machines
        .iter()
        .map(|machine| worker(machine, &database, &scholar.settings(), &["--online"]))
        .collect();
    for mut worker in workers {
        assert!(worker.wait().expect("a worker ends").success());
    }
    let list = listed(&machines[0], &database);
    assert_eq!(list["counts"]["done"], 30, "{list}");
    let wrote = server.execute(&database, "SELECT count(DISTINCT worker) FROM referee.submission_result");
    assert_ne!(wrote, "1", "several workers had a part in it");
    // NCBI allows three requests per second without a key; Crossref one search and five works
    // without a contact.
    assert!(scholar.asked().len() >= 30, "{}", scholar.asked().len());
    for (service, most) in [("pubmed", 3), ("crossref", 6)] {
        let asked = scholar.asked().into_iter().filter(|(name, _)| name == service);
        let times: Vec<Duration> = asked.map(|(_, request)| request.at).collect();
        let in_second_from = |start: &Duration| {
            times.iter().filter(|at| *at >= start && **at - *start < Duration::from_secs(1)).count()
        };
        let worst = times.iter().map(in_second_from).max().unwrap_or(0);
        println!("{service}: {} requests, at most {worst} in a second", times.len());
        assert!(worst <= most, "{service}: {worst} requests in one second");
    }
}

/// `REFEREE_SCREEN_DRAFTS=2000` measures the figure in docs/benchmarks.md; `REFEREE_SCREEN_RECORDS`
/// is the size of the library.
#[test]
fn the_growth_from_one_to_three_workers_is_measured() {
    let Some(server) = PostgresServer::shared() else { return };
    let number = |name: &str, usual: usize| {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
    };
    let (drafts, records) = (number("REFEREE_SCREEN_DRAFTS", 12), number("REFEREE_SCREEN_RECORDS", 400));
    let folder = Folder::with(&[]);
    let title = |number: usize| {
        let words = ["renal", "cardiac", "pediatric", "chronic", "acute", "dietary", "surgical", "genetic"];
        let things = ["outcomes", "markers", "imaging", "training", "screening", "dosing", "survival"];
        let places = ["Norway", "Kenya", "Chile", "Japan", "Canada"];
        format!(
            "Effects of {} {} in cohort {number} from {} with follow-up of {} months",
            words[number % 8],
            things[number % 7],
            places[number % 5],
            number % 61
        )
    };
    // A surname consists of letters only.
    let surname = |number: usize| {
        let digits = number.to_string();
        let letters = digits.bytes().map(|digit| char::from(b'a' + (digit - b'0')));
        format!("Auth{}", letters.collect::<String>())
    };
    let mut library = String::new();
    for number in 0..records {
        library.push_str(&format!(
            "TY  - JOUR\nAU  - {}, Ann\nAU  - Second, Bo\nTI  - {}\nJO  - Journal of Examples\nPY  - {}\nVL  - {}\nSP  - {number}\nDO  - 10.5555/record.{number}\nER  - \n\n",
            surname(number),
            title(number),
            1990 + number % 35,
            number % 90 + 1
        ));
    }
    folder.write("records.ris", library);
    let imported = referee(&folder, &["library", "import", "--library", "library", "records.ris"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    for draft in 0..drafts {
        let mut text = String::from("# A draft\n\nA claim.[1]\n\n# References\n\n");
        for item in 1..=40 {
            let number = (draft * 40 + item) * 7_919 % records;
            let doi = if item % 2 == 0 { format!(" doi:10.5555/record.{number}") } else { String::new() };
            text.push_str(&format!(
                "{item}. {} A, Second B. {}. Journal of Examples. {};{}:{number}.{doi}\n",
                surname(number),
                title(number),
                1990 + number % 35,
                number % 90 + 1
            ));
        }
        // An identical draft would be the same submission, so each contains its number.
        folder.write(&format!("inbox/draft{draft}.md"), format!("{text}\nNumber {draft}.\n"));
    }
    for workers in [1, 3] {
        let database = server.database();
        assert_eq!(screen(&folder, &database, &["inbox"]).code, 0);
        let began = Instant::now();
        let running: Vec<Child> = (0..workers)
            .map(|_| worker(&folder, &database, &[], &["--offline", "--library", "library"]))
            .collect();
        for mut worker in running {
            assert!(worker.wait().expect("a worker ends").success());
        }
        let took = began.elapsed().as_secs_f64();
        let judged = server.execute(
            &database,
            "SELECT count(*), count(*) FILTER (WHERE verdict = 'verified') FROM referee.submission_reference",
        );
        assert_eq!(judged, format!("{}|{}", drafts * 40, drafts * 40));
        println!(
            "{workers} workers of 2 slots, {records} records: {drafts} drafts with {} references in {took:.1} s, {:.0} references a second",
            drafts * 40,
            (drafts * 40) as f64 / took
        );
    }
}
