//! The result of a `check` run, which every output format reads.

use crate::checked_file::CheckedFile;
use crate::judging::Judged;
use crate::workspace_influence::{WorkspaceInfluence, relative};
use referee_citations::json::{silent_about, verdict_of, withdrawals_unchecked};
use referee_citations::rules::BIBLIOGRAPHY_ONLY_RULES;
use referee_citations::{Judgement, Outcome, Reference, Verdict};
use referee_findings::{Finding, Severity};
use referee_records::services::is_service;
use referee_records::{SourceError, source_name, source_name_at_start};
use referee_text::visible::on_one_line;
use referee_text::{FileId, Language};
use referee_workspace::rules::{MISSING_ATTACHMENT, is_about_the_build};
use referee_workspace::verify::{ServiceNotice, Verified, service_notices};
use referee_workspace::{FileKind, Snapshot};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What a run found in all files.
pub struct Report {
    /// The view that the files were reviewed in: texts, fixes and places in documents are asked of it.
    pub snapshot: Snapshot,
    /// The files that could be read, in the order of the run.
    pub files: Vec<CheckedFile>,
    /// Whether at least one file has a source of records; without one everything is unchecked.
    pub has_sources: bool,
    /// Whether the references of at least one file were allowed to be looked up online.
    pub online: bool,
    /// What came of looking references up online.
    pub verified: Verified,
    /// How the workspace's own files influenced the run.
    pub workspace: WorkspaceInfluence,
    /// What the services ask of the user: spent budgets, refused keys, long pauses; each once.
    pub notices: Vec<ServiceNotice>,
    /// The cited keys that could not be looked up because no bibliography of their draft could be read, sorted and each
    /// once.
    pub keys_without_bibliography: Vec<String>,
    /// The folder from which paths inside of it are shown; others are shown whole.
    pub base: PathBuf,
}

/// How many references of a run were looked up, and how many were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LookedAt {
    /// References with a verdict that rests on at least one answer.
    pub looked_at: usize,
    /// References of which nothing is known: unchecked, or uncovered without any answer.
    pub not_looked_at: usize,
}

impl LookedAt {
    /// All references of the run.
    #[must_use]
    pub fn total(self) -> usize {
        self.looked_at + self.not_looked_at
    }

    /// The counts as one clause: `10 looked up, 2 not looked up`.
    #[must_use]
    pub fn clause(self) -> String {
        format!("{} looked up, {} not looked up", self.looked_at, self.not_looked_at)
    }

    /// The counts as one sentence without a full stop: `12 references: 10 looked up, 2 not looked up`.
    #[must_use]
    pub fn sentence(self) -> String {
        let noun = if self.total() == 1 { "reference" } else { "references" };
        format!("{} {noun}: {}", self.total(), self.clause())
    }
}

/// Reviews the bibliographies of the drafts of a run that are not files of the run themselves. Keeps only the findings that
/// concern the program that builds the draft, and only the bibliographies that have such findings.
fn bibliographies_as_built(snapshot: &Snapshot, files: &[FileId]) -> Vec<CheckedFile> {
    let named = files.iter().flat_map(|file| snapshot.bibliographies(file)).map(|named| named.file);
    let others: BTreeSet<FileId> = named.filter(|file| !files.contains(file)).collect();
    let checked = others.into_iter().filter_map(|file| {
        let review = snapshot.review(&file, &CancellationToken::new())?;
        let findings: Vec<Finding> = review.findings.into_iter().filter(is_about_the_build).collect();
        let (kind, text) = (snapshot.document_kind(&file), snapshot.text(&file)?);
        (!findings.is_empty()).then_some(CheckedFile {
            file,
            kind,
            text,
            is_draft: false,
            findings,
            references: Vec::new(),
        })
    });
    checked.collect()
}

/// Whether a verdict rests on an answer. *Unchecked* never does; *uncovered* does where a source was asked and answered.
#[must_use]
pub fn is_looked_at(judgement: Option<&Judgement>) -> bool {
    match verdict_of(judgement) {
        Verdict::Unchecked => false,
        Verdict::Uncovered => judgement.is_some_and(|judgement| has_answer(judgement, |_| true)),
        _ => true,
    }
}

/// Whether a source with a name that `counts` answered about the reference.
fn has_answer(judgement: &Judgement, counts: impl Fn(&str) -> bool) -> bool {
    let answered = |outcome| matches!(outcome, Outcome::Match | Outcome::NoMatch);
    judgement.consulted.iter().any(|consulted| answered(consulted.outcome) && counts(&consulted.name))
}

