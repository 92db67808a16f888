//! An untrusted workspace: opening and checking it changes no file of its reader, prints no control
//! sequences, sends nothing without permission, terminates, and reports the workspace's own
//! influence.

#![cfg(unix)]

use referee_tests::cli::{Run, command, run, run_at_home};
use referee_tests::editor::PATIENCE as ANSWER_PATIENCE;
use referee_tests::fixtures::METFORMIN_RIS;
use referee_tests::hostile::{ESCAPES, Hostile, PRIVATE_TITLE, WORKSPACE, obeyed};
use referee_tests::scholar::{Scholar, papers};
use referee_tests::tools::run as run_within;
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

/// The longest that a command may take; it must not wait for a pipe or read without end.
const PATIENCE: Duration = Duration::from_secs(120);

fn json_of(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}\n{run:#?}"))
}

fn verdict(report: &Value, key: &str) -> String {
    let references = report["files"][0]["references"].as_array().cloned().unwrap_or_default();
    let found = references.iter().find(|reference| reference["key"] == key);
    found.and_then(|found| found["verdict"].as_str()).unwrap_or_default().to_owned()
}

fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|status| status.success()), "a pipe can be made");
}

/// Runs `referee` on the hostile workspace, and returns the output of both streams.
fn checked(hostile: &Hostile, arguments: &[&str]) -> String {
    let mut command = command(&hostile.workspace(), &hostile.home.path(""), &[], arguments);
    let output = run_within(&mut command, PATIENCE);
    let output = output.unwrap_or_else(|| panic!("{arguments:?} ends"));
    String::from_utf8(output.stdout).expect("what is printed is text")
}

#[test]
fn a_hostile_workspace_is_checked_and_nothing_of_its_reader_is_changed() {
    let hostile = Hostile::new();
    for arguments in [
        &["check", "."][..],
        &["check", ".", "--verbose", "--isolated"],
        &["check", ".", "--format", "json"],
        &["check", ".", "--format", "sarif"],
        &["check", ".", "--format", "github"],
        &["check", "paper.md", "thesis.tex", "essay.typ", "pipe.bib", "endless.bib", "linked.md", "refs.bib"],
        &["check", ".", "--fix"],
        &["check", "linked.md", "linked.bib", "--fix"],
        &["support", ".", "--no-model"],
        &["config", "."],
        &["cite", "--path", "paper.md", "metformin activates AMPK"],
    ] {
        let printed = checked(&hostile, arguments);
        assert_eq!(obeyed(&printed), None, "{arguments:?}");
        let mut forged = printed.lines().filter(|line| line.trim() == "referee: all is well.md");
        assert_eq!(forged.next(), None, "{arguments:?}: a file name is no line of its own");
    }
    hostile.assert_home_unchanged(&[".local", ".cache", ".config", "referee"]);
}

#[test]
fn with_colours_only_colours_reach_the_terminal() {
    let hostile = Hostile::new();
    let printed = checked(&hostile, &["--color", "always", "check", ".", "--verbose"]);
    let mut rest = printed.as_str();
    let mut colours = 0;
    while let Some(at) = rest.find('\u{1b}') {
        rest = &rest[at + 1..];
        let parameters = rest.strip_prefix('[').and_then(|rest| rest.split_once('m'));
        let own = parameters.is_some_and(|(codes, _)| {
            matches!(codes, "0" | "1" | "2" | "31" | "32" | "33" | "36" | "1;31" | "1;33")
        });
        assert!(own, "{:?}", rest.chars().take(30).collect::<String>());
        colours += 1;
    }
    assert!(colours > 0, "there are colours");
    assert_eq!(obeyed(&printed.replace('\u{1b}', "")), None);
    assert!(!printed.contains("\u{1b}[31mAda"), "the colours of a title are not ours");
}

