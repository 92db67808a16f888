//! Judges submissions with the settings and the library of the site.
//!
//! All submissions share one session with the settings and the library. Each is read from memory
//! into a fork of that session, which cannot open any file of this machine except settings and
//! libraries.

use crate::submission::{Submission, SubmittedFile};
use referee_bibliography::bibtex::write_bibtex;
use referee_bibliography::{Identifier, read_item};
use referee_citations::json::{notices, verdict_of};
use referee_citations::{Origin, Outcome, Reference};
use referee_operations::allowed_files::{SuppliedFile, load_supplied};
use referee_operations::clinical::reads_as_note;
use referee_operations::fixes::{export_key, mechanical_edits};
use referee_operations::{CheckedFile, Report, RunObserver, html, json, judge_loaded, lock, reference_list};
use referee_records::Source;
use referee_text::FileId;
use referee_text::edit::apply_all;
use referee_workspace::settings::Network;
use referee_workspace::verify::Progress;
use referee_workspace::{FileKind, Session, Snapshot, notice_disk_changes};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// The maximum number of references in a submission. A submission with more is refused as a whole.
pub const MAX_REFERENCES: usize = 20_000;

/// The maximum number of words in a line between pasted references that is read as a heading rather
/// than a sentence.
const MAX_HEADING_WORDS: usize = 8;

/// Judges submissions and looks up works, from many threads concurrently.
pub struct CheckEngine {
    /// Holds the settings and the library, but no text: every check and every look-up forks it.
    base: Mutex<Session>,
    /// The virtual folder of submitted files. It need not exist, and nothing is read from it.
    folder: PathBuf,
}

/// The options of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Whether the sender declared a clinical note: at most identifiers are sent. A text that reads
    /// as a note is always treated as one.
    pub is_note: bool,
    /// Whether the user agreed to look up the references of this submission online. Only used if
    /// the setting is `ask`.
    pub is_agreed: bool,
    /// Whether the text was pasted into a page: it may be a list of references without a heading.
    pub is_pasted: bool,
    /// The language of messages about files that are not drafts, as a locale: `es`. `None` for the
    /// language in the settings.
    pub locale: Option<String>,
    /// Whether to create [`CheckResult::bibliography`].
    pub wants_bibliography: bool,
    /// Receives the progress of the check.
    pub progress: Option<watch::Sender<CheckProgress>>,
    /// Cancels the check, which then returns [`CheckError::Cancelled`].
    pub cancel: CancellationToken,
}

/// The progress of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckProgress {
    /// Whether references are currently looked up online; before and after that they are read and
    /// judged.
    pub is_looking_up: bool,
    /// The number of references looked up or judged so far.
    pub done: usize,
    /// The number of references; 0 while the submission is read.
    pub of: usize,
}

/// The references of a submission as BibTeX, with every fix that is safe to apply automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectedBibliography {
    /// The whole file.
    pub text: String,
    /// The number of applied fixes.
    pub fixes: usize,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckResult {
    /// The report as `referee.check/1` (docs/json.md).
    pub json: String,
    /// The report as a self-contained HTML page.
    pub html: String,
    /// The number of references with each verdict, by its word: `verified`, `not-found`.
    pub verdicts: BTreeMap<String, usize>,
    /// The number of distinct cited keys without an entry in any bibliography of the submission.
    #[serde(default)]
    pub undefined_keys: usize,
    /// The number of findings of each severity; severities without findings are left out.
    pub findings: BTreeMap<String, usize>,
    /// Each reference once, with the data that later announcements are matched against.
    pub references: Vec<CheckedReference>,
    /// Why references are unchecked, as in `unchecked_because` in the JSON: `offline`, `crossref:
    /// timeout`.
    pub unchecked_because: Vec<String>,
    /// The references left open because services did not answer; `None` if everything that may be
    /// looked up was.
    #[serde(default)]
    pub open_lookup: Option<OpenLookup>,
    /// The services that answered about one of the references, now or in a cached answer.
    #[serde(default)]
    pub answered: Vec<String>,
    /// The corrected bibliography, if [`CheckOptions::wants_bibliography`] is set and there are
    /// references. It is not stored in a queue.
    #[serde(skip)]
    pub bibliography: Option<CorrectedBibliography>,
}

