//! Helix in a terminal, configured by the very block of docs/editors/helix.md, and the real server.

use super::cold_cache::cold_cache;
use super::terminal::Terminal;
use referee_tests::Folder;
use referee_tests::tools::{installed, on_path, root, skip};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Helix and tmux, or why a test is skipped.
fn programs(what: &str) -> Option<(PathBuf, PathBuf)> {
    let helix = on_path("hx").or_else(|| Some(installed().join("helix/hx")).filter(|file| file.is_file()));
    let tmux = on_path("tmux");
    if helix.is_none() || tmux.is_none() {
        skip(what, if helix.is_none() { "hx" } else { "tmux" });
    }
    helix.zip(tmux)
}

/// A home whose Helix is configured as the page says.
fn home() -> Folder {
    let page = std::fs::read_to_string(root().join("docs/editors/helix.md")).expect("the page is there");
    let block = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    Folder::with(&[
        ("config/helix/languages.toml", block.expect("the page has a block")),
        ("config/helix/config.toml", "[editor]\nend-of-line-diagnostics = \"hint\"\n"),
    ])
}

#[test]
fn a_draft_is_reviewed_and_mended_in_helix() {
    let Some((helix, tmux)) = programs("a session in Helix") else { return };
    let home = home();
    let bib = "@article{smith2020, author = {Smith, Ada}, title = {Effect of metformin}, journal = {J}, year = {2020}}\n";
    let folder = Folder::with(&[
        ("refs.bib", bib),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\n# Results\n\n😀 see [@smiht2020].\n"),
    ]);
    let terminal = Terminal::start(tmux, &home.path(""), &folder.path(""), &helix, &["paper.md"], &[]);
    terminal.wait_for("No entry has the key");
    terminal.press(&["]", "d"]);
    terminal.press(&["Space", "a"]);
    terminal.wait_for("Write “smith2020” instead");
    terminal.press(&["Enter"]);
    terminal.wait_for("see [@smith2020]");
    terminal.press(&[":", "w", "Enter"]);
    let end = Instant::now() + Duration::from_secs(60);
    while !folder.read("paper.md").contains("😀 see [@smith2020].") {
        assert!(Instant::now() < end, "{}", folder.read("paper.md"));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_is_looked_up_comes_up_on_the_screen_of_helix() {
    let Some((helix, tmux)) = programs("a cold cache in Helix") else { return };
    let ((folder, scholar), home) = (cold_cache(), home());
    let mut environment = scholar.settings();
    environment.push(("REFEREE_NETWORK".to_owned(), "allow".to_owned()));
    let (home, folder) = (home.path(""), folder.path(""));
    let terminal = Terminal::start(tmux, &home, &folder, &helix, &["cold.md"], &environment);
    for words in ["Retracted on", "is not in Crossref", "No entry has the key"] {
        terminal.wait_for(words);
    }
}
