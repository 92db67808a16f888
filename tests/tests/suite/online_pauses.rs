//! Services that ask for long pauses: nothing waits for them, in a terminal, in an editor, for an agent and in the queue,
//! and the next process knows of the pause.

use crate::screen::screen;
use crate::screen_faults::worker;
use referee_fixture::postgres::PostgresServer;
use referee_tests::agent::Agent;
use referee_tests::cli::run_at_home;
use referee_tests::scholar::{Scholar, ServiceFault, papers};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::json;
use std::time::{Duration, Instant};

/// What a person waits, with room for a busy machine.
const PERSON: Duration = Duration::from_secs(20);

/// Longer than a service that failed is left alone for.
const BEYOND_COOL_DOWN: Duration = Duration::from_secs(32);

fn requests(scholar: &Scholar, service: &str) -> usize {
    scholar.asked().iter().filter(|(name, _)| name == service).count()
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
        // Other references, so that nothing is answered from memory.
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
    let place = |name: &str| {
        (format!("REFEREE_{}", name.to_uppercase()), home.path().join(name).display().to_string())
    };
    let abilities = ClientCapabilities::default()
        .with_environment(scholar.settings())
        .with_environment([place("state"), place("cache")])
        .with_settings(json!({"network": "allow"}));
    let mut editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    let mut verify_all = || {
        editor.forget_messages();
        editor.request("workspace/executeCommand", json!({"command": "referee.verifyAll"}));
        let began = Instant::now();
        loop {
            let shown = editor.notifications("window/showMessage");
            if let Some(message) = shown.iter().find_map(|shown| {
                shown["message"].as_str().filter(|message| message.contains("verified")).map(str::to_owned)
            }) {
                return message;
            }
            assert!(began.elapsed() < PERSON, "no word of the verification: {shown:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    verify_all();
    let asked = requests(&scholar, "crossref");
    std::thread::sleep(BEYOND_COOL_DOWN);
    folder.write("refs.bib", entries(0, 4));
    folder.write("paper.md", draft.replace("@true1", "@true1; @true2; @true3"));
    let uris = [folder.uri("refs.bib"), folder.uri("paper.md")];
    editor.files_changed(&[(&uris[0], 2), (&uris[1], 2)]);
    editor.change(&uris[1], 2, &[(4, 13, 4, 13, "; @true2")]);
    let mut editor = editor;
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
    variables.push(("REFEREE_NETWORK".to_owned(), "allow".to_owned()));
    let folder = Folder::with(&[]);
    let mut agent = Agent::start(&folder, &variables, &[]);
    for (call, (from, to)) in [(0, 3), (3, 6), (6, 9)].into_iter().enumerate() {
        if call == 1 {
            std::thread::sleep(BEYOND_COOL_DOWN);
        }
        let began = Instant::now();
        let given = agent.give("check_references", json!({"text": entries(from, to)}));
        assert!(began.elapsed() < PERSON, "call {call} took {:?}: {given}", began.elapsed());
    }
    assert_eq!(requests(&scholar, "europepmc"), 1, "it was asked within its pause");
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
    let began = Instant::now();
    let mut worker = worker(&folder, &database, &scholar.settings(), &["--online"]);
    while worker.try_wait().expect("the worker can be asked").is_none() {
        if began.elapsed() > 3 * PERSON {
            let _ = worker.kill();
            panic!("the worker waits for a service that asked for a pause");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}
