//! The diagnostics of an editor, and when they appear.

use referee_tests::editor::{PATIENCE, range};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const BIB: &str =
    "@article{smith2020, author = {Smith, Ada}, title = {A title}, journal = {Journal}, year = {2020}}\n";
const DRAFT: &str =
    "---\nbibliography: refs.bib\n---\n\nAs shown [@smith2020].\n\nAnd again [@nobody1999].\n";

fn rules(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|diagnostic| diagnostic["code"].as_str()).collect()
}

fn has_undefined_key(diagnostics: &[Value]) -> bool {
    rules(diagnostics).contains(&"citation/undefined-key")
}

fn paper() -> Folder {
    Folder::with(&[("paper.md", DRAFT), ("refs.bib", BIB)])
}

fn pull(editor: &mut Editor, uri: &str, previous: Option<&str>) -> Value {
    editor.request(
        "textDocument/diagnostic",
        json!({"textDocument": {"uri": uri}, "identifier": "referee", "previousResultId": previous}),
    )
}

fn items(report: &Value) -> Vec<Value> {
    report["items"].as_array().cloned().unwrap_or_default()
}

#[test]
fn an_undefined_key_is_underlined_with_its_rule_and_where_to_read_on() {
    let folder = paper();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "paper.md", "markdown");
    let found = editor.diagnostics_until(&folder.uri("paper.md"), has_undefined_key);
    let finding =
        &found[rules(&found).iter().position(|rule| *rule == "citation/undefined-key").unwrap_or(0)];
    assert_eq!(finding["range"], range(6, 12, 6, 22));
    assert_eq!(finding["source"], "referee");
    assert_eq!(finding["data"]["key"], "nobody1999");
    let page = finding["codeDescription"]["href"].as_str().unwrap_or_default();
    assert_eq!(page, "https://referee-lsp.github.io/referee/rules/citation/undefined-key.html");
}

#[test]
fn an_edit_is_answered_at_once_with_its_version() {
    let folder = paper();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    editor.change(&uri, 2, &[(6, 12, 6, 22, "smith2020")]);
    assert!(!has_undefined_key(&editor.diagnostics(&uri, 2)));
    // A change without new findings also gets an answer: the editor learns that it is up to date.
    editor.change(&uri, 3, &[(6, 0, 6, 0, "x")]);
    assert!(!has_undefined_key(&editor.diagnostics(&uri, 3)));
    editor.change(&uri, 4, &[(4, 11, 4, 20, "typo")]);
    assert!(has_undefined_key(&editor.diagnostics(&uri, 4)));
}

#[test]
fn a_burst_of_edits_is_answered_for_the_last_of_them() {
    let folder = paper();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    for version in 2..202 {
        editor.change(&uri, version, &[(4, 0, 4, 0, "x")]);
    }
    assert!(has_undefined_key(&editor.diagnostics(&uri, 201)));
    let published = editor.notifications("textDocument/publishDiagnostics");
    let versions: Vec<i64> = published.iter().filter_map(|params| params["version"].as_i64()).collect();
    assert!(versions.is_sorted(), "{versions:?}");
}

#[test]
fn columns_count_what_the_editor_asked_for() {
    for (offered, agreed, column) in [
        (json!(["utf-16"]), "utf-16", 5),
        (json!(["utf-16", "utf-8"]), "utf-8", 8),
        (json!(["utf-16", "utf-32"]), "utf-32", 4),
        (Value::Null, "utf-16", 5),
    ] {
        let folder = Folder::with(&[
            ("refs.bib", BIB),
            ("paper.md", "---\nbibliography: refs.bib\n---\n\n😀é[@nobody]\n"),
        ]);
        let abilities = ClientCapabilities::default().with("/general/positionEncodings", offered);
        let editor = Editor::start(&folder, abilities);
        assert_eq!(editor.encoding, agreed);
        let uri = folder.uri("paper.md");
        editor.open(&folder, "paper.md", "markdown");
        let found = editor.diagnostics_until(&uri, has_undefined_key);
        assert_eq!(found[0]["range"]["start"], json!({"line": 4, "character": column}), "{agreed}");
        // The same position in an edit: after the emoji.
        editor.change(&uri, 2, &[(4, column, 4, column + 6, "smith2020")]);
        assert!(!has_undefined_key(&editor.diagnostics(&uri, 2)), "{agreed}");
    }
}

