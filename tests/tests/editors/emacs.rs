//! Emacs with eglot, configured by the very block of docs/editors/emacs.md, and the real server. The steps are in
//! tests/editors/emacs.

use referee_tests::fixtures::{YOGA_BIB, YOGA_KEYS};
use referee_tests::tools::{at_home, on_path, path_with, root, run, skip};
use referee_tests::{Folder, binary};
use std::time::Duration;

#[test]
fn a_draft_is_reviewed_and_mended_in_emacs() {
    let Some(emacs) = on_path("emacs") else { return skip("a session in Emacs", "emacs") };
    let bib = "@article{smith2020, author = {Smith, Ada}, title = {Effect of metformin}, journal = {J}, year = {2020}}\n";
    let draft = "---\nbibliography: refs.bib\n---\n\n# Results\n\n😀 see [@smiht2020].\n";
    let folder = Folder::with(&[("refs.bib", &format!("{bib}\n{YOGA_BIB}")), ("paper.md", draft)]);
    let page = std::fs::read_to_string(root().join("docs/editors/emacs.md")).expect("the page is there");
    let block = page.split("```elisp\n").nth(1).and_then(|rest| rest.split("```").next());
    let home = Folder::with(&[("page.el", block.expect("the page has a block of elisp"))]);
    let program = binary();
    let mut command = at_home(&emacs, &home.path(""));
    command
        .args(["--batch", "-Q", "-l"])
        .arg(root().join("tests/editors/emacs/session.el"))
        .current_dir(folder.path(""))
        .env("PATH", path_with(program.parent().unwrap_or(&program)))
        .env("EDITOR_TEST_FOLDER", folder.path(""))
        .env("EDITOR_TEST_PAGE", home.path("page.el"))
        .env("EDITOR_TEST_KEYS", YOGA_KEYS.join(" "))
        .env("LANG", "C.UTF-8")
        // A question in the minibuffer has nobody to answer it here.
        .env("REFEREE_NETWORK", "deny");
    let output = run(&mut command, Duration::from_secs(300)).expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(77) {
        return skip("a session in Emacs", "eglot with markdown-mode");
    }
    assert!(output.status.success() && said.contains("DONE"), "{said}");
}
