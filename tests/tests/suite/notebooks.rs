//! Jupyter notebooks: their Markdown cells are reviewed and edited, and the rest of the file
//! remains unchanged.

use referee_tests::cli::referee;
use referee_tests::editor::PATIENCE;
use referee_tests::{ClientCapabilities, Editor, Folder, workspace_edit};
use serde_json::{Value, json};

/// A notebook as Jupyter writes it, with a raw cell and an output that contains a citation.
const NOTEBOOK: &str = r##"{
 "cells": [
  {
   "cell_type": "raw",
   "metadata": {},
   "source": [
    "---\n",
    "bibliography: refs.bib\n",
    "---"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "metadata": {},
   "outputs": [
    {"name": "stdout", "output_type": "stream", "text": ["p = 0.000 and \"p = 0.000\"\n"]}
   ],
   "source": [
    "print('p = 0.000')"
   ]
  },
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "# Results\n",
    "\n",
    "The \"slow\" group walked less than the other (p = 0.000), as others saw [@halvorsn2016].\n",
    "\n",
    "Walking helps many people who live with pain."
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
"##;

const BIB: &str = "@article{halvorsen2016,\n  author = {Halvorsen, Tone},\n  title = {Walking with chronic pain},\n  journal = {J Examples},\n  year = {2016},\n}\n";

fn folder() -> Folder {
    Folder::with(&[("walk.ipynb", NOTEBOOK), ("refs.bib", BIB)])
}

/// Returns the line that contains `words`.
fn line_of(words: &str) -> u32 {
    let line = NOTEBOOK.lines().position(|line| line.contains(words)).expect("the notebook has the words");
    u32::try_from(line).expect("the notebook is short")
}

fn assert_is_notebook(text: &str) {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(value["cells"].as_array().map(Vec::len), Some(3), "{text}");
}

#[test]
fn a_fix_is_written_into_the_cell_and_no_other_byte_of_the_notebook_changes() {
    let folder = folder();
    let run = referee(&folder, &["check", "--fix", "walk.ipynb"]);
    let after = folder.read("walk.ipynb");
    assert_is_notebook(&after);
    assert_ne!(after, NOTEBOOK, "{}{}", run.stdout, run.stderr);
    let cell = NOTEBOOK.find("# Results").unwrap_or_default();
    assert_eq!(after.get(..cell), NOTEBOOK.get(..cell), "the code and its output stay");
    let changed: Vec<(&str, &str)> =
        after.lines().zip(NOTEBOOK.lines()).filter(|(now, then)| now != then).collect();
    assert_eq!(changed.len(), 1, "{changed:#?}");
    assert!(
        changed[0].0.starts_with("    \"The \\\"slow\\\" group") && changed[0].0.ends_with("\\n\","),
        "{changed:?}"
    );
    assert!(!changed[0].0.contains("p = 0.000"), "{changed:?}");
    assert!(run.stdout.contains("cell 3"), "{}", run.stdout);
}

#[test]
fn the_places_of_findings_and_fixes_are_those_of_the_file() {
    let folder = folder();
    let run = referee(&folder, &["check", "--format", "json", "walk.ipynb"]);
    let report: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
    let findings = report["files"][0]["findings"].as_array().cloned().unwrap_or_default();
    let undefined = findings
        .iter()
        .find(|finding| finding["rule"] == "citation/undefined-key")
        .cloned()
        .unwrap_or_default();
    assert_eq!(undefined["range"]["start"]["line"], json!(line_of("@halvorsn2016")), "{undefined}");
    assert!(undefined["fixes"].as_array().is_some_and(|fixes| !fixes.is_empty()), "{undefined}");
}

#[test]
fn an_editor_that_shows_the_notebook_as_text_corrects_a_key_in_its_cell() {
    let folder = folder();
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let uri = folder.uri("walk.ipynb");
    editor.open(&folder, "walk.ipynb", "json");
    let found = editor
        .diagnostics_until(&uri, |found| found.iter().any(|one| one["code"] == "citation/undefined-key"));
    let undefined =
        found.iter().find(|one| one["code"] == "citation/undefined-key").cloned().unwrap_or_default();
    let context = json!({"diagnostics": [], "only": ["quickfix"]});
    let params = json!({"textDocument": {"uri": uri}, "range": undefined["range"], "context": context});
    let actions = editor.request("textDocument/codeAction", params);
    let action = actions
        .as_array()
        .into_iter()
        .flatten()
        .find(|action| action["title"].as_str().is_some_and(|title| title.contains("halvorsen2016")))
        .cloned()
        .unwrap_or_else(|| panic!("{actions}"));
    let action = if action["edit"].is_null() { editor.request("codeAction/resolve", action) } else { action };
    let after = workspace_edit::applied(&action["edit"], &uri, NOTEBOOK);
    assert_eq!(after, NOTEBOOK.replace("halvorsn2016", "halvorsen2016"));
    // Edits to the file are tracked.
    let line = line_of("@halvorsn2016");
    let column =
        NOTEBOOK.lines().nth(line as usize).and_then(|line| line.find("halvorsn")).unwrap_or_default();
    let column = u32::try_from(column).unwrap_or_default();
    editor.change(&uri, 2, &[(line, column, line, column + 8, "halvorsen")]);
    editor.diagnostics_until(&uri, |found| found.iter().all(|one| one["code"] != "citation/undefined-key"));
}

/// Returns the requested edit, and the URI, after citing the first work offered for a sentence of
/// the notebook.
fn cited(folder: &Folder, words: &str) -> (Value, String) {
    folder.write(
        "library.nbib",
        "PMID- 311\nTI  - Walking helps people who live with pain.\nDP  - 2019\nTA  - J Examples\nAU  - Solberg I\nLID - 10.5555/walk.1 [doi]\nPT  - Journal Article\n\n",
    );
    folder.write("referee.toml", "[library]\nfiles = [\"library.nbib\"]\n");
    let mut editor = Editor::start(folder, ClientCapabilities::default());
    let uri = folder.uri("walk.ipynb");
    editor.open(folder, "walk.ipynb", "json");
    editor.diagnostics_until(&uri, |found| !found.is_empty());
    let place = json!({"uri": uri, "position": {"line": line_of(words), "character": 20}});
    let command = |argument: Value| json!({"command": "referee.insertCitation", "arguments": [argument]});
    let offered = editor.request("workspace/executeCommand", command(place.clone()));
    let id = offered["candidates"][0]["id"].clone();
    assert!(id.is_string(), "{offered}");
    let mut argument = place;
    argument["id"] = id;
    editor.request("workspace/executeCommand", command(argument));
    let request = editor.server_request(PATIENCE, "workspace/applyEdit").expect("an edit");
    (request["params"]["edit"].clone(), uri)
}

/// Returns the last line of a cell.
fn last_line(notebook: &str, cell: usize) -> String {
    let read: Value = serde_json::from_str(notebook).unwrap_or_default();
    let lines = read["cells"][cell]["source"].as_array();
    lines.and_then(|lines| lines.last()?.as_str()).unwrap_or_default().to_owned()
}

#[test]
fn a_citation_that_is_inserted_stands_in_the_cell_as_json() {
    let folder = folder();
    let (edit, uri) = cited(&folder, "Walking helps many");
    let after = workspace_edit::applied(&edit, &uri, NOTEBOOK);
    assert_is_notebook(&after);
    let last = last_line(&after, 2);
    assert!(last.starts_with("Walking helps many") && last.contains("[@"), "{last}");
    assert_ne!(workspace_edit::applied(&edit, &folder.uri("refs.bib"), BIB), BIB, "{edit}");
}

#[test]
fn a_notebook_without_a_bibliography_gets_a_list_of_references_in_its_last_cell_of_text() {
    // The same number of lines as the notebook above, so that positions are equal.
    let notebook = NOTEBOOK.replace("bibliography: refs.bib", "title: On walking");
    let folder = Folder::with(&[("walk.ipynb", &notebook)]);
    let (edit, uri) = cited(&folder, "Walking helps many");
    let after = workspace_edit::applied(&edit, &uri, &notebook);
    assert_is_notebook(&after);
    let read: Value = serde_json::from_str(&after).unwrap_or_default();
    let lines: Vec<&str> =
        read["cells"][2]["source"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let text = lines.concat();
    assert!(text.contains("live with pain [1]") || text.contains("live with pain. [1]"), "{text}");
    let (_, list) = text.split_once("References\n\n1. Solberg I.").unwrap_or_else(|| panic!("{text}"));
    assert!(list.contains("10.5555/walk.1"), "{text}");
    assert_eq!(read["cells"][1], serde_json::from_str::<Value>(&notebook).unwrap_or_default()["cells"][1]);
}
