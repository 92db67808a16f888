//! Compares a note with its source on the command line and in an editor.

use referee_tests::cli::{Run, referee};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::Value;

const VISIT: &str =
    "[doctor] continue the lisinopril , twenty milligrams a day . any fever ?\n[patient] no\n";
const NOTE: &str = "Continue lisinopril 40 mg daily. The patient reports fever.\n";

fn sources(run: &Run) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(&run.stdout).expect("a report");
    let findings = report["files"][0]["findings"].as_array().expect("findings").clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings
        .iter()
        .filter(|finding| text(&finding["rule"]).starts_with("source/"))
        .map(|finding| (text(&finding["rule"]), text(&finding["related"][0]["path"])))
        .collect()
}

fn expected() -> Vec<(String, String)> {
    let pair = |rule: &str| (rule.to_owned(), "visit.txt".to_owned());
    vec![pair("source/dose-differs"), pair("source/negation-differs")]
}

#[test]
fn a_source_is_named_on_the_command_line_in_the_note_or_in_the_settings() {
    let check = ["check", "--offline", "--format", "json"];
    let folder = Folder::with(&[("note.md", NOTE), ("visit.txt", VISIT)]);
    let arguments = [&check[..], &["--kind", "clinical-note", "note.md", "--against", "visit.txt"]].concat();
    let run = referee(&folder, &arguments);
    assert_eq!((sources(&run), run.code), (expected(), 1), "{}", run.stderr);

    let folder = Folder::with(&[("visit.txt", VISIT)]);
    folder.write(
        "note.md",
        format!("---\nreferee: {{kind: clinical-note, sources: [visit.txt]}}\n---\n\n{NOTE}"),
    );
    assert_eq!(sources(&referee(&folder, &[&check[..], &["note.md"]].concat())), expected());

    let folder = Folder::with(&[("note.md", NOTE), ("visit.txt", VISIT)]);
    folder.write("referee.toml", "[documents]\nclinical = [\"*.md\"]\nsources = [\"visit.txt\"]\n");
    assert_eq!(sources(&referee(&folder, &[&check[..], &["note.md"]].concat())), expected());

    let folder = Folder::with(&[("note.md", NOTE), ("note.transcript.txt", VISIT)]);
    folder
        .write("referee.toml", "[documents]\nclinical = [\"*.md\"]\nsources = [\"{stem}.transcript.txt\"]\n");
    assert_eq!(sources(&referee(&folder, &[&check[..], &["note.md"]].concat())).len(), 2);
}

#[test]
fn a_source_that_is_not_there_is_said() {
    let folder = Folder::with(&[("note.md", NOTE)]);
    let run = referee(&folder, &["check", "--offline", "note.md", "--against", "nothing.txt"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("nothing.txt"), "{}", run.stderr);
    folder.write(
        "note.md",
        format!("---\nreferee: {{kind: clinical-note, sources: [visit.txt]}}\n---\n\n{NOTE}"),
    );
    let run = referee(&folder, &["check", "--offline", "--format", "json", "note.md"]);
    assert_eq!(sources(&run), [("source/not-compared".to_owned(), String::new())], "{}", run.stdout);
}

#[test]
fn an_editor_follows_edits_of_the_note_and_of_the_unsaved_source() {
    let folder = Folder::with(&[("visit.txt", VISIT)]);
    folder.write(
        "note.md",
        format!("---\nreferee: {{kind: clinical-note, sources: [visit.txt]}}\n---\n\n{NOTE}"),
    );
    let editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "note.md", "markdown");
    let uri = folder.uri("note.md");
    let has = |rule: &'static str| move |found: &[Value]| found.iter().any(|finding| finding["code"] == rule);
    let found = editor.diagnostics_until(&uri, has("source/dose-differs"));
    let dose = found.iter().find(|finding| finding["code"] == "source/dose-differs").expect("the dose");
    let place = &dose["relatedInformation"][0];
    assert_eq!(place["location"]["uri"], folder.uri("visit.txt"));
    assert!(place["message"].as_str().unwrap_or_default().starts_with("doctor: "), "{place}");

    // The source says another dose now, and is not saved.
    editor.open(&folder, "visit.txt", "plaintext");
    editor.change(&folder.uri("visit.txt"), 2, &[(0, 35, 0, 41, "forty")]);
    editor.diagnostics_until(&uri, |found| !has("source/dose-differs")(found));
}
