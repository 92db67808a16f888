//! The result of a `check` run, the input of every output format.

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
use referee_workspace::rules::{MISSING_ATTACHMENT, OTHER_ATTACHMENT, is_about_the_build};
use referee_workspace::verify::{ServiceNotice, Verified, service_notices};
use referee_workspace::{FileKind, Snapshot};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The results of a run for all files.
pub struct Report {
    /// The snapshot in which the files were reviewed, for texts, fixes and positions in documents.
    pub snapshot: Snapshot,
    /// The files that could be read, in the order of the run.
    pub files: Vec<CheckedFile>,
    /// Whether at least one file has a source of records; otherwise everything is unchecked.
    pub has_sources: bool,
    /// Whether the references of at least one file were allowed to be looked up online.
    pub online: bool,
    /// The result of the online look-ups.
    pub verified: Verified,
    /// The influence of the workspace's own files on the run.
    pub workspace: WorkspaceInfluence,
    /// The requests of services to the user, without duplicates: spent budgets, invalid keys, long
    /// pauses.
    pub notices: Vec<ServiceNotice>,
    /// The cited keys that could not be resolved because no bibliography of their draft could be
    /// read, sorted and without duplicates.
    pub keys_without_bibliography: Vec<String>,
    /// The folder to which the paths inside it are shown as relative; others are shown in full.
    pub base: PathBuf,
}

/// The numbers of references in a run that were and were not looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LookedAt {
    /// References with a verdict that is based on at least one answer.
    pub looked_at: usize,
    /// References without such an answer: unchecked, or uncovered and no online service answered.
    pub not_looked_at: usize,
}

impl LookedAt {
    /// Returns the number of all references in the run.
    #[must_use]
    pub fn total(self) -> usize {
        self.looked_at + self.not_looked_at
    }

    /// Returns the counts as a clause: `10 looked up, 2 not looked up`.
    #[must_use]
    pub fn clause(self) -> String {
        format!("{} looked up, {} not looked up", self.looked_at, self.not_looked_at)
    }

    /// Returns the counts as a sentence without a full stop: `12 references: 10 looked up, 2 not
    /// looked up`.
    #[must_use]
    pub fn sentence(self) -> String {
        let noun = if self.total() == 1 { "reference" } else { "references" };
        format!("{} {noun}: {}", self.total(), self.clause())
    }
}

/// Reviews the bibliographies of the run's drafts that are not in the run themselves. Keeps only
/// the findings about the program that builds the draft, and only the bibliographies with such
/// findings.
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

/// Whether a verdict is based on an answer. *Unchecked* never is; *uncovered* is if an online
/// service answered: a library that lists no works of a kind says nothing about them.
#[must_use]
pub fn is_looked_at(judgement: Option<&Judgement>) -> bool {
    match verdict_of(judgement) {
        Verdict::Unchecked => false,
        Verdict::Uncovered => judgement.is_some_and(|judgement| has_answer(judgement, is_service)),
        _ => true,
    }
}

/// Whether a source that `counts` accepts answered about the reference.
fn has_answer(judgement: &Judgement, counts: impl Fn(&str) -> bool) -> bool {
    let answered = |outcome| matches!(outcome, Outcome::Match | Outcome::NoMatch);
    judgement.consulted.iter().any(|consulted| answered(consulted.outcome) && counts(&consulted.name))
}

impl Report {
    /// Reviews files whose references were judged. `ignored` is the number of files omitted because
    /// of an ignore file; paths are shown relative to `base`.
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

    /// Removes hints that programs should get only on request: sources disagree about the year, and
    /// the neatness of an entry is shown in the editor.
    pub fn leave_out_hints_for_editors(&mut self) {
        let is_for_editors = |finding: &Finding| {
            finding.severity == Severity::Hint
                && (["citation/differs", MISSING_ATTACHMENT.id, OTHER_ATTACHMENT.id].contains(&finding.rule)
                    || BIBLIOGRAPHY_ONLY_RULES.contains(&finding.rule))
        };
        self.files.iter_mut().for_each(|file| file.findings.retain(|finding| !is_for_editors(finding)));
    }

    /// Returns a path relative to the report's folder if it is inside, otherwise unchanged; for
    /// programs.
    #[must_use]
    pub fn relative(&self, path: &Path) -> String {
        relative(&self.base, path)
    }

    /// Returns [`Report::relative`] on one line without control characters; for people.
    #[must_use]
    pub fn shown(&self, path: &Path) -> String {
        on_one_line(&self.relative(path)).into_owned()
    }

    /// Counts the references with each verdict, in the order of [`Verdict::ALL`]; a reference
    /// counts once, however many files cite it.
    #[must_use]
    pub fn verdicts(&self) -> Vec<(Verdict, usize)> {
        let distinct = self.references();
        let count = |verdict: Verdict| {
            distinct.iter().filter(|(_, judgement)| verdict_of(judgement.as_deref()) == verdict).count()
        };
        Verdict::ALL.into_iter().map(|verdict| (verdict, count(verdict))).collect()
    }

