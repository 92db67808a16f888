//! One fault is one problem, whichever of its files are open, and its first sentence is short.

use referee_tests::tools::root;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};

/// The faults in the draft and its bibliography, each once.
const FAULTS: [&str; 8] = [
    "bibliography/damaged-entry",
    "citation/corrected",
    "citation/differs",
    "citation/misidentified",
    "citation/not-found",
    "citation/preprint-published",
    "citation/retracted",
    "citation/undefined-key",
];

/// Returns the example, with an unclosed entry.
fn paper() -> Folder {
    let folder = Folder::with(&[]);
    for name in ["paper.md", "refs.bib", "library.nbib", "referee.toml"] {
        let file = root().join("docs/examples/metformin").join(name);
        folder.write(name, std::fs::read(file).expect("the example is there"));
    }
    let bibliography = folder.read("refs.bib");
    folder.write("refs.bib", format!("{bibliography}\n@article{{halved, author = {{Roe, Jan\n"));
    folder
}

fn client_capabilities() -> ClientCapabilities {
    ClientCapabilities::default().with("/textDocument/publishDiagnostics/relatedInformation", json!(true))
}

fn codes(found: &[Value]) -> Vec<String> {
    let mut codes: Vec<String> =
        found.iter().filter_map(|one| Some(one["code"].as_str()?.to_owned())).collect();
    codes.sort();
    codes
}

/// Removes a finding that an editor does not show: that the damaged entry is uncited.
fn without_unused(found: Vec<Value>) -> Vec<Value> {
    found.into_iter().filter(|one| one["code"] != "citation/unused-entry").collect()
}

fn has(found: &[Value], code: &str) -> bool {
    found.iter().any(|one| one["code"] == code)
}

#[test]
fn while_draft_and_bibliography_are_open_each_fault_is_shown_once() {
    let folder = paper();
    let editor = Editor::start(&folder, client_capabilities());
    editor.open(&folder, "refs.bib", "bibtex");
    // On its own, the bibliography shows its faults.
    let alone = editor.diagnostics_until(&folder.uri("refs.bib"), |found| has(found, "citation/differs"));
    let differs = alone.iter().find(|one| one["code"] == "citation/differs").cloned().unwrap_or_default();
    editor.open(&folder, "paper.md", "markdown");
    let draft = editor.diagnostics_until(&folder.uri("paper.md"), |found| has(found, "citation/differs"));
    let bibliography =
        editor.diagnostics_until(&folder.uri("refs.bib"), |found| !has(found, "citation/differs"));
    let both = without_unused(draft.into_iter().chain(bibliography).collect());
    assert_eq!(codes(&both), FAULTS, "{both:#?}");
    // The other position is one click away: the wrong field.
    let shown = both.iter().find(|one| one["code"] == "citation/differs").cloned().unwrap_or_default();
    let there = &shown["relatedInformation"][0]["location"];
    assert_eq!(there["uri"], folder.uri("refs.bib"));
    assert_eq!(there["range"], differs["range"]);
    // A closed draft shows nothing: the bibliography shows its faults again.
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": folder.uri("paper.md")}}));
    editor.diagnostics_until(&folder.uri("refs.bib"), |found| has(found, "citation/differs"));
}

#[test]
fn a_fault_that_the_draft_keeps_silent_about_stays_in_the_bibliography() {
    let folder = paper();
    let editor = Editor::start(&folder, client_capabilities());
    editor.open(&folder, "refs.bib", "bibtex");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&folder.uri("refs.bib"), |found| !has(found, "citation/not-found"));
    let text = folder.read("paper.md");
    let line = text.lines().position(|line| line.contains("@lindqvist2021")).expect("it is cited");
    let line = u32::try_from(line).expect("a short draft");
    let comment = "<!-- referee:ignore citation/not-found in press -->\n";
    editor.change(&folder.uri("paper.md"), 2, &[(line, 0, line, 0, comment)]);
    editor.diagnostics_until(&folder.uri("refs.bib"), |found| has(found, "citation/not-found"));
}

#[test]
fn an_editor_that_asks_for_the_whole_workspace_shows_each_fault_once() {
    let folder = paper();
    let mut editor = Editor::start(&folder, client_capabilities().pulling());
    editor.open(&folder, "paper.md", "markdown");
    let mut both = Vec::new();
    for _ in 0..200 {
        let whole = editor.request("workspace/diagnostic", json!({"previousResultIds": []}));
        let reports = whole["items"].as_array().cloned().unwrap_or_default();
        let found = reports.iter().flat_map(|report| report["items"].as_array().cloned().unwrap_or_default());
        both = without_unused(found.collect());
        if has(&both, "citation/differs") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(codes(&both), FAULTS, "{both:#?}");
}

#[test]
fn the_first_sentence_of_a_problem_fits_behind_a_line_and_names_what_was_meant() {
    let folder = paper();
    let draft = folder.read("paper.md");
    folder.write("paper.md", format!("{draft}\nAgain [@knowlre2002].\n"));
    let editor = Editor::start(&folder, client_capabilities());
    editor.open(&folder, "paper.md", "markdown");
    let found = editor.diagnostics_until(&folder.uri("paper.md"), |found| has(found, "citation/differs"));
    for finding in &found {
        let message = finding["message"].as_str().unwrap_or_default();
        let first = message.split(". ").next().unwrap_or_default();
        assert!(first.chars().count() <= 90, "{first}");
    }
    let all: Vec<&str> = found.iter().filter_map(|one| one["message"].as_str()).collect();
    assert!(all.iter().any(|message| message.contains("Did you mean “knowler2002”?")), "{all:#?}");
}
