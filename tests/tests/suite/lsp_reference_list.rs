//! The references of a draft with their verdicts, for an editor that shows them in a list.

use referee_tests::editor::{PATIENCE, range};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};

const BIB: &str = "@article{smith2020,
  author = {Smith, Ada}, title = {Effect of Metformin on mortality}, journal = {Journal of Examples},
  year = {2020}, doi = {10.5555/example.1}}
@article{nobody2021,
  author = {Nobody, N.}, title = {A work that is in no library}, journal = {Journal of Examples}, year = {2021}}
";
const LIBRARY: &str = "TY  - JOUR
AU  - Smith, Ada
TI  - Effect of Metformin on mortality
JO  - Journal of Examples
PY  - 2020
DO  - 10.5555/example.1
ER  - 
";
const DRAFT: &str =
    "---\nbibliography: refs.bib\n---\n\n😀 see [@smith2020; @nobody2021], and again @smith2020.\n";

fn folder() -> Folder {
    Folder::with(&[
        ("paper.md", DRAFT),
        ("refs.bib", BIB),
        ("library.ris", LIBRARY),
        ("referee.toml", "[library]\nfiles = [\"library.ris\"]\n"),
    ])
}

fn showing() -> ClientCapabilities {
    ClientCapabilities::default().with("/experimental", json!({"refereeStatus": true}))
}

#[test]
fn an_editor_that_shows_it_is_told_how_many_references_stand_how() {
    for abilities in [showing(), showing().pulling()] {
        let folder = folder();
        let editor = Editor::start(&folder, abilities);
        editor.open(&folder, "paper.md", "markdown");
        let settled = editor.notification_where(PATIENCE, "referee/status", |status| {
            status["verified"] == 1 && status["unchecked"] == 1 && status["toLookAt"] == 0
        });
        assert_eq!(settled.expect("the references are counted")["uri"], folder.uri("paper.md"));
    }
}

#[test]
fn an_editor_that_does_not_ask_for_it_is_sent_nothing_beside_the_protocol() {
    let folder = folder();
    let editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics(&folder.uri("paper.md"), 1);
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert!(editor.notifications("referee/status").is_empty());
}

#[test]
fn the_references_are_listed_with_their_verdict_and_every_place() {
    let folder = folder();
    let mut editor = Editor::start(&folder, showing());
    editor.open(&folder, "paper.md", "markdown");
    let verified = editor.notification_where(PATIENCE, "referee/status", |status| status["verified"] == 1);
    assert!(verified.is_some(), "the reference is verified");
    let uri = folder.uri("paper.md");
    let listed = editor.request("referee/references", json!({"textDocument": {"uri": uri}}));
    assert_eq!(listed["version"], 1);
    let references = listed["references"].as_array().cloned().unwrap_or_default();
    let shown: Vec<(&str, &str)> = references
        .iter()
        .map(|item| {
            (item["label"].as_str().unwrap_or_default(), item["verdict"].as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(shown, [("smith2020", "verified"), ("nobody2021", "unchecked")]);
    let smith = &references[0];
    assert_eq!(smith["location"], json!({"uri": folder.uri("refs.bib"), "range": range(0, 9, 0, 18)}));
    assert_eq!(smith["citations"][0], json!({"uri": uri, "range": range(4, 9, 4, 18)}));
    assert_eq!(smith["citations"][1], json!({"uri": uri, "range": range(4, 45, 4, 54)}));
    assert_eq!(smith["links"][0]["target"], "https://doi.org/10.5555/example.1");
    assert_eq!(smith["needsALook"], false);
    let title = smith["title"].as_str().unwrap_or_default();
    assert!(title.contains("Effect of Metformin"), "{title}");
}

#[test]
fn a_file_that_nobody_opened_has_no_references() {
    let folder = folder();
    let mut editor = Editor::start(&folder, showing());
    let listed = editor.request("referee/references", json!({"textDocument": {"uri": "file:///no/such.md"}}));
    assert_eq!(listed, Value::Null);
}

#[test]
fn a_key_without_an_entry_is_counted_and_listed_once_with_its_places() {
    let folder = folder();
    folder.write("paper.md", DRAFT.replace("@nobody2021", "@nobody2020; @nobody2020"));
    let mut editor = Editor::start(&folder, showing());
    editor.open(&folder, "paper.md", "markdown");
    let counted = editor.notification_where(PATIENCE, "referee/status", |status| {
        status["verified"] == 1 && status["toLookAt"] == 1
    });
    assert!(counted.is_some(), "it is something to look at");
    let params = json!({"textDocument": {"uri": folder.uri("paper.md")}});
    let listed = editor.request("referee/references", params);
    let undefined: Vec<&Value> = listed["references"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|item| item["verdict"] == "undefined")
        .collect();
    assert_eq!(undefined.len(), 1, "{listed}");
    assert_eq!(
        (undefined[0]["label"].as_str(), undefined[0]["needsALook"].as_bool()),
        (Some("nobody2020"), Some(true))
    );
    assert_eq!(undefined[0]["citations"].as_array().map_or(0, Vec::len), 2);
}
