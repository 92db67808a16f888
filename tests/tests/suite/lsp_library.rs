//! An editor with a library on this machine.

use referee_tests::cli::referee;
use referee_tests::editor::{PATIENCE, range};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::time::Instant;

const LIBRARY: &str = "PMID- 90000001
DP  - 2020 Jan
TI  - Effect of an invented drug on mortality in adults with an invented disease.
FAU - Smith, Ada
AU  - Smith A
FAU - Lindqvist, Bo
AU  - Lindqvist B
JT  - Journal of examples
TA  - J Examples
VI  - 12
IP  - 3
PG  - 100-110
LID - 10.5555/example.1 [doi]
PT  - Journal Article

PMID- 90000002
DP  - 2011 May 4
TI  - A trial that was made up from beginning to end: a cautionary tale for editors.
FAU - Okafor, Grace
AU  - Okafor G
JT  - Journal of examples
TA  - J Examples
VI  - 3
PG  - 1-9
LID - 10.5555/example.2 [doi]
PT  - Journal Article
PT  - Retracted Publication
RIN - J Examples. 2013 Jan;5(1):2. doi: 10.5555/example.3. PMID: 90000003

";

const BIB: &str = "@article{smith2020,
  author = {Smith, Ada and Lindqvist, Bo},
  title = {Effect of an invented drug on mortality in adults with an invented disease},
  journal = {Journal of Examples},
  volume = {12},
  number = {3},
  pages = {100--110},
  year = {2020},
}

@article{okafor2011,
  author = {Okafor, Grace},
  title = {A trial that was made up from beginning to end: a cautionary tale for editors},
  journal = {Journal of Examples},
  volume = {3},
  pages = {1--9},
  year = {2011},
  doi = {10.5555/example.2},
}
";

const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\nOne says [@smith2020].\n\nAnother [@okafor2011].\n";

fn folder() -> Folder {
    Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        ("library.nbib", LIBRARY),
        ("refs.bib", BIB),
        ("paper.md", DRAFT),
    ])
}

fn has(diagnostics: &[Value], rule: &str) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic["code"] == rule)
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}

fn actions(editor: &mut Editor, uri: &str, line: u32, character: u32, only: &str) -> Vec<Value> {
    let place = range(line, character, line, character);
    let context = json!({"diagnostics": [], "only": [only]});
    let params = json!({"textDocument": {"uri": uri}, "range": place, "context": context});
    editor.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

#[test]
fn a_retracted_work_is_told_of_at_its_citation_on_its_card_and_above_its_entry() {
    let folder = folder();
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    let found = editor.diagnostics_until(&uri, |found| has(found, "citation/retracted"));
    let retracted = found.iter().find(|it| it["code"] == "citation/retracted").cloned().unwrap_or_default();
    assert_eq!(retracted["range"], range(6, 10, 6, 20));
    assert_eq!(retracted["severity"], 2);
    let hover = editor.request("textDocument/hover", at(&uri, 6, 12));
    let card = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(card.contains("Retracted"), "{card}");
    let bibliography = folder.uri("refs.bib");
    // One fault is one problem: at the citation, with the position in the bibliography as related
    // information.
    assert_eq!(retracted["relatedInformation"][0]["location"]["uri"], bibliography, "{retracted}");
    editor.open(&folder, "refs.bib", "bibtex");
    editor.diagnostics_until(&bibliography, |found| !has(found, "citation/retracted"));
    let lenses = editor.request("textDocument/codeLens", json!({"textDocument": {"uri": bibliography}}));
    let titles: Vec<&str> = lenses
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|lens| lens["command"]["title"].as_str())
        .collect();
    assert_eq!(titles, ["cited once", "cited once · retracted"]);
}

#[test]
fn a_verified_work_says_which_source_has_it() {
    let folder = folder();
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| has(found, "citation/retracted"));
    let hover = editor.request("textDocument/hover", at(&uri, 4, 12));
    let card = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(card.contains("**Verified**"), "{card}");
    assert!(card.contains("https://doi.org/10.5555/example.1"), "the record knows the DOI: {card}");
}

#[test]
fn missing_identifiers_are_added_to_the_entry_from_the_record() {
    let folder = folder();
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| has(found, "citation/retracted"));
    let found = actions(&mut editor, &uri, 4, 12, "refactor");
    let action = found.first().cloned().unwrap_or_else(|| panic!("nothing is offered"));
    let title = action["title"].as_str().unwrap_or_default();
    assert!(title.starts_with("Add the missing ") && title.contains("DOI"), "{title}");
    let chosen = editor.request("codeAction/resolve", action);
    let change = &chosen["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": folder.uri("refs.bib"), "version": null}));
    assert!(change["edits"].to_string().contains("10.5555/example.1"), "{change}");
}

