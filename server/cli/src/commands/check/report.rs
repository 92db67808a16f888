//! The result of a `check` run, which every output format reads.

use super::checked_file::CheckedFile;
use super::workspace::WorkspaceSays;
use referee_citations::json::{silent_sources, verdict_of};
use referee_citations::{Judgement, Reference, Verdict};
use referee_findings::Severity;
use referee_records::SourceError;
use referee_workspace::Snapshot;
use referee_workspace::verify::Verified;
use std::collections::HashSet;
use std::sync::Arc;

/// What was found in all files.
pub(crate) struct Report {
    pub(crate) snapshot: Snapshot,
    pub(crate) files: Vec<CheckedFile>,
    pub(crate) has_sources: bool,
    /// Whether anything was allowed to be looked up online.
    pub(crate) online: bool,
    /// What came of looking it up.
    pub(crate) verified: Verified,
    /// What the workspace says for itself.
    pub(crate) workspace: WorkspaceSays,
}

impl Report {
    /// How many references have each verdict; each reference once, however many files cite it.
    pub(crate) fn verdicts(&self) -> Vec<(Verdict, usize)> {
        let distinct = self.references();
        Verdict::ALL
            .into_iter()
            .map(|verdict| {
                (
                    verdict,
                    distinct
                        .iter()
                        .filter(|(_, judgement)| verdict_of(judgement.as_deref()) == verdict)
                        .count(),
                )
            })
            .collect()
    }

    /// Every reference of the run, once.
    pub(crate) fn references(&self) -> Vec<&(Reference, Option<Arc<Judgement>>)> {
        let mut seen = HashSet::new();
        let all = self.files.iter().flat_map(|file| &file.references);
        all.filter(|(reference, _)| {
            seen.insert((reference.file.clone(), reference.span, reference.label.clone()))
        })
        .collect()
    }

    /// How many findings of each severity are listed.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.files
            .iter()
            .flat_map(|file| &file.findings)
            .filter(|finding| finding.severity == severity)
            .count()
    }

    /// Why references are unchecked: the sources that did not answer, each with its reason, most hurtful first.
    pub(crate) fn silent(&self) -> Vec<(String, SourceError, usize)> {
        let references = self.references();
        silent_sources(references.into_iter().filter_map(|(_, judgement)| judgement.as_deref()))
    }

    /// Whether anything is unchecked.
    pub(crate) fn has_unchecked(&self) -> bool {
        self.references().iter().any(|(_, judgement)| verdict_of(judgement.as_deref()) == Verdict::Unchecked)
    }

    /// Why references are unchecked, in the words of the JSON.
    pub(crate) fn unchecked_because(&self) -> Vec<String> {
        if !self.has_unchecked() {
            return Vec::new();
        }
        let mut out = Vec::new();
        if !self.online {
            out.push("offline".to_owned());
        }
        out.extend(self.silent().into_iter().map(|(name, why, _)| format!("{name}: {}", why.slug())));
        out
    }
}
