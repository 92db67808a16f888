//! Pages in a browser: a report, the list of submissions, and the screen of Neovim as a picture.
//!
//! With `REFEREE_BLESS` the screenshots of these tests replace those in the documentation.

use crate::neovim_screen::{Screen, copy, newest};
use crate::vscode::example;
use referee_fixture::postgres::PostgresServer;
use referee_tests::Folder;
use referee_tests::cli::referee;
use referee_tests::tools::{at_home, installed, on_path, root, run, skip};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// Returns the requirement of the browser tests that is missing, if any.
pub(crate) fn missing() -> Option<&'static str> {
    if on_path("node").is_none() {
        return Some("node");
    }
    if !installed().join("playwright/node_modules/playwright-core").is_dir() {
        return Some("playwright-core");
    }
    (!Path::new("/usr/bin/chromium").is_file()).then_some("chromium")
}

/// Runs a script of tests/editors/browser on a file; the screenshot goes to the others, and with
/// `REFEREE_BLESS` to the documentation.
fn in_browser(script: &str, file: &Path, picture: &str) -> String {
    let (home, pictures) = (Folder::with(&[]), installed().join("pictures"));
    std::fs::create_dir_all(&pictures).expect("a folder can be made");
    let to = pictures.join(format!("{picture}.png"));
    let mut command = at_home("node", &home.path(""));
    command.arg(root().join("tests/editors/browser").join(script)).arg(file).arg(&to);
    command.env("EDITOR_TEST_TOOLS", installed());
    let output = run(&mut command, Duration::from_secs(120)).expect("the browser ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    if std::env::var_os("REFEREE_BLESS").is_some() {
        let shown = root().join("docs/pictures").join(format!("{picture}.png"));
        std::fs::copy(&to, shown).expect("a picture can be copied");
    }
    said
}

/// Returns the browser's observations of a page, and checks what must hold for each of ours.
fn read_page(file: &Path, picture: &str) -> Value {
    let said = in_browser("page.mjs", file, picture);
    let page: Value = serde_json::from_str(&said).expect("the script prints JSON");
    assert_eq!(page["complaints"], serde_json::json!([]), "{page}");
    // The only request is for the page itself.
    assert_eq!(page["asked"].as_array().map(Vec::len), Some(1), "{page}");
    assert_eq!(page["beyondTheEdge"]["desk"], 0, "{page}");
    assert_eq!(page["beyondTheEdge"]["phone"], 0, "a phone has to scroll sideways: {page}");
    assert_ne!(page["dark"]["text"], page["light"]["text"], "text stays dark on a dark page: {page}");
    assert!(page["paper"].as_u64() > Some(1_000), "nothing is printed: {page}");
    page
}

#[test]
fn a_report_is_read_ticked_and_printed_in_a_browser() {
    if let Some(missing) = missing() {
        return skip("the page of a report in a browser", missing);
    }
    let folder = example();
    let report = referee(&folder, &["check", "paper.md", "--format", "html"]);
    folder.write("report.html", &report.stdout);
    let references = referee(&folder, &["references", "paper.md", "--format", "csl-json"]);
    let references: Vec<Value> = serde_json::from_str(&references.stdout).expect("the list is JSON");
    let page = read_page(&folder.path("report.html"), "report");
    assert_eq!(page["articles"].as_u64(), Some(references.len() as u64), "{page}");
    let ticked = page["ticked"].as_array().expect("boxes are listed");
    assert_eq!(ticked.len(), references.len(), "each reference has a box to tick: {page}");
    assert!(ticked.iter().all(|name| name.as_str().is_some_and(|name| !name.is_empty())), "{ticked:?}");
    let text = page["text"].as_str().expect("the page has text");
    for words in ["References of paper.md", "Signed off"] {
        assert!(text.contains(words), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn the_list_of_submissions_is_read_in_a_browser() {
    if let Some(missing) = missing() {
        return skip("the list of submissions in a browser", missing);
    }
    let Some(server) = PostgresServer::shared() else { return };
    let (folder, database) = (example(), server.database());
    for name in ["nakamura.bib", "okafor.bib", "quill.bib"] {
        folder.write(&format!("inbox/{name}"), folder.read("refs.bib"));
    }
    let screen = |arguments: &[&str]| {
        let all = [&["screen", "--database", &database], arguments].concat();
        let ended = referee(&folder, &all);
        assert_eq!(ended.code, 0, "{arguments:?}: {ended:?}");
        ended.stdout
    };
    screen(&["inbox"]);
    screen(&["--work", "--until-empty"]);
    screen(&["--sign", "1", "--by", "A. Editor"]);
    folder.write("triage.html", screen(&["--list", "--format", "html"]));
    let page = read_page(&folder.path("triage.html"), "triage");
    let text = page["text"].as_str().expect("the page has text");
    for words in ["Submissions", "nakamura.bib", "okafor.bib", "A. Editor"] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn the_example_stands_on_the_screen_of_neovim() {
    let Some(tmux) = on_path("tmux") else { return skip("the example in Neovim", "tmux") };
    let Some(neovim) = newest() else { return skip("the example in Neovim", "nvim") };
    let (folder, plugin) = (example(), Folder::with(&[]));
    copy(&root().join("editors/neovim"), &plugin.path(""));
    let start = "set rtp^=$EDITOR_TEST_PLUGIN | filetype plugin on | set linebreak termguicolors";
    let line = "set laststatus=2 statusline=%f\\ %=%{v:lua.require'referee'.statusline()}";
    let arguments = ["-i", "NONE", "-n", "-u", "NORC", "--cmd", start, "--cmd", line];
    let environment = [
        ("EDITOR_TEST_PLUGIN".to_owned(), plugin.path("").display().to_string()),
        ("REFEREE_NETWORK".to_owned(), "deny".to_owned()),
    ];
    let screen = Screen::start(&tmux, (112, 34), &folder, &neovim, &arguments, &environment);
    screen.edit("paper.md");
    // The sign of an error precedes the line.
    screen.terminal.wait_for("E The fall in energy charge");
    screen.terminal.press(&[":Referee findings", "Enter"]);
    screen.terminal.wait_for("Quickfix");
    let shown = screen.terminal.styled_screen();
    assert!(screen.terminal.screen().contains("paper.md"), "{shown}");
    if let Some(missing) = missing() {
        return skip("the picture of Neovim", missing);
    }
    folder.write("screen.txt", &shown);
    in_browser("screen.mjs", &folder.path("screen.txt"), "neovim");
}
