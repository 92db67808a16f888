//! A model and a clinical note: the parts of the note that it receives, and the recommendation that
//! it writes.

use super::{QUESTION, folder, obedient};
use referee_tests::cli::run_at_home;
use referee_tests::editor::PATIENCE;
use referee_tests::model::{ModelRequest, model, settings, streamed};
use referee_tests::{ClientCapabilities, Editor, Folder, Web};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn in_the_terminal_too_a_question_about_a_note_is_redacted_before_another_machine() {
    let note = "---\nreferee:\n  kind: clinical-note\n---\n\nMemory loss.\n";
    let question = "Does metformin help Mrs. Quintanilla, born 12/03/1951, against amyloid plaques?";
    let there = [("REFEREE_LLM__BASE_URL", "https://model.invalid/v1"), ("REFEREE_LLM__MODEL", "tester")];
    let shown = |name: &str, text: &str| {
        let (folder, home) = (folder(), Folder::with(&[]));
        folder.write(name, text);
        let mut variables: Vec<(String, String)> =
            there.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        variables.push(("REFEREE_STATE".to_owned(), home.path("state").display().to_string()));
        let arguments = ["hypothesize", question, "--rounds", "1", "--path", name, "--show-payload"];
        let run = run_at_home(&folder.path(""), &home.path(""), &variables, &arguments);
        assert_eq!(run.code, 0, "{run:?}");
        let shown: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("no JSON: {run:?}"));
        shown
    };
    let redacted = shown("note.md", note);
    let leaves = redacted["body"].to_string();
    assert!(leaves.contains("Does metformin help") && leaves.contains("[NAME_1]"), "{leaves}");
    assert!(!leaves.contains("Quintanilla") && !leaves.contains("1951"), "{leaves}");
    let told = redacted["replaced"].to_string();
    assert!(told.contains("Quintanilla is [NAME_"), "{told}");
    // A paper is not a note; its author's words are sent unchanged.
    let open = shown("paper.md", "# A paper\n");
    assert!(open["body"].to_string().contains("Quintanilla") && open["replaced"].is_null(), "{open:#}");
    // A model on this machine receives the original question.
    let model = model(obedient);
    let (folder, home) = (folder(), Folder::with(&[]));
    folder.write("note.md", note);
    let mut variables = settings(&model);
    variables.push(("REFEREE_STATE".to_owned(), home.path("state").display().to_string()));
    let question = "Quintanilla metformin amyloid";
    let arguments = ["hypothesize", question, "--rounds", "1", "--path", "note.md"];
    // Notes need a separate consent.
    let refused = run_at_home(&folder.path(""), &home.path(""), &variables, &arguments);
    assert!(refused.stderr.contains("--send-to-model"), "{refused:?}");
    assert!(model.asked().is_empty());
    let arguments = ["hypothesize", question, "--rounds", "1", "--path", "note.md", "--send-to-model"];
    let run = run_at_home(&folder.path(""), &home.path(""), &variables, &arguments);
    assert_eq!(run.code, 0, "{run:?}");
    let asked: Vec<ModelRequest> = model.asked().iter().map(ModelRequest::read).collect();
    assert!(!asked.is_empty() && asked.iter().all(|put| put.words.contains("Quintanilla")), "{asked:#?}");
}

#[test]
fn a_note_shows_what_would_have_to_be_taken_out_of_it() {
    let note = "---\nreferee:\n  kind: clinical-note\n---\n\nMrs. Quintanilla, MRN 00451234, has pain.\n";
    let folder = Folder::with(&[("note.md", note)]);
    let home = Folder::with(&[]);
    let flagged = |base_url: &str| {
        let variables = [
            ("REFEREE_LLM__BASE_URL".to_owned(), base_url.to_owned()),
            ("REFEREE_LLM__MODEL".to_owned(), "tester".to_owned()),
        ];
        let run = run_at_home(
            &folder.path(""),
            &home.path(""),
            &variables,
            &["check", "note.md", "--format", "json"],
        );
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let findings = answer["files"][0]["findings"].as_array().cloned().unwrap_or_default();
        findings.iter().filter(|finding| finding["rule"] == "privacy/identifiers-leaving").count()
    };
    assert_eq!(flagged("https://model.invalid/v1"), 2);
    assert_eq!(flagged("http://127.0.0.1:11434/v1"), 0);
}

const NOTE: &str = "Subjective: memory loss.\n\nMedication: metformin. Question of amyloid plaques.\n";

/// Starts a session on a note for an author with this model.
fn note(model: &Web) -> (Folder, Folder, Editor, String) {
    note_in(folder(), model)
}