#[test]
fn a_field_that_differs_is_mended_in_the_bibliography_by_one_edit() {
    let folder = folder();
    folder.write("refs.bib", BIB.replace("year = {2020}", "year = {2009}"));
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    let found = editor.diagnostics_until(&uri, |found| has(found, "citation/differs"));
    let differs = found.iter().find(|it| it["code"] == "citation/differs").cloned().unwrap_or_default();
    assert!(differs["message"].as_str().unwrap_or_default().contains("2020"), "{differs}");
    let found = actions(&mut editor, &uri, 4, 12, "quickfix");
    let fix =
        found.iter().find(|action| action["title"].as_str().is_some_and(|title| title.contains("year")));
    let fix = fix.or(found.first()).cloned().unwrap_or_else(|| panic!("nothing is offered"));
    let chosen = editor.request("codeAction/resolve", fix);
    let change = &chosen["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["uri"], folder.uri("refs.bib"));
    assert_eq!(change["edits"][0]["newText"], "2020", "{chosen:#}");
}

/// Returns the `window/showMessage` text about changed files other than the visible one.
fn said_of_others(editor: &Editor) -> Option<String> {
    let params = editor.notification_where(PATIENCE, "window/showMessage", |params| {
        params["message"].as_str().is_some_and(|text| text.contains("also changes"))
    })?;
    params["message"].as_str().map(str::to_owned)
}

#[test]
fn an_action_in_the_draft_that_changes_the_bibliography_says_so_and_one_in_the_bibliography_does_not() {
    let folder = folder();
    folder.write("refs.bib", BIB.replace("year = {2020}", "year = {2009}"));
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let (paper, bib) = (folder.uri("paper.md"), folder.uri("refs.bib"));
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&paper, |found| has(found, "citation/differs"));
    let mends_year = |action: &&Value| action["title"].as_str().is_some_and(|title| title.contains("2020"));
    let offered = actions(&mut editor, &paper, 4, 12, "quickfix");
    let fix = offered.iter().find(mends_year).cloned().unwrap_or_else(|| panic!("{offered:#?}"));
    // An offered fix shows no message.
    assert!(editor.notifications("window/showMessage").is_empty());
    let chosen = editor.request("codeAction/resolve", fix);
    let changed: Vec<&Value> = chosen["edit"]["documentChanges"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|change| &change["textDocument"]["uri"])
        .collect();
    assert_eq!(changed, [&json!(bib)], "{chosen:#}");
    assert_eq!(
        said_of_others(&editor).as_deref(),
        Some("This fix also changes refs.bib: save it; to undo, undo in each file.")
    );
    // The author looks at the bibliography: it is now the visible file.
    editor.open(&folder, "refs.bib", "bibtex");
    let end = Instant::now() + PATIENCE;
    let fix = loop {
        let offered = actions(&mut editor, &bib, 7, 12, "quickfix");
        if let Some(fix) = offered.iter().find(mends_year) {
            break fix.clone();
        }
        assert!(Instant::now() < end, "{offered:#?}");
    };
    let chosen = editor.request("codeAction/resolve", fix);
    assert_eq!(chosen["edit"]["documentChanges"][0]["textDocument"]["uri"], bib, "{chosen:#}");
    // A message would precede the answer to a later request.
    editor.request("textDocument/hover", at(&bib, 0, 12));
    let said = editor.notifications("window/showMessage");
    assert!(said.iter().all(|params| !params.to_string().contains("changed too")), "{said:#?}");
}

#[test]
fn an_editor_that_cannot_be_asked_to_pull_again_gets_the_judged_answer_at_once() {
    let folder = folder();
    let abilities =
        ClientCapabilities::default().with("/textDocument/diagnostic", json!({"dynamicRegistration": false}));
    let mut editor = Editor::start(&folder, abilities);
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    let report = editor.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    assert!(has(report["items"].as_array().map_or(&[], Vec::as_slice), "citation/retracted"), "{report}");
}

#[test]
fn a_library_that_changes_on_disk_is_read_again() {
    let folder = folder();
    folder.write("library.nbib", "");
    let editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("paper.md");
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics_until(&uri, |found| !has(found, "citation/retracted"));
    folder.write("library.nbib", LIBRARY);
    editor.files_changed(&[(&folder.uri("library.nbib"), 2)]);
    editor.diagnostics_until(&uri, |found| has(found, "citation/retracted"));
}

#[test]
fn a_library_that_another_process_makes_or_adds_to_is_read_again() {
    for made_before in [false, true] {
        let folder = folder();
        folder.write("referee.toml", "");
        let library = folder.path("my-library");
        let place = library.to_str().expect("a plain path");
        let import = |name: &str, records: &str| {
            folder.write(name, records);
            let run = referee(&folder, &["library", "import", "--library", place, name]);
            assert_eq!(run.code, 0, "{}", run.stderr);
        };
        let (first, second) = LIBRARY.split_at(LIBRARY.find("\nPMID- 90000002").unwrap_or_default() + 1);
        if made_before {
            import("first.nbib", first);
        }
        let abilities = ClientCapabilities::default().with_settings(json!({"library": {"path": place}}));
        let editor = Editor::start(&folder, abilities);
        let uri = folder.uri("paper.md");
        editor.open(&folder, "paper.md", "markdown");
        editor.diagnostics_until(&uri, |found| !has(found, "citation/retracted"));
        // The editor sends no notification.
        import("second.nbib", second);
        editor.diagnostics_until(&uri, |found| has(found, "citation/retracted"));
    }
}

#[test]
fn settings_that_make_no_sense_are_said_in_their_file_and_the_rest_stays_in_force() {
    let folder = folder();
    folder.write("referee.toml", "netwrok = \"deny\"\n[library]\nfiles = [\"library.nbib\"]\n");
    let editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "referee.toml", "toml");
    editor.open(&folder, "paper.md", "markdown");
    let found = editor.diagnostics_until(&folder.uri("referee.toml"), |found| !found.is_empty());
    assert_eq!(found[0]["code"], "configuration/invalid");
    assert_eq!(found[0]["range"]["start"]["line"], 0);
    editor.diagnostics_until(&folder.uri("paper.md"), |found| has(found, "citation/retracted"));
}
