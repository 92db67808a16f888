//! Helix in a terminal, configured by the very block of docs/editors/helix.md, and the real server.

use referee_tests::tools::{at_home, installed, on_path, path_with, root, skip};
use referee_tests::{Folder, binary};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A terminal of tmux with a program in it; gone when dropped.
struct Terminal {
    tmux: PathBuf,
    socket: String,
}

impl Terminal {
    fn start(tmux: PathBuf, home: &Path, folder: &Path, program: &Path, arguments: &[&str]) -> Self {
        let socket = format!("referee-{}", std::process::id());
        let server = binary();
        let mut command = at_home(&tmux, home);
        command
            .args(["-L", &socket, "-f", "/dev/null", "-u", "new-session", "-d", "-x", "140", "-y", "40"])
            .arg(program)
            .args(arguments)
            .current_dir(folder)
            .env("PATH", path_with(server.parent().unwrap_or(&server)))
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("REFEREE_NETWORK", "deny");
        assert!(command.status().expect("tmux can be started").success());
        Terminal { tmux, socket }
    }

    fn tell(&self, arguments: &[&str]) -> String {
        let output = Command::new(&self.tmux).args(["-L", &self.socket]).args(arguments).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
    }

    fn press(&self, keys: &[&str]) {
        self.tell(&[&["send-keys"], keys].concat());
    }

    /// Waits until the screen shows these words.
    fn wait_for(&self, words: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let screen = self.tell(&["capture-pane", "-p"]);
            if screen.contains(words) {
                return;
            }
            assert!(Instant::now() < end, "“{words}” does not come up:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tell(&["kill-server"]);
    }
}

#[test]
fn a_draft_is_reviewed_and_mended_in_helix() {
    let helix = on_path("hx").or_else(|| Some(installed().join("helix/hx")).filter(|file| file.is_file()));
    let Some(helix) = helix else { return skip("a session in Helix", "hx") };
    let Some(tmux) = on_path("tmux") else { return skip("a session in Helix", "tmux") };
    let page = std::fs::read_to_string(root().join("docs/editors/helix.md")).expect("the page is there");
    let block = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let home = Folder::with(&[
        ("config/helix/languages.toml", block.expect("the page has a block")),
        ("config/helix/config.toml", "[editor]\nend-of-line-diagnostics = \"hint\"\n"),
    ]);
    let bib = "@article{smith2020, author = {Smith, Ada}, title = {Effect of metformin}, journal = {J}, year = {2020}}\n";
    let folder = Folder::with(&[
        ("refs.bib", bib),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\n# Results\n\n😀 see [@smiht2020].\n"),
    ]);
    let terminal = Terminal::start(tmux, &home.path(""), &folder.path(""), &helix, &["paper.md"]);
    terminal.wait_for("No entry has the key");
    terminal.press(&["]", "d"]);
    terminal.press(&["Space", "a"]);
    terminal.wait_for("Write “smith2020” instead");
    terminal.press(&["Enter"]);
    terminal.wait_for("see [@smith2020]");
    terminal.press(&[":", "w", "Enter"]);
    let end = Instant::now() + Duration::from_secs(30);
    while !folder.read("paper.md").contains("😀 see [@smith2020].") {
        assert!(Instant::now() < end, "{}", folder.read("paper.md"));
        std::thread::sleep(Duration::from_millis(50));
    }
}