fn note_in(folder: Folder, model: &Web) -> (Folder, Folder, Editor, String) {
    let state = Folder::with(&[]);
    let mut variables = settings(model);
    variables.push(("REFEREE_STATE".to_owned(), state.path("").display().to_string()));
    folder.write("note.txt", NOTE);
    let abilities = ClientCapabilities::default().choosing("Allow");
    let mut editor = Editor::start(&folder, abilities.with_environment(variables));
    let uri = folder.uri("note.txt");
    editor.open(&folder, "note.txt", "clinical-note");
    for _ in 0..400 {
        let argument = json!({"uri": uri, "position": {"line": 0, "character": 0}, "question": QUESTION});
        let id = editor.ask(
            "workspace/executeCommand",
            json!({"command": "referee.showEvidence", "arguments": [argument]}),
        );
        if editor.answer(id).is_ok() {
            return (folder, state, editor, uri);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the library is not read");
}

fn recommend(editor: &mut Editor, uri: &str) -> (Value, String) {
    let argument = json!({"uri": uri, "position": {"line": 2, "character": 3}});
    let done = editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.writeRecommendation", "arguments": [argument]}),
    );
    let edit = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit");
    (
        done,
        edit["params"]["edit"]["documentChanges"][0]["edits"][0]["newText"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
    )
}

fn sections(put: &ModelRequest) -> Value {
    let plaques = put.number_of("Digestion and plaques");
    let section = |title: &str, text: &str, evidence: Value| json!({"title": title, "sentences": [{"text": text, "evidence": evidence}]});
    json!({"sections": [
        section("findings", "The note speaks of memory loss.", json!([])),
        section("validation", "No diagnosis is confirmed in the note.", json!([])),
        section("staging", "No stage is given.", json!([])),
        section("options", "Autophagy reduces amyloid plaques in mice.", json!([plaques])),
        section("recommendation", "Ask for a cognitive examination first.", json!([])),
    ]})
}

#[test]
fn a_recommendation_names_its_sources_and_passes_the_critic() {
    let model = model(|put| {
        let answer =
            if put.wanted == "entailment" { json!({"verdict": "PASS", "issues": []}) } else { sections(put) };
        streamed(&answer.to_string())
    });
    let (_folder, _state, mut editor, uri) = note(&model);
    let (done, text) = recommend(&mut editor, &uri);
    assert_eq!(done["checked"], true, "{done:#} {text}");
    assert_eq!(done["attempts"], 1, "{done:#}");
    assert!(text.contains("Management options:\n\nAutophagy reduces amyloid plaques in mice [Source: Digestion and plaques, 2017]."), "{text}");
    // A verdict other than the known ones is not a pass.
    let vague = self::model(|put| {
        let answer = if put.wanted == "entailment" {
            json!({"verdict": "PASS", "issues": ["a doubt"]})
        } else {
            sections(put)
        };
        streamed(&answer.to_string())
    });
    let (_folder, _state, mut editor, uri) = note(&vague);
    let (done, _) = recommend(&mut editor, &uri);
    assert_eq!(done["checked"], false, "{done:#}");
    assert!(done["message"].as_str().is_some_and(|said| said.starts_with("Not verified")), "{done:#}");
}

#[test]
fn a_recommendation_names_a_guideline_by_its_page_and_section() {
    let guide = "MEMORY LOSS\n\nGeneral words.\n\u{c}2.1 Metformin and plaques\n\nMetformin is not offered for memory loss or amyloid plaques.\n";
    let folder = folder();
    folder.write("Local_guide.txt", guide);
    folder.write("referee.toml", "[library]\nfiles = [\"library.nbib\", \"Local_guide.txt\"]\n");
    let model = model(|put| {
        let mut answer = sections(put);
        answer["sections"][3]["sentences"][0] = json!({
            "text": "Metformin is not offered for memory loss.",
            "evidence": [put.number_of("2.1 Metformin and plaques")],
        });
        let passed = json!({"verdict": "PASS", "issues": []});
        streamed(&if put.wanted == "entailment" { passed } else { answer }.to_string())
    });
    let (_folder, _state, mut editor, uri) = note_in(folder, &model);
    let (done, text) = recommend(&mut editor, &uri);
    assert_eq!(done["checked"], true, "{done:#} {text}");
    let named =
        "Metformin is not offered for memory loss [Source: Local guide, p. 2, 2.1 Metformin and plaques].";
    assert!(text.contains(named), "{text}");
}

#[test]
fn what_the_critic_finds_goes_back_and_after_two_tries_the_safe_phrase_stands() {
    let model = model(|put| {
        let mut answer = sections(put);
        answer["sections"][4]["sentences"][0]["text"] = json!("Give metformin 500 mg twice daily at once.");
        answer["sections"].as_array_mut().map(|all| all.remove(0));
        streamed(&answer.to_string())
    });
    let (_folder, _state, mut editor, uri) = note(&model);
    let (done, text) = recommend(&mut editor, &uri);
    assert_eq!(done["attempts"], 2, "{done:#}");
    assert!(text.contains("Inconclusive information") && !text.contains("500 mg"), "{text}");
    let asked: Vec<ModelRequest> = model.asked().iter().map(ModelRequest::read).collect();
    assert_eq!(asked.len(), 2);
    assert!(asked[1].words.contains("FORMATTING: Missing sections"), "{}", asked[1].words);
    assert!(asked[1].words.contains("the number 500"), "{}", asked[1].words);
}
