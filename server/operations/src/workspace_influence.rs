//! The influence of a workspace's files on its report: the rules that they disable, and the
//! verdicts that depend on them.
//!
//! A manuscript may be of unknown origin, and its folder may contain settings, comments and a
//! library in its favour. Every run reports their effect; `--isolated` ignores them.

use crate::checked_file::CheckedFile;
use referee_text::FileId;
use referee_workspace::{Snapshot, WorkspaceSetting};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The maximum number of items that a line lists; the rest is counted.
const MAX_NAMES: usize = 8;

/// The influence of a workspace's files on a run.
#[derive(Debug, Default)]
pub struct WorkspaceInfluence {
    /// The folder to which paths are relative.
    base: PathBuf,
    /// Whether the run ignored all of it: then every field except `outside` is empty.
    isolated: bool,
    settings: Vec<WorkspaceSetting>,
    comments: Vec<SuppressingComment>,
    /// The path of the baseline, and how many findings it removed; set by the caller.
    pub baseline: Option<(PathBuf, usize)>,
    /// How many files that would be checked are omitted because of an ignore file.
    ignored: usize,
    /// The references whose verdict would differ without the workspace's own files.
    resting: Vec<String>,
    /// Bibliographies outside the workspace; only the identifiers of their references are looked
    /// up.
    outside: Vec<FileId>,
}

/// The object `workspace` of `referee.check/1`.
#[derive(Serialize)]
pub(crate) struct InfluenceJson<'a> {
    isolated: bool,
    settings: Vec<SettingJson<'a>>,
    suppressions: Vec<SuppressionJson<'a>>,
    baseline: Option<BaselineJson>,
    ignored_files: usize,
    verdicts_resting_on_it: &'a [String],
    outside: Vec<String>,
}

/// One element of `settings`.
#[derive(Serialize)]
struct SettingJson<'a> {
    path: String,
    setting: &'a str,
    value: &'a serde_json::Value,
}

/// One element of `suppressions`.
#[derive(Serialize)]
struct SuppressionJson<'a> {
    path: String,
    /// The line of the comment, from 0.
    line: usize,
    rules: &'a str,
}

/// The member `baseline`.
#[derive(Serialize)]
struct BaselineJson {
    path: String,
    /// How many findings it removed.
    findings: usize,
}

/// A comment that suppresses findings.
#[derive(Debug)]
struct SuppressingComment {
    file: FileId,
    /// The line of the comment, from 0.
    line: usize,
    /// The pattern of the rules that it suppresses, such as `citation/*`.
    rules: String,
}

impl WorkspaceInfluence {
    /// Determines the influence of the workspace on these files; `ignored` files were omitted
    /// because of an ignore file.
    pub(crate) fn of(snapshot: &Snapshot, files: &[CheckedFile], ignored: usize, base: PathBuf) -> Self {
        let isolated = snapshot.is_isolated();
        let mut out = WorkspaceInfluence { base, isolated, ignored, ..WorkspaceInfluence::default() };
        for checked in files {
            for found in snapshot.bibliographies(&checked.file) {
                if !snapshot.may_share_titles(&found.file) && !out.outside.contains(&found.file) {
                    out.outside.push(found.file);
                }
            }
        }
        if out.isolated {
            return out;
        }
        for checked in files {
            for setting in snapshot.settings_of_workspace(&checked.file) {
                if !out.settings.contains(&setting) {
                    out.settings.push(setting);
                }
            }
            for comment in snapshot.suppressions(&checked.file) {
                let start = (comment.span.start as usize).min(checked.text.len_bytes());
                out.comments.push(SuppressingComment {
                    file: checked.file.clone(),
                    line: checked.text.byte_to_line(start),
                    rules: comment.rule,
                });
            }
            for (reference, _) in &checked.references {
                let name = reference.name();
                if !out.resting.iter().any(|known| *known == name) && snapshot.rests_on_workspace(reference) {
                    out.resting.push(name.into_owned());
                }
            }
        }
        out
    }

    /// Returns the object `workspace` of `referee.check/1`, which docs/json.md describes.
    pub(crate) fn json(&self) -> InfluenceJson<'_> {
        InfluenceJson {
            isolated: self.isolated,
            settings: self
                .settings
                .iter()
                .map(|one| SettingJson {
                    path: self.relative(&one.file),
                    setting: &one.path,
                    value: &one.value,
                })
                .collect(),
            suppressions: self
                .comments
                .iter()
                .map(|one| SuppressionJson {
                    path: self.relative(one.file.path()),
                    line: one.line,
                    rules: &one.rules,
                })
                .collect(),
            baseline: self
                .baseline
                .as_ref()
                .map(|(path, findings)| BaselineJson { path: self.relative(path), findings: *findings }),
            ignored_files: self.ignored,
            verdicts_resting_on_it: &self.resting,
            outside: self.outside.iter().map(|file| self.relative(file.path())).collect(),
        }
    }

    /// Returns a sentence for people about each kind of influence; empty without any.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut out = Vec::new();
        if self.isolated {
            out.push(String::from(
                "Isolated: the workspace's own settings, baseline, ignore files, comments, libraries and evidence were left out.",
            ));
        }
        if !self.settings.is_empty() {
            let all = self.settings.iter().map(|one| format!("{} = {}", one.path, one.value));
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
        let mut files: Vec<&Path> = self.settings.iter().map(|one| one.file.as_path()).collect();
        files.dedup();
        listed(files.into_iter().map(|path| self.relative(path)).collect())
    }
}

/// Returns a path relative to `base` if it is inside, otherwise unchanged, with every character of
/// its name.
pub(crate) fn relative(base: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(base).ok().filter(|rest| !rest.as_os_str().is_empty());
    relative.unwrap_or(path).display().to_string()
}

/// Joins the items with commas; counts those after the first [`MAX_NAMES`].
fn listed(names: Vec<String>) -> String {
    match names.len() {
        0..=MAX_NAMES => names.join(", "),
        more => format!("{}, and {} more", names[..MAX_NAMES].join(", "), more - MAX_NAMES),
    }
}
