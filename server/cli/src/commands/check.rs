//! `referee check`: gathers files, has them judged and reviewed, prints.

mod baseline;
mod fix;
mod github;
mod human;
mod json;
mod sarif;
pub(super) mod walk;

use crate::arguments::{Check, FailOn, Format, Kind};
use crate::output;
use crate::{COULD_NOT, Outcome};
use indicatif::{ProgressBar, ProgressStyle};
use referee_citations::{Judgement, Reference, Verdict};
use referee_findings::{Finding, Severity};
use referee_records::SourceError;
use referee_research::Store;
use referee_syntax::Kind as DocumentKind;
use referee_text::{FileId, Rope};
use referee_workspace::settings::{Layer, Network};
use referee_workspace::verify::{Verified, VerifyObserver, verify};
use referee_workspace::{FileKind, Session, Snapshot, settle};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// What was found in one file.
pub(crate) struct Checked {
    pub(crate) file: FileId,
    pub(crate) kind: DocumentKind,
    pub(crate) text: Rope,
    pub(crate) is_draft: bool,
    pub(crate) findings: Vec<Finding>,
    pub(crate) references: Vec<(Reference, Option<Arc<Judgement>>)>,
}

/// What was found in all files.
pub(crate) struct Report {
    pub(crate) snapshot: Snapshot,
    pub(crate) files: Vec<Checked>,
    pub(crate) has_sources: bool,
    /// Whether anything was allowed to be looked up online.
    pub(crate) online: bool,
    /// What came of looking it up.
    pub(crate) verified: Verified,
}