/// Whether references are looked up online, and at which hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTerms {
    /// The value of the setting.
    pub network: Network,
    /// The hosts that would be asked, without duplicates.
    pub hosts: Vec<String>,
}

/// The references of a check about which services did not answer, and when to look them up again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLookup {
    /// The number of references that were not looked up.
    pub references: usize,
    /// The services that did not answer, for example `crossref`.
    pub services: Vec<String>,
    /// The reason as a sentence for people, without a full stop.
    pub reason: String,
    /// Whether waiting is sufficient; if not, a person must act first, for example on a refused API
    /// key.
    pub passes: bool,
    /// The earliest time from now at which one of the services may answer, if known.
    pub again_in: Option<Duration>,
}

/// A reference with the basis of its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedReference {
    /// The key of a bibliography entry, `[n]` for an item of a list, or the identifier of a bare
    /// one.
    pub key: String,
    /// The verdict, for example `not-found`.
    pub verdict: String,
    /// The notices known at the time of the check: `retraction`, `concern`.
    pub notices: Vec<String>,
    /// The identifiers of the reference and of its matched record in canonical form, as
    /// `doi:10.1000/1`; sorted.
    pub identifiers: Vec<String>,
    /// The title in the reference, or else in the record.
    pub title: Option<String>,
}

/// Why a submission was not judged.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// None of the files could be read as a draft or a list; holds the reason for the first.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// The submission has more references than [`MAX_REFERENCES`]; holds their number.
    #[error("it has {0} references; at most {MAX_REFERENCES} are judged at once")]
    TooManyReferences(usize),
    /// [`CheckOptions::cancel`] was cancelled before the end of the check.
    #[error("the check was cancelled")]
    Cancelled,
    /// The report cannot be serialised to JSON.
    #[error("the result cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl CheckError {
    /// Returns whether every further check of the same submission would fail in the same way.
    #[must_use]
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, CheckError::Unreadable(_) | CheckError::TooManyReferences(_))
    }
}

impl CheckEngine {
    /// Creates an engine with the settings of `session`, which lacks a folder: the settings come
    /// from the user's file, the environment and the command line.
    #[must_use]
    pub fn new(mut session: Session) -> Self {
        let folder = std::env::temp_dir().join("referee-submission");
        session.isolate();
        session.set_folders(vec![folder.clone()]);
        CheckEngine { base: Mutex::new(session), folder }
    }

    /// Loads the library now, so that the first check does not have to wait for it. Returns false
    /// without any source of records, when nothing can be verified.
    pub fn prepare(&self) -> bool {
        let snapshot = self.refreshed();
        snapshot.has_sources(&self.file("probe.md"))
    }

    /// Returns a session for one check or look-up: it shares the settings, the library and earlier
    /// judgements, but not its texts.
    pub(crate) fn fork(&self) -> Session {
        let mut session = Session::fork(&self.refreshed());
        session.forget_reviews();
        session
    }

    /// Returns the id in sessions of a submitted file, given its path in the submission.
    pub(crate) fn file(&self, path: &str) -> FileId {
        FileId::new(self.folder.join(path))
    }

    /// Returns the sources of records on this machine: the library, and the cached answers of
    /// online sources.
    pub(crate) fn sources(&self) -> Vec<Arc<dyn Source>> {
        let probe = self.file("probe.md");
        let mut session = self.fork();
        session.open(probe.clone(), "markdown", 1, "");
        let session = Mutex::new(session);
        load_supplied(&session, &|_| SuppliedFile::Nothing);
        let snapshot = lock(&session).snapshot();
        snapshot.with_context(&probe, |context| context.sources.to_vec())
    }