#[test]
fn ranges_and_versions_that_make_no_sense_do_no_harm() {
    let folder = paper();
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    editor.change(&uri, 7, &[(999, 999, 9999, 9999, "")]);
    editor.change(&uri, 3, &[(4, 5, 2, 1, "")]);
    editor.change(&uri, 4, &[(u32::MAX, u32::MAX, u32::MAX, u32::MAX, "\n")]);
    editor.change("file:///never/opened.md", 1, &[(0, 0, 0, 0, "x")]);
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": "file:///never/opened.md"}}));
    let whole = json!({"textDocument": {"uri": uri, "version": 9}, "contentChanges": [{"text": DRAFT}]});
    editor.notify("textDocument/didChange", whole);
    // The first answer may come before the bibliography of the restored text has been read.
    if !has_undefined_key(&editor.diagnostics(&uri, 9)) {
        editor.diagnostics_until(&uri, has_undefined_key);
    }
    let at = json!({"textDocument": {"uri": uri}, "position": {"line": 9999, "character": 9999}});
    assert_eq!(editor.request("textDocument/hover", at), Value::Null);
    assert!(editor.notification_where(PATIENCE, "window/logMessage", |_| true).is_some());
}

#[test]
fn a_bibliography_that_changes_on_disk_is_read_again() {
    let folder = paper();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    let registration = editor.server_request(PATIENCE, "client/registerCapability").unwrap_or_default();
    assert!(registration.to_string().contains("workspace/didChangeWatchedFiles"), "{registration}");
    folder.write("refs.bib", format!("{BIB}@book{{nobody1999, title = {{B}}, year = 1999}}\n"));
    editor.files_changed(&[(&folder.uri("refs.bib"), 2)]);
    editor.diagnostics_until(&uri, |found| !has_undefined_key(found));
}

#[test]
fn a_bibliography_that_nobody_watches_is_looked_at_when_the_draft_is_saved() {
    let folder = paper();
    let editor = Editor::start(&folder, ClientCapabilities::none());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    folder.write("refs.bib", format!("{BIB}@book{{nobody1999, title = {{B}}, year = 1999}}\n"));
    editor.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    editor.diagnostics_until(&uri, |found| !has_undefined_key(found));
}

#[test]
fn a_bibliography_in_the_editor_counts_before_it_is_saved() {
    let folder = paper();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    editor.open(&folder, "refs.bib", "bibtex");
    editor.change(&folder.uri("refs.bib"), 2, &[(1, 0, 1, 0, "@book{nobody1999, title = {B}}\n")]);
    editor.diagnostics_until(&uri, |found| !has_undefined_key(found));
}

#[test]
fn a_rule_is_switched_off_by_the_editor_in_each_way_it_can_say_so() {
    let off = json!({"rules": {"citation/undefined-key": "off"}});
    let folder = paper();
    let uri = folder.uri("paper.md");
    // By request.
    let editor = Editor::start(&folder, ClientCapabilities::default().with_settings(off.clone()));
    editor.open(&folder, "paper.md", "markdown");
    assert!(!has_undefined_key(&editor.diagnostics(&uri, 1)));
    editor.configure(json!({}));
    editor.diagnostics_until(&uri, has_undefined_key);
    drop(editor);
    // At the start.
    let abilities =
        ClientCapabilities { initialization_options: json!({"referee": off}), ..ClientCapabilities::none() };
    let editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    std::thread::sleep(Duration::from_millis(300));
    assert!(
        !editor
            .notifications("textDocument/publishDiagnostics")
            .iter()
            .any(|it| has_undefined_key(&items_of(it)))
    );
    drop(editor);
    // By notification.
    let editor = Editor::start(&folder, ClientCapabilities::none());
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    editor.notify("workspace/didChangeConfiguration", json!({"settings": {"referee": off}}));
    editor.diagnostics_until(&uri, |found| !has_undefined_key(found));
}

