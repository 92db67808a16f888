//! What the workspace says for itself: what its files switch off, and which verdicts rest on them.
//!
//! A manuscript may come from a stranger, and its folder with settings, comments and a library that speak for it. Every
//! run says what of this counted; `--isolated` leaves it out.

use crate::checked_file::CheckedFile;
use referee_text::FileId;
use referee_workspace::{Snapshot, WorkspaceSetting};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// How many names one line lists.
const MAX_NAMES: usize = 8;

/// What the workspace says for itself.
#[derive(Debug, Default)]
pub struct WorkspaceSays {
    /// The folder that paths are named from.
    base: PathBuf,
    isolated: bool,
    settings: Vec<WorkspaceSetting>,
    comments: Vec<SuppressingComment>,
    /// The baseline, and how many findings it left out.
    pub baseline: Option<(PathBuf, usize)>,
    /// How many files an ignore file names that would be checked.
    ignored: usize,
    /// The references whose verdict would be another one without the workspace's own files.
    resting: Vec<String>,
    /// Bibliographies outside of the workspace, of whose references only identifiers are looked up.
    outside: Vec<FileId>,
}

/// A comment that suppresses findings.
#[derive(Debug)]
struct SuppressingComment {
    file: FileId,
    /// From 0.
    line: usize,
    rules: String,
}

impl WorkspaceSays {
    /// What the workspace of these files says for itself; `ignored` files were left out of the run.
    pub(crate) fn of(snapshot: &Snapshot, files: &[CheckedFile], ignored: usize, base: PathBuf) -> Self {
        let isolated = snapshot.is_isolated();
        let mut says = WorkspaceSays { base, isolated, ignored, ..WorkspaceSays::default() };
        for checked in files {
            for found in snapshot.bibliographies(&checked.file) {
                if !snapshot.may_share_titles(&found.file) && !says.outside.contains(&found.file) {
                    says.outside.push(found.file);
                }
            }
        }
        if says.isolated {
            return says;
        }
        for checked in files {
            for setting in snapshot.settings_of_workspace(&checked.file) {
                if !says.settings.contains(&setting) {
                    says.settings.push(setting);
                }
            }
            for comment in snapshot.suppressions(&checked.file) {
                let start = (comment.span.start as usize).min(checked.text.len_bytes());
                says.comments.push(SuppressingComment {
                    file: checked.file.clone(),
                    line: checked.text.byte_to_line(start),
                    rules: comment.rule,
                });
            }
            for (reference, _) in &checked.references {
                if !says.resting.contains(&reference.label) && snapshot.rests_on_workspace(reference) {
                    says.resting.push(reference.label.clone());
                }
            }
        }
        says
    }

    /// The same for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let settings: Vec<Value> = self
            .settings
            .iter()
            .map(|said| json!({"path": self.relative(&said.file), "setting": said.path, "value": said.value}))
            .collect();
        let comments: Vec<Value> = self
            .comments
            .iter()
            .map(|said| json!({"path": self.relative(said.file.path()), "line": said.line, "rules": said.rules}))
            .collect();
        let baseline = self.baseline.as_ref();
        json!({
            "isolated": self.isolated,
            "settings": settings,
            "suppressions": comments,
            "baseline": baseline.map(|(path, count)| json!({"path": self.relative(path), "findings": count})),
            "ignored_files": self.ignored,
            "verdicts_resting_on_it": self.resting,
            "outside": self.outside.iter().map(|file| self.relative(file.path())).collect::<Vec<_>>(),
        })
    }

    /// What there is to say, a sentence each, for people.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut out = Vec::new();
        if self.isolated {
            out.push(String::from(
                "Isolated: the workspace's own settings, baseline, ignore files, comments, libraries and evidence were left out.",
            ));
        }
        if !self.settings.is_empty() {
            let all = self.settings.iter().map(|said| format!("{} = {}", said.path, said.value));
            out.push(format!("{} says: {}.", self.names_of_settings(), listed(all.collect())));
        }
        match &self.comments[..] {
            [] => {}
            [one] => out.push(format!(
                "A comment suppresses findings: {}:{} ({}).",
                self.relative(one.file.path()),
                one.line + 1,
                one.rules
            )),
            several => {
                let places = several.iter().map(|one| {
                    format!("{}:{} ({})", self.relative(one.file.path()), one.line + 1, one.rules)
                });
                out.push(format!(
                    "{} comments suppress findings: {}.",
                    several.len(),
                    listed(places.collect())
                ));
            }
        }
        match self.ignored {
            0 => {}
            1 => out.push(String::from("1 file that an ignore file names was not checked.")),
            count => out.push(format!("{count} files that an ignore file names were not checked.")),
        }
        if !self.resting.is_empty() {
            out.push(format!(
                "These verdicts rest on records or settings that the workspace itself brings: {}.",
                listed(self.resting.clone())
            ));
        }
        if !out.is_empty() && !self.isolated {
            out.push(String::from("`referee check --isolated` leaves all of this out."));
        }
        if !self.outside.is_empty() {
            let names = self.outside.iter().map(|file| self.relative(file.path()));
            out.push(format!(
                "Outside of the workspace lies {}: its references are looked up by identifier only.",
                listed(names.collect())
            ));
        }
        out
    }

    fn relative(&self, path: &Path) -> String {
        relative(&self.base, path)
    }

    fn names_of_settings(&self) -> String {
        let mut files: Vec<&Path> = self.settings.iter().map(|said| said.file.as_path()).collect();
        files.dedup();
        listed(files.into_iter().map(|path| self.relative(path)).collect())
    }
}

/// A path from `base` where it lies inside, with every character of its name.
pub(crate) fn relative(base: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(base).ok().filter(|rest| !rest.as_os_str().is_empty());
    relative.unwrap_or(path).display().to_string()
}

fn listed(names: Vec<String>) -> String {
    match names.len() {
        0..=MAX_NAMES => names.join(", "),
        more => format!("{}, and {} more", names[..MAX_NAMES].join(", "), more - MAX_NAMES),
    }
}