    /// Returns whether a submission is a clinical note or reads as one.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing of the submission can be read.
    pub fn is_note(&self, submission: &Submission) -> Result<bool, CheckError> {
        let (session, files) = self.read(submission, &CheckOptions::default());
        let snapshot = lock(&session).snapshot();
        if let Some(reason) = unreadable(&snapshot, &files) {
            return Err(CheckError::Unreadable(reason));
        }
        let is_note = |file: &FileId| {
            snapshot.is_confidential(file)
                || snapshot.text(file).is_some_and(|text| reads_as_note(&text.to_string()))
        };
        Ok(files.iter().any(is_note))
    }

    /// Returns whether the settings alone allow references to be looked up online, and which hosts
    /// are asked.
    #[must_use]
    pub(crate) fn network_terms(&self) -> NetworkTerms {
        let (snapshot, probe) = (self.refreshed(), self.file("probe.md"));
        NetworkTerms { network: snapshot.network(&probe), hosts: snapshot.hosts(&probe) }
    }

    /// Reads the files of a submission into a separate session; returns the files to check.
    fn read(&self, submission: &Submission, options: &CheckOptions) -> (Mutex<Session>, Vec<FileId>) {
        let files: Vec<FileId> = submission.checked_paths().into_iter().map(|path| self.file(path)).collect();
        let mut session = self.fork();
        if let Some(locale) = &options.locale {
            session.set_locale(locale);
        }
        if options.is_agreed {
            // The consent applies to this fork only: another check needs a separate one.
            session.grant(&self.folder, true);
        }
        session.ask(files.iter().cloned());
        let session = Mutex::new(session);
        self.load(&session, submission);
        (session, files)
    }

    /// Answers each file request of a session with the content in the submission.
    fn load(&self, session: &Mutex<Session>, submission: &Submission) {
        let contents: HashMap<FileId, &[u8]> =
            submission.files.iter().map(|file| (self.file(&file.path), file.content.as_slice())).collect();
        load_supplied(session, &|file| match contents.get(file) {
            Some(content) => SuppliedFile::Bytes(content.to_vec()),
            None => SuppliedFile::Nothing,
        });
    }

    /// Returns a snapshot with the current settings and library on disk.
    fn refreshed(&self) -> Snapshot {
        notice_disk_changes(&self.base);
        load_supplied(&self.base, &|_| SuppliedFile::Nothing);
        lock(&self.base).snapshot()
    }

    /// Judges a submission.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing of it can be read, it has too many references, or it was
    /// cancelled.
    pub fn check(&self, submission: &Submission, options: &CheckOptions) -> Result<CheckResult, CheckError> {
        let (mut session, mut files) = self.read(submission, options);
        let listed = if options.is_pasted { as_bare_list(submission, &session, &files) } else { None };
        let submission = listed.as_ref().unwrap_or(submission);
        if listed.is_some() {
            (session, files) = self.read(submission, options);
        }
        let snapshot = lock(&session).snapshot();
        if let Some(reason) = unreadable(&snapshot, &files) {
            return Err(CheckError::Unreadable(reason));
        }
        let texts = || files.iter().filter_map(|file| Some((file, snapshot.text(file)?)));
        let notes: Vec<&FileId> =
            texts().filter(|(_, text)| reads_as_note(&text.to_string())).map(|(file, _)| file).collect();
        let is_note = options.is_note || !notes.is_empty();
        if is_note {
            lock(&session).set_editor_settings(&json!({"documents": {"kind": "clinical-note"}}));
            self.load(&session, submission);
        }
        // A bibliography that reads as a note is not looked up at all: it cannot be decided which
        // of its identifiers belong to works.
        let is_secret =
            notes.iter().any(|file| matches!(snapshot.kind(file), Some(FileKind::Bibliography(_))));
        let snapshot = lock(&session).snapshot();
        let is_known_as_note = !is_note || files.iter().all(|file| snapshot.is_confidential(file));
        let references: usize = files.iter().map(|file| snapshot.references(file).len()).sum();
        if references > MAX_REFERENCES {
            return Err(CheckError::TooManyReferences(references));
        }
        let report_progress = |is_looking_up: bool, progress: Progress| {
            if let Some(sender) = &options.progress {
                sender.send_replace(CheckProgress { is_looking_up, done: progress.done, of: progress.of });
            }
        };
        let observer = RunObserver {
            cancel: &options.cancel,
            looked_up: &|progress| report_progress(true, progress),
            judged: &|progress| report_progress(false, progress),
            // Several submissions are judged concurrently.
            threads: 1,
        };
        let judged = judge_loaded(&session, &files, is_known_as_note && !is_secret, &observer);
        if options.cancel.is_cancelled() {
            return Err(CheckError::Cancelled);
        }
        let mut report = Report::of(judged, 0, self.folder.clone());
        // Do this before hints are removed: some of them have a fix.
        let bibliography =
            if options.wants_bibliography { self.corrected_bibliography(&report, options) } else { None };
        report.leave_out_hints_for_editors();
        Ok(CheckResult { bibliography, ..result(&report)? })
    }

