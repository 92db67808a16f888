//! The author's own guidelines: imported, cited in a note by page and section, and compared with
//! the note.

use referee_tests::cli::{Run, referee};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::time::Duration;

const GUIDE: &str = "---
title: \"Raised pressure in adults, 2023\"
---

# Raised pressure in adults, 2023

## 1.1 First step

Offer amlodipine 5 mg once daily to adults over 55. Measure the blood pressure again after four weeks.

## 1.2 Second step

Add indapamide 1.5 mg once daily where the pressure stays above 140.
";

fn folder() -> Folder {
    Folder::with(&[("guide.md", GUIDE)])
}

/// Runs a command with a library in the folder.
fn run(folder: &Folder, arguments: &[&str]) -> Run {
    let library = folder.path("library").display().to_string();
    let mut all = arguments.to_vec();
    if arguments.first() == Some(&"library") {
        all.extend(["--library", &library]);
    }
    referee(folder, &all)
}

fn settings(folder: &Folder) {
    folder.write("referee.toml", "[library]\nfiles = [\"guide.md\"]\n");
}

fn remarks(run: &Run, rule: &str) -> Vec<(String, String)> {
    let value: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    let all = value["files"].as_array().into_iter().flatten().flat_map(|file| file["findings"].as_array());
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    all.flatten()
        .filter(|finding| finding["rule"] == rule)
        .map(|finding| (word(&finding["severity"]), word(&finding["message"])))
        .collect()
}

#[test]
fn a_guideline_is_imported_searched_listed_and_removed() {
    let folder = folder();
    let first = run(&folder, &["library", "import", "guide.md"]);
    assert_eq!(first.code, 0, "{first:?}");
    assert!(first.stdout.contains("2 parts of a guideline"), "{first:?}");
    let again = run(&folder, &["library", "import", "guide.md"]);
    assert!(again.stdout.contains("imported before"), "{again:?}");
    let found = run(&folder, &["library", "search", "indapamide"]);
    assert!(found.stdout.contains("1.2 Second step"), "a word that it says once: {found:?}");
    let stats = run(&folder, &["library", "stats"]);
    assert!(stats.stdout.contains("2    guideline"), "{stats:?}");
    let removed = run(&folder, &["library", "remove", "guide.md"]);
    assert!(removed.stdout.contains("2 records taken out"), "{removed:?}");
    assert_eq!(run(&folder, &["library", "search", "indapamide"]).code, 1);
    let named = run(&folder, &["library", "import", "guide.md", "--title", "Our guide"]);
    assert_eq!(named.code, 0, "{named:?}");
    let found = run(&folder, &["library", "search", "indapamide", "--json"]);
    assert!(found.stdout.contains("\"Our guide\""), "{found:?}");
}

#[test]
fn advice_is_compared_with_the_part_that_it_names() {
    let rule = "note/unsupported-recommendation";
    let note = |advice: &str| {
        let folder = folder();
        settings(&folder);
        folder.write("note.txt", format!("ASSESSMENT: raised pressure, woman of 60.\nPLAN: {advice}\n"));
        let run = referee(&folder, &["check", "--kind", "clinical-note", "--format", "json", "note.txt"]);
        remarks(&run, rule)
    };
    let right = "Offer amlodipine 5 mg once daily to adults over 55 [Source: Raised pressure in adults, 2023, 1.1 First step].";
    assert_eq!(note(right), []);
    let wrong = right.replace(" 5 mg", " 10 mg");
    let told = note(&wrong);
    let [(severity, message)] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!(severity, "warning");
    assert!(
        message.contains("10 mg is not in “Raised pressure in adults, 2023”, “1.1 First step”"),
        "{message}"
    );
    assert!(message.contains("Offer amlodipine 5 mg once daily"), "{message}");
    // Another section of the document, another document, an unknown section: no finding.
    for place in ["Raised pressure in children", "Raised pressure in adults, 2023, p. 40, 9.9 Elsewhere"] {
        assert_eq!(
            note(&format!("Offer amlodipine 10 mg once daily to adults over 55 [Source: {place}].")),
            [],
            "{place}"
        );
    }
}