impl Report {
    /// Reviews files whose references were judged. An ignore file left `ignored` more out of the run; paths are shown
    /// from `base`.
    #[must_use]
    pub fn of(judged: Judged, ignored: usize, base: PathBuf) -> Report {
        let Judged { snapshot, files, online, verified } = judged;
        let mut checked = Vec::new();
        let mut has_sources = false;
        let mut keys = BTreeSet::new();
        for file in &files {
            let (Some(kind), Some(text)) = (snapshot.kind(file), snapshot.text(file)) else { continue };
            has_sources |= snapshot.has_sources(file);
            let review = snapshot.review(file, &CancellationToken::new());
            keys.extend(snapshot.with_context(file, |context| context.keys_without_bibliography()));
            checked.push(CheckedFile {
                file: file.clone(),
                kind: snapshot.document_kind(file),
                text,
                is_draft: matches!(kind, FileKind::Draft(_)),
                findings: review.map(|review| review.findings).unwrap_or_default(),
                references: snapshot.references(file),
            });
        }
        checked.extend(bibliographies_as_built(&snapshot, &files));
        let workspace = WorkspaceInfluence::of(&snapshot, &checked, ignored, base.clone());
        let notices = service_notices(&verified.failures);
        let keys_without_bibliography = keys.into_iter().collect();
        Report {
            snapshot,
            files: checked,
            has_sources,
            online,
            verified,
            workspace,
            notices,
            keys_without_bibliography,
            base,
        }
    }

    /// Leaves out the hints that programs which read the report want to hear of only if asked: sources differ in the
    /// year among themselves, and how neat an entry is shows in the editor.
    pub fn leave_out_hints_for_editors(&mut self) {
        let is_for_editors = |finding: &Finding| {
            finding.severity == Severity::Hint
                && (["citation/differs", MISSING_ATTACHMENT.id].contains(&finding.rule)
                    || BIBLIOGRAPHY_ONLY_RULES.contains(&finding.rule))
        };
        self.files.iter_mut().for_each(|file| file.findings.retain(|finding| !is_for_editors(finding)));
    }

    /// A path from the folder of the report where it lies inside, else as it is, for programs.
    #[must_use]
    pub fn relative(&self, path: &Path) -> String {
        relative(&self.base, path)
    }

    /// [`Report::relative`] in one line without control characters, for people.
    #[must_use]
    pub fn shown(&self, path: &Path) -> String {
        on_one_line(&self.relative(path)).into_owned()
    }

    /// How many references have each verdict, in the order of [`Verdict::ALL`]; each reference once, however many files
    /// cite it.
    #[must_use]
    pub fn verdicts(&self) -> Vec<(Verdict, usize)> {
        let distinct = self.references();
        let count = |verdict: Verdict| {
            distinct.iter().filter(|(_, judgement)| verdict_of(judgement.as_deref()) == verdict).count()
        };
        Verdict::ALL.into_iter().map(|verdict| (verdict, count(verdict))).collect()
    }

    /// Every reference of the run with its judgement, once, however many files cite it.
    #[must_use]
    pub fn references(&self) -> Vec<&(Reference, Option<Arc<Judgement>>)> {
        let mut seen = HashSet::new();
        let all = self.files.iter().flat_map(|file| &file.references);
        all.filter(|(reference, _)| {
            seen.insert((reference.file.clone(), reference.span, reference.label.clone()))
        })
        .collect()
    }

    /// How many references were looked up and how many were not; each reference once, however many files cite it.
    #[must_use]
    pub fn looked_at(&self) -> LookedAt {
        let references = self.references();
        let looked_at = references.iter().filter(|(_, judgement)| is_looked_at(judgement.as_deref())).count();
        LookedAt { looked_at, not_looked_at: references.len() - looked_at }
    }

