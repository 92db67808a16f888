//! The chapters of a paper while only its main file is open: they still have findings.

use referee_tests::editor::PATIENCE;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const MAIN: &str = "\\documentclass{article}\n\\addbibresource{refs.bib}\n\\begin{document}\n\\input{chapters/one}\n\\include{chapters/two}\n\\end{document}\n";
const BIB: &str =
    "@article{smith2020, author = {Smith, Ada}, title = {A title}, journal = {Journal}, year = {2020}}\n";

fn paper() -> Folder {
    Folder::with(&[
        ("main.tex", MAIN),
        ("chapters/one.tex", "As shown~\\cite{smith2020}, and as nobody has~\\cite{nobody1999}.\n"),
        ("chapters/two.tex", "See~\\cite{smith2020}.\n"),
        ("refs.bib", BIB),
    ])
}

/// Returns an editor that gets pushed diagnostics: Neovim, which claims to refresh pulled ones but
/// does not.
fn pushed_to() -> ClientCapabilities {
    ClientCapabilities { client_name: String::from("Neovim"), ..ClientCapabilities::default().pulling() }
}

/// Returns an editor that pulls the documents it shows, and accepts related documents with the
/// answer.
fn pulling_with_related() -> ClientCapabilities {
    ClientCapabilities::default().pulling()
}

/// Returns an editor like VS Code: it pulls its open documents and the workspace, without related
/// documents.
fn pulling_the_workspace() -> ClientCapabilities {
    ClientCapabilities::default()
        .pulling()
        .with("/textDocument/diagnostic/relatedDocumentSupport", json!(false))
}

fn is_undefined(one: &Value) -> bool {
    one["code"] == "citation/undefined-key"
}

fn has_undefined_key(found: &[Value]) -> bool {
    found.iter().any(is_undefined)
}

fn items(report: &Value) -> Vec<Value> {
    report["items"].as_array().cloned().unwrap_or_default()
}

fn close(editor: &Editor, uri: &str) {
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
}