    /// Returns the bibliographies of a report with the fixes of their findings; without an editable
    /// bibliography, the references of its drafts and lists as one. `None` without references.
    fn corrected_bibliography(
        &self,
        report: &Report,
        options: &CheckOptions,
    ) -> Option<CorrectedBibliography> {
        let snapshot = &report.snapshot;
        let is_editable = |file: &&CheckedFile| {
            matches!(snapshot.kind(&file.file), Some(FileKind::Bibliography(_)))
                && file.file.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bib"))
                && !snapshot.is_read_only(&file.file)
        };
        let own: Vec<&CheckedFile> = report.files.iter().filter(is_editable).collect();
        if !own.is_empty() {
            let mut edits = mechanical_edits(report);
            let mut out = CorrectedBibliography { text: String::new(), fixes: 0 };
            for file in own {
                let edits = edits.remove(&file.file).unwrap_or_default();
                if !out.text.is_empty() {
                    out.text.push('\n');
                }
                out.fixes += edits.len();
                out.text.push_str(&apply_all(&file.text.to_string(), &edits));
            }
            return Some(out);
        }
        let mut keys = HashSet::new();
        let entries = report.references().into_iter().map(|(reference, _)| {
            let key = export_key(reference, &mut keys);
            format!("{}\n\n", write_bibtex(&reference.work, &key).trim_end())
        });
        let text: String = entries.collect();
        if text.is_empty() {
            return None;
        }
        // Check it as a separate file: fixes that are specific to BibTeX are then found.
        let file = SubmittedFile { path: String::from("references.bib"), content: text.clone().into_bytes() };
        let list = Submission { name: file.path.clone(), files: vec![file] };
        let offline = CheckOptions { locale: options.locale.clone(), ..CheckOptions::default() };
        let (session, files) = self.read(&list, &offline);
        let observer =
            RunObserver { cancel: &options.cancel, looked_up: &|_| {}, judged: &|_| {}, threads: 1 };
        let judged = judge_loaded(&session, &files, false, &observer);
        let edits = mechanical_edits(&Report::of(judged, 0, self.folder.clone()));
        let edits = files.first().and_then(|file| edits.get(file).cloned()).unwrap_or_default();
        Some(CorrectedBibliography { text: apply_all(&text, &edits), fixes: edits.len() })
    }
}

