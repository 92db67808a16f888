//! The data sent to a model, the consent for it, and the messages to an editor.

use super::{LIBRARY, QUESTION, command, obedient, place, run, session};
use referee_tests::cli::run_at_home;
use referee_tests::editor::PATIENCE;
use referee_tests::model::{KEY, model, settings};
use referee_tests::web::{Fault, Reply};
use referee_tests::{ClientCapabilities, Folder, Web};
use serde_json::json;
use std::time::Duration;

#[test]
fn neither_the_key_nor_the_question_is_logged_and_no_proxy_is_used_for_this_machine() {
    let proxy = Web::serve(|_| Reply::new(502, "text/plain", ""));
    let model =
        model(|_| Reply::new(500, "text/plain", format!("the prompt was: {QUESTION}, the key {KEY}")));
    let address = proxy.url();
    let more = [
        ("HTTP_PROXY", address.as_str()),
        ("http_proxy", &address),
        ("ALL_PROXY", &address),
        ("REFEREE_LOG", "trace"),
    ];
    let (run, _, home) = run(&model, &["hypothesize", "zebrafish metformin amyloid", "--rounds", "1"], &more);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(!model.asked().is_empty() && proxy.asked().is_empty(), "{:?}", proxy.asked());
    let log = std::fs::read_to_string(home.path("state/egress.jsonl")).expect("the log");
    assert!(log.contains("\"purpose\":\"model\"") && log.contains("\"data\":\"text\""), "{log}");
    for secret in [KEY, "zebrafish", "the prompt was"] {
        assert!(!log.contains(secret) && !run.stderr.contains(secret), "{secret}: {log} {}", run.stderr);
    }
    assert!(!run.stdout.contains(KEY) && !run.stdout.contains("the prompt was"), "{}", run.stdout);
}

#[test]
fn nothing_goes_to_another_machine_unasked() {
    let model = model(obedient);
    let there = [("REFEREE_LLM__BASE_URL", "https://model.invalid/v1")];
    let (run_, _, home) = run(&model, &["hypothesize", QUESTION, "--rounds", "1"], &there);
    assert_eq!(run_.code, 0, "{run_:?}");
    assert!(run_.stderr.contains("no consent was given to send this to model.invalid"), "{}", run_.stderr);
    assert!(!home.path("state/egress.jsonl").exists());
    // The author can preview the request, and agree.
    let (run_, ..) = run(&model, &["hypothesize", QUESTION, "--rounds", "1", "--show-payload"], &there);
    assert!(
        run_.stdout.contains("https://model.invalid/v1") && run_.stdout.contains("48 neurons"),
        "{run_:?}"
    );
    let (run_, _, home) = run(&model, &["hypothesize", QUESTION, "--rounds", "1", "--send-to-model"], &there);
    assert!(run_.stderr.contains("could not be reached"), "{run_:?}");
    assert!(
        std::fs::read_to_string(home.path("state/egress.jsonl"))
            .is_ok_and(|log| log.contains("model.invalid"))
    );
    let offline = run(&model, &["hypothesize", QUESTION, "--rounds", "1", "--offline"], &there).0;
    assert!(offline.stderr.contains("was not asked"), "{offline:?}");
    // A workspace cannot direct its reader's text to a server.
    let bad = Folder::with(&[
        (
            "referee.toml",
            "[library]\nfiles = [\"library.nbib\"]\n[llm]\nbase_url = \"https://evil.invalid/v1\"\nmodel = \"m\"\n",
        ),
        ("library.nbib", LIBRARY),
    ]);
    let bad = run_at_home(
        &bad.path(""),
        &home.path(""),
        &[],
        &["hypothesize", QUESTION, "--rounds", "1", "--send-to-model"],
    );
    assert!(bad.code == 0 && bad.stdout.contains("Extracted from"), "{bad:?}");
}

