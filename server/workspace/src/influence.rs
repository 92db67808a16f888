//! What a workspace says for itself: what its files switch off, and which verdicts rest on them.
//!
//! A workspace may be of unknown origin. It may narrow what is checked, and bring a library that knows its own
//! references; whoever reads the report is told so.

use crate::files::Content;
use crate::settings::Origin;
use crate::settings::keys::{KEYS, SettableBy};
use crate::snapshot::Snapshot;
use referee_citations::{Disclosable, Reference, judge_and_plan};
use referee_findings::{Suppression, suppression};
use referee_text::FileId;
use serde_json::Value;
use std::path::PathBuf;

/// A setting that a file of the workspace says.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkspaceSetting {
    /// The settings file that says it.
    pub file: PathBuf,
    /// The setting, by its path.
    pub path: String,
    /// Its value.
    pub value: Value,
}

impl Snapshot {
    /// Whether what the workspace says for itself is left out: see [`Session::isolate`](crate::Session::isolate).
    #[must_use]
    pub fn is_isolated(&self) -> bool {
        self.parts().layers.isolated
    }

    /// The settings in force for a file that the workspace says, without those that only protect.
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

    /// The comments in a file that suppress findings.
    #[must_use]
    pub fn suppressions(&self, file: &FileId) -> Vec<Suppression> {
        match self.file(file).map(|read| &read.content) {
            Some(Content::Draft(document)) => document.suppressions().to_vec(),
            Some(Content::Bibliography(bibliography)) => suppression::scan(bibliography.text()),
            _ => Vec::new(),
        }
    }

    /// Whether what is said of a reference would be another verdict, or other notices, without the records that the
    /// workspace brings and without what it says of the completeness of a library.
    #[must_use]
    pub fn rests_on_workspace(&self, reference: &Reference) -> bool {
        let Some(sources) = self.sources(&reference.file) else { return false };
        let Some(impartial) = &sources.impartial else { return false };
        let Some(known) = self.judgement(reference) else { return false };
        let (without, _) = judge_and_plan(&reference.work, Disclosable::Everything, impartial);
        (without.verdict, &without.notices) != (known.verdict, &known.notices)
    }
}
