//! Services that request pauses from a second to a week. Neither a terminal, an editor, an agent
//! nor the queue waits for them, and the next process respects the pause. The tests advance the
//! clock of the programs.

use crate::screen::screen;
use crate::screen_faults::worker;
use referee_fixture::postgres::PostgresServer;
use referee_tests::agent::Agent;
use referee_tests::cli::run_at_home;
use referee_tests::scholar::{Scholar, ServiceFault, papers};
use referee_tests::{ClientCapabilities, Editor, Folder, MovedClock};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The longest acceptable wait for a person, with a margin for a busy machine.
const PERSON: Duration = Duration::from_secs(20);

/// Longer than the cool-down of a failed service.
const BEYOND_COOL_DOWN: Duration = Duration::from_secs(45);

/// The longest pause that is respected.
const DAY: u64 = 24 * 3_600;

/// The requested pauses, in seconds.
const PAUSES: [u64; 5] = [1, 30, 3_600, 54_000, 604_800];

/// The minimum number of services that are queried for the references of [`for_every_service`].
const MIN_SERVICES: usize = 15;

/// The statuses with which services request a pause.
const STATUSES: [u16; 2] = [429, 503];

fn requests(scholar: &Scholar, service: &str) -> usize {
    scholar.asked().iter().filter(|(name, _)| name == service).count()
}