#[test]
fn an_editor_gets_what_the_model_proposes_and_who_proposed_it() {
    let model = model(obedient);
    let state = Folder::with(&[]);
    let mut variables = settings(&model);
    variables.push(("REFEREE_STATE".to_owned(), state.path("").display().to_string()));
    let (_folder, mut editor, uri) =
        session("paper.md", "markdown", variables, ClientCapabilities::default());
    assert!(model.asked().is_empty(), "evidence is shown without a model");
    let done = command(&mut editor, "referee.hypothesize", &uri);
    assert_eq!(done["model"]["model"], "tester", "{done:#}");
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit").to_string();
    assert!(edit.contains("by=tester") && edit.contains("Proposed by the language model tester"), "{edit}");
    let done = command(&mut editor, "referee.research", &uri);
    let text = done["text"].as_str().unwrap_or_default();
    assert!(text.contains("Metformin activated AMPK in 48 neurons [1]."), "{text}");
    assert!(done["left_out"].as_array().is_some_and(|all| all.len() >= 4), "{done:#}");
}

#[test]
fn calling_the_work_off_closes_the_request_and_keeps_what_was_found() {
    let model = model(|_| Reply::new(200, "text/plain", "").with(Fault::Hang(Duration::from_secs(60))));
    let state = Folder::with(&[]);
    let mut variables = settings(&model);
    variables.push(("REFEREE_STATE".to_owned(), state.path("").display().to_string()));
    let (folder, mut editor, uri) = session("paper.md", "markdown", variables, ClientCapabilities::default());
    let id = editor
        .ask("workspace/executeCommand", json!({"command": "referee.research", "arguments": [place(&uri)]}));
    let begun = editor
        .notification_where(PATIENCE, "$/progress", |params| {
            params["value"]["message"].as_str().is_some_and(|message| message.contains("tester proposes"))
        })
        .expect("progress");
    // The model would answer after a minute; the harness waits for a third of that.
    editor.notify("window/workDoneProgress/cancel", json!({"token": begun["token"]}));
    let done = editor.answer(id).expect("an answer");
    assert_eq!(done["stop"], "cancelled; what was found was kept", "{done:#}");
    let kept = std::fs::read_dir(state.path("evidence")).expect("evidence is kept").count();
    assert_eq!((kept, folder.path(".referee").exists()), (1, false));
}

