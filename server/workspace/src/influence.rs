//! The influence of a workspace on its own report: what its files disable, and the verdicts that
//! depend on them.
//!
//! A workspace may be of unknown origin. It may restrict the checks, and bring a library that
//! contains its own references; the report says so.

use crate::files::Content;
use crate::settings::Origin;
use crate::settings::keys::{KEYS, SettableBy};
use crate::snapshot::Snapshot;
use referee_citations::{Disclosable, Reference, judge_and_plan};
use referee_findings::{Suppression, suppression};
use referee_text::FileId;
use serde_json::Value;
use std::path::PathBuf;

/// A setting in a file of the workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkspaceSetting {
    /// The settings file.
    pub file: PathBuf,
    /// The dotted path of the setting.
    pub path: String,
    /// Its value.
    pub value: Value,
}

impl Snapshot {
    /// Whether the workspace's own declarations are ignored: see
    /// [`Session::isolate`](crate::Session::isolate).
    #[must_use]
    pub fn is_isolated(&self) -> bool {
        self.parts().layers.isolated
    }

    /// Returns the effective settings for a file that come from the workspace, except those that
    /// only protect.
    #[must_use]
    pub fn settings_of_workspace(&self, file: &FileId) -> Vec<WorkspaceSetting> {
        let folder = self.folder_settings(file);
        let protects =
            |path: &str| KEYS.iter().any(|key| key.reach == SettableBy::Adding && key.matches(path));
        let said = folder.settings.given().filter_map(|(path, value, origin)| match origin {
            Some(Origin::WorkspaceFile(file)) if !protects(path) => {
                Some(WorkspaceSetting { file: file.clone(), path: path.to_owned(), value: value.clone() })
            }
            _ => None,
        });
        said.collect()
    }

    /// Returns the comments in a file that suppress findings.
    #[must_use]
    pub fn suppressions(&self, file: &FileId) -> Vec<Suppression> {
        match self.file(file).map(|read| &read.content) {
            Some(Content::Draft(document)) => document.suppressions().to_vec(),
            Some(Content::Bibliography(bibliography)) => suppression::scan(bibliography.text()),
            _ => Vec::new(),
        }
    }

    /// Whether a reference would have another verdict, or other notices, without the records in the
    /// workspace and without its declarations about the completeness of a library.
    #[must_use]
    pub fn rests_on_workspace(&self, reference: &Reference) -> bool {
        let Some(sources) = self.sources(&reference.file) else { return false };
        let Some(impartial) = &sources.impartial else { return false };
        let Some(known) = self.judgement(reference) else { return false };
        let (without, _) = judge_and_plan(&reference.work, Disclosable::Everything, impartial);
        (without.verdict, &without.notices) != (known.verdict, &known.notices)
    }
}