pub(crate) fn run(arguments: &Check) -> Outcome {
    let (files, mut failed) = walk::files(&arguments.paths);
    let mut report = check(arguments, &files);
    if arguments.fix {
        let fixed = fix::apply(&report);
        for complaint in &fixed.complaints {
            output::complain(complaint);
            failed = true;
        }
        if fixed.edits > 0 {
            report = check(arguments, &files);
        }
        if arguments.format == Format::Human {
            let (edits, places) = (fixed.edits, fixed.files);
            output::print(&match edits {
                0 => "Nothing to fix mechanically.\n\n".to_owned(),
                1 => "Fixed 1 place.\n\n".to_owned(),
                _ => format!(
                    "Fixed {edits} places in {places} {}.\n\n",
                    if places == 1 { "file" } else { "files" }
                ),
            });
        }
    }
    for file in &files {
        if report.snapshot.kind(file).is_none() {
            let reason = report.snapshot.why_unread(file).unwrap_or_default();
            output::complain(&format!("{}: {reason}", output::shown(file.path())));
            failed = true;
        }
    }
    complain_about_settings(&report.snapshot);
    let place = baseline::place(&arguments.paths);
    if arguments.write_baseline {
        match baseline::write(&place, &report.files) {
            Ok(count) => output::print(&format!(
                "{}: {count} {} will not be reported again.\n",
                output::shown(&place),
                if count == 1 { "finding" } else { "findings" }
            )),
            Err(complaint) => {
                output::complain(&complaint);
                failed = true;
            }
        }
        return Ok(if failed { ExitCode::from(COULD_NOT) } else { ExitCode::SUCCESS });
    }
    match baseline::apply(&place, &mut report.files) {
        Ok(0) => {}
        Ok(1) => output::complain(&format!("{}: 1 known finding is left out", output::shown(&place))),
        Ok(count) => {
            output::complain(&format!("{}: {count} known findings are left out", output::shown(&place)))
        }
        Err(complaint) => {
            output::complain(&complaint);
            failed = true;
        }
    }
    let text = match arguments.format {
        Format::Human => human::render(&report, arguments.verbose),
        Format::Json => json::render(&report)?,
        Format::Sarif => sarif::render(&report),
        Format::Github => github::render(&report),
    };
    output::print(&text);
    if failed {
        return Ok(ExitCode::from(COULD_NOT));
    }
    let floor = match arguments.fail_on {
        FailOn::Error => Severity::Error,
        FailOn::Warning => Severity::Warning,
        FailOn::Information => Severity::Information,
        FailOn::Never => return Ok(ExitCode::SUCCESS),
    };
    let fails = report.files.iter().flat_map(|file| &file.findings).any(|finding| finding.severity >= floor);
    Ok(if fails { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Says each thing that is wrong with a referee.toml in one line.
pub(crate) fn complain_about_settings(snapshot: &Snapshot) {
    for file in snapshot.known_files() {
        if !matches!(snapshot.kind(&file), Some(FileKind::Configuration)) {
            continue;
        }
        let Some(review) = snapshot.review(&file, &CancellationToken::new()) else { continue };
        let Some(text) = snapshot.text(&file) else { continue };
        for finding in review.findings {
            let line = text.byte_to_line((finding.span.start as usize).min(text.len_bytes())) + 1;
            output::complain(&format!("{}:{line}: {}", output::shown(file.path()), finding.message));
        }
    }
}

/// Files that were read and whose references were judged.
pub(super) struct Judged {
    pub(super) snapshot: Snapshot,
    online: bool,
    verified: Verified,
}

/// Reads files and judges their references, with what may be asked online.
pub(super) fn judged(layer: Layer, files: &[FileId]) -> Judged {
    let mut session = super::session(layer);
    session.ask(files.iter().cloned());
    let session: Mutex<Session> = Mutex::new(session);
    settle(&session);
    know_evidence(&session, files);
    let snapshot = session.lock().unwrap_or_else(PoisonError::into_inner).snapshot();
    let online = files.iter().any(|file| snapshot.network(file) == Network::Allow);
    let verified = if online { look_up(&snapshot, files) } else { Verified::default() };
    judge(&snapshot, files);
    Judged { snapshot, online, verified }
}

fn check(arguments: &Check, files: &[FileId]) -> Report {
    let layer = layer(arguments.offline, arguments.online, arguments.kind, arguments.library.as_deref());
    let Judged { snapshot, online, verified } = judged(layer, files);
    let mut out = Vec::new();
    let mut has_sources = false;
    for file in files {
        let (Some(kind), Some(text)) = (snapshot.kind(file), snapshot.text(file)) else { continue };
        has_sources |= snapshot.has_sources(file);
        let findings = snapshot
            .review(file, &CancellationToken::new())
            .map(|review| review.findings)
            .unwrap_or_default();
        let document_kind = snapshot.document_kind(file);
        out.push(Checked {
            file: file.clone(),
            kind: document_kind,
            text,
            is_draft: matches!(kind, FileKind::Draft(_)),
            findings,
            references: snapshot.references(file),
        });
    }
    Report { snapshot, files: out, has_sources, online, verified }
}

/// Tells the session what the evidence around the files holds.
fn know_evidence(session: &Mutex<Session>, files: &[FileId]) {
    let snapshot = session.lock().unwrap_or_else(PoisonError::into_inner).snapshot();
    let mut roots: BTreeSet<PathBuf> = files.iter().map(|file| file.folder().to_path_buf()).collect();
    roots.extend(files.iter().filter_map(|file| snapshot.settings(file).folder));
    for root in roots {
        match Store::open_existing(&root).and_then(|store| store.map(|store| store.index()).transpose()) {
            Ok(Some(index)) => {
                session.lock().unwrap_or_else(PoisonError::into_inner).know_evidence(&root, Some(index));
            }
            Ok(None) => {}
            Err(error) => output::complain(&format!("{error}; passages are checked without the evidence")),
        }
    }
}

/// What the command line sets.
pub(super) fn layer(offline: bool, online: bool, kind: Kind, library: Option<&Path>) -> Layer {
    let mut layer = super::command_line();
    if offline {
        layer.set("network", Value::from("deny"));
    }
    if online {
        layer.set("network", Value::from("allow"));
    }
    match kind {
        Kind::Auto => {}
        Kind::Manuscript => layer.set("documents.kind", Value::from("manuscript")),
        Kind::ClinicalNote => layer.set("documents.kind", Value::from("clinical-note")),
    }
    if let Some(folder) = library {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        layer.set("library.path", Value::from(absolute.to_string_lossy()));
    }
    layer
}

/// Judges what is not judged yet, on all processors, with a bar where there is someone to look at it.
fn judge(snapshot: &Snapshot, files: &[FileId]) {
    let pending: Vec<Reference> = files.iter().flat_map(|file| snapshot.pending(file)).collect();
    if pending.is_empty() {
        return;
    }
    let bar = ProgressBar::new(pending.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}") {
        bar.set_style(style);
    }
    bar.set_message("Judging references");
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(reference) = pending.get(next.fetch_add(1, Ordering::Relaxed)) {
                    snapshot.judge(reference);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
}

/// Looks up online what the library leaves open, with a bar where there is someone to look at it.
fn look_up(snapshot: &Snapshot, files: &[FileId]) -> Verified {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}  {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message("Looking references up");
    let watch = VerifyObserver {
        cancel: &CancellationToken::new(),
        learned: &|progress| {
            bar.set_length(progress.of as u64);
            bar.set_position(progress.done as u64);
        },
        newer: &|| None,
        leave: 0,
    };
    // Drafts before bibliographies: what is cited is asked about first.
    let (drafts, rest): (Vec<FileId>, Vec<FileId>) =
        files.iter().cloned().partition(|file| matches!(snapshot.kind(file), Some(FileKind::Draft(_))));
    let verified = verify(snapshot, &[drafts, rest].concat(), &watch);
    bar.finish_and_clear();
    verified
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
        let mut seen = std::collections::HashSet::new();
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
