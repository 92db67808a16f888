//! Helix in a terminal with the real server, configured by the code block in docs/editors/helix.md.

use super::cold_cache::cold_cache;
use super::terminal::Terminal;
use referee_tests::Folder;
use referee_tests::fixtures::{YOGA_BIB, YOGA_KEYS};
use referee_tests::tools::{installed, on_path, root, skip};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Returns Helix and tmux, or prints why the test is skipped.
fn programs(what: &str) -> Option<(PathBuf, PathBuf)> {
    let helix = on_path("hx").or_else(|| Some(installed().join("helix/hx")).filter(|file| file.is_file()));
    let tmux = on_path("tmux");
    if helix.is_none() || tmux.is_none() {
        skip(what, if helix.is_none() { "hx" } else { "tmux" });
    }
    helix.zip(tmux)
}

/// Returns a home whose Helix is configured as documented.
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
    terminal.wait_for("has no entry");
    terminal.press(&["]", "d"]);
    terminal.press(&["Space", "a"]);
    terminal.wait_for("Write “smith2020” instead");
    terminal.press(&["Enter"]);
    terminal.wait_for("see [@smith2020]");
    terminal.press(&[":", "w", "Enter"]);
    wait_for_file(&folder, "😀 see [@smith2020].");
}

/// Waits until the saved draft contains these words. Helix moves the old file away before it writes
/// the new one, so the file may be missing for a moment.
fn wait_for_file(folder: &Folder, words: &str) {
    let end = Instant::now() + Duration::from_secs(60);
    let draft = || std::fs::read_to_string(folder.path("paper.md")).unwrap_or_default();
    while !draft().contains(words) {
        assert!(Instant::now() < end, "{}", draft());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the keys on the screen, from the top.
fn keys_on(screen: &str) -> Vec<&'static str> {
    let on_line = |line: &str| YOGA_KEYS.into_iter().find(|key| line.contains(key));
    screen.lines().filter_map(on_line).collect()
}

#[test]
fn the_work_that_is_meant_is_the_first_in_the_menu_of_helix_and_a_retracted_one_the_last() {
    let Some((helix, tmux)) = programs("completion in Helix") else { return };
    let home = home();
    let draft = "---\nbibliography: refs.bib\n---\n\nFirst [@smiht2020].\n";
    let folder = Folder::with(&[("refs.bib", YOGA_BIB), ("paper.md", draft)]);
    let terminal = Terminal::start(tmux, &home.path(""), &folder.path(""), &helix, &["paper.md"], &[]);
    terminal.wait_for("has no entry");
    // The menu covers the lines below the cursor.
    terminal.press(&["g", "e", "O"]);
    terminal.press(&["T", "h", "e", "n", "Space", "[", "@", "y", "o", "g", "a"]);
    let end = Instant::now() + Duration::from_secs(60);
    let mut asked = Instant::now();
    while keys_on(&terminal.screen()) != YOGA_KEYS {
        assert!(Instant::now() < end, "{}", terminal.screen());
        // Request the menu if it did not open automatically.
        if asked.elapsed() > Duration::from_secs(5) {
            terminal.press(&["C-x"]);
            asked = Instant::now();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    terminal.wait_for("roe2010 (RETRACTED)");
    let styled = terminal.styled_screen();
    // The escape sequence for strikethrough.
    let struck: Vec<&str> = styled.lines().filter(|line| line.contains("\u{1b}[9m")).collect();
    assert!(matches!(struck[..], [line] if line.contains("roe2010")), "{struck:?}");
    // The first item is the one that the author gets.
    terminal.press(&["C-n"]);
    terminal.wait_for("Then [@cramer2013");
    terminal.press(&["Enter", "Escape"]);
    terminal.press(&[":", "w", "Enter"]);
    wait_for_file(&folder, "Then [@cramer2013]");
}

#[test]
fn what_is_looked_up_comes_up_on_the_screen_of_helix() {
    let Some((helix, tmux)) = programs("a cold cache in Helix") else { return };
    let ((folder, scholar), home) = (cold_cache(), home());
    let mut environment = scholar.settings();
    environment.push(("REFEREE_NETWORK".to_owned(), "allow".to_owned()));
    let (home, folder) = (home.path(""), folder.path(""));
    let terminal = Terminal::start(tmux, &home, &folder, &helix, &["cold.md"], &environment);
    for words in ["retracted on", "was not found in Crossref", "has no entry"] {
        terminal.wait_for(words);
    }
}