    /// Whether looking up online was allowed and brought nothing at all: there are references, none was looked up, and
    /// no service answered about any of them.
    #[must_use]
    pub fn is_without_any_answer(&self) -> bool {
        let references = self.references();
        self.online
            && !references.is_empty()
            && references.iter().all(|(_, judgement)| {
                !is_looked_at(judgement.as_deref())
                    && !judgement.as_deref().is_some_and(|judgement| has_answer(judgement, is_service))
            })
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

    /// One sentence about the cited keys that have no bibliography; `None` if there are no such keys.
    #[must_use]
    pub fn without_bibliography(&self) -> Option<String> {
        let keys = &self.keys_without_bibliography;
        const MAX_KEYS: usize = 12;
        let first: Vec<&str> = keys.iter().take(MAX_KEYS).map(String::as_str).collect();
        let more = match keys.len().saturating_sub(MAX_KEYS) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let count = match keys.len() {
            0 => return None,
            1 => String::from("1 cited key was"),
            several => format!("{several} cited keys were"),
        };
        let sentence = format!(
            "{count} not looked up: no bibliography that could be read belongs to the draft ({}{more}).",
            first.join(", ")
        );
        Some(on_one_line(&sentence).into_owned())
    }

    /// The sources without whose answer references are unchecked, each with its reason and the number of references, the
    /// largest number first. Sources to which nothing was sent because the log cannot be written are left out: one of
    /// [`Report::notices`] covers them all.
    #[must_use]
    pub fn silent(&self) -> Vec<(String, SourceError, usize)> {
        self.silent_about(Verdict::Unchecked)
    }

    /// The sources that did not answer about references with this verdict, as [`Report::silent`] lists them.
    #[must_use]
    pub fn silent_about(&self, verdict: Verdict) -> Vec<(String, SourceError, usize)> {
        let references = self.references();
        let judgements = references.into_iter().filter_map(|(_, judgement)| judgement.as_deref());
        let mut silent = silent_about(verdict, judgements);
        silent.retain(|(_, why, _)| *why != SourceError::Unlogged);
        silent
    }

    /// The sources of [`Report::silent_about`] that no notice of the run covers.
    #[must_use]
    pub fn silent_without_notice(&self, verdict: Verdict) -> Vec<(String, SourceError, usize)> {
        let mut silent = self.silent_about(verdict);
        silent.retain(|(name, why, _)| {
            !self.notices.iter().any(|notice| notice.is_about(name) && notice.reason == *why)
        });
        silent
    }

    /// Whether nothing was sent about at least one reference because the log of what leaves cannot be written.
    #[must_use]
    pub fn is_unlogged(&self) -> bool {
        self.verified.failures.iter().any(|failure| failure.why == SourceError::Unlogged)
    }

    /// The messages about the run as a whole rather than a place in a file, one or two sentences each: the notices of
    /// services and the [`Report::reasons`].
    #[must_use]
    pub fn about_the_run(&self) -> Vec<String> {
        let mut out: Vec<String> = self.notices.iter().map(|notice| self.notice_text(notice)).collect();
        if self.has_unchecked() && !self.online {
            out.push(String::from("Nothing was looked up online."));
        }
        out.extend(self.reasons());
        out
    }

    /// The reasons, one sentence each, why references and withdrawals were not looked up, except those that
    /// [`Report::notices`] cover.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (verdict, which) in [(Verdict::Uncovered, " that no source lists"), (Verdict::Unchecked, "")] {
            for (name, why, count) in self.silent_without_notice(verdict) {
                let source = source_name_at_start(Language::English, &name);
                out.push(format!("{source} {why} ({}{which}).", counted(count)));
            }
        }
        out.extend(self.withdrawals_unchecked());
        out.extend(self.without_bibliography());
        out
    }

    /// The text of a notice with the number of references that are unchecked because of it.
    #[must_use]
    pub fn notice_text(&self, notice: &ServiceNotice) -> String {
        let text = notice.text(Language::English);
        let silent = self.silent();
        let about = silent.iter().find(|(name, why, _)| notice.is_about(name) && notice.reason == *why);
        match about {
            Some((_, _, 1)) => format!("{text} 1 reference is unchecked because of it."),
            Some((_, _, count)) => format!("{text} {count} references are unchecked because of it."),
            None => text,
        }
    }

    /// For each source that did not say whether works were withdrawn, a sentence with the reason and the number of
    /// references.
    #[must_use]
    pub fn withdrawals_unchecked(&self) -> Vec<String> {
        let references = self.references();
        let silent =
            withdrawals_unchecked(references.into_iter().filter_map(|(_, judgement)| judgement.as_deref()));
        let sentence = |(name, why, count): (String, SourceError, usize)| {
            let source = source_name(Language::English, &name);
            format!("{}, withdrawal not checked: {source} {why}.", counted(count))
        };
        silent.into_iter().filter(|(_, why, _)| *why != SourceError::Unlogged).map(sentence).collect()
    }

    /// Whether at least one reference is unchecked.
    #[must_use]
    pub fn has_unchecked(&self) -> bool {
        self.references().iter().any(|(_, judgement)| verdict_of(judgement.as_deref()) == Verdict::Unchecked)
    }

    /// Why references are unchecked, in the words of docs/json.md: `offline`, `crossref: timeout`. Empty where none is.
    #[must_use]
    pub fn unchecked_because(&self) -> Vec<String> {
        if !self.has_unchecked() {
            return Vec::new();
        }
        let mut out = Vec::new();
        if !self.online {
            out.push("offline".to_owned());
        }
        if self.is_unlogged() {
            out.push(SourceError::Unlogged.slug().to_owned());
        }
        out.extend(self.silent().into_iter().map(|(name, why, _)| format!("{name}: {}", why.slug())));
        out
    }
}

/// `1 reference`, `3 references`.
fn counted(references: usize) -> String {
    match references {
        1 => String::from("1 reference"),
        more => format!("{more} references"),
    }
}
