//! Judging what was handed in, by the settings and the library of the site.
//!
//! All submissions share one session with the settings and the library. Each is read from memory into a fork of that
//! session, in which no file of this machine can be opened but settings and libraries.

use crate::submission::{Submission, SubmittedFile};
use referee_bibliography::bibtex::write_bibtex;
use referee_bibliography::{Identifier, read_item};
use referee_check::allowed_files::{SuppliedFile, load_supplied};
use referee_check::clinical::reads_as_note;
use referee_check::fixes::{export_key, mechanical_edits};
use referee_check::{CheckedFile, Report, RunObserver, html, json, judge_loaded, lock, reference_list};
use referee_citations::json::{notices, verdict_of};
use referee_citations::{Origin, Outcome, Reference};
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

/// The most references of one submission. One with more is refused as a whole.
pub const MAX_REFERENCES: usize = 20_000;

/// The most words of a line between pasted references that is read as a heading, not as a sentence.
const MAX_HEADING_WORDS: usize = 8;

/// Judges submissions and looks works up, from many threads at the same time.
pub struct CheckEngine {
    /// Holds the settings and the library, and no text: every check and every look-up forks it.
    base: Mutex<Session>,
    /// The folder in which the files of a submission are named. It need not exist, and nothing is read from it.
    folder: PathBuf,
}

/// How one submission is judged.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The sender says that it is a clinical note: at most identifiers leave. A text that reads as a note is treated as
    /// one in any case.
    pub is_note: bool,
    /// The user agreed to look up the references of this submission online. It counts only if the settings say `ask`.
    pub is_agreed: bool,
    /// The text was pasted into a page: it may be a list of references without its heading.
    pub is_pasted: bool,
    /// The language of messages about files that are no drafts, as a locale: `es`. `None` for that of the settings.
    pub locale: Option<String>,
    /// Whether [`CheckResult::bibliography`] is made.
    pub wants_bibliography: bool,
    /// Receives how far the check is.
    pub progress: Option<watch::Sender<CheckProgress>>,
    /// When it is cancelled, the check ends with [`CheckError::Cancelled`].
    pub cancel: CancellationToken,
}

/// How far a check is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckProgress {
    /// Whether references are looked up online at the moment; before and after that they are read and judged.
    pub is_looking_up: bool,
    /// How many references were looked up or judged.
    pub done: usize,
    /// How many there are; 0 while the submission is read.
    pub of: usize,
}

/// The references of a submission as BibTeX, with every fix applied that is safe to apply at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectedBibliography {
    /// The whole file.
    pub text: String,
    /// How many fixes were applied.
    pub fixes: usize,
}

/// What came of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckResult {
    /// The report as `referee.check/1` (docs/json.md).
    pub json: String,
    /// The report as one page of HTML that stands alone.
    pub html: String,
    /// How many references have each verdict, by its word: `verified`, `not-found`.
    pub verdicts: BTreeMap<String, usize>,
    /// How many keys are cited that no bibliography of the submission has, each counted once.
    #[serde(default)]
    pub undefined_keys: usize,
    /// How many findings of each severity there are, by its word; a severity that no finding has is left out.
    pub findings: BTreeMap<String, usize>,
    /// Each reference once, as far as a later announcement may concern it.
    pub references: Vec<CheckedReference>,
    /// Why references are unchecked, in the words of `unchecked_because` in the JSON: `offline`, `crossref: timeout`.
    pub unchecked_because: Vec<String>,
    /// What services left open; `None` if all that may be looked up was.
    #[serde(default)]
    pub open_lookup: Option<OpenLookup>,
    /// The names of the services that answered about one of the references, or did before and are remembered.
    #[serde(default)]
    pub answered: Vec<String>,
    /// The corrected bibliography, if [`CheckOptions::wants_bibliography`] asked for it and there are references. It is
    /// not kept in a queue.
    #[serde(skip)]
    pub bibliography: Option<CorrectedBibliography>,
}

/// Whether, and where, references are looked up online.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTerms {
    /// What the settings say.
    pub network: Network,
    /// The hosts that would be asked, each once.
    pub hosts: Vec<String>,
}

/// The references of a check that services did not answer about, and when to look them up again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLookup {
    /// How many references were not looked up.
    pub references: usize,
    /// The names of the services that did not answer, such as `crossref`.
    pub services: Vec<String>,
    /// The same in a sentence for people, without a full stop.
    pub reason: String,
    /// Whether waiting is enough; if not, a person has to act first, for example on a refused key.
    pub passes: bool,
    /// The earliest time from now at which one of the services may answer, if known.
    pub again_in: Option<Duration>,
}

/// A reference with what its verdict rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedReference {
    /// The key of a bibliography entry, `[n]` for an item of a list, the identifier for a bare one.
    pub key: String,
    /// The word of the verdict, such as `not-found`.
    pub verdict: String,
    /// The notices that were known when it was judged: `retraction`, `concern`.
    pub notices: Vec<String>,
    /// The identifiers of the reference and of the record that it is, each in one spelling, as `doi:10.1000/1`; sorted.
    pub identifiers: Vec<String>,
    /// The title that the reference claims; where it has none, that of the record.
    pub title: Option<String>,
}

/// Why a submission was not judged.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// None of its files could be read as a draft or a list; holds the reason for the first.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It has more references than [`MAX_REFERENCES`]; holds how many.
    #[error("it has {0} references; at most {MAX_REFERENCES} are judged at once")]
    TooManyReferences(usize),
    /// [`CheckOptions::cancel`] was cancelled before it was done.
    #[error("the check was called off")]
    Cancelled,
    /// The report cannot be put into JSON.
    #[error("the result cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl CheckError {
    /// Whether the same submission fails in the same way whoever checks it again.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self, CheckError::Unreadable(_) | CheckError::TooManyReferences(_))
    }
}