    /// Returns every reference of the run with its judgement, without duplicates.
    #[must_use]
    pub fn references(&self) -> Vec<&(Reference, Option<Arc<Judgement>>)> {
        let mut seen = HashSet::new();
        let all = self.files.iter().flat_map(|file| &file.references);
        all.filter(|(reference, _)| {
            seen.insert((reference.file.clone(), reference.span, reference.label.clone()))
        })
        .collect()
    }

    /// Counts the references that were and were not looked up; a reference counts once, however
    /// many files cite it.
    #[must_use]
    pub fn looked_at(&self) -> LookedAt {
        let references = self.references();
        let looked_at = references.iter().filter(|(_, judgement)| is_looked_at(judgement.as_deref())).count();
        LookedAt { looked_at, not_looked_at: references.len() - looked_at }
    }

    /// Whether online look-ups were allowed without any result: there are references, none was
    /// looked up, and no service answered about any of them.
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

    /// Returns the number of reported findings with a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.files
            .iter()
            .flat_map(|file| &file.findings)
            .filter(|finding| finding.severity == severity)
            .count()
    }

    /// Returns a sentence about the cited keys without a bibliography; `None` if every key has one.
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

    /// Returns the sources whose missing answer leaves references unchecked, each with its reason
    /// and the number of references, the largest number first. Excludes sources that got no request
    /// because the log cannot be written: one of [`Report::notices`] covers them all.
    #[must_use]
    pub fn silent(&self) -> Vec<(String, SourceError, usize)> {
        self.silent_about(Verdict::Unchecked)
    }

    /// Returns the sources that did not answer about references with this verdict, in the form of
    /// [`Report::silent`].
    #[must_use]
    pub fn silent_about(&self, verdict: Verdict) -> Vec<(String, SourceError, usize)> {
        let references = self.references();
        let judgements = references.into_iter().filter_map(|(_, judgement)| judgement.as_deref());
        let mut silent = silent_about(verdict, judgements);
        silent.retain(|(_, why, _)| *why != SourceError::Unlogged);
        silent
    }

    /// Returns the sources of [`Report::silent_about`] that are not covered by a notice of the run.
    #[must_use]
    pub(crate) fn silent_without_notice(&self, verdict: Verdict) -> Vec<(String, SourceError, usize)> {
        let mut silent = self.silent_about(verdict);
        silent.retain(|(name, why, _)| {
            !self.notices.iter().any(|notice| notice.is_about(name) && notice.reason == *why)
        });
        silent
    }

    /// Whether a request about at least one reference was withheld because the log of requests
    /// cannot be written.
    #[must_use]
    pub fn is_unlogged(&self) -> bool {
        self.verified.failures.iter().any(|failure| failure.why == SourceError::Unlogged)
    }

    /// Returns the messages about the whole run rather than a position in a file, one or two
    /// sentences each: the notices of services and the [`Report::reasons`].
    #[must_use]
    pub fn about_the_run(&self) -> Vec<String> {
        let mut out: Vec<String> = self.notices.iter().map(|notice| self.notice_text(notice)).collect();
        if self.has_unchecked() && !self.online {
            out.push(String::from("Nothing was looked up online."));
        }
        out.extend(self.reasons());
        out
    }

    /// Returns the reasons why references and withdrawals were not looked up, one sentence each,
    /// except those covered by [`Report::notices`].
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (verdict, which) in [(Verdict::Uncovered, " that no source lists"), (Verdict::Unchecked, "")] {
            for (name, why, count) in self.silent_without_notice(verdict) {
                let source = source_name_at_start(Language::English, &name);
                out.push(format!("{source} {why} ({}{which}).", counted(count)));
            }
        }
        let open = self.references().into_iter().filter(|(_, judgement)| {
            verdict_of(judgement.as_deref()) == Verdict::Uncovered && !is_looked_at(judgement.as_deref())
        });
        let open = open.count();
        if open > 0 && !self.online {
            out.push(format!(
                "{} of a kind that no library on this machine lists, and nothing was looked up online.",
                counted(open)
            ));
        }
        out.extend(self.withdrawals_unchecked());
        out.extend(self.without_bibliography());
        out
    }

    /// Returns the text of a notice with the number of references that are unchecked because of it.
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

    /// Returns a sentence for each source that did not answer whether works were withdrawn, with
    /// the reason and the number of references.
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

    /// Returns why references are unchecked, with the terms of docs/json.md: `offline`, `crossref:
    /// timeout`. Empty if every reference is looked up.
    #[must_use]
    pub fn unchecked_because(&self) -> Vec<String> {
        if self.looked_at().not_looked_at == 0 {
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

/// Returns `1 reference`, `3 references`.
fn counted(references: usize) -> String {
    match references {
        1 => String::from("1 reference"),
        more => format!("{more} references"),
    }
}