#[test]
fn a_server_in_a_hostile_workspace_shows_nothing_that_an_editor_obeys_and_changes_nothing() {
    let hostile = Hostile::new();
    let home = hostile.home.path("").to_string_lossy().into_owned();
    let environment = [("HOME".to_owned(), home)];
    let mut editor = Editor::spawn(&ClientCapabilities::default().with_environment(environment));
    let root = hostile.home.uri(WORKSPACE);
    let uri = |name: &str| hostile.home.uri(&format!("{WORKSPACE}/{name}"));
    editor.request(
        "initialize",
        json!({
            "processId": null,
            "rootUri": root,
            "workspaceFolders": [{"uri": root, "name": format!("w{ESCAPES}")}],
            "capabilities": {
                "textDocument": {"hover": {"contentFormat": ["markdown"]}, "publishDiagnostics": {"relatedInformation": true}},
                "window": {"showMessage": {"messageActionItem": {}}},
                "workspace": {"workspaceEdit": {"documentChanges": true}}
            },
        }),
    );
    editor.notify("initialized", json!({}));
    let mut shown = String::new();
    for (name, language) in [
        ("paper.md", "markdown"),
        ("thesis.tex", "latex"),
        ("essay.typ", "typst"),
        ("refs.bib", "bibtex"),
        ("referee.toml", "toml"),
    ] {
        let text = hostile.home.read(&format!("{WORKSPACE}/{name}"));
        editor.open_text(&uri(name), language, &text);
        let found = editor.diagnostics(&uri(name), 1);
        for finding in &found {
            shown.push_str(finding["message"].as_str().unwrap_or_default());
            shown.push_str(&finding["relatedInformation"].to_string());
        }
        for (line, text) in text.lines().enumerate() {
            for character in (0..text.encode_utf16().count()).step_by(7) {
                let position = json!({"line": line, "character": character});
                let at = json!({"textDocument": {"uri": uri(name)}, "position": position});
                let card = editor.request("textDocument/hover", at);
                shown.push_str(card["contents"]["value"].as_str().unwrap_or_default());
            }
        }
        for method in ["textDocument/documentSymbol", "textDocument/codeLens", "textDocument/foldingRange"] {
            let answer = editor.request(method, json!({"textDocument": {"uri": uri(name)}}));
            names(&answer, &mut shown);
        }
    }
    for kind in ["window/showMessage", "window/logMessage", "$/progress"] {
        for message in editor.notifications(kind) {
            names(&message, &mut shown);
        }
    }
    assert!(shown.contains("activates"), "cards were shown: {shown}");
    assert_eq!(obeyed(&shown), None);
    let markup = shown.replace("\\]", "").replace("\\<", "");
    assert!(!markup.contains("](command:") && !markup.contains("<img"), "{shown}");
    editor.shut_down();
    editor.exit();
    assert!(editor.ended_within(PATIENCE).is_some());
    hostile.assert_home_unchanged(&[".local", ".cache", ".config", "referee"]);
}