/// Returns references for which every service is queried; each number gives different references.
fn for_every_service(number: usize) -> String {
    let paper = &papers(number + 1)[number];
    let digits = format!("{number:04}");
    format!(
        "{}{}@article{{pmc{digits}, title = {{Sleep of porters in spring, part {digits}}}, author = {{Roe, Ada}}, journal = {{Annals of Examples}}, year = {{2014}}, pmcid = {{PMC264{digits}}}}}
@misc{{arxiv{digits}, title = {{Bounds on ladders, part {digits}}}, author = {{Roe, Ada}}, year = {{2021}}, eprint = {{2101.0{digits}}}, archiveprefix = {{arXiv}}}}
@misc{{trial{digits}, title = {{Walking and rest, part {digits}}}, author = {{Roe, Ada}}, year = {{2019}}, note = {{NCT0400{digits}}}}}
@book{{book{digits}, title = {{Handbook of quays, part {digits}}}, author = {{Roe, Ada}}, publisher = {{Harbour Press}}, year = {{2011}}}}
@inproceedings{{venue{digits}, title = {{Learning to tie knots from {digits} ropes}}, author = {{Roe, Ada}}, booktitle = {{International Conference on Learning Representations}}, year = {{2021}}}}
@software{{cran{digits}, title = {{tidewright{digits}: Tables of Tides}}, author = {{Roe, Ada}}, year = {{2020}}, url = {{https://cran.r-project.org/package=tidewright{digits}}}}}
@software{{pypi{digits}, title = {{moorings{digits}}}, author = {{Roe, Ada}}, year = {{2020}}, url = {{https://pypi.org/project/moorings{digits}/}}}}
@software{{code{digits}, title = {{Finder of piers}}, author = {{Roe, Ada}}, year = {{2020}}, url = {{https://github.com/example/piers{digits}}}}}
@online{{page{digits}, title = {{Opening hours of the lighthouse}}, year = {{2020}}, url = {{https://lighthouse.example.org/hours/{digits}}}}}
@dataset{{data{digits}, title = {{Heights of tides, part {digits}}}, author = {{Roe, Ada}}, year = {{2020}}, doi = {{10.5281/zenodo.{digits}}}}}
",
        paper.bibtex(&format!("named{digits}"), true),
        paper.bibtex(&format!("plain{digits}"), false),
    )
}

/// Returns the number of requests per service so far.
fn counts(scholar: &Scholar) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (service, _) in scholar.asked() {
        *counts.entry(service).or_insert(0) += 1;
    }
    counts
}

/// Returns a number for [`for_every_service`] that no other test uses.
fn next_number() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(1, Ordering::SeqCst)
}

/// Makes every service request each pause, and calls `look_up` before, during and after the pause.
/// No look-up may wait, no service may be queried during its pause, and every service must be
/// queried after it.
fn every_service_asks_for_each_pause(scholar: &Scholar, clock: &MovedClock, mut look_up: impl FnMut(&str)) {
    for (status, pause) in STATUSES.into_iter().flat_map(|status| PAUSES.map(|pause| (status, pause))) {
        scholar.set_fault_of_all(Some(ServiceFault::Pause(status, pause)));
        let mut timed = |when: &str, before: &BTreeMap<String, usize>| {
            let began = Instant::now();
            look_up(&for_every_service(next_number()));
            let case = format!("{status}, {pause} s, {when}");
            assert!(began.elapsed() < PERSON, "{case}: {:?}", began.elapsed());
            let mut asked = counts(scholar);
            asked.retain(|service, count| before.get(service) != Some(count));
            (case, asked)
        };
        let (case, first) = timed("first", &counts(scholar));
        assert!(first.len() >= MIN_SERVICES, "{case}: only {:?} were asked", first.keys());
        clock.advance(BEYOND_COOL_DOWN);
        let (case, again) = timed("within the pause", &counts(scholar));
        if pause > BEYOND_COOL_DOWN.as_secs() {
            // Each page has a separate host.
            let wrong: Vec<&String> = again.keys().filter(|service| *service != "webpage").collect();
            assert!(wrong.is_empty(), "{case}: {wrong:?} were asked");
        }
        // An editor may retry automatically after the pause.
        let before = counts(scholar);
        clock.advance(Duration::from_secs(pause.min(DAY)).max(BEYOND_COOL_DOWN));
        let (case, after) = timed("after the pause", &before);
        let lost: Vec<&String> = first.keys().filter(|service| !after.contains_key(*service)).collect();
        assert!(lost.is_empty(), "{case}: {lost:?} were never asked again");
        clock.advance(Duration::from_secs(DAY + 60));
    }
}

#[test]
fn check_never_waits_for_a_pause() {
    let (scholar, clock) = (Scholar::with(papers(1)), MovedClock::new());
    let folder = Folder::with(&[]);
    let home = tempfile::tempdir().expect("a home");
    let mut variables = scholar.settings_of_all();
    variables.push(clock.variable());
    every_service_asks_for_each_pause(&scholar, &clock, |entries| {
        folder.write("refs.bib", entries);
        let arguments = ["check", "refs.bib", "--online", "--format", "json"];
        let run = run_at_home(&folder.path("."), home.path(), &variables, &arguments);
        assert!(run.stdout.contains("referee.check/1"), "{run:?}");
    });
}

#[test]
fn an_editor_never_waits_for_a_pause() {
    let (scholar, clock) = (Scholar::with(papers(1)), MovedClock::new());
    let draft = "---\nbibliography: refs.bib\n---\n\nShown before.\n";
    let folder = Folder::with(&[("paper.md", draft), ("refs.bib", "")]);
    let home = tempfile::tempdir().expect("a home");
    let abilities = ClientCapabilities::default()
        .with_environment(scholar.settings_of_all())
        .with_environment(["state", "cache"].map(|name| place(home.path(), name)))
        .with_environment([clock.variable()])
        .with_settings(json!({"network": "allow"}));
    let mut editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    editor.open(&folder, "refs.bib", "bibtex");
    let uri = folder.uri("refs.bib");
    let mut version = 1;
    every_service_asks_for_each_pause(&scholar, &clock, |entries| {
        version += 1;
        let change = json!({
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"text": entries}],
        });
        editor.notify("textDocument/didChange", change);
        verify_all(&mut editor);
    });
}

#[test]
fn an_agent_never_waits_for_a_pause() {
    let (scholar, clock) = (Scholar::with(papers(1)), MovedClock::new());
    let mut variables = scholar.settings_of_all();
    variables.extend([("REFEREE_NETWORK".to_owned(), "allow".to_owned()), clock.variable()]);
    let folder = Folder::with(&[]);
    let mut agent = Agent::start(&folder, &variables, &[]);
    every_service_asks_for_each_pause(&scholar, &clock, |entries| {
        let given = agent.give("check_references", json!({"text": entries}));
        assert!(given["summary"]["not_looked_at"].as_u64() > Some(0), "{given}");
    });
}

/// Waits until a worker has ended.
fn ended(worker: &mut Child, within: Duration) {
    let began = Instant::now();
    while worker.try_wait().expect("the worker can be asked").is_none() {
        if began.elapsed() > within {
            let _ = worker.kill();
            let _ = worker.wait();
            panic!("the worker waits for a service that asked for a pause");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Verifies everything and waits for the completion message.
fn verify_all(editor: &mut Editor) -> String {
    editor.forget_messages();
    editor.request("workspace/executeCommand", json!({"command": "referee.verifyAll"}));
    let began = Instant::now();
    loop {
        let shown = editor.notifications("window/showMessage");
        let told = shown.iter().find_map(|shown| {
            shown["message"].as_str().filter(|message| message.contains("verified")).map(str::to_owned)
        });
        if let Some(message) = told {
            return message;
        }
        assert!(began.elapsed() < PERSON, "no word of the verification: {shown:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the environment variable for a folder of the user.
fn place(home: &Path, name: &str) -> (String, String) {
    (format!("REFEREE_{}", name.to_uppercase()), home.join(name).display().to_string())
}

fn entries(from: usize, to: usize) -> String {
    let all = papers(to);
    (from..to).map(|number| all[number].bibtex(&format!("true{number}"), false)).collect()
}

#[test]
fn check_ends_and_the_next_run_leaves_the_service_alone() {
    for (service, status, seconds) in [
        ("openalex", 429, 54_000),
        ("europepmc", 503, 3_600),
        ("crossref", 503, 604_800),
        ("pubmed", 429, 60),
    ] {
        let scholar = Scholar::with(papers(12));
        scholar.set_service_fault(service, Some(ServiceFault::Pause(status, seconds)));
        let folder = Folder::with(&[("refs.bib", &entries(0, 6))]);
        let home = tempfile::tempdir().expect("a home");
        let check = || {
            let began = Instant::now();
            let arguments = ["check", "refs.bib", "--online", "--format", "json"];
            let run = run_at_home(&folder.path("."), home.path(), &scholar.settings(), &arguments);
            assert!(began.elapsed() < PERSON, "{service} {status} {seconds}: {:?}", began.elapsed());
            assert!(run.stdout.contains("referee.check/1"), "{run:?}");
        };
        check();
        let asked = requests(&scholar, service);
        // Use new references, so that no answer comes from the cache.
        folder.write("refs.bib", entries(6, 12));
        check();
        assert_eq!(requests(&scholar, service), asked, "{service} {status} {seconds}");
    }
}

#[test]
fn a_second_verification_in_an_editor_answers() {
    let scholar = Scholar::with(papers(6));
    scholar.set_service_fault("europepmc", Some(ServiceFault::Pause(503, 3_600)));
    let draft = "---\nbibliography: refs.bib\n---\n\nShown [@true0; @true1].\n";
    let folder = Folder::with(&[("paper.md", draft), ("refs.bib", &entries(0, 2))]);
    let home = tempfile::tempdir().expect("a home");
    let clock = MovedClock::new();
    let abilities = ClientCapabilities::default()
        .with_environment(scholar.settings())
        .with_environment(["state", "cache"].map(|name| place(home.path(), name)))
        .with_environment([clock.variable()])
        .with_settings(json!({"network": "allow"}));
    let mut editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    verify_all(&mut editor);
    let asked = requests(&scholar, "crossref");
    clock.advance(BEYOND_COOL_DOWN);
    folder.write("refs.bib", entries(0, 4));
    folder.write("paper.md", draft.replace("@true1", "@true1; @true2; @true3"));
    let uris = [folder.uri("refs.bib"), folder.uri("paper.md")];
    editor.files_changed(&[(&uris[0], 2), (&uris[1], 2)]);
    editor.change(&uris[1], 2, &[(4, 13, 4, 13, "; @true2")]);
    editor.forget_messages();
    editor.request("workspace/executeCommand", json!({"command": "referee.verifyAll"}));
    let began = Instant::now();
    while requests(&scholar, "crossref") == asked
        || !editor
            .notifications("window/showMessage")
            .iter()
            .any(|shown| shown["message"].as_str().is_some_and(|message| message.contains("verified")))
    {
        assert!(began.elapsed() < PERSON, "the second verification waits");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(requests(&scholar, "europepmc"), 1, "it was asked within its pause");
}

#[test]
fn an_agent_never_waits_for_a_service_that_is_given_up() {
    let scholar = Scholar::with(papers(9));
    scholar.set_service_fault("openalex", Some(ServiceFault::Pause(429, 54_000)));
    scholar.set_service_fault("europepmc", Some(ServiceFault::Pause(503, 3_600)));
    let mut variables = scholar.settings();
    let clock = MovedClock::new();
    variables.extend([("REFEREE_NETWORK".to_owned(), "allow".to_owned()), clock.variable()]);
    let folder = Folder::with(&[]);
    let mut agent = Agent::start(&folder, &variables, &[]);
    for (call, (from, to)) in [(0, 3), (3, 6), (6, 9)].into_iter().enumerate() {
        if call == 1 {
            clock.advance(BEYOND_COOL_DOWN);
        }
        let began = Instant::now();
        let given = agent.give("check_references", json!({"text": entries(from, to)}));
        assert!(began.elapsed() < PERSON, "call {call} took {:?}: {given}", began.elapsed());
    }
    assert_eq!(requests(&scholar, "europepmc"), 1, "it was asked within its pause");
}

#[test]
fn the_queue_never_waits_for_a_pause() {
    let Some(server) = PostgresServer::shared() else { return };
    let (scholar, clock) = (Scholar::with(papers(1)), MovedClock::new());
    let folder = Folder::with(&[]);
    let mut variables = scholar.settings_of_all();
    variables.push(clock.variable());
    // In a shared queue the earlier submissions would become due again, because the queue uses the
    // time of the database. All databases are created at the start, because another test may
    // prevent the server from creating one later.
    let mut databases: Vec<String> =
        (0..STATUSES.len() * PAUSES.len() * 3).map(|_| server.database()).collect();
    let mut number = 0;
    every_service_asks_for_each_pause(&scholar, &clock, |entries| {
        number += 1;
        let database = databases.pop().expect("one for each look-up");
        folder.write(&format!("inbox{number}/refs.bib"), entries);
        let handed = screen(&folder, &database, &[&format!("inbox{number}")]);
        assert!(handed.stdout.contains("1 handed in"), "{handed:?}");
        ended(&mut worker(&folder, &database, &variables, &["--online"]), PERSON);
    });
}

#[test]
fn a_worker_of_the_queue_ends() {
    let Some(server) = PostgresServer::shared() else { return };
    let scholar = Scholar::with(papers(8));
    scholar.set_service_fault("europepmc", Some(ServiceFault::Pause(503, 3_600)));
    scholar.set_service_fault("pubmed", Some(ServiceFault::Pause(429, 54_000)));
    let database = server.database();
    let folder = Folder::with(&[]);
    for number in 0..4 {
        folder.write(&format!("inbox/draft{number}.bib"), entries(2 * number, 2 * number + 2));
    }
    assert!(screen(&folder, &database, &["inbox"]).stdout.contains("4 handed in"));
    ended(&mut worker(&folder, &database, &scholar.settings(), &["--online"]), 3 * PERSON);
}
