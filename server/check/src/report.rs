//! The result of a `check` run, which every output format reads.

use crate::checked_file::CheckedFile;
use crate::judging::Judged;
use crate::workspace_says::{WorkspaceSays, relative};
use referee_citations::json::{silent_sources, verdict_of};
use referee_citations::rules::HYGIENE;
use referee_citations::{Judgement, Reference, Verdict};
use referee_findings::{Finding, Severity};
use referee_records::SourceError;
use referee_text::visible::on_one_line;
use referee_workspace::rules::MISSING_ATTACHMENT;
use referee_workspace::verify::Verified;
use referee_workspace::{FileKind, Snapshot};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What was found in all files.
pub struct Report {
    /// What was read.
    pub snapshot: Snapshot,
    /// The files that could be read.
    pub files: Vec<CheckedFile>,
    /// Whether there is any source of records for one of them.
    pub has_sources: bool,
    /// Whether anything was allowed to be looked up online.
    pub online: bool,
    /// What came of looking it up.
    pub verified: Verified,
    /// What the workspace says for itself.
    pub workspace: WorkspaceSays,
    /// The folder that paths are named from.
    pub base: PathBuf,
}

impl Report {
    /// Reviews files whose references were judged. `ignored` files were left out of the run; paths are named from
    /// `base`.
    #[must_use]
    pub fn of(judged: Judged, ignored: usize, base: PathBuf) -> Report {
        let Judged { snapshot, files, online, verified } = judged;
        let mut checked = Vec::new();
        let mut has_sources = false;
        for file in &files {
            let (Some(kind), Some(text)) = (snapshot.kind(file), snapshot.text(file)) else { continue };
            has_sources |= snapshot.has_sources(file);
            let review = snapshot.review(file, &CancellationToken::new());
            checked.push(CheckedFile {
                file: file.clone(),
                kind: snapshot.document_kind(file),
                text,
                is_draft: matches!(kind, FileKind::Draft(_)),
                findings: review.map(|review| review.findings).unwrap_or_default(),
                references: snapshot.references(file),
            });
        }
        let workspace = WorkspaceSays::of(&snapshot, &checked, ignored, base.clone());
        Report { snapshot, files: checked, has_sources, online, verified, workspace, base }
    }

    /// Leaves out the hints that programs which read the report want to hear of only if asked: sources differ in the
    /// year among themselves, and how neat an entry is shows in the editor.
    pub fn leave_out_hints_for_editors(&mut self) {
        let is_for_editors = |finding: &Finding| {
            finding.severity == Severity::Hint
                && (["citation/differs", MISSING_ATTACHMENT.id].contains(&finding.rule)
                    || HYGIENE.contains(&finding.rule))
        };
        self.files.iter_mut().for_each(|file| file.findings.retain(|finding| !is_for_editors(finding)));
    }

    /// A path as readers of the report know it: from its folder where it lies inside.
    #[must_use]
    pub fn relative(&self, path: &Path) -> String {
        relative(&self.base, path)
    }

    /// The same in one line, for people.
    #[must_use]
    pub fn shown(&self, path: &Path) -> String {
        on_one_line(&self.relative(path)).into_owned()
    }

    /// How many references have each verdict; each reference once, however many files cite it.
    #[must_use]
    pub fn verdicts(&self) -> Vec<(Verdict, usize)> {
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
    #[must_use]
    pub fn references(&self) -> Vec<&(Reference, Option<Arc<Judgement>>)> {
        let mut seen = HashSet::new();
        let all = self.files.iter().flat_map(|file| &file.references);
        all.filter(|(reference, _)| {
            seen.insert((reference.file.clone(), reference.span, reference.label.clone()))
        })
        .collect()
    }

    /// How many findings of each severity are listed.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.files
            .iter()
            .flat_map(|file| &file.findings)
            .filter(|finding| finding.severity == severity)
            .count()
    }

    /// Why references are unchecked: the sources that did not answer, each with its reason, most hurtful first.
    #[must_use]
    pub fn silent(&self) -> Vec<(String, SourceError, usize)> {
        let references = self.references();
        silent_sources(references.into_iter().filter_map(|(_, judgement)| judgement.as_deref()))
    }

    /// Whether anything is unchecked.
    #[must_use]
    pub fn has_unchecked(&self) -> bool {
        self.references().iter().any(|(_, judgement)| verdict_of(judgement.as_deref()) == Verdict::Unchecked)
    }

    /// Why references are unchecked, in the words of the JSON.
    #[must_use]
    pub fn unchecked_because(&self) -> Vec<String> {
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
