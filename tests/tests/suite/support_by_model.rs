//! The author's own language model reads cited works; which answers count as having read them.

use referee_tests::Folder;
use referee_tests::cli::{Run, run_at_home};
use referee_tests::editor::{ClientCapabilities, Editor, PATIENCE};
use referee_tests::model::{KEY, ModelRequest, model, settings, streamed, whole};
use referee_tests::web::{Fault, Reply};
use serde_json::{Value, json};
use std::time::Duration;

const LIBRARY: &str = "PMID- 1
TI  - A drug and a kinase in neurons.
DP  - 2019
TA  - J Examples
AU  - Roe J
AB  - We kept 48 cultures for ten days and looked at each of them twice a day.
      The compound switched AMPK on in neurons of old rats. No harm was seen
      in any culture that was kept with care.

PMID- 2
TI  - Another drug.
DP  - 2018
TA  - J Examples
AU  - Doe J
";

const BIB: &str = "@article{roe, title={A drug and a kinase in neurons}, author={Roe, J}, journal={J Examples}, year=2019, pmid={1}}
@article{doe, title={Another drug}, author={Doe, J}, journal={J Examples}, year=2018, pmid={2}}
";

const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\nThe compound leaves the kinase of neurons silent [@roe].\n\nThe other drug does nothing at all to neurons [@doe].\n";

const PASSAGE: &str = "The compound switched AMPK on in neurons of old rats.";

struct Session {
    folder: Folder,
    state: Folder,
    editor: Editor,
    uri: String,
}

/// Starts an editor on a draft whose references are judged, for an author with these settings.
fn session(variables: Vec<(String, String)>, abilities: ClientCapabilities) -> Session {
    let state = Folder::with(&[]);
    let mut variables = variables;
    variables.push(("REFEREE_STATE".to_owned(), state.path("").display().to_string()));
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", LIBRARY),
        ("refs.bib", BIB),
        ("paper.md", DRAFT),
    ]);
    let mut editor = Editor::start(&folder, abilities.with_environment(variables));
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    // The library is read in the background.
    for _ in 0..400 {
        let argument = json!({"uri": uri, "position": {"line": 4, "character": 4}, "model": false});
        let answer = run(&mut editor, argument);
        if answer["sentences"][0]["state"] == "nothing-found" {
            assert!(answer["sentences"][0]["model"].is_null(), "{answer:#}");
            return Session { folder, state, editor, uri };
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the library is not read");
}

fn run(editor: &mut Editor, argument: Value) -> Value {
    editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.checkSupport", "arguments": [argument]}),
    )
}

fn first(session: &mut Session) -> Value {
    let argument = json!({"uri": session.uri, "position": {"line": 4, "character": 4}});
    run(&mut session.editor, argument)
}

fn verdict(put: &ModelRequest, word: &str, quote: &str) -> Reply {
    let number = put.number_of("A drug and a kinase in neurons");
    streamed(&json!({"verdict": word, "evidence": number, "quote": quote}).to_string())
}

#[test]
fn what_a_model_reads_against_a_sentence_is_a_finding_until_the_sentence_is_mended() {
    let model = model(|put| verdict(put, "contradicts", PASSAGE));
    let mut variables = settings(&model);
    variables.push(("REFEREE_LLM__FAST_MODEL".to_owned(), "quick".to_owned()));
    let mut session = session(variables, ClientCapabilities::default());
    assert!(model.asked().is_empty(), "nobody was asked unbidden");
    let uri = session.uri.clone();
    let all = run(&mut session.editor, json!({"uri": uri}));
    let read = &all["sentences"][0]["model"];
    assert_eq!(
        (&read["model"], &read["verdict"], &read["key"], &read["passage"]),
        (&json!("quick"), &json!("contradicts"), &json!("roe"), &json!(PASSAGE)),
        "{all:#}"
    );
    assert_eq!(all["sentences"][0]["state"], "objected");
    // A work without an abstract cannot be read, and the answer says so.
    assert_eq!(all["sentences"][1]["model"]["verdict"], "not-verified", "{all:#}");
    let text = all["text"].as_str().unwrap_or_default();
    assert!(text.contains("The language model quick reads the opposite") && text.contains(PASSAGE), "{text}");
    assert!(text.contains("**Not verified** by a language model"), "{text}");
    let asked: Vec<ModelRequest> = model.asked().iter().map(ModelRequest::read).collect();
    assert_eq!(asked.len(), 1, "{asked:#?}");
    assert_eq!((&asked[0].body["model"], asked[0].wanted.as_str()), (&json!("quick"), "verdict"));
    let ours = |all: &[Value]| all.iter().any(|one| one["code"] == "citation/unsupported");
    let told = session.editor.diagnostics_until(&uri, ours);
    let told = told.iter().find(|one| one["code"] == "citation/unsupported").expect("a finding");
    assert_eq!(told["range"]["start"]["line"], 4, "{told:#}");
    assert_eq!(
        (&told["data"]["passage"], &told["data"]["model"]),
        (&json!(PASSAGE), &json!("quick")),
        "{told:#}"
    );
    assert!(
        told["message"]
            .as_str()
            .is_some_and(|said| said.contains("The language model quick reads the opposite"))
    );
    session.editor.change(&uri, 2, &[(4, 13, 4, 47, "switches the kinase of neurons on")]);
    session.editor.diagnostics_until(&uri, |all| !ours(all));
}

