//! The effect of vectors from a server that the author chose, and the behaviour without them.

use referee_tests::cli::{Run, run_at_home};
use referee_tests::editor::PATIENCE;
use referee_tests::model::{KEY, ModelRequest, comparing, embedded, model, streamed};
use referee_tests::web::{Fault, Reply};
use referee_tests::{ClientCapabilities, Editor, Folder, Web};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

const QUESTION: &str = "metformin amyloid";

/// A word of the works that are close to the question, for the server of these tests.
const NEAR: &str = "tank";

/// Returns 16 works about the question, 10 of them close to it.
fn library() -> String {
    (1..=16)
        .map(|n| {
            let place = if n % 8 > 2 { NEAR } else { "cage" };
            format!(
                "PMID- {n}\nTI  - Metformin and amyloid, report {n} of the {place}.\nAB  - Metformin and amyloid share a signalling pathway in the {place}, report {n}.\nDP  - 2019\nTA  - J Examples\nAU  - Roe J\n\n"
            )
        })
        .collect()
}

/// Returns the ids of the close works.
fn near() -> BTreeSet<String> {
    (1..=16).filter(|n| n % 8 > 2).map(|n| format!("pmid:{n}")).collect()
}

fn folder() -> Folder {
    Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", &library()),
        ("note.md", "---\nreferee:\n  kind: clinical-note\n---\n\nMemory loss.\n"),
    ])
}

/// Returns one direction for the question and the works with [`NEAR`], and another direction for
/// all other works.
fn vector(text: &str) -> Vec<f64> {
    let near = text.contains(NEAR) || !text.contains("report");
    if near { vec![1.0, 0.0, 0.1] } else { vec![0.0, 1.0, 0.1] }
}

/// An author with a private home and folder.
struct Author {
    folder: Folder,
    home: Folder,
    variables: Vec<(String, String)>,
}

impl Author {
    fn with(variables: Vec<(String, String)>) -> Author {
        let (folder, home) = (folder(), Folder::with(&[]));
        let mut author = Author { folder, home, variables };
        let state = author.home.path("state").display().to_string();
        author.set("REFEREE_STATE", &state);
        author
    }

    fn set(&mut self, name: &str, value: &str) {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    fn runs(&self, arguments: &[&str]) -> Run {
        run_at_home(&self.folder.path(""), &self.home.path(""), &self.variables, arguments)
    }

    /// Returns the report of the question, whatever errors occur.
    fn report(&self, more: &[&str]) -> (Value, Run) {
        let mut arguments = vec!["report", QUESTION, "--rounds", "1", "--format", "json"];
        arguments.extend(more);
        let run = self.runs(&arguments);
        assert_eq!(run.code, 0, "{run:?}");
        let answer: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("no JSON: {run:?}"));
        (answer["report"].clone(), run)
    }

    fn egress(&self) -> String {
        std::fs::read_to_string(self.home.path("state/egress.jsonl")).unwrap_or_default()
    }
}

/// Returns the works that a report quotes among its mechanistic findings.
fn quoted(report: &Value) -> BTreeSet<String> {
    let sentences = report["mechanistic_findings"]["sentences"].as_array().into_iter().flatten();
    sentences
        .flat_map(|sentence| sentence["evidence"].as_array().into_iter().flatten())
        .filter_map(|handle| handle.as_str().map(str::to_owned))
        .collect()
}

fn methodology(report: &Value) -> String {
    report["methodology"]["sentences"].to_string()
}

