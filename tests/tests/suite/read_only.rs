//! A workspace and a library on a read-only file system: everything else works, and what cannot be
//! saved is reported.

use referee_tests::cli::{Run, run, run_at_home, run_wrapped, run_wrapped_at_home};
use referee_tests::read_only::read_only;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};

const BIB: &str = "@article{smith2020, author = {Smith, Ada}, title = {Metformin activates AMPK in hepatocytes}, journal = {J Examples}, year = {2020}, doi = {https://doi.org/10.5555/ampk.1}}\n";
const LIBRARY: &str = "PMID- 1
TI  - Metformin activates AMPK in hepatocytes.
DP  - 2020
TA  - J Examples
AU  - Smith A
FAU - Smith, Ada
AID - 10.5555/ampk.1 [doi]
AB  - Metformin activated AMPK in hepatocytes.
";
const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\n# Plan\n\nMetformin activates AMPK in hepatocytes. See [@smith2020; @nowhere2020].\n";

fn workspace() -> Folder {
    Folder::with(&[
        ("refs.bib", BIB),
        ("records/library.nbib", LIBRARY),
        ("referee.toml", "[library]\nfiles = [\"records/library.nbib\"]\n"),
        ("paper.md", DRAFT),
    ])
}

/// Lists the files in a folder by name.
fn names(folder: &Folder) -> Vec<String> {
    let mut out: Vec<String> = std::fs::read_dir(folder.path(""))
        .expect("it can be listed")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    out.sort();
    out
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}\n{run:#?}"))
}

#[test]
fn a_check_needs_to_write_nothing() {
    let folder = workspace();
    let Some(words) = read_only(&folder.path("")) else { return };
    let arguments = ["check", ".", "--format", "json"];
    let here = run_wrapped(&words, &folder.path(""), &arguments);
    let elsewhere = run(&folder.path(""), &arguments);
    assert_eq!(here.code, elsewhere.code, "{here:#?}");
    assert_eq!(json(&here)["files"], json(&elsewhere)["files"]);
    assert_eq!(here.stderr, elsewhere.stderr);
}

#[test]
fn fixes_that_cannot_be_written_are_named_and_the_rest_is_reported() {
    let folder = workspace();
    let Some(words) = read_only(&folder.path("")) else { return };
    let before = names(&folder);
    let fixed = run_wrapped(&words, &folder.path(""), &["check", ".", "--fix", "--format", "json"]);
    assert_eq!(fixed.code, 2, "{fixed:#?}");
    let complaints: Vec<&str> = fixed.stderr.lines().collect();
    assert_eq!(
        complaints,
        ["referee: refs.bib: not fixed: nothing can be written there (read-only file system)"]
    );
    assert!(fixed.stdout.contains("citation/undefined-key"), "{fixed:#?}");
    assert_eq!((folder.read("refs.bib"), names(&folder)), (BIB.to_owned(), before));
    // The same fix works in a writable folder: there was something to fix.
    let mended = run(&folder.path(""), &["check", ".", "--fix"]);
    assert!(mended.stdout.contains("Fixed 1 place."), "{mended:#?}");
}

#[test]
fn a_baseline_that_cannot_be_written_is_named() {
    let folder = workspace();
    let Some(words) = read_only(&folder.path("")) else { return };
    let before = names(&folder);
    let run = run_wrapped(&words, &folder.path(""), &["check", ".", "--write-baseline"]);
    assert_eq!(run.code, 2, "{run:#?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:#?}");
    assert!(
        run.stderr.contains("baseline") && run.stderr.contains("nothing can be written there"),
        "{run:#?}"
    );
    assert_eq!(names(&folder), before);
}

#[test]
fn a_library_is_read_where_nothing_may_be_written_and_one_cannot_be_filled_there() {
    let folder = workspace();
    let fill = ["library", "import", "records/library.nbib", "--library", "shelf"];
    let filled = run(&folder.path(""), &fill);
    assert_eq!(filled.code, 0, "{filled:#?}");
    let Some(words) = read_only(&folder.path("")) else { return };
    let arguments = ["check", "refs.bib", "--library", "shelf", "--format", "json"];
    let checked = run_wrapped(&words, &folder.path(""), &arguments);
    let reference = &json(&checked)["files"][0]["references"][0];
    assert_eq!(reference["verdict"], "verified", "{checked:#?}");
    let refused = run_wrapped(&words, &folder.path(""), &fill);
    assert_eq!(refused.code, 2, "{refused:#?}");
    assert!(refused.stderr.to_lowercase().contains("read-only file system"), "{refused:#?}");
}

#[test]
fn evidence_that_cannot_be_kept_is_gathered_and_what_was_kept_before_is_read() {
    let folder = workspace();
    let question = ["hypothesize", "metformin AMPK", "--offline"];
    let Some(words) = read_only(&folder.path("")) else { return };
    // The state of the user is in a read-only place.
    let state = [("REFEREE_STATE".to_owned(), folder.path("state").display().to_string())];
    let home = folder.home();
    let gathered = run_wrapped_at_home(&words, &folder.path(""), &home, &state, &question);
    let elsewhere = run_at_home(&folder.path(""), &home, &state, &question);
    assert_eq!(gathered.code, elsewhere.code, "{gathered:#?}");
    assert!(gathered.stderr.contains("the evidence is not kept"), "{gathered:#?}");
    assert_eq!(gathered.stdout, elsewhere.stdout);
    // Now there is evidence, and a check reads it.
    assert!(folder.path("state/evidence").is_dir(), "{elsewhere:#?}");
    let checked = run_wrapped_at_home(&words, &folder.path(""), &home, &state, &["check", "paper.md"]);
    assert_eq!(checked.stderr, "", "{checked:#?}");
}

#[test]
fn an_editor_says_that_the_evidence_is_not_kept_and_everything_else_works() {
    let folder = workspace();
    let Some(words) = read_only(&folder.path("")) else { return };
    let before = names(&folder);
    let state = [("REFEREE_STATE".to_owned(), folder.path("state").display().to_string())];
    let abilities = ClientCapabilities::default().wrapped_in(words).with_environment(state);
    let mut editor = Editor::start(&folder, abilities);
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| {
        found.iter().any(|diagnostic| diagnostic["code"] == "citation/undefined-key")
    });
    let place = json!({"uri": uri, "position": {"line": 6, "character": 2}});
    let hover = json!({"textDocument": {"uri": uri}, "position": {"line": 6, "character": 50}});
    let hover = editor.request("textDocument/hover", hover);
    assert!(hover.to_string().contains("Metformin activates AMPK"), "{hover:#}");
    let mut execute = |command: &str, more: Value| {
        let mut order = place.clone();
        for (name, value) in more.as_object().into_iter().flatten() {
            order[name] = value.clone();
        }
        editor.request("workspace/executeCommand", json!({"command": command, "arguments": [order]}))
    };
    let shown = execute("referee.showEvidence", json!({"question": "metformin AMPK"}));
    assert_eq!(shown["works"], 1, "{shown:#}");
    let candidates = execute("referee.insertCitation", json!({}));
    assert_eq!(candidates["candidates"].as_array().map(Vec::len), Some(1), "{candidates:#}");
    let said = editor.notifications("window/showMessage");
    let kept: Vec<&Value> =
        said.iter().filter(|said| said["message"].to_string().contains("the evidence is not kept")).collect();
    assert_eq!(kept.len(), 1, "{said:#?}");
    drop(editor);
    assert_eq!(names(&folder), before);
}