#[test]
fn a_sentence_is_called_supported_only_by_name_and_with_the_passage() {
    let model = model(|put| verdict(put, "supports", "switched AMPK on in neurons"));
    let mut session = session(settings(&model), ClientCapabilities::default());
    let answer = first(&mut session);
    let read = &answer["sentences"][0]["model"];
    assert_eq!((&read["verdict"], &read["passage"]), (&json!("supports"), &json!(PASSAGE)), "{answer:#}");
    let text = answer["text"].as_str().unwrap_or_default();
    assert!(
        text.contains("The language model tester reads that it is supported") && text.contains(PASSAGE),
        "{text}"
    );
    assert_eq!(answer["sentences"][0]["state"], "nothing-found", "what was found without it stays");
}

#[test]
fn what_is_no_verdict_is_not_verified_and_never_a_pass() {
    type Answer = fn(&ModelRequest) -> Reply;
    let cases: &[(&str, Answer, &str)] = &[
        ("an error", |_| Reply::new(500, "text/plain", "out of memory"), "status 500"),
        (
            "a refusal",
            |_| Reply::json(&json!({"choices": [{"message": {"content": null, "refusal": "I cannot."}}]})),
            "declined to answer",
        ),
        ("nothing", |_| whole(""), "returned an empty answer"),
        ("prose", |_| whole("Yes, the paper supports this."), "did not answer in the required form"),
        ("another word", |put| verdict(put, "probably", PASSAGE), "did not answer in the required form"),
        (
            "a list of words",
            |_| streamed("{\"verdict\": [\"supports\"], \"evidence\": 1, \"quote\": \"x\"}"),
            "did not answer in the required form",
        ),
        ("three words", |put| verdict(put, "supports", "AMPK on in"), "nothing that the evidence supports"),
        (
            "a sentence about something else",
            |put| verdict(put, "supports", "No harm was seen in any culture that was kept with care."),
            "nothing that the evidence supports",
        ),
        ("no passage", |put| verdict(put, "supports", ""), "nothing that the evidence supports"),
        (
            "an invented passage",
            |put| verdict(put, "supports", "The compound switched AMPK off in neurons of old rats."),
            "nothing that the evidence supports",
        ),
        (
            "a passage in other letters",
            |put| verdict(put, "supports", "THE COMPOUND SWITCHED AMPK ON"),
            "nothing that the evidence supports",
        ),
        (
            "a work that was not shown",
            |_| streamed(&json!({"verdict": "supports", "evidence": 7, "quote": PASSAGE}).to_string()),
            "nothing that the evidence supports",
        ),
        (
            "half an answer",
            |_| whole("{\"verdict\": \"supports\", \"evidence\": 1, \"quo"),
            "nothing that the evidence supports",
        ),
    ];
    for (name, answer, why) in cases {
        let model = model(*answer);
        let mut session = session(settings(&model), ClientCapabilities::default());
        let answer = first(&mut session);
        let read = &answer["sentences"][0]["model"];
        assert_eq!(read["verdict"], "not-verified", "{name}: {answer:#}");
        assert!(read["why"].as_str().is_some_and(|said| said.contains(why)), "{name}: {read:#}");
        let text = answer["text"].as_str().unwrap_or_default();
        assert!(
            text.contains("Not verified") && !text.contains("reads that it is supported"),
            "{name}: {text}"
        );
        assert!(!answer.to_string().contains(KEY) && !text.contains("out of memory"), "{name}: {answer:#}");
    }
}

