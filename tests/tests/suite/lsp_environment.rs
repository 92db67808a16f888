//! Environments of a session: a workspace of thousands of drafts, two editors in one workspace, a
//! read-only workspace, a file outside any folder of this machine.

use referee_tests::editor::PATIENCE;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};

const BIB: &str = "@article{smith2020, author = {Smith, Ada}, title = {Effect of metformin}, journal = {J Examples}, year = {2020}}\n";
const LIBRARY: &str = "PMID- 1
TI  - Metformin activates AMPK in hepatocytes.
DP  - 2020
TA  - J Examples
AU  - Smith A
AB  - Metformin activated AMPK in hepatocytes.
";
const SETTINGS: &str = "[library]\nfiles = [\"library.nbib\"]\n";
const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\n# Plan\n\nSee [@smith2020; @nowhere2020].\n";

fn has(diagnostics: &[Value], rule: &str) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic["code"] == rule)
}

fn workspace() -> Folder {
    Folder::with(&[
        ("refs.bib", BIB),
        ("library.nbib", LIBRARY),
        ("referee.toml", SETTINGS),
        ("paper.md", DRAFT),
    ])
}

#[test]
fn a_workspace_of_5000_files_does_not_hold_up_the_draft_that_is_open() {
    let folder = workspace();
    for n in 0..5000 {
        let path = format!("chapters/{}/chapter{n}.md", n / 100);
        folder.write(
            &path,
            format!("---\nbibliography: ../../refs.bib\n---\n\n# Chapter {n}\n\nSee [@smith2020].\n"),
        );
    }
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| has(found, "citation/undefined-key"));
    let symbols = editor.request("workspace/symbol", json!({"query": "metformin"}));
    assert!(symbols.as_array().is_some_and(|all| !all.is_empty()), "{symbols:#}");
    let rename = json!({"textDocument": {"uri": uri}, "position": {"line": 6, "character": 8}, "newName": "smith2021"});
    let edit = editor.request("textDocument/rename", rename);
    let changed = edit["documentChanges"].as_array().map_or(0, Vec::len);
    assert_eq!(changed, 5002, "the draft, its bibliography and 5,000 drafts that nobody opened");
}

#[test]
fn two_editors_work_on_one_workspace_at_the_same_time() {
    let folder = workspace();
    let uri = folder.uri("paper.md");
    let mut editors = [(); 2].map(|()| Editor::start(&folder, ClientCapabilities::default()));
    for editor in &editors {
        editor.open(&folder, "paper.md", "markdown");
        editor.diagnostics_until(&uri, |found| has(found, "citation/undefined-key"));
    }
    // Unsaved changes in one editor do not affect the other.
    editors[0].change(&uri, 2, &[(6, 18, 6, 29, "smith2020")]);
    editors[0].diagnostics_until(&uri, |found| !has(found, "citation/undefined-key"));
    // Both search, and store their evidence in the same place.
    let order =
        json!({"uri": uri, "position": {"line": 6, "character": 2}, "question": "metformin hepatocytes"});
    let asked = editors.each_mut().map(|editor| {
        editor.ask(
            "workspace/executeCommand",
            json!({"command": "referee.showEvidence", "arguments": [order.clone()]}),
        )
    });
    for (editor, id) in editors.iter().zip(asked) {
        let answer = editor.answer_within(id, PATIENCE).expect("an answer");
        let works = answer.expect("evidence")["works"].as_u64();
        assert_eq!(works, Some(1));
    }
}

#[test]
fn where_nothing_can_be_kept_the_work_goes_on() {
    let folder = workspace();
    // A file occupies the place of the evidence: like in a read-only folder, nothing can be written
    // there.
    folder.write("state", "");
    let state = [("REFEREE_STATE".to_owned(), folder.path("state").display().to_string())];
    let mut editor = Editor::start(&folder, ClientCapabilities::default().with_environment(state));
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| has(found, "citation/undefined-key"));
    let order =
        json!({"uri": uri, "position": {"line": 6, "character": 2}, "question": "metformin hepatocytes"});
    let answer = editor.request(
        "workspace/executeCommand",
        json!({"command": "referee.showEvidence", "arguments": [order]}),
    );
    assert_eq!(answer["works"], 1, "{answer:#}");
}

#[test]
fn a_file_of_another_machine_is_reviewed_by_itself_and_nothing_is_said_of_what_it_names() {
    let folder = workspace();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    for uri in ["vscode-vfs://github/someone/something/paper.md", "remote://host/paper.md"] {
        let text = "---\nbibliography: refs.bib\n---\n\n# Results\n\nA difference (p = 1.7), as was shown [@smith2020].\n";
        editor.open_text(uri, "markdown", text);
        let found = editor.diagnostics_until(uri, |found| has(found, "statistics/impossible-p"));
        assert_eq!(found.len(), 1, "{found:#?}");
    }
}
