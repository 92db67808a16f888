//! Files far larger than any author writes are read or reported, and an editor stays usable.
//!
//! The sizes here keep a run short. `cargo test -p referee-tests --release --test suite large_files
//! -- --ignored` uses 200 MB and a million lines, and needs 6 GB of memory.

use referee_tests::cli::{Run, referee};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::fmt::Write;

/// Returns a bibliography with this number of lines, ten per entry, and its number of entries.
fn bibliography(lines: usize) -> (String, usize) {
    let mut out = String::with_capacity(lines * 28);
    for n in 0..lines / 10 {
        let _ = writeln!(
            out,
            "@article{{k{n},\n  author = {{Okafor, Ada and Lindqvist, Bo}},\n  title = {{A title of entry {n}}},\n  journal = {{Annals of Examples}},\n  year = {{{}}},\n  volume = {{{}}},\n  pages = {{{n}--{}}},\n  doi = {{10.5555/example.{n}}}\n}}\n",
            1990 + n % 35,
            1 + n % 90,
            n + 9
        );
    }
    (out, lines / 10)
}

/// Returns a draft of this size in bytes that cites a defined and an undefined key at its end.
fn draft(bytes: usize) -> String {
    let mut out = String::from("---\nbibliography: refs.bib\n---\n\n");
    while out.len() < bytes {
        out.push_str(
            "Prose about patients, outcomes and the like, in lines as long as they are in drafts.\n\n",
        );
    }
    out.push_str("Known [@k1], unknown [@nowhere].\n");
    out
}

fn rules(run: &Run) -> Vec<String> {
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}: {} {}", run.code, run.stderr));
    let files = report["files"].as_array().cloned().unwrap_or_default();
    let findings = files.iter().flat_map(|file| file["findings"].as_array().cloned().unwrap_or_default());
    findings.filter_map(|finding| finding["rule"].as_str().map(str::to_owned)).collect()
}

fn a_draft_over_a_bibliography_is_checked(bytes: usize, lines: usize) {
    let (text, entries) = bibliography(lines);
    let folder = Folder::with(&[("paper.md", &draft(bytes)), ("refs.bib", &text)]);
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    assert_eq!(rules(&run), ["citation/undefined-key"], "{}", run.stderr);
    let run = referee(&folder, &["check", "refs.bib", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["files"][0]["references"].as_array().map(Vec::len), Some(entries));
}

#[test]
fn a_large_draft_over_a_bibliography_of_many_lines_is_checked() {
    a_draft_over_a_bibliography_is_checked(4 << 20, 100_000);
}

#[test]
#[ignore = "takes minutes and 6 GB"]
fn a_draft_of_200_mb_over_a_bibliography_of_a_million_lines_is_checked() {
    a_draft_over_a_bibliography_is_checked(200 << 20, 1_000_000);
}

#[test]
#[ignore = "takes minutes and 6 GB"]
fn a_bibliography_of_200_mb_is_checked() {
    a_draft_over_a_bibliography_is_checked(1 << 10, 10_000_000);
}

#[test]
fn a_file_that_is_too_large_to_be_read_says_so() {
    let folder = Folder::with(&[("paper.md", "---\nbibliography: refs.bib\n---\n[@a]\n"), ("refs.bib", "")]);
    for name in ["refs.bib", "huge.md"] {
        // A sparse file needs no disk space.
        let file = std::fs::File::create(folder.path(name)).expect("a file");
        file.set_len(300 << 20).expect("a long file");
    }
    let run = referee(&folder, &["check", "huge.md", "paper.md", "--format", "json"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("huge.md") && run.stderr.contains("100 MB"), "{}", run.stderr);
    assert_eq!(rules(&run), ["document/missing-file"]);
    assert!(run.stdout.contains("100 MB"), "{}", run.stdout);
}

#[test]
fn a_bibliography_that_is_too_large_is_not_exchanged_for_one_of_that_name_further_up() {
    let folder = Folder::with(&[
        ("refs.bib", "@misc{other, title = {Another project}}\n"),
        ("draft/paper.md", "---\nbibliography: refs.bib\n---\n[@a]\n"),
    ]);
    let file = std::fs::File::create(folder.path("draft/refs.bib")).expect("a file");
    file.set_len(300 << 20).expect("a long file");
    let run = referee(&folder, &["check", "draft/paper.md", "--format", "json"]);
    assert_eq!(rules(&run), ["document/missing-file"], "{}", run.stderr);
}

fn an_editor_stays_usable(bytes: usize, lines: usize) {
    let (text, _) = bibliography(lines);
    let folder = Folder::with(&[
        ("paper.md", &draft(bytes)),
        ("refs.bib", &text),
        ("small/note.md", "---\nbibliography: own.bib\n---\n\nSee [@a].\n"),
        ("small/own.bib", "@misc{a, title = {A small book}, year = {2001}}\n"),
    ]);
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    let (small, large) = (folder.uri("small/note.md"), folder.uri("paper.md"));
    editor.open(&folder, "small/note.md", "markdown");
    editor.diagnostics_until(&small, <[Value]>::is_empty);
    editor.open(&folder, "paper.md", "markdown");
    // Requests about another file are answered while the large one is being read.
    let hover = json!({"textDocument": {"uri": small}, "position": {"line": 4, "character": 6}});
    let card = editor.request("textDocument/hover", hover);
    assert!(card.to_string().contains("A small book"), "{card}");
    let shown = editor.notifications("textDocument/publishDiagnostics");
    assert!(
        shown.iter().all(|params| params["uri"] != large.as_str()),
        "the answer waited for the large draft"
    );
    editor.diagnostics_until(&large, |found| found.iter().any(|it| it["code"] == "citation/undefined-key"));
    for version in 2..12 {
        editor.change(&large, version, &[(4, 0, 4, 0, "x")]);
        editor.diagnostics(&large, version);
    }
}

#[test]
fn an_editor_stays_usable_with_a_large_draft_and_bibliography() {
    an_editor_stays_usable(4 << 20, 100_000);
}

#[test]
#[ignore = "takes minutes and 6 GB"]
fn an_editor_stays_usable_with_a_draft_of_200_mb() {
    an_editor_stays_usable(200 << 20, 1_000_000);
}