#[test]
fn the_author_sees_what_would_be_sent_and_decides() {
    let variables = |state: &Folder| -> Vec<(String, String)> {
        [
            ("REFEREE_LLM__BASE_URL", "https://model.invalid/v1".to_owned()),
            ("REFEREE_LLM__MODEL", "tester".to_owned()),
            ("REFEREE_STATE", state.path("").display().to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    };
    let shows = |choice: &str| {
        ClientCapabilities::default().with("/window/showDocument", json!({"support": true})).choosing(choice)
    };
    let sent = |state: &Folder| std::fs::read_to_string(state.path("egress.jsonl")).unwrap_or_default();

    let state = Folder::with(&[]);
    let (_folder, mut editor, uri) = session("paper.md", "markdown", variables(&state), shows("Do not send"));
    let done = command(&mut editor, "referee.hypothesize", &uri);
    let shown = editor.server_request(PATIENCE, "window/showDocument").expect("the text is shown");
    assert!(shown["params"]["uri"].as_str().is_some_and(|uri| uri.contains("to-be-sent")), "{shown}");
    let asked = editor.server_request(PATIENCE, "window/showMessageRequest").expect("a question");
    assert!(asked.to_string().contains("model.invalid"), "{asked}");
    assert_eq!(done["model"]["trouble"]["kind"], "not-allowed", "{done:#}");
    assert_eq!(sent(&state), "");
    let left = std::fs::read_dir(state.path("")).expect("a folder").flatten();
    assert!(left.into_iter().all(|file| !file.file_name().to_string_lossy().contains("to-be-sent")));

    let state = Folder::with(&[]);
    let (_folder, mut editor, uri) = session("paper.md", "markdown", variables(&state), shows("Send"));
    let done = command(&mut editor, "referee.hypothesize", &uri);
    assert_eq!(done["model"]["trouble"]["kind"], "unreachable", "{done:#}");
    assert!(sent(&state).contains("model.invalid"));

    // An editor that cannot show the request sends nothing, whatever its answer.
    let state = Folder::with(&[]);
    let (_folder, mut editor, uri) =
        session("paper.md", "markdown", variables(&state), ClientCapabilities::default().choosing("Send"));
    let done = command(&mut editor, "referee.hypothesize", &uri);
    assert_eq!(done["model"]["trouble"]["kind"], "not-allowed", "{done:#}");
    assert_eq!(sent(&state), "");
}

#[test]
fn the_author_is_asked_once_whether_a_model_on_this_machine_may_read_notes() {
    let model = model(obedient);
    let state = Folder::with(&[]);
    let mut variables = settings(&model);
    variables.push(("REFEREE_STATE".to_owned(), state.path("").display().to_string()));
    let propose = |abilities: ClientCapabilities| {
        let (_folder, mut editor, uri) = session("note.txt", "clinical-note", variables.clone(), abilities);
        let done = command(&mut editor, "referee.hypothesize", &uri);
        (done, editor.server_request(Duration::ZERO, "window/showMessageRequest"))
    };
    // An editor that cannot ask sends nothing to the model.
    let (done, _) = propose(ClientCapabilities::default());
    assert_eq!(done["model"]["trouble"]["kind"], "not-allowed", "{done:#}");
    let (done, asked) = propose(ClientCapabilities::default().choosing("Do not send"));
    assert_eq!(done["model"]["trouble"]["kind"], "not-allowed", "{done:#}");
    assert!(asked.is_some_and(|asked| asked.to_string().contains("clinical notes")));
    assert!(model.asked().is_empty());
    let (done, asked) = propose(ClientCapabilities::default().choosing("Allow"));
    assert_eq!(done["model"], json!({"model": "tester"}), "{done:#}");
    assert!(asked.is_some());
    // The answer applies to every note and every session.
    let (done, asked) = propose(ClientCapabilities::default());
    assert_eq!((&done["model"], asked), (&json!({"model": "tester"}), None), "{done:#}");
}

#[test]
fn a_model_on_this_machine_gets_no_key_that_is_meant_for_another() {
    let web = model(obedient);
    let key = |variables: &[(&str, &str)]| {
        let before = web.asked().len();
        let run = run(&web, &["hypothesize", QUESTION, "--rounds", "1"], variables).0;
        assert_eq!(run.code, 0, "{run:?}");
        let asked = web.asked();
        assert!(asked.len() > before, "{run:?}");
        asked.last().and_then(|request| request.header("authorization").map(str::to_owned))
    };
    let bearer = |key: Option<String>| key.filter(|key| key.contains("sk-"));
    let default = [("REFEREE_LLM__API_KEY_ENV", "OPENAI_API_KEY"), ("OPENAI_API_KEY", "sk-of-another")];
    assert_eq!(bearer(key(&default)), None);
    let own = [("REFEREE_LLM__API_KEY_ENV", "MY_MODEL_KEY"), ("MY_MODEL_KEY", "sk-of-mine")];
    assert_eq!(bearer(key(&own)).as_deref(), Some("Bearer sk-of-mine"));
}

#[cfg(unix)]
#[test]
fn what_the_tool_keeps_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    fn modes(folder: &std::path::Path, found: &mut Vec<(String, u32)>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let about = entry.metadata().expect("it is there");
            found.push((entry.path().display().to_string(), about.permissions().mode() & 0o077));
            if about.is_dir() {
                modes(&entry.path(), found);
            }
        }
    }
    let model = model(obedient);
    let (run, _, home) = run(&model, &["hypothesize", QUESTION, "--rounds", "1"], &[]);
    assert_eq!(run.code, 0, "{run:?}");
    let mut found = Vec::new();
    modes(&home.path("state"), &mut found);
    assert!(found.iter().any(|(path, _)| path.ends_with("egress.jsonl")), "{found:?}");
    let open: Vec<_> = found.iter().filter(|(_, others)| *others != 0).collect();
    assert!(open.is_empty(), "{open:?}");
}