/// Collects the diagnostics of each file from `textDocument/publishDiagnostics`, until no more
/// arrive.
fn shown(editor: &Editor, shown: &mut BTreeMap<String, Vec<Value>>) {
    let mut quiet_since = Instant::now();
    while quiet_since.elapsed() < Duration::from_millis(600) {
        for params in editor.notifications("textDocument/publishDiagnostics") {
            let uri = params["uri"].as_str().unwrap_or_default().to_owned();
            shown.insert(uri, params["diagnostics"].as_array().cloned().unwrap_or_default());
            quiet_since = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_findings_of_a_chapter_are_published_for_it_while_only_its_main_file_is_open() {
    let folder = paper();
    let editor = Editor::start(&folder, pushed_to());
    editor.open(&folder, "main.tex", "latex");
    let chapter = folder.uri("chapters/one.tex");
    let params = editor
        .notification_where(PATIENCE, "textDocument/publishDiagnostics", |params| params["uri"] == chapter)
        .expect("the chapter is spoken of");
    // The text is from disk, without a version.
    assert_eq!(params["version"], Value::Null);
    let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
    assert_eq!(found.iter().filter(|one| is_undefined(one)).count(), 1, "{found:#?}");
    let mut all = BTreeMap::new();
    shown(&editor, &mut all);
    assert!(all.values().all(|found| !has_undefined_key(found)), "once, and there: {all:#?}");
    // A chapter without findings gets no notification.
    assert!(!all.contains_key(&folder.uri("chapters/two.tex")), "{all:#?}");
}

#[test]
fn the_buffer_of_a_chapter_that_is_opened_says_what_is_found_in_it() {
    let folder = paper();
    let editor = Editor::start(&folder, pushed_to());
    editor.open(&folder, "main.tex", "latex");
    let chapter = folder.uri("chapters/one.tex");
    editor.diagnostics_until(&chapter, has_undefined_key);
    editor.open(&folder, "chapters/one.tex", "latex");
    assert!(has_undefined_key(&editor.diagnostics(&chapter, 1)));
    // The buffer takes precedence over the disk.
    editor.change(&chapter, 2, &[(0, 0, 1, 0, "Nothing is cited.\n")]);
    assert!(!has_undefined_key(&editor.diagnostics(&chapter, 2)));
    folder.write("chapters/one.tex", "\\cite{else1}\\cite{else2}\n");
    editor.files_changed(&[(&chapter, 2)]);
    let mut all = BTreeMap::new();
    shown(&editor, &mut all);
    assert!(all.values().all(|found| !has_undefined_key(found)), "{all:#?}");
    // After closing it the file on disk counts again.
    close(&editor, &chapter);
    let found = editor.diagnostics_until(&chapter, has_undefined_key);
    assert_eq!(found.iter().filter(|one| is_undefined(one)).count(), 2, "{found:#?}");
}

#[test]
fn a_chapter_that_the_editor_names_in_another_way_is_not_shown_twice() {
    let folder = Folder::with(&[
        ("main.tex", "\\documentclass{article}\n\\addbibresource{refs.bib}\n\\input{a@b}\n"),
        ("a@b.tex", "\\cite{nobody1999}\n"),
        ("refs.bib", BIB),
    ]);
    let editor = Editor::start(&folder, pushed_to());
    editor.open(&folder, "main.tex", "latex");
    let theirs = folder.uri("a@b.tex");
    let ours = theirs.replace("%40", "@");
    assert_ne!(ours, theirs);
    editor.diagnostics_until(&ours, has_undefined_key);
    editor.open_text(&theirs, "latex", &folder.read("a@b.tex"));
    let mut all = BTreeMap::from([(ours, vec![json!({"code": "citation/undefined-key"})])]);
    shown(&editor, &mut all);
    assert_eq!(all.values().flatten().filter(|one| is_undefined(one)).count(), 1, "{all:#?}");
    assert!(all.get(&theirs).is_some_and(|found| has_undefined_key(found)), "{all:#?}");
}

#[test]
fn what_is_said_of_a_closed_chapter_goes_when_it_does_not_hold_any_more() {
    let faulty = "\\cite{nobody1999}\n";
    let folder = paper();
    let editor = Editor::start(&folder, pushed_to());
    let (main, chapter) = (folder.uri("main.tex"), folder.uri("chapters/one.tex"));
    let appears = || editor.diagnostics_until(&chapter, has_undefined_key);
    let goes = || editor.diagnostics_until(&chapter, |found| !has_undefined_key(found));
    editor.open(&folder, "main.tex", "latex");
    appears();
    // Fix it on disk.
    folder.write("chapters/one.tex", "Nothing is cited.\n");
    editor.files_changed(&[(&chapter, 2)]);
    goes();
    folder.write("chapters/one.tex", faulty);
    editor.files_changed(&[(&chapter, 2)]);
    appears();
    // Fix it in the bibliography.
    folder.write("refs.bib", format!("{BIB}@book{{nobody1999, title = {{B}}, year = 1999}}\n"));
    editor.files_changed(&[(&folder.uri("refs.bib"), 2)]);
    goes();
    folder.write("refs.bib", BIB);
    editor.files_changed(&[(&folder.uri("refs.bib"), 2)]);
    appears();
    // Remove it from the paper, and insert it again.
    editor.change(&main, 2, &[(3, 0, 3, 1, "%\\")]);
    assert!(goes().is_empty());
    editor.change(&main, 3, &[(3, 0, 3, 2, "\\")]);
    appears();
    // Delete the file.
    std::fs::remove_file(folder.path("chapters/one.tex")).expect("it was there");
    editor.files_changed(&[(&chapter, 3)]);
    assert!(goes().is_empty());
    folder.write("chapters/one.tex", faulty);
    editor.files_changed(&[(&chapter, 1)]);
    appears();
    // The settings disable the rule, or make the chapter a clinical note, which never adds to a
    // paper's findings.
    for settings in [
        json!({"rules": {"citation/undefined-key": "off"}}),
        json!({"documents": {"clinical": ["chapters/one.tex"]}}),
    ] {
        editor.configure(settings);
        goes();
        editor.configure(json!({}));
        appears();
    }
    // Close the main file.
    close(&editor, &main);
    assert!(goes().is_empty());
}

#[test]
fn a_chapter_that_nobody_watches_is_looked_at_after_a_pause_in_the_typing() {
    let folder = paper();
    let capabilities =
        pushed_to().with("/workspace/didChangeWatchedFiles", json!({"dynamicRegistration": false}));
    let editor = Editor::start(&folder, capabilities);
    let (main, chapter) = (folder.uri("main.tex"), folder.uri("chapters/one.tex"));
    editor.open(&folder, "main.tex", "latex");
    editor.diagnostics_until(&chapter, has_undefined_key);
    folder.write("chapters/one.tex", "Nothing is cited here any more.\n");
    editor.change(&main, 2, &[(5, 0, 5, 0, "\n")]);
    editor.diagnostics_until(&chapter, |found| !has_undefined_key(found));
}

#[test]
fn a_fault_of_the_bibliography_is_shown_once_at_the_citation_in_a_closed_chapter() {
    let folder = Folder::with(&[
        ("main.tex", "\\documentclass{article}\n\\addbibresource{refs.bib}\n\\input{one}\n"),
        ("one.tex", "As shown~\\cite{okafor2011}.\n"),
        (
            "refs.bib",
            "@article{okafor2011, author = {Okafor, Grace}, title = {A trial that was made up}, journal = {J Examples}, year = {2011}, doi = {10.5555/example.2}}\n",
        ),
        ("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n"),
        (
            "library.nbib",
            "PMID- 90000002\nDP  - 2011 May 4\nTI  - A trial that was made up.\nAU  - Okafor G\nTA  - J Examples\nLID - 10.5555/example.2 [doi]\nPT  - Journal Article\nPT  - Retracted Publication\n",
        ),
    ]);
    let is_retracted = |one: &Value| one["code"] == "citation/retracted";
    let has_retracted = |found: &[Value]| found.iter().any(is_retracted);
    let editor = Editor::start(&folder, pushed_to());
    let (main, chapter, bibliography) =
        (folder.uri("main.tex"), folder.uri("one.tex"), folder.uri("refs.bib"));
    editor.open(&folder, "refs.bib", "bibtex");
    let alone = editor.diagnostics_until(&bibliography, has_retracted);
    let mut all = BTreeMap::from([(bibliography.clone(), alone)]);
    editor.open(&folder, "main.tex", "latex");
    shown(&editor, &mut all);
    let at: Vec<&String> = all.iter().filter(|(_, found)| has_retracted(found)).map(|(uri, _)| uri).collect();
    assert_eq!(at, [&chapter], "{all:#?}");
    close(&editor, &main);
    shown(&editor, &mut all);
    let at: Vec<&String> = all.iter().filter(|(_, found)| has_retracted(found)).map(|(uri, _)| uri).collect();
    assert_eq!(at, [&bibliography], "the entry speaks again: {all:#?}");
}

/// Returns the answer to `textDocument/diagnostic`, once `wanted` accepts it.
fn pull_until(editor: &mut Editor, uri: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + PATIENCE;
    loop {
        let params = json!({"textDocument": {"uri": uri}, "identifier": "referee"});
        let report = editor.request("textDocument/diagnostic", params);
        if wanted(&report) {
            return report;
        }
        assert!(Instant::now() < end, "the last answer: {report:#}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_editor_that_takes_related_documents_is_told_of_closed_chapters_with_their_main_file() {
    let folder = paper();
    let mut editor = Editor::start(&folder, pulling_with_related());
    let (main, chapter) = (folder.uri("main.tex"), folder.uri("chapters/one.tex"));
    let beside = |report: &Value| report["relatedDocuments"][&chapter].clone();
    editor.open(&folder, "main.tex", "latex");
    let report = pull_until(&mut editor, &main, |report| has_undefined_key(&items(&beside(report))));
    assert_eq!(report["relatedDocuments"][folder.uri("chapters/two.tex")], Value::Null, "{report:#}");
    // Unchanged results are not sent again.
    let again = pull_until(&mut editor, &main, |_| true);
    assert_eq!(beside(&again), Value::Null, "{again:#}");
    // Fix it on disk.
    folder.write("chapters/one.tex", "Nothing is cited.\n");
    editor.files_changed(&[(&chapter, 2)]);
    let report = pull_until(&mut editor, &main, |report| !beside(report).is_null());
    assert!(items(&beside(&report)).is_empty(), "{report:#}");
    folder.write("chapters/one.tex", "\\cite{nobody1999}\n");
    editor.files_changed(&[(&chapter, 2)]);
    pull_until(&mut editor, &main, |report| has_undefined_key(&items(&beside(report))));
    // The chapter is opened: the editor now pulls it directly.
    editor.open(&folder, "chapters/one.tex", "latex");
    assert!(has_undefined_key(&items(&pull_until(&mut editor, &chapter, |_| true))));
    let report = pull_until(&mut editor, &main, |_| true);
    assert_eq!(beside(&report), Value::Null, "{report:#}");
    // After closing it, its findings come with the main file; once that is closed too, any other
    // document removes them.
    close(&editor, &chapter);
    pull_until(&mut editor, &main, |report| has_undefined_key(&items(&beside(report))));
    editor.open(&folder, "refs.bib", "bibtex");
    close(&editor, &main);
    let bibliography = folder.uri("refs.bib");
    let report = pull_until(&mut editor, &bibliography, |report| !beside(report).is_null());
    assert!(items(&beside(&report)).is_empty(), "{report:#}");
    assert!(editor.notifications("textDocument/publishDiagnostics").is_empty());
}

#[test]
fn an_editor_that_pulls_the_workspace_is_told_of_closed_chapters_there() {
    let folder = paper();
    let mut editor = Editor::start(&folder, pulling_the_workspace());
    let (main, chapter) = (folder.uri("main.tex"), folder.uri("chapters/one.tex"));
    editor.open(&folder, "main.tex", "latex");
    let report = pull_until(&mut editor, &main, |_| true);
    assert_eq!(report["relatedDocuments"], Value::Null, "{report:#}");
    // The result ids in the editor, and its diagnostics.
    let mut ids: BTreeMap<String, Value> = BTreeMap::new();
    let mut shows: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut pull_workspace = |editor: &mut Editor, wanted: &dyn Fn(&[Value]) -> bool| {
        let end = Instant::now() + PATIENCE;
        loop {
            let known: Vec<Value> = ids.iter().map(|(uri, id)| json!({"uri": uri, "value": id})).collect();
            let whole = editor.request("workspace/diagnostic", json!({"previousResultIds": known}));
            for report in items(&whole) {
                let uri = report["uri"].as_str().unwrap_or_default().to_owned();
                match report["resultId"].is_null() {
                    true => ids.remove(&uri),
                    false => ids.insert(uri.clone(), report["resultId"].clone()),
                };
                if report["kind"] == "full" {
                    shows.insert(uri, items(&report));
                }
            }
            let found = shows.get(&chapter).cloned().unwrap_or_default();
            if wanted(&found) {
                return;
            }
            assert!(Instant::now() < end, "the editor shows {shows:#?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    pull_workspace(&mut editor, &has_undefined_key);
    folder.write("chapters/one.tex", "Nothing is cited.\n");
    editor.files_changed(&[(&chapter, 2)]);
    pull_workspace(&mut editor, &|found| !has_undefined_key(found));
    folder.write("chapters/one.tex", "\\cite{nobody1999}\n");
    editor.files_changed(&[(&chapter, 2)]);
    pull_workspace(&mut editor, &has_undefined_key);
    close(&editor, &main);
    pull_workspace(&mut editor, &|found| found.is_empty());
    assert!(editor.notifications("textDocument/publishDiagnostics").is_empty());
}

#[test]
fn the_count_of_a_paper_has_what_is_found_in_its_closed_chapters_once() {
    let folder = paper();
    let editor = Editor::start(&folder, pushed_to().with("/experimental", json!({"refereeStatus": true})));
    editor.open(&folder, "main.tex", "latex");
    let main = folder.uri("main.tex");
    let is_whole = |params: &Value| params["uri"] == main && params["toLookAt"] == 1;
    let told = editor.notification_where(PATIENCE, "referee/status", is_whole).expect("the paper is counted");
    // One work and one undefined key: `smith2020` is cited in both chapters and counts once.
    assert_eq!((&told["unchecked"], &told["verified"]), (&json!(1), &json!(0)), "{told}");
    std::thread::sleep(Duration::from_millis(500));
    let others = editor.notifications("referee/status");
    assert!(others.iter().all(|params| params["uri"] == main), "a closed chapter has no count: {others:#?}");
}

#[test]
fn what_stops_the_build_is_shown_at_the_bibliography_while_only_its_draft_is_open() {
    // The missing year is a hint that is visible only in the open file itself.
    let broken = BIB.replacen("},", "},,", 1).replace(", year = {2020}", "");
    let folder = Folder::with(&[
        ("paper.typ", "As shown @smith2020.\n\n#bibliography(\"refs.bib\")\n"),
        ("refs.bib", &broken),
    ]);
    let is_stop = |one: &Value| one["code"] == "bibliography/read-otherwise";
    let (draft, bibliography) = (folder.uri("paper.typ"), folder.uri("refs.bib"));
    let editor = Editor::start(&folder, pushed_to());
    editor.open(&folder, "paper.typ", "typst");
    let found = editor.diagnostics_until(&bibliography, |found| found.iter().any(is_stop));
    assert!(found.iter().all(is_stop), "{found:#?}");
    // Fix it on disk, break it again, and close the draft.
    folder.write("refs.bib", BIB);
    editor.files_changed(&[(&bibliography, 2)]);
    assert_eq!(editor.diagnostics_until(&bibliography, |found| found.is_empty()), [] as [Value; 0]);
    folder.write("refs.bib", &broken);
    editor.files_changed(&[(&bibliography, 2)]);
    editor.diagnostics_until(&bibliography, |found| found.iter().any(is_stop));
    close(&editor, &draft);
    assert_eq!(editor.diagnostics_until(&bibliography, |found| found.is_empty()), [] as [Value; 0]);

    let mut editor = Editor::start(&folder, pulling_with_related());
    editor.open(&folder, "paper.typ", "typst");
    let deadline = Instant::now() + PATIENCE;
    loop {
        let report = editor.request("textDocument/diagnostic", json!({"textDocument": {"uri": draft}}));
        let beside = items(&report["relatedDocuments"][&bibliography]);
        if beside.iter().any(is_stop) {
            break;
        }
        assert!(Instant::now() < deadline, "{report:#?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