#[test]
fn the_vectors_of_a_server_decide_which_works_are_quoted() {
    let server = model(|put| embedded(put, vector));
    let author = Author::with(comparing(&server));
    let (report, run) = author.report(&[]);
    assert_eq!(quoted(&report), near(), "{report:#}");
    assert_eq!(report["embedding"], json!({"model": "vectors"}), "{report:#}");
    assert!(methodology(&report).contains("chosen by vectors of the embedding model vectors"), "{report:#}");
    assert!(!run.stderr.contains("vectors"), "{}", run.stderr);
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].path(), "/v1/embeddings");
    assert_eq!(asked[0].header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    let put = ModelRequest::read(&asked[0]);
    assert_eq!((put.body["model"].as_str(), put.texts.len()), (Some("vectors"), 17));
    assert_eq!(put.texts[0], QUESTION);
    let egress = author.egress();
    assert!(egress.contains("\"purpose\":\"embeddings\"") && !egress.contains("amyloid"), "{egress}");
    // The words alone select other works.
    let mut plain = Author::with(comparing(&server));
    plain.set("REFEREE_EMBEDDINGS__BACKEND", "lexical");
    let (report, _) = plain.report(&[]);
    assert_ne!(quoted(&report), near());
    assert!(report["embedding"].is_null() && !methodology(&report).contains("embedding"), "{report:#}");
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn what_was_embedded_once_is_not_embedded_again() {
    let server = model(|put| embedded(put, vector));
    let mut author = Author::with(comparing(&server));
    let (first, _) = author.report(&[]);
    server.forget();
    let (again, _) = author.report(&[]);
    assert!(server.asked().is_empty(), "{:#?}", server.asked());
    assert_eq!(quoted(&again), quoted(&first));
    // Only a new work is sent.
    author.folder.write(
        "library.nbib",
        format!("{}PMID- 17\nTI  - Metformin and amyloid, report 17 of the tank.\n\n", library()),
    );
    let _ = author.report(&[]);
    let put: Vec<ModelRequest> = server.asked().iter().map(ModelRequest::read).collect();
    assert_eq!(put.len(), 1);
    assert!(put[0].texts.len() == 1 && put[0].texts[0].contains("report 17"), "{put:#?}");
    // Another model has other vectors.
    server.forget();
    author.set("REFEREE_EMBEDDINGS__MODEL", "others");
    let _ = author.report(&[]);
    assert_eq!(server.asked().iter().map(|asked| ModelRequest::read(asked).texts.len()).sum::<usize>(), 18);
}

#[test]
fn a_language_model_is_shown_the_works_that_the_vectors_choose() {
    let server = model(|put| match put.texts.is_empty() {
        true => streamed("{}"),
        false => embedded(put, vector),
    });
    let mut author = Author::with(comparing(&server));
    author.set("REFEREE_LLM__MODEL", "tester");
    let run = author.runs(&["hypothesize", QUESTION, "--rounds", "1"]);
    assert_eq!(run.code, 0, "{run:?}");
    let puts: Vec<ModelRequest> = server.asked().iter().map(ModelRequest::read).collect();
    assert_eq!(puts.iter().map(|put| put.texts.len()).sum::<usize>(), 17, "each text once");
    let shown = puts.iter().find(|put| put.wanted == "hypotheses").expect("a prompt");
    let titles = |place: &str| shown.words.matches(&format!("of the {place}")).count();
    assert_eq!((titles(NEAR), titles("cage")), (10, 0), "{}", shown.words);
}

#[test]
fn a_server_that_fails_or_answers_nonsense_leaves_a_report_that_says_so() {
    type Answer = fn(&ModelRequest) -> Reply;
    let cases: &[(&str, Answer, &str)] = &[
        (
            "prose",
            |_| Reply::new(200, "text/plain", "Metformin is wonderful."),
            "did not answer in the required form",
        ),
        ("a stream", |_| streamed("[1, 2]"), "did not answer in the required form"),
        (
            "too few",
            |_| Reply::json(&json!({"data": [{"embedding": [1, 2]}]})),
            "did not answer in the required form",
        ),
        ("no numbers", |put| embedded(put, |_| vec![f64::NAN]), "did not answer in the required form"),
        ("zeros", |put| embedded(put, |_| vec![0.0; 3]), "did not answer in the required form"),
        (
            "several lengths",
            |put| embedded(put, |text| vec![1.0; 2 + text.len() % 3]),
            "did not answer in the required form",
        ),
        ("an error", |_| Reply::new(500, "text/plain", "out of memory near: metformin"), "status 500"),
        ("a wrong key", |_| Reply::new(401, "text/plain", format!("bad key {KEY}")), "refused the key"),
        ("no such model", |_| Reply::new(404, "text/plain", "no"), "see the settings embeddings.base_url"),
        ("a closed connection", |_| Reply::new(200, "", "").with(Fault::Refuse), "could not be reached"),
        (
            "silence",
            |_| Reply::new(200, "", "").with(Fault::Hang(Duration::from_secs(60))),
            "did not answer for 1 s",
        ),
    ];
    for (name, answer, said) in cases {
        let answer = *answer;
        let server = model(answer);
        let mut author = Author::with(comparing(&server));
        if *name == "silence" {
            author.set("REFEREE_LLM__TIMEOUT", "1");
        }
        let (report, run) = author.report(&[]);
        assert_eq!(quoted(&report).len(), 10, "{name}: {report:#}");
        let told = methodology(&report);
        for text in [&told, &run.stderr] {
            assert!(text.contains("The embedding model vectors ") && text.contains(said), "{name}: {text}");
            assert!(text.contains("Works were chosen by their words instead."), "{name}: {text}");
        }
        assert!(!report["embedding"]["trouble"].is_null(), "{name}: {report:#}");
        let all = format!("{}{}", run.stdout, run.stderr);
        assert!(!all.contains(KEY) && !all.contains("out of memory"), "{name}: {all}");
    }
}

#[test]
fn nothing_goes_to_another_machine_unasked() {
    let server = model(|put| embedded(put, vector));
    let mut author = Author::with(comparing(&server));
    author.set("REFEREE_EMBEDDINGS__BASE_URL", "https://vectors.invalid/v1");
    let (report, run) = author.report(&[]);
    assert!(run.stderr.contains("no consent was given to send this to vectors.invalid"), "{}", run.stderr);
    assert!(methodology(&report).contains("no consent was given"), "{report:#}");
    assert_eq!((author.egress(), quoted(&report).len()), (String::new(), 10));
    // The author can preview the request, and agree.
    let shown = author.runs(&["report", QUESTION, "--rounds", "1", "--show-payload"]);
    let shown: Value = serde_json::from_str(&shown.stdout).unwrap_or_else(|_| panic!("{shown:?}"));
    assert_eq!(shown["embeddings"]["to"], "https://vectors.invalid/v1", "{shown:#}");
    let input = &shown["embeddings"]["bodies"][0]["input"];
    assert_eq!((input[0].as_str(), input.as_array().map(Vec::len)), (Some(QUESTION), Some(17)), "{shown:#}");
    assert_eq!(author.egress(), "");
    let (_, run) = author.report(&["--send-to-model"]);
    assert!(run.stderr.contains("could not be reached"), "{}", run.stderr);
    assert!(author.egress().contains("vectors.invalid"));
    author.set("REFEREE_NETWORK", "deny");
    let (_, run) = author.report(&["--send-to-model"]);
    assert!(run.stderr.contains("was not asked"), "{}", run.stderr);
    assert!(server.asked().is_empty());
    // A workspace cannot direct its reader's text to a server.
    let guest = Author::with(Vec::new());
    let own = format!(
        "[library]\nfiles = [\"library.nbib\"]\n[embeddings]\nbackend = \"openai\"\nmodel = \"m\"\nbase_url = \"{}/v1\"\n",
        server.url()
    );
    guest.folder.write("referee.toml", &own);
    let (report, _) = guest.report(&["--send-to-model"]);
    assert!(report["embedding"].is_null() && server.asked().is_empty(), "{report:#}");
}

#[test]
fn a_question_about_a_note_is_redacted_before_another_machine_and_not_before_this_one() {
    let server = model(|put| embedded(put, vector));
    // The papers also contain the name: their text is sent unchanged, the author's is not.
    let question = "metformin amyloid Quintanilla";
    let mut author = Author::with(comparing(&server));
    let cohort = library().replace("amyloid,", "amyloid in the Quintanilla cohort,");
    author.folder.write("library.nbib", &cohort);
    let arguments = ["report", question, "--rounds", "1", "--path", "note.md"];
    assert_eq!(author.runs(&arguments).code, 0);
    assert!(server.asked().is_empty(), "a model on this machine reads no note before its author was asked");
    assert_eq!(author.runs(&[&arguments[..], &["--send-to-model"]].concat()).code, 0);
    let put = ModelRequest::read(server.asked().first().expect("a request"));
    assert_eq!(put.texts[0], question);
    author.set("REFEREE_EMBEDDINGS__BASE_URL", "https://vectors.invalid/v1");
    let shown = author.runs(&[&arguments[..], &["--show-payload"]].concat());
    let shown: Value = serde_json::from_str(&shown.stdout).unwrap_or_else(|_| panic!("{shown:?}"));
    let leaves = &shown["embeddings"]["bodies"][0]["input"][0];
    assert_eq!(leaves, "metformin amyloid [NAME_1]", "{shown:#}");
    assert!(shown["embeddings"]["replaced"].to_string().contains("Quintanilla is [NAME_"), "{shown:#}");
}

#[test]
fn a_model_that_is_not_there_is_said_to_be_missing() {
    let server = model(|put| embedded(put, vector));
    let mut author = Author::with(comparing(&server));
    author.set("REFEREE_EMBEDDINGS__MODEL", "");
    let (report, run) = author.report(&[]);
    assert!(run.stderr.contains("embeddings.model is empty"), "{}", run.stderr);
    assert_eq!(quoted(&report).len(), 10);
    author.set("REFEREE_EMBEDDINGS__BACKEND", "local");
    let (report, run) = author.report(&[]);
    assert!(run.stderr.contains("The embedding model all-MiniLM-L6-v2 "), "{}", run.stderr);
    assert!(methodology(&report).contains("Works were chosen by their words instead."), "{report:#}");
    assert!(server.asked().is_empty());
}

/// Runs a report in an editor for a user with these settings.
fn in_editor(
    variables: Vec<(String, String)>,
    abilities: ClientCapabilities,
) -> (Value, Editor, Folder, Folder) {
    let (folder, state) = (folder(), Folder::with(&[]));
    let mut variables = variables;
    variables.push(("REFEREE_STATE".to_owned(), state.path("").display().to_string()));
    folder.write("paper.md", "# Plan\n\nSome words.\n");
    let mut editor = Editor::start(&folder, abilities.with_environment(variables));
    editor.open(&folder, "paper.md", "markdown");
    let place = json!({"uri": folder.uri("paper.md"), "position": {"line": 2, "character": 2}, "question": QUESTION, "rounds": 1});
    for _ in 0..400 {
        let ask = json!({"command": "referee.showEvidence", "arguments": [place]});
        let id = editor.ask("workspace/executeCommand", ask);
        if editor.answer(id).is_ok() {
            let ask = json!({"command": "referee.research", "arguments": [place]});
            let done = editor.request("workspace/executeCommand", ask);
            return (done, editor, folder, state);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the library is not read");
}

#[test]
fn an_editor_shows_what_would_be_sent_to_be_compared_and_the_author_decides() {
    let there = |server: &Web| {
        let mut variables = comparing(server);
        variables.push(("REFEREE_EMBEDDINGS__BASE_URL".to_owned(), "https://vectors.invalid/v1".to_owned()));
        variables
    };
    let shows = |choice: &str| {
        ClientCapabilities::default().with("/window/showDocument", json!({"support": true})).choosing(choice)
    };
    let sent = |state: &Folder| std::fs::read_to_string(state.path("egress.jsonl")).unwrap_or_default();
    let server = model(|put| embedded(put, vector));
    let (done, editor, _folder, state) = in_editor(there(&server), shows("Do not send"));
    assert!(editor.server_request(PATIENCE, "window/showDocument").is_some());
    let asked = editor.server_request(PATIENCE, "window/showMessageRequest").expect("a question");
    assert!(asked.to_string().contains("vectors.invalid"), "{asked}");
    assert!(done["complaints"].to_string().contains("no consent was given"), "{done:#}");
    assert!(done["text"].as_str().is_some_and(|text| text.contains("chosen by their words")), "{done:#}");
    assert_eq!(sent(&state), "");
    let (done, _editor, _folder, state) = in_editor(there(&server), shows("Send"));
    assert!(done["complaints"].to_string().contains("could not be reached"), "{done:#}");
    assert!(sent(&state).contains("vectors.invalid"));
    // A server on this machine needs no consent.
    let (done, editor, _folder, _state) = in_editor(comparing(&server), ClientCapabilities::default());
    assert_eq!(done["complaints"], json!([]), "{done:#}");
    assert!(editor.server_request(Duration::ZERO, "window/showMessageRequest").is_none());
    assert!(!server.asked().is_empty());
}