/// Returns a pasted list of references without a heading as a submission. `None` if more than bare
/// identifiers was already read from the text, or if it contains more than references and short
/// lines between them.
fn as_bare_list(submission: &Submission, session: &Mutex<Session>, files: &[FileId]) -> Option<Submission> {
    let snapshot = lock(session).snapshot();
    let [file] = files else { return None };
    let is_bare = |reference: &Reference| reference.origin == Origin::Identifier;
    let is_read = snapshot.references(file).iter().any(|(reference, _)| !is_bare(reference));
    if is_read || !matches!(snapshot.kind(file), Some(FileKind::Draft(_))) {
        return None;
    }
    let text = std::str::from_utf8(&submission.files.first()?.content).ok()?;
    let is_reference = |item: &String| {
        let work = read_item(item).work;
        work.title.is_some()
            && work.year().is_some()
            && (!work.authors.is_empty() || work.container.is_some())
    };
    let (items, others): (Vec<String>, Vec<String>) =
        reference_list::items_of(text).into_iter().partition(is_reference);
    let is_short = |other: &String| other.split_whitespace().count() <= MAX_HEADING_WORDS;
    if items.is_empty() || !others.iter().all(is_short) {
        return None;
    }
    Submission::from_list(&items, MAX_REFERENCES).ok()
}

/// Extracts the result from a report.
fn result(report: &Report) -> Result<CheckResult, CheckError> {
    let mut findings: BTreeMap<String, usize> = BTreeMap::new();
    for finding in report.files.iter().flat_map(|file| &file.findings) {
        *findings.entry(finding.severity.as_str().to_owned()).or_default() += 1;
    }
    let undefined_keys: BTreeSet<String> = report
        .files
        .iter()
        .flat_map(|file| report.snapshot.with_context(&file.file, |context| context.keys_without_entry()))
        .collect();
    let verdicts = report.verdicts().into_iter().map(|(verdict, count)| (verdict.as_str().to_owned(), count));
    let references = report.references().into_iter().map(|(reference, judgement)| {
        let judgement = judgement.as_deref();
        let record = judgement.and_then(|judgement| judgement.record.as_ref());
        let claimed = reference.work.identifiers.iter();
        let known = record.into_iter().flat_map(|record| record.work.identifiers.iter());
        let mut identifiers: Vec<String> = claimed.chain(known).map(identifier_key).collect();
        identifiers.sort();
        identifiers.dedup();
        CheckedReference {
            key: reference.label.clone(),
            verdict: verdict_of(judgement).as_str().to_owned(),
            notices: notices(judgement.map_or(&[][..], |judgement| &judgement.notices))
                .into_iter()
                .map(str::to_owned)
                .collect(),
            identifiers,
            title: reference.work.full_title().or_else(|| record.and_then(|record| record.work.full_title())),
        }
    });
    Ok(CheckResult {
        json: json::render(report)?,
        html: html::render(report),
        bibliography: None,
        verdicts: verdicts.collect(),
        undefined_keys: undefined_keys.len(),
        findings,
        references: references.collect(),
        unchecked_because: report.unchecked_because(),
        open_lookup: report.not_looked_up().map(|open| OpenLookup {
            references: open.references,
            services: open.services.iter().map(|(name, _)| name.clone()).collect(),
            reason: open.sentence(),
            passes: open.passes(),
            again_in: open.again_in,
        }),
        answered: answered(report),
    })
}

/// Returns the services that answered about one of the references.
fn answered(report: &Report) -> Vec<String> {
    let references = report.references();
    let judgements = references.iter().filter_map(|(_, judgement)| judgement.as_deref());
    let consulted = judgements.flat_map(|judgement| &judgement.consulted);
    let answering: BTreeSet<&String> = consulted
        .filter(|consulted| matches!(consulted.outcome, Outcome::Match | Outcome::NoMatch))
        .map(|consulted| &consulted.name)
        .collect();
    answering.into_iter().cloned().collect()
}

/// Returns an identifier in the canonical form that results use, for example `doi:10.1000/1`.
fn identifier_key(identifier: &Identifier) -> String {
    referee_citations::identity::key(&identifier.canonical())
}

/// Returns why no file could be read; `None` if one of them was read.
fn unreadable(snapshot: &Snapshot, files: &[FileId]) -> Option<String> {
    if files.iter().any(|file| snapshot.kind(file).is_some()) {
        return None;
    }
    let why = files.first().and_then(|file| snapshot.why_unread(file));
    Some(why.unwrap_or_else(|| "nothing in it is a draft or a list".to_owned()))
}