fn items_of(params: &Value) -> Vec<Value> {
    params["diagnostics"].as_array().cloned().unwrap_or_default()
}

#[test]
fn a_draft_that_is_closed_leaves_nothing_behind() {
    let folder = paper();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, has_undefined_key);
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    editor.diagnostics_until(&uri, <[Value]>::is_empty);
}

#[test]
fn a_buffer_that_was_never_saved_is_reviewed() {
    let folder = Folder::with(&[]);
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = "untitled:Untitled-1";
    editor.open_text(uri, "markdown", "See PMID: 123456789012.\n");
    let found = editor.diagnostics_until(uri, |found| !found.is_empty());
    assert_eq!(rules(&found), ["citation/malformed-identifier"]);
}

#[test]
fn each_of_two_folders_has_its_own_settings_and_bibliography() {
    let first = paper();
    let second = Folder::with(&[
        ("paper.md", DRAFT),
        ("refs.bib", BIB),
        ("referee.toml", "[rules]\n\"citation/undefined-key\" = \"off\"\n"),
    ]);
    let editor = Editor::start(&first, ClientCapabilities::default());
    let added = json!({"added": [{"uri": second.uri(""), "name": "second"}], "removed": []});
    editor.notify("workspace/didChangeWorkspaceFolders", json!({"event": added}));
    editor.open(&second, "paper.md", "markdown");
    editor.open(&first, "paper.md", "markdown");
    editor.diagnostics_until(&first.uri("paper.md"), has_undefined_key);
    let of_second = editor.diagnostics_until(&second.uri("paper.md"), |_| true);
    assert!(!has_undefined_key(&of_second), "{of_second:?}");
}