impl CheckEngine {
    /// An engine with the settings of `session`, which knows no folder: what counts is said by the user's file, the
    /// environment and the command line.
    #[must_use]
    pub fn new(mut session: Session) -> Self {
        let folder = std::env::temp_dir().join("referee-submission");
        session.isolate();
        session.set_folders(vec![folder.clone()]);
        CheckEngine { base: Mutex::new(session), folder }
    }

    /// Reads the library now, so that the first check does not wait for it. False where there is no source of records at
    /// all: then nothing can be verified.
    pub fn prepare(&self) -> bool {
        let snapshot = self.refreshed();
        snapshot.has_sources(&self.file("probe.md"))
    }

    /// A session for one check or look-up: it shares the settings, the library and earlier judgements, and its texts are
    /// its own.
    pub(crate) fn fork(&self) -> Session {
        let mut session = Session::fork(&self.refreshed());
        session.forget_reviews();
        session
    }

    /// The name in sessions of a file of a submission, by its path in the submission.
    pub(crate) fn file(&self, path: &str) -> FileId {
        FileId::new(self.folder.join(path))
    }

    /// The sources of records on this machine: the library, and remembered answers of the online ones.
    pub(crate) fn sources(&self) -> Vec<Arc<dyn Source>> {
        let probe = self.file("probe.md");
        let mut session = self.fork();
        session.open(probe.clone(), "markdown", 1, "");
        let session = Mutex::new(session);
        load_supplied(&session, &|_| SuppliedFile::Nothing);
        let snapshot = lock(&session).snapshot();
        snapshot.with_context(&probe, |context| context.sources.to_vec())
    }

    /// Whether a submission is a clinical note or reads as one.
    ///
    /// # Errors
    ///
    /// Where nothing of it can be read.
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

    /// Whether references are looked up online by the settings alone, and which hosts are asked.
    #[must_use]
    pub fn network_terms(&self) -> NetworkTerms {
        let (snapshot, probe) = (self.refreshed(), self.file("probe.md"));
        NetworkTerms { network: snapshot.network(&probe), hosts: snapshot.hosts(&probe) }
    }

    /// Reads the files of a submission into a session of its own; returns those that are checked.
    fn read(&self, submission: &Submission, options: &CheckOptions) -> (Mutex<Session>, Vec<FileId>) {
        let files: Vec<FileId> = submission.checked_paths().into_iter().map(|path| self.file(path)).collect();
        let mut session = self.fork();
        if let Some(locale) = &options.locale {
            session.set_locale(locale);
        }
        if options.is_agreed {
            // Of this fork alone: another check needs a word of its own.
            session.grant(&self.folder, true);
        }
        session.ask(files.iter().cloned());
        let session = Mutex::new(session);
        self.load(&session, submission);
        (session, files)
    }

    /// Answers each request of a session for a file with the content that the submission has for it.
    fn load(&self, session: &Mutex<Session>, submission: &Submission) {
        let contents: HashMap<FileId, &[u8]> =
            submission.files.iter().map(|file| (self.file(&file.path), file.content.as_slice())).collect();
        load_supplied(session, &|file| match contents.get(file) {
            Some(content) => SuppliedFile::Bytes(content.to_vec()),
            None => SuppliedFile::Nothing,
        });
    }

    /// The settings and the library as they are on the disk now.
    fn refreshed(&self) -> Snapshot {
        notice_disk_changes(&self.base);
        load_supplied(&self.base, &|_| SuppliedFile::Nothing);
        lock(&self.base).snapshot()
    }

    /// Judges a submission.
    ///
    /// # Errors
    ///
    /// Where nothing of it can be read, it cites too much, or it was called off.
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
        // Of a bibliography that reads as a note nothing leaves: no rule says which of its identifiers belong to works.
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
            // Several submissions are judged at the same time.
            threads: 1,
        };
        let judged = judge_loaded(&session, &files, is_known_as_note && !is_secret, &observer);
        if options.cancel.is_cancelled() {
            return Err(CheckError::Cancelled);
        }
        let mut report = Report::of(judged, 0, self.folder.clone());
        // Before hints are left out: some of them have a fix.
        let bibliography =
            if options.wants_bibliography { self.corrected_bibliography(&report, options) } else { None };
        report.leave_out_hints_for_editors();
        Ok(CheckResult { bibliography, ..result(&report)? })
    }

    /// The bibliographies of a report with the fixes of their findings; without a bibliography that can be edited, the
    /// references of its drafts and lists as one. `None` without references.
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
        // As a file of its own: what is written differently in BibTeX has its fixes there.
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

/// The list of references that a pasted text is although it has no heading, as a submission. `None` for a text in which
/// more than bare identifiers was read already, and for one that is more than references and short lines between them.
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

/// What is kept of a report.
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

/// The names of the services that answered about one of the references.
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

/// An identifier in the one spelling that results keep, such as `doi:10.1000/1`.
fn identifier_key(identifier: &Identifier) -> String {
    referee_citations::identity::key(&identifier.canonical())
}

/// Why none of the files could be read; `None` where one of them was.
fn unreadable(snapshot: &Snapshot, files: &[FileId]) -> Option<String> {
    if files.iter().any(|file| snapshot.kind(file).is_some()) {
        return None;
    }
    let why = files.first().and_then(|file| snapshot.why_unread(file));
    Some(why.unwrap_or_else(|| "nothing in it is a draft or a list".to_owned()))
}
