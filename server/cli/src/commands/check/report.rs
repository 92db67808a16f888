//! The result of a `check` run, which every output format reads.

use super::checked_file::CheckedFile;
use super::workspace::WorkspaceSays;
use referee_citations::{Judgement, Reference, Verdict};
use referee_findings::Severity;
use referee_records::SourceError;
use referee_workspace::Snapshot;
use referee_workspace::verify::Verified;
use std::collections::{BTreeMap, HashSet};
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
        let all = [
            Verdict::Verified,
            Verdict::Differs,
            Verdict::Misidentified,
            Verdict::NotFound,
            Verdict::Uncovered,
            Verdict::Unchecked,
        ];
        let distinct = self.references();
        all.into_iter()
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
        let mut all: BTreeMap<(&str, SourceError), usize> = BTreeMap::new();
        for (_, judgement) in self.references() {
            let Some(judgement) = judgement.as_ref().filter(|known| known.verdict == Verdict::Unchecked)
            else {
                continue;
            };
            for consulted in &judgement.consulted {
                let Some(why) = consulted.why else { continue };
                if !matches!(why, SourceError::NotAsked | SourceError::Offline) {
                    *all.entry((&consulted.name, why)).or_default() += 1;
                }
            }
        }
        let mut all: Vec<_> =
            all.into_iter().map(|((name, why), count)| (name.to_owned(), why, count)).collect();
        all.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
        all
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

/// The verdict of a reference that may not have been judged.
pub(crate) fn verdict_of(judgement: Option<&Judgement>) -> Verdict {
    judgement.map_or(Verdict::Unchecked, |judgement| judgement.verdict)
}

/// The word of a verdict.
pub(crate) fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "verified",
        Verdict::Differs => "differs",
        Verdict::Misidentified => "misidentified",
        Verdict::NotFound => "not-found",
        Verdict::Uncovered => "uncovered",
        Verdict::Unchecked => "unchecked",
    }
}
