//! A Neovim in a terminal, with its screen.

use crate::terminal::Terminal;
use referee_tests::tools::{at_home, neovims, on_path, path_with};
use referee_tests::{Folder, binary};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the newest Neovim on this machine.
pub(crate) fn newest() -> Option<PathBuf> {
    neovims().into_iter().max_by_key(|neovim| version(neovim))
}

/// Returns the version of a Neovim, `[0, 12, 4]`; empty if it is unknown.
fn version(neovim: &Path) -> Vec<u32> {
    let output = Command::new(neovim).arg("--version").output();
    let told = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let number = told.lines().next().and_then(|line| line.strip_prefix("NVIM v")).unwrap_or_default();
    number.split('.').map_while(|part| part.parse().ok()).collect()
}

/// Copies a folder recursively: an editor writes into the folder of a plugin that it loads.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("the plugin is there").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a file can be copied");
        }
    }
}

/// A Neovim in a terminal.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal,
    /// The editor process, if the screen is a separate one.
    editor: Option<Child>,
    _home: Folder,
}

impl Screen {
    /// Starts a Neovim in a terminal of this size in columns and lines, without a file.
    ///
    /// An unpacked Neovim runs through its own loader. The screen of newer versions starts its
    /// program itself, which such a Neovim cannot do: start the editor first, and then a screen for
    /// it.
    pub(crate) fn start(
        tmux: &Path,
        size: (u32, u32),
        folder: &Folder,
        neovim: &Path,
        arguments: &[&str],
        environment: &[(String, String)],
    ) -> Self {
        let (home, folder, tmux) = (Folder::with(&[]), folder.path(""), tmux.to_path_buf());
        let at = home.path("");
        if on_path("nvim").as_deref() == Some(neovim) {
            let terminal = Terminal::start_sized(tmux, size, &at, &folder, neovim, arguments, environment);
            return Screen { terminal, editor: None, _home: home };
        }
        let (socket, program) = (home.path("socket"), binary());
        let mut command = at_home(neovim, &at);
        command
            .args(["--headless", "--listen"])
            .arg(&socket)
            .args(arguments)
            .current_dir(&folder)
            .env("PATH", path_with(program.parent().unwrap_or(&program)))
            .env("LANG", "C.UTF-8")
            .envs(environment.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let editor = Some(command.spawn().expect("Neovim can be started"));
        let end = Instant::now() + Duration::from_secs(60);
        while !socket.exists() {
            assert!(Instant::now() < end, "{} does not listen", neovim.display());
            std::thread::sleep(Duration::from_millis(50));
        }
        let socket = socket.display().to_string();
        let arguments = ["--server", &socket, "--remote-ui"];
        let terminal = Terminal::start_sized(tmux, size, &at, &folder, neovim, &arguments, &[]);
        Screen { terminal, editor, _home: home }
    }

    /// Opens a file like an author, once the screen is ready.
    pub(crate) fn edit(&self, name: &str) {
        self.terminal.wait_for("~");
        self.terminal.press(&[&format!(":edit {name}"), "Enter"]);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if let Some(editor) = &mut self.editor {
            let _ = editor.kill();
            let _ = editor.wait();
        }
    }
}