#[test]
fn reading_can_be_called_off_and_another_machine_is_sent_nothing_unseen() {
    let slow = model(|_| Reply::new(200, "text/plain", "").with(Fault::Hang(Duration::from_secs(60))));
    let mut session = session(settings(&slow), ClientCapabilities::default());
    let argument = json!({"uri": session.uri, "position": {"line": 4, "character": 4}});
    let id = session
        .editor
        .ask("workspace/executeCommand", json!({"command": "referee.checkSupport", "arguments": [argument]}));
    let begun = session
        .editor
        .notification_where(PATIENCE, "$/progress", |params| {
            params["value"]["message"].as_str().is_some_and(|message| message.contains("tester reads"))
        })
        .expect("progress");
    // The model would answer after a minute; the harness waits for a third of that.
    session.editor.notify("window/workDoneProgress/cancel", json!({"token": begun["token"]}));
    let answer = session.editor.answer(id).expect("an answer");
    assert_eq!(answer["sentences"][0]["model"]["trouble"]["kind"], "cancelled", "{answer:#}");

    let there: Vec<(String, String)> =
        [("REFEREE_LLM__BASE_URL", "https://model.invalid/v1"), ("REFEREE_LLM__MODEL", "tester")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
    let shows = ClientCapabilities::default().with("/window/showDocument", json!({"support": true}));
    let mut session = self::session(there, shows.choosing("Do not send"));
    let answer = first(&mut session);
    assert_eq!(answer["sentences"][0]["model"]["trouble"]["kind"], "not-allowed", "{answer:#}");
    assert!(session.editor.server_request(PATIENCE, "window/showDocument").is_some(), "it is shown first");
    assert!(!session.state.path("egress.jsonl").exists());
    assert!(session.folder.path("paper.md").exists());
}

/// Runs `referee support` for an author with these settings.
fn terminal(variables: &[(String, String)], arguments: &[&str]) -> (Run, Folder) {
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", LIBRARY),
        ("refs.bib", BIB),
        ("paper.md", DRAFT),
    ]);
    let home = Folder::with(&[]);
    let mut variables = variables.to_vec();
    variables.push(("REFEREE_STATE".to_owned(), home.path("state").display().to_string()));
    let words: Vec<&str> = ["support", "paper.md"].into_iter().chain(arguments.iter().copied()).collect();
    (run_at_home(&folder.path(""), &home.path(""), &variables, &words), home)
}

#[test]
fn the_terminal_tells_each_sentence_what_the_model_read_and_on_what_it_rests() {
    let model = model(|put| verdict(put, "contradicts", PASSAGE));
    let (told, _) = terminal(&settings(&model), &[]);
    assert_eq!(told.code, 1, "something contradicts a sentence: {told:?}");
    for words in [
        "paper.md",
        "5:1",
        "contradicted",
        PASSAGE,
        "not verified",
        "no abstract is known of it",
        "1 as contradicted",
    ] {
        assert!(told.stdout.contains(words), "{words}: {told:?}");
    }
    let (told, _) = terminal(&settings(&model), &["--format", "json"]);
    let answer: Value = serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("no JSON: {told:?}"));
    assert_eq!((&answer["schema"], told.code), (&json!("referee.support/1"), 1), "{answer:#}");
    let sentences = &answer["files"][0]["sentences"];
    assert_eq!(sentences[0]["model"]["verdict"], "contradicts", "{answer:#}");
    assert_eq!(sentences[0]["model"]["passage"], PASSAGE, "{answer:#}");
    assert_eq!(sentences[0]["range"]["start"]["line"], 4, "{answer:#}");
    assert_eq!(sentences[1]["model"]["verdict"], "not-verified", "{answer:#}");
}

#[test]
fn the_terminal_never_takes_a_model_that_failed_for_a_pass() {
    let broken = model(|_| whole("I cannot help with that."));
    let (told, _) = terminal(&settings(&broken), &[]);
    assert_eq!(told.code, 2, "it gave no verdict on any sentence: {told:?}");
    assert!(told.stdout.contains("not verified"), "{told:?}");
    let supporting = model(|put| verdict(put, "supports", "switched AMPK on in neurons"));
    let (told, _) = terminal(&settings(&supporting), &[]);
    assert_eq!(told.code, 0, "{told:?}");
    assert!(told.stdout.contains("supported") && told.stdout.contains("not verified"), "{told:?}");
    // Without a model, or with `--no-model`, the other checks still report.
    for (variables, arguments) in [(Vec::new(), &[][..]), (settings(&supporting), &["--no-model"])] {
        let before = supporting.asked().len();
        let (told, _) = terminal(&variables, arguments);
        assert_eq!((told.code, supporting.asked().len()), (0, before), "{told:?}");
        assert!(told.stdout.contains("no objection") && told.stdout.contains("not checked"), "{told:?}");
    }
}

#[test]
fn the_terminal_shows_what_would_be_sent_and_sends_it_only_when_that_is_agreed_to() {
    let model = model(|put| verdict(put, "supports", PASSAGE));
    let (told, _) = terminal(&settings(&model), &["--show-payload"]);
    assert_eq!(told.code, 0, "{told:?}");
    let shown: Value = serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("no JSON: {told:?}"));
    assert!(shown["body"].to_string().contains("leaves the kinase of neurons silent"), "{shown:#}");
    assert!(model.asked().is_empty() && !told.stdout.contains(KEY), "{told:?}");
    // A model that is not on this machine.
    let mut elsewhere = settings(&model);
    for (name, value) in &mut elsewhere {
        if name == "REFEREE_LLM__BASE_URL" {
            *value = "http://model.example/v1".to_owned();
        }
    }
    let (told, _) = terminal(&elsewhere, &[]);
    assert!(told.stderr.contains("nothing was sent") && told.stderr.contains("--send-to-model"), "{told:?}");
    assert!(told.stdout.contains("not verified"), "{told:?}");
}
