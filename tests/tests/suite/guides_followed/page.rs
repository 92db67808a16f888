//! A page of the guide, followed literally.

use referee_tests::tools::root;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The prefixes of commands in running text.
const COMMANDS: &[&str] = &[
    "referee ",
    "createdb ",
    "pg_dump ",
    "pg_restore ",
    "docker ",
    "chmod ",
    "CREATE EXTENSION ",
    "SELECT ",
    "LISTEN ",
];

/// A page of the guide, and the commands followed so far.
pub(super) struct Page {
    name: &'static str,
    /// The lines of its code blocks.
    pub(super) lines: Vec<String>,
    /// The commands in its sentences.
    named: Vec<String>,
    followed: RefCell<BTreeSet<String>>,
}

impl Page {
    /// Returns the lines of the shell, SQL and TOML blocks, without trailing comments.
    pub(super) fn read(name: &'static str) -> Page {
        let text = std::fs::read_to_string(root().join("docs/guide").join(name)).expect("the page is there");
        let (mut lines, mut named) = (Vec::new(), Vec::new());
        let mut language: Option<&str> = None;
        for line in text.lines() {
            match (language, line.trim_start().strip_prefix("```")) {
                (None, Some(opened)) => language = Some(opened.trim()),
                (Some(_), Some(_)) => language = None,
                (Some("sh" | "bash" | "sql" | "toml"), None) => {
                    let line = line.split("  #").next().unwrap_or_default().trim_end();
                    if !line.is_empty() {
                        lines.push(line.to_owned());
                    }
                }
                (None, None) => {
                    let spans = line.split('`').skip(1).step_by(2);
                    let is_command = |span: &&str| COMMANDS.iter().any(|start| span.starts_with(start));
                    named.extend(spans.filter(is_command).map(str::to_owned));
                }
                _ => {}
            }
        }
        Page { name, lines, named, followed: RefCell::default() }
    }

    /// Returns a line of the page's code blocks, and marks it as followed.
    pub(super) fn line(&self, line: &str) -> String {
        assert!(self.lines.iter().any(|known| known == line), "{} does not say “{line}”", self.name);
        self.followed.borrow_mut().insert(line.to_owned());
        line.to_owned()
    }

    /// Returns inline code of the page, and marks it as followed.
    pub(super) fn words(&self, words: &str) -> String {
        let text =
            std::fs::read_to_string(root().join("docs/guide").join(self.name)).expect("the page is there");
        assert!(text.contains(&format!("`{words}`")), "{} does not say “{words}”", self.name);
        self.followed.borrow_mut().insert(words.to_owned());
        words.to_owned()
    }

    /// Asserts that every line was followed, except those that contain one of these words.
    pub(super) fn assert_followed(&self, but: &[&str]) {
        let followed = self.followed.borrow();
        let is_followed = |line: &String| followed.contains(line);
        // A sentence may contain a part of a command.
        let is_begun = |command: &String| followed.iter().any(|line| line.contains(command.as_str()));
        let lines = self.lines.iter().filter(|line| !is_followed(line));
        let left: Vec<&String> =
            lines.chain(self.named.iter().filter(|command| !is_begun(command))).collect();
        let left: Vec<_> = left.iter().filter(|line| !but.iter().any(|word| line.contains(word))).collect();
        assert!(left.is_empty(), "{} says what nobody tried: {left:#?}", self.name);
    }
}
