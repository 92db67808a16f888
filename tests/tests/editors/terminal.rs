//! A tmux terminal that runs an editor.

use referee_tests::binary;
use referee_tests::tools::{at_home, path_with};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The longest that text may take to appear on the screen.
const SCREEN_LIMIT: Duration = Duration::from_secs(60);

/// A tmux terminal that runs a program; dropping it ends the terminal.
pub(crate) struct Terminal {
    tmux: PathBuf,
    socket: String,
}

impl Terminal {
    /// Starts `program` in `folder`, with this home, the server on PATH and the variables of
    /// `environment`.
    pub(crate) fn start(
        tmux: PathBuf,
        home: &Path,
        folder: &Path,
        program: &Path,
        arguments: &[&str],
        environment: &[(String, String)],
    ) -> Self {
        Self::start_sized(tmux, (260, 40), home, folder, program, arguments, environment)
    }

    /// Starts the program in a terminal of this size in columns and lines.
    pub(crate) fn start_sized(
        tmux: PathBuf,
        (columns, lines): (u32, u32),
        home: &Path,
        folder: &Path,
        program: &Path,
        arguments: &[&str],
        environment: &[(String, String)],
    ) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let socket = format!("referee-{}-{number}", std::process::id());
        let server = binary();
        let mut command = at_home(&tmux, home);
        command
            .args(["-L", &socket, "-f", "/dev/null", "-u", "new-session", "-d"])
            .args(["-x", &columns.to_string(), "-y", &lines.to_string()])
            .arg(program)
            .args(arguments)
            .current_dir(folder)
            .env("PATH", path_with(server.parent().unwrap_or(&server)))
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("REFEREE_NETWORK", "deny")
            .envs(environment.iter().cloned());
        assert!(command.status().expect("tmux can be started").success());
        Terminal { tmux, socket }
    }

    fn tell(&self, arguments: &[&str]) -> String {
        let output = Command::new(&self.tmux).args(["-L", &self.socket]).args(arguments).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
    }

    /// Presses keys, in the notation of tmux: `Enter`, `Space`, or the characters themselves.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.tell(&[&["send-keys"], keys].concat());
    }

    /// Returns the text on the screen.
    pub(crate) fn screen(&self) -> String {
        self.tell(&["capture-pane", "-p"])
    }

    /// Returns the text on the screen with its styling sequences.
    pub(crate) fn styled_screen(&self) -> String {
        self.tell(&["capture-pane", "-p", "-e"])
    }

    /// Waits until the screen shows these words.
    ///
    /// # Panics
    ///
    /// If they do not appear in time.
    pub(crate) fn wait_for(&self, words: &str) {
        let end = Instant::now() + SCREEN_LIMIT;
        loop {
            let screen = self.screen();
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
