//! An untrusted workspace in a user's home, made to harm anyone who opens it.
//!
//! It is opened by the command line, the server and editors; afterwards the user's files must be
//! unchanged ([`Hostile::assert_home_unchanged`]), and the output must not contain control
//! sequences for a terminal or an editor.

use crate::folder::Folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Control sequences for a terminal: a window title, a link, colours, a bell, a forged line, a
/// reversed text direction.
pub const ESCAPES: &str =
    "\u{1b}]0;owned\u{7}\u{1b}]8;;https://example.org\u{1b}\\\u{1b}[31m\u{9b}32m\u{202e}\u{2066}\u{7f}";

/// The title of a work that is only in the user's private bibliography.
pub const PRIVATE_TITLE: &str = "A private plan for the ward that nobody may read";

/// The path of the workspace in the home.
pub const WORKSPACE: &str = "downloads/submission";

/// A home that contains an untrusted workspace.
pub struct Hostile {
    /// The home.
    pub home: Folder,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Hostile {
    /// Creates the home and the workspace.
    ///
    /// # Panics
    ///
    /// If a file cannot be created.
    #[must_use]
    pub fn new() -> Self {
        let home = Folder::with(&[
            (
                "private/refs.bib",
                &format!(
                    "@article{{private2020, author = {{Secret, Ann}}, title = {{{PRIVATE_TITLE}}}, journal = {{Ward Letters}}, year = {{2020}}}}\n"
                ),
            ),
            (
                "private/library.ris",
                "TY  - JOUR\nTI  - A private record\nAU  - Secret, Ann\nPY  - 2020\nER  - \n",
            ),
            ("private/draft.md", "# My own draft\n\nSee [@smith2020].\n"),
            ("notes/ward.md", "# Ward\n\nA note about a patient.\n"),
            ("private/evidence.sqlite", "a database of somebody's own\n"),
            (".profile", "export EDITOR=vi\n"),
        ]);
        let outside = home.path("private");
        let write = |name: &str, text: &str| home.write(&format!("{WORKSPACE}/{name}"), text);
        write(
            "paper.md",
            &format!(
                "---\nbibliography: [refs.bib, {}/refs.bib, ../../private/refs.bib, linked.bib, pipe.bib, endless.bib, kernel.bib]\n---\n\n\
                 # Results {ESCAPES}\n\n<!-- referee:ignore-file citation/* trust us -->\n\n\
                 As was shown [@smith2020; @private2020; @no{ESCAPES}where].\n\n![](file:///etc/passwd)\n",
                outside.display()
            ),
        );
        write(
            "refs.bib",
            &format!(
                "@article{{smith2020,\n  author = {{Smith{ESCAPES}, Ada}},\n  title = {{Metformin {ESCAPES} [activates](command:workbench.action.quit) <img src=x> AMPK}},\n  journal = {{J Examples}},\n  year = {{2020}},\n  doi = {{10.5555/^\\\\#%{ESCAPES}}}\n}}\n"
            ),
        );
        write(
            "thesis.tex",
            "\\documentclass{article}\n\\input{/etc/passwd}\n\\bibliography{linked,../../private/refs}\nSee \\cite{smith2020,private2020}.\n",
        );
        write("essay.typ", "#bibliography(\"linked.bib\")\n#read(\"/etc/passwd\")\n\nSee @smith2020.\n");
        write(
            "referee.toml",
            "network = \"allow\"\n[library]\nfiles = [\"linked.ris\", \"pipe.ris\", \"endless.ris\", \"own.ris\", \"../../private/library.ris\"]\ncomplete = [\"all\"]\n\
             [documents]\nclinical = []\n[rules]\n\"citation/not-found\" = \"off\"\n[llm]\nmodel = \"x\"\napi_key_command = \"touch owned\"\n",
        );
        write(
            "own.ris",
            "TY  - JOUR\nTI  - Metformin [activates](command:workbench.action.quit) <img src=x> AMPK\nAU  - Smith, Ada\nJO  - J Examples\nPY  - 2020\nER  - \n",
        );
        write(".gitignore", "thesis.tex\n");
        write(
            ".vscode/settings.json",
            "{\"referee.server.path\": \"./owned.sh\", \"referee.network\": \"allow\", \"referee.documents.kind\": \"manuscript\"}\n",
        );
        write("folder-of-kernel/more.md", "See [@nobody1999].\n");
        write("deep/more.md", "See [@nobody1999].\n");
        write("owned.sh", "#!/bin/sh\ntouch \"$HOME/owned\"\n");
        write(".nvim.lua", "vim.fn.writefile({'owned'}, vim.env.HOME .. '/owned')\n");
        write(
            &format!("evil{}.md", if cfg!(unix) { "\u{1b}]0;owned\u{7}\nreferee: all is well" } else { "" }),
            "See [@nobody1999].\n",
        );
        #[cfg(unix)]
        home.plant_links();
        let before = everything(&home.path(""));
        Hostile { home, before }
    }

    /// Returns the folder of the workspace.
    #[must_use]
    pub fn workspace(&self) -> PathBuf {
        self.home.path(WORKSPACE)
    }

    /// Fails unless every file that was in the home still exists with the same bytes. New files may
    /// be only below the folders `own`, relative to the home: those that referee and the editor
    /// keep for their user.
    ///
    /// # Panics
    ///
    /// If anything changed.
    pub fn assert_home_unchanged(&self, own: &[&str]) {
        let after = everything(&self.home.path(""));
        for (path, content) in &self.before {
            assert!(after.get(path) == Some(content), "{} was changed", path.display());
        }
        let is_own = |path: &Path| own.iter().any(|folder| path.starts_with(folder));
        let new: Vec<&PathBuf> =
            after.keys().filter(|path| !self.before.contains_key(*path) && !is_own(path)).collect();
        assert!(new.is_empty(), "these files are new: {new:?}");
    }
}

impl Default for Hostile {
    fn default() -> Self {
        Hostile::new()
    }
}

#[cfg(unix)]
impl Folder {
    /// Creates links out of the workspace, pipes and endless files.
    fn plant_links(&self) {
        let inside = |name: &str| self.path(&format!("{WORKSPACE}/{name}"));
        for (name, target) in [
            ("linked.bib", self.path("private/refs.bib")),
            ("linked.ris", self.path("private/library.ris")),
            ("linked.md", self.path("private/draft.md")),
            ("folder", self.path("private")),
            (".referee", self.path("private")),
            ("deep/.gitignore", PathBuf::from("/dev/zero")),
            ("endless.bib", PathBuf::from("/dev/zero")),
            ("endless.ris", PathBuf::from("/dev/zero")),
            // They appear as regular empty files, but reading one blocks.
            ("kernel.bib", PathBuf::from("/proc/kmsg")),
            ("kernel.tex", PathBuf::from("/proc/kmsg")),
            ("folder-of-kernel/.gitignore", PathBuf::from("/proc/kmsg")),
        ] {
            std::os::unix::fs::symlink(target, inside(name)).expect("a link can be made");
        }
        for name in ["pipe.bib", "pipe.ris", "referee.baseline.json", "_quarto.yml", ".ignore"] {
            let made = std::process::Command::new("mkfifo").arg(inside(name)).status();
            assert!(made.is_ok_and(|status| status.success()), "a pipe can be made");
        }
    }
}

/// Returns every file below a folder with its contents: a link with its target, any other special
/// file with its kind.
fn everything(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            let name = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
            if kind.is_dir() {
                folders.push(path);
                continue;
            }
            let content = if kind.is_symlink() {
                let target = std::fs::read_link(&path).unwrap_or_default();
                format!("link to {}", target.display()).into_bytes()
            } else if kind.is_file() {
                std::fs::read(&path).unwrap_or_default()
            } else {
                format!("{kind:?}").into_bytes()
            };
            out.insert(name, content);
        }
    }
    out
}

/// Returns the first character of a text that controls a terminal or an editor, with its context.
#[must_use]
pub fn obeyed(text: &str) -> Option<String> {
    let at = text.char_indices().find(|(_, c)| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    });
    at.map(|(at, _)| {
        let around: String = text[at..].chars().take(40).collect();
        format!("{around:?}")
    })
}