#[test]
fn advice_against_its_guideline_can_lose_the_source_that_it_names() {
    let folder = folder();
    folder.write("guide.md", "# Guide\n\n## 2 Aspirin\n\nDaily aspirin reduces the risk of stroke in older adults with diabetes.\n");
    settings(&folder);
    let advice = "Daily aspirin increases the risk of stroke in older adults with diabetes";
    folder.write("note.txt", format!("ASSESSMENT: diabetes.\nPLAN: {advice} [Source: Guide, 2 Aspirin].\n"));
    let run = referee(&folder, &["check", "--kind", "clinical-note", "note.txt"]);
    assert!(run.stdout.contains("note/unsupported-recommendation"), "{run:?}");
    assert!(run.stdout.contains("The opposite seems to be said in “Guide”, “2 Aspirin”"), "{run:?}");
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("note.txt");
    editor.open(&folder, "note.txt", "clinical-note");
    let place = json!({"start": {"line": 1, "character": 95}, "end": {"line": 1, "character": 95}});
    let params = json!({"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": []}});
    let removal = (0..400).find_map(|_| {
        let actions = editor.request("textDocument/codeAction", params.clone());
        let found = actions
            .as_array()?
            .iter()
            .find(|one| one["title"] == "Replace this citation with [citation needed]")
            .cloned();
        if found.is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        found
    });
    let removal = removal.unwrap_or_else(|| panic!("no fix"));
    let chosen = editor.request("codeAction/resolve", removal);
    let edit = &chosen["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["newText"], "[citation needed]", "{chosen:#}");
    let (from, to) = (&edit["range"]["start"]["character"], &edit["range"]["end"]["character"]);
    let start = "PLAN: ".len() + advice.len() + " ".len();
    assert_eq!((from, to), (&json!(start), &json!(start + "[Source: Guide, 2 Aspirin]".len())), "{chosen:#}");
}

#[test]
fn a_guideline_verifies_no_reference_and_accuses_none() {
    let folder = folder();
    settings(&folder);
    folder.write(
        "refs.bib",
        "@report{guide,\n  title = {Raised pressure in adults, 2023},\n  year = {2021},\n}\n@incollection{part,\n  title = {1.1 First step},\n  booktitle = {Raised pressure in adults, 2023},\n}\n",
    );
    folder.write("paper.md", "---\nbibliography: refs.bib\n---\n\nOne [@guide] and two [@part].\n");
    let run = referee(&folder, &["check", "--format", "json", "paper.md", "refs.bib"]);
    let value: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    for file in value["files"].as_array().into_iter().flatten() {
        for reference in file["references"].as_array().into_iter().flatten() {
            let verdict = reference["verdict"].as_str().unwrap_or_default();
            assert!(["unchecked", "uncovered"].contains(&verdict), "{reference:#}");
        }
        assert_eq!(file["findings"].as_array().map_or(0, Vec::len), 0, "{file:#}");
    }
}

#[test]
fn the_part_that_is_named_is_looked_up_and_one_that_is_not_there_is_said() {
    let folder = folder();
    settings(&folder);
    folder.write(
        "note.txt",
        "PLAN: Offer amlodipine 5 mg once daily to adults over 55 [Source: Raised pressure in adults, 2023, 1.1 First step].\n\nAdd indapamide 1.5 mg once daily [Source: A guide that nobody has, p. 3].\n",
    );
    let run = referee(&folder, &["support", "note.txt", "--kind", "clinical-note", "--format", "json"]);
    let value: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    let all = value["files"][0]["sentences"].as_array().cloned().unwrap_or_default();
    let [known, unknown] = all.as_slice() else { panic!("{value:#}") };
    assert_eq!(known["state"], "nothing-found", "{known:#}");
    assert_eq!(known["sources"][0]["title"], "1.1 First step", "{known:#}");
    assert!(known["sentence"].as_str().is_some_and(|text| text.ends_with("adults over 55.")), "{known:#}");
    assert_eq!(unknown["state"], "not-checked", "{unknown:#}");
    let why = unknown["sources"][0]["unknown"].as_str().unwrap_or_default();
    assert!(why.contains("no such document"), "{unknown:#}");
}

#[test]
fn in_an_editor_a_part_is_offered_and_named_by_its_section() {
    let folder = folder();
    settings(&folder);
    let text = "PLAN: Amlodipine once daily is offered to adults over 55.\n";
    folder.write("note.txt", text);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("note.txt");
    editor.open(&folder, "note.txt", "clinical-note");
    let argument = json!({"uri": uri, "position": {"line": 0, "character": 20}});
    let asked = json!({"command": "referee.insertCitation", "arguments": [argument]});
    // The library is read in the background.
    let offered = (0..400).find_map(|_| {
        let id = editor.ask("workspace/executeCommand", asked.clone());
        let answer = editor.answer(id).ok();
        if answer.is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        answer
    });
    let offered = offered.unwrap_or_else(|| panic!("the library is not read"));
    let first = &offered["candidates"][0];
    assert_eq!(first["title"], "1.1 First step", "{offered:#}");
    assert_eq!(first["journal"], "Raised pressure in adults, 2023", "{offered:#}");
    let chosen = json!({"uri": uri, "position": {"line": 0, "character": 20}, "id": first["id"]});
    let id = editor
        .ask("workspace/executeCommand", json!({"command": "referee.insertCitation", "arguments": [chosen]}));
    let edit = editor
        .server_request(Duration::from_secs(20), "workspace/applyEdit")
        .unwrap_or_else(|| panic!("no edit"));
    let written = edit["params"]["edit"].to_string();
    assert!(written.contains("[Source: Raised pressure in adults, 2023, 1.1 First step]"), "{written}");
    let _ = editor.answer(id);
}