#[test]
fn an_editor_that_pulls_is_not_pushed_to() {
    let folder = paper();
    let mut editor = Editor::start(&folder, ClientCapabilities::default().pulling());
    let uri = folder.uri("paper.md");
    assert_eq!(editor.initialized["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    editor.open(&folder, "paper.md", "markdown");
    let report = pull(&mut editor, &uri, None);
    assert_eq!(report["kind"], "full");
    assert!(has_undefined_key(&items(&report)), "{report}");
    let result = report["resultId"].as_str().map(str::to_owned);
    let again = pull(&mut editor, &uri, result.as_deref());
    assert_eq!((again["kind"].as_str(), again["resultId"].as_str()), (Some("unchanged"), result.as_deref()));
    editor.change(&uri, 2, &[(4, 0, 4, 0, "Words. ")]);
    let moved_nothing = pull(&mut editor, &uri, result.as_deref());
    assert_eq!(moved_nothing["kind"], "unchanged");
    editor.change(&uri, 3, &[(4, 0, 4, 0, "\n")]);
    let moved = pull(&mut editor, &uri, result.as_deref());
    assert_eq!(moved["kind"], "full");
    assert_ne!(moved["resultId"].as_str(), result.as_deref());
    assert!(editor.notifications("textDocument/publishDiagnostics").is_empty());
}

#[test]
fn an_editor_that_pulls_is_asked_to_pull_again_when_a_bibliography_changes() {
    let folder = paper();
    let mut editor = Editor::start(&folder, ClientCapabilities::default().pulling());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    assert!(has_undefined_key(&items(&pull(&mut editor, &uri, None))));
    while editor.server_request(Duration::from_millis(300), "workspace/diagnostic/refresh").is_some() {}
    folder.write("refs.bib", format!("{BIB}@book{{nobody1999, title = {{B}}, year = 1999}}\n"));
    editor.files_changed(&[(&folder.uri("refs.bib"), 2)]);
    assert!(editor.server_request(PATIENCE, "workspace/diagnostic/refresh").is_some());
    assert!(!has_undefined_key(&items(&pull(&mut editor, &uri, None))));
}

#[test]
fn the_whole_workspace_can_be_asked_for_in_parts_and_again() {
    let folder = paper();
    let mut editor = Editor::start(&folder, ClientCapabilities::default().pulling());
    editor.open(&folder, "paper.md", "markdown");
    let whole = editor.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let reports = items(&whole);
    let names: Vec<&str> = reports.iter().filter_map(|report| report["uri"].as_str()).collect();
    assert!(names.contains(&folder.uri("paper.md").as_str()), "{names:?}");
    assert!(names.contains(&folder.uri("refs.bib").as_str()), "{names:?}");
    let previous: Vec<Value> =
        reports.iter().map(|report| json!({"uri": report["uri"], "value": report["resultId"]})).collect();
    let again = editor.request("workspace/diagnostic", json!({"previousResultIds": previous}));
    assert!(items(&again).iter().all(|report| report["kind"] == "unchanged"), "{again}");
    let params = json!({"previousResultIds": [], "partialResultToken": "parts"});
    let rest = editor.request("workspace/diagnostic", params);
    assert!(items(&rest).is_empty());
    let parts = editor.notifications("$/progress");
    let parts: Vec<&Value> = parts.iter().filter(|params| params["token"] == "parts").collect();
    assert_eq!(parts.len(), reports.len());
}

/// Returns a pulling editor with this client name.
fn pulling_as(name: &str) -> ClientCapabilities {
    ClientCapabilities { client_name: name.to_owned(), ..ClientCapabilities::default().pulling() }
}

#[test]
fn an_editor_that_is_not_known_to_pull_again_is_pushed_to() {
    let silent = ClientCapabilities::default().pulling().with("/workspace/diagnostics", json!({}));
    // Neovim announces support, but omits its visible buffers.
    for abilities in [silent, pulling_as("Neovim")] {
        let folder = paper();
        let editor = Editor::start(&folder, abilities);
        assert_eq!(editor.initialized["capabilities"]["diagnosticProvider"], Value::Null);
        editor.open(&folder, "paper.md", "markdown");
        editor.diagnostics_until(&folder.uri("paper.md"), has_undefined_key);
    }
}

#[test]
fn an_editor_that_refuses_to_pull_again_is_pushed_to_from_then_on() {
    let folder = paper();
    let mut abilities = ClientCapabilities::default().pulling();
    abilities.refuses = vec![String::from("workspace/diagnostic/refresh")];
    let mut editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    let uri = folder.uri("paper.md");
    editor.diagnostics_until(&uri, has_undefined_key);
    // Pushed diagnostics are not also pulled: the editor would show them twice.
    assert!(items(&pull(&mut editor, &uri, None)).is_empty());
}

#[test]
fn a_result_id_ends_with_its_document() {
    let folder = paper();
    let mut editor = Editor::start(&folder, ClientCapabilities::default().pulling());
    editor.open(&folder, "paper.md", "markdown");
    let uri = folder.uri("paper.md");
    let end = Instant::now() + PATIENCE;
    let first = loop {
        let report = pull(&mut editor, &uri, None);
        if has_undefined_key(&items(&report)) || Instant::now() > end {
            break report;
        }
    };
    let id = first["resultId"].as_str();
    assert_eq!(pull(&mut editor, &uri, id)["kind"], "unchanged");
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    editor.open(&folder, "paper.md", "markdown");
    let again = pull(&mut editor, &uri, id);
    assert_eq!(again["kind"], "full", "{again:#}");
}

#[test]
fn a_bibliography_that_another_program_rewrites_is_read_again_although_nobody_watches_it() {
    let folder = paper();
    let abilities = ClientCapabilities::default()
        .with("/workspace/didChangeWatchedFiles", json!({"dynamicRegistration": false}));
    let editor = Editor::start(&folder, abilities);
    editor.open(&folder, "paper.md", "markdown");
    let uri = folder.uri("paper.md");
    editor.diagnostics_until(&uri, has_undefined_key);
    folder.write("refs.bib", format!("{BIB}@book{{nobody1999, title = {{B}}, year = 1999}}\n"));
    editor.diagnostics_until(&uri, |found| !has_undefined_key(found));
}