/// Collects all text in an answer that is shown to a person.
fn names(value: &Value, out: &mut String) {
    match value {
        Value::Array(all) => all.iter().for_each(|value| names(value, out)),
        Value::Object(object) => {
            for (name, value) in object {
                match value {
                    Value::String(text)
                        if matches!(name.as_str(), "message" | "title" | "name" | "detail" | "label") =>
                    {
                        out.push_str(text);
                        out.push('\n');
                    }
                    other => names(other, out),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn files_that_a_workspace_names_must_lie_inside_it_and_be_plain() {
    let outside = Folder::with(&[("mine.ris", METFORMIN_RIS)]);
    let folder = Folder::with(&[
        ("paper.md", "See PMID: 1.\n"),
        (
            "referee.toml",
            "[library]\nfiles = [\"linked.ris\", \"pipe.ris\", \"endless.ris\", \"../else.ris\"]\n",
        ),
    ]);
    symlink(outside.path("mine.ris"), folder.path("linked.ris")).expect("a link");
    symlink("/dev/zero", folder.path("endless.ris")).expect("a link");
    make_pipe(&folder.path("pipe.ris"));
    let run = run(&folder.path(""), &["check", "paper.md", "referee.toml", "--format", "json"]);
    let report = json_of(&run);
    let findings = report["files"][1]["findings"].as_array().cloned().unwrap_or_default();
    let said: Vec<&str> = findings.iter().filter_map(|finding| finding["message"].as_str()).collect();
    let about = |name: &str, what: &str| {
        assert!(said.iter().any(|said| said.contains(name) && said.contains(what)), "{name}: {said:#?}");
    };
    about("linked.ris", "must lie inside");
    about("endless.ris", "must lie inside");
    about("../else.ris", "must lie inside");
    about("pipe.ris", "not a plain file");
}

#[test]
fn a_library_of_the_users_own_side_may_lie_anywhere() {
    let outside = Folder::with(&[("mine.ris", METFORMIN_RIS)]);
    let folder = Folder::with(&[
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nSee [@a].\n"),
        ("refs.bib", referee_tests::fixtures::METFORMIN_BIB),
        ("referee.toml", "[rules]\n"),
    ]);
    let home = tempfile::tempdir().expect("a home");
    let mine = outside.path("mine.ris").to_string_lossy().into_owned();
    let variables = [("REFEREE_LIBRARY__FILES".to_owned(), mine)];
    let run =
        run_at_home(&folder.path(""), home.path(), &variables, &["check", "refs.bib", "--format", "json"]);
    let report = json_of(&run);
    assert!(report["summary"]["references"]["verified"].as_u64() > Some(0), "{report:#}");
    assert_eq!(report["workspace"]["verdicts_resting_on_it"], json!([]), "{report:#}");
}

#[test]
fn titles_of_a_bibliography_outside_of_the_workspace_are_not_sent() {
    let scholar = Scholar::with(papers(4));
    let private = format!(
        "@article{{hidden, author = {{Secret, Ann}}, title = {{{PRIVATE_TITLE}}}, journal = {{Ward Letters}}, year = {{2020}}}}\n"
    );
    let open = "@article{open, author = {Public, Ann}, title = {An open question about whales and dialects}, journal = {Annals of Examples}, year = {2011}}\n";
    let outside = Folder::with(&[("refs.bib", &private)]);
    let folder = Folder::with(&[
        (
            "paper.md",
            &format!(
                "---\nbibliography: [own.bib, linked.bib, {}]\n---\n\nSee [@open; @hidden].\n",
                outside.path("refs.bib").display()
            ),
        ),
        ("own.bib", open),
    ]);
    symlink(outside.path("refs.bib"), folder.path("linked.bib")).expect("a link");
    let home = tempfile::tempdir().expect("a home");
    for arguments in
        [&["check", "paper.md", "--online", "--format", "json"][..], &["check", ".", "--online"][..]]
    {
        let run = run_at_home(&folder.path(""), home.path(), &scholar.settings(), arguments);
        assert!(run.code < 2, "{run:#?}");
        assert!(run.stdout.contains("linked.bib"), "it is said: {}", run.stdout);
    }
    let sent: String = scholar.asked().iter().map(|(_, request)| request.everything()).collect();
    let sent = sent.to_lowercase();
    assert!(sent.contains("whales"), "what lies inside is looked up");
    assert!(!sent.contains("private") && !sent.contains("secret"), "{sent}");
}

#[test]
fn what_a_submission_says_for_itself_is_told_and_left_out_when_isolated() {
    let invented = "@article{made2024, author = {Quill, Xenia}, title = {Whales that answer sailors in seven dialects}, journal = {Annals of Examples}, year = {2024}, doi = {10.5555/nowhere.7}}\n";
    let folder = Folder::with(&[
        (
            "paper.md",
            "---\nbibliography: refs.bib\n---\n\n<!-- referee:ignore-file citation/undefined-key it is fine -->\n\nSee [@made2024; @nowhere].\n",
        ),
        ("refs.bib", invented),
        ("lib.bib", invented),
        ("more.md", "See [@nobody].\n"),
        (".gitignore", "more.md\n"),
        (
            "referee.toml",
            "[library]\nfiles = [\"lib.bib\"]\ncomplete = [\"all\"]\n[rules]\n\"citation/incomplete-entry\" = \"off\"\n",
        ),
    ]);
    let report = json_of(&run(&folder.path(""), &["check", "paper.md", "--format", "json"]));
    assert_eq!(verdict(&report, "made2024"), "verified", "{report:#}");
    let says = &report["workspace"];
    assert_eq!(says["verdicts_resting_on_it"], json!(["made2024"]), "{says:#}");
    let settings = says["settings"].to_string();
    assert!(
        settings.contains("rules.citation/incomplete-entry") && settings.contains("library.complete"),
        "{says:#}"
    );
    assert_eq!(says["suppressions"].as_array().map(Vec::len), Some(1), "{says:#}");
    let people = run(&folder.path(""), &["check", "."]);
    for words in
        ["made2024", "rules.citation/incomplete-entry", "--isolated", "1 file that an ignore file names"]
    {
        assert!(people.stdout.contains(words), "{words}: {}", people.stdout);
    }
    let report = json_of(&run(&folder.path(""), &["check", ".", "--isolated", "--format", "json"]));
    let paths: Vec<&str> =
        report["files"].as_array().into_iter().flatten().filter_map(|file| file["path"].as_str()).collect();
    assert!(paths.contains(&"more.md") && !paths.contains(&"referee.toml"), "{paths:?}");
    let text = report.to_string();
    assert!(!text.contains("\"verified\"") || !text.contains("\"verdict\":\"verified\""), "{report:#}");
    assert!(text.contains("citation/undefined-key"), "a comment of the draft suppresses nothing: {report:#}");
    assert_eq!(report["workspace"]["isolated"], true);
    assert_eq!(report["workspace"]["settings"], json!([]));
}

#[test]
fn fixes_follow_no_link() {
    let outside = Folder::with(&[(
        "mine.bib",
        "@article{a, title = {A title}, year = {2020}, doi = {https://doi.org/10.5555/a}}\n",
    )]);
    let folder = Folder::with(&[("paper.md", "---\nbibliography: linked.bib\n---\n\nSee [@a].\n")]);
    symlink(outside.path("mine.bib"), folder.path("linked.bib")).expect("a link");
    symlink(outside.path(""), folder.path("folder")).expect("a link");
    let before = outside.read("mine.bib");
    for path in ["linked.bib", "paper.md", "."] {
        run(&folder.path(""), &["check", path, "--fix"]);
        assert_eq!(outside.read("mine.bib"), before, "{path}");
        assert!(folder.path("linked.bib").is_symlink(), "{path}");
    }
    let said = run(&folder.path(""), &["check", "linked.bib", "--fix"]);
    assert!(said.stderr.contains("linked.bib: not fixed"), "{said:#?}");
}

#[test]
fn a_nearer_referee_toml_takes_no_note_away_and_opens_no_network() {
    let scholar = Scholar::with(papers(3));
    let folder = Folder::with(&[
        ("referee.toml", "[documents]\nclinical = [\"wards/**\"]\n"),
        ("wards/referee.toml", "[documents]\nclinical = []\n"),
        (
            "wards/note.md",
            "# Plan\n\nMetformin as in the trial below.\n\n# References\n\n1. Quill X. A frail woman of ninety and her unheard whales. Annals of Examples. 2011;3:1-9.\n",
        ),
    ]);
    let home = tempfile::tempdir().expect("a home");
    let run = run_at_home(
        &folder.path(""),
        home.path(),
        &scholar.settings(),
        &["check", "wards/note.md", "--online", "--format", "json"],
    );
    assert_eq!(json_of(&run)["files"][0]["kind"], "clinical-note", "{run:#?}");
    let sent: String = scholar.asked().iter().map(|(_, request)| request.everything()).collect();
    assert!(!sent.to_lowercase().contains("frail"), "{sent}");
}

#[test]
fn the_author_is_asked_once_about_titles_of_a_bibliography_outside_of_the_workspace() {
    const ASK: &str = "window/showMessageRequest";
    let scholar = Scholar::with(papers(2));
    let private = format!(
        "@article{{hidden, author = {{Secret, Ann}}, title = {{{PRIVATE_TITLE}}}, journal = {{Ward Letters}}, year = {{2020}}}}\n"
    );
    let outside = Folder::with(&[("refs.bib", &private)]);
    let open = "@article{open, author = {Public, Ann}, title = {An open question about whales and dialects}, journal = {Annals of Examples}, year = {2011}}\n";
    let draft = format!(
        "---\nbibliography: [own.bib, {}]\n---\n\nSee [@open; @hidden].\n",
        outside.path("refs.bib").display()
    );
    let folder = Folder::with(&[("paper.md", &draft), ("own.bib", open)]);
    let home = tempfile::tempdir().expect("a home");
    let place = |name: &str| home.path().join(name).to_string_lossy().into_owned();
    let environment = [
        ("REFEREE_STATE".to_owned(), place("state")),
        ("REFEREE_CACHE".to_owned(), place("cache")),
        ("REFEREE_NETWORK".to_owned(), "allow".to_owned()),
    ];
    let abilities = |choice: &str| {
        ClientCapabilities::default()
            .with_environment(scholar.settings())
            .with_environment(environment.clone())
            .choosing(choice)
    };
    let sent = || -> String { scholar.asked().iter().map(|(_, request)| request.everything()).collect() };
    {
        let editor = Editor::start(&folder, abilities("Not now"));
        editor.open(&folder, "paper.md", "markdown");
        let asked = editor.server_request(ANSWER_PATIENCE, ASK).expect("the author is asked");
        let question = asked["params"]["message"].as_str().unwrap_or_default();
        assert!(question.contains("refs.bib") && question.contains("outside of the workspace"), "{question}");
        assert!(sent().to_lowercase().contains("whales"), "what lies inside is looked up");
        assert!(!sent().contains("private"), "{}", sent());
    }
    {
        let editor = Editor::start(&folder, abilities("Allow"));
        editor.open(&folder, "paper.md", "markdown");
        editor.server_request(ANSWER_PATIENCE, ASK).expect("another session asks again");
        let asked_for = (0..400).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            sent().to_lowercase().contains("private")
        });
        assert!(asked_for, "what its author allowed is looked up");
    }
    let editor = Editor::start(&folder, abilities("Allow"));
    editor.open(&folder, "paper.md", "markdown");
    editor.diagnostics(&folder.uri("paper.md"), 1);
    assert!(editor.server_request(Duration::from_secs(2), ASK).is_none(), "the answer is remembered");
}
