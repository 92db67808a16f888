//! Emacs with eglot and the real server, configured by the code block in docs/editors/emacs.md. The
//! steps are in tests/editors/emacs.

use crate::cold_cache::cold_cache;
use referee_tests::fixtures::{YOGA_BIB, YOGA_KEYS};
use referee_tests::tools::{at_home, on_path, path_with, root, run, skip};
use referee_tests::{Folder, binary};
use std::time::Duration;

/// Runs the steps of `script` in an Emacs with the draft's folder and `environment`.
fn pass(script: &str, folder: &Folder, environment: &[(String, String)]) {
    let what = format!("a session in Emacs ({script})");
    let Some(emacs) = on_path("emacs") else { return skip(&what, "emacs") };
    let page = std::fs::read_to_string(root().join("docs/editors/emacs.md")).expect("the page is there");
    let block = page.split("```elisp\n").nth(1).and_then(|rest| rest.split("```").next());
    let home = Folder::with(&[("page.el", block.expect("the page has a block of elisp"))]);
    let program = binary();
    let mut command = at_home(&emacs, &home.path(""));
    command
        .args(["--batch", "-Q", "-l"])
        .arg(root().join("tests/editors/emacs").join(format!("{script}.el")))
        .current_dir(folder.path(""))
        .env("PATH", path_with(program.parent().unwrap_or(&program)))
        .env("EDITOR_TEST_FOLDER", folder.path(""))
        .env("EDITOR_TEST_PAGE", home.path("page.el"))
        .env("LANG", "C.UTF-8")
        .envs(environment.iter().cloned());
    let output = run(&mut command, Duration::from_secs(300)).expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(77) {
        return skip(&what, "eglot with markdown-mode");
    }
    assert!(output.status.success() && said.contains("DONE"), "{said}");
}

#[test]
fn a_draft_is_reviewed_and_mended_in_emacs() {
    let bib = "@article{smith2020, author = {Smith, Ada}, title = {Effect of metformin}, journal = {J}, year = {2020}}\n";
    let draft = "---\nbibliography: refs.bib\n---\n\n# Results\n\n😀 see [@smiht2020].\n";
    let folder = Folder::with(&[("refs.bib", &format!("{bib}\n{YOGA_BIB}")), ("paper.md", draft)]);
    let environment = [
        ("EDITOR_TEST_KEYS".to_owned(), YOGA_KEYS.join(" ")),
        // A question in the minibuffer would never be answered here.
        ("REFEREE_NETWORK".to_owned(), "deny".to_owned()),
    ];
    pass("session", &folder, &environment);
}

#[test]
fn what_is_looked_up_is_shown_without_an_edit_in_emacs() {
    let (folder, scholar) = cold_cache();
    let mut environment = scholar.settings();
    environment.push(("REFEREE_NETWORK".to_owned(), "allow".to_owned()));
    pass("cold", &folder, &environment);
}
