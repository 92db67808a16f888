//! Judging what was handed in, by the settings and the library of the site.
//!
//! All submissions share one session with the settings and the library; each is read in a session of its own beside it,
//! from memory. To a draft no file of this machine is there.

use crate::submission::Submission;
use referee_bibliography::Identifier;
use referee_check::allowed_files::{SuppliedFile, load_supplied};
use referee_check::clinical::reads_as_note;
use referee_check::{Report, RunObserver, html, json, judge_loaded, lock};
use referee_citations::Verdict;
use referee_citations::json::{notices, verdict_of};
use referee_records::Source;
use referee_text::FileId;
use referee_workspace::{FileKind, Session, Snapshot, notice_disk_changes};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

/// The most references that are judged in one submission.
pub const MAX_REFERENCES: usize = 20_000;

/// The settings and the library of the site, and what is judged by them.
pub struct CheckEngine {
    /// The settings and the library, without any text.
    base: Mutex<Session>,
    /// The folder that submissions are read as if they lay in. Nothing is there.
    folder: PathBuf,
}

/// How one submission is judged.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The sender says that it is a clinical note: at most identifiers leave.
    pub is_note: bool,
    /// Calls the check off.
    pub cancel: CancellationToken,
}

/// What came of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckResult {
    /// `referee.check/1`.
    pub json: String,
    /// The report as one page.
    pub html: String,
    /// How many references have each verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// How many findings of each severity there are.
    pub findings: BTreeMap<String, usize>,
    /// The references, as far as a later announcement may concern them.
    pub references: Vec<CheckedReference>,
    /// Why references are unchecked.
    pub unchecked_because: Vec<String>,
}

/// A reference with what its verdict rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedReference {
    /// Its key.
    pub key: String,
    /// The word of its verdict.
    pub verdict: String,
    /// What was announced about the work by then.
    pub notices: Vec<String>,
    /// The identifiers of the reference and of the record that it is, as `doi:10.1000/1`.
    pub identifiers: Vec<String>,
    /// The title that it claims, or that of the record.
    pub title: Option<String>,
}

/// Why a submission was not judged.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// No file of it could be read.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It cites more than is judged at once.
    #[error("it has {0} references; at most {MAX_REFERENCES} are judged at once")]
    TooManyReferences(usize),
    /// It was called off.
    #[error("the check was called off")]
    Cancelled,
    /// The result cannot be written.
    #[error("the result cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl CheckEngine {
    /// An engine with the settings of `session`, which brings no folder: the settings of the site are the user's, the
    /// environment's and the command line's.
    #[must_use]
    pub fn new(mut session: Session) -> Self {
        let folder = std::env::temp_dir().join("referee-submission");
        session.isolate();
        session.set_folders(vec![folder.clone()]);
        CheckEngine { base: Mutex::new(session), folder }
    }

    /// Reads the settings and the library, so that the first check does not wait for them. Says whether there is a source
    /// of records.
    pub fn prepare(&self) -> bool {
        let snapshot = self.refreshed();
        snapshot.has_sources(&self.file("probe.md"))
    }

    /// A session of its own, beside all others, that shares the settings, the library and what was judged.
    pub(crate) fn fork(&self) -> Session {
        let mut session = Session::fork(&self.refreshed());
        session.forget_reviews();
        session
    }

    /// The file that a path of a submission is.
    pub(crate) fn file(&self, path: &str) -> FileId {
        FileId::new(self.folder.join(path))
    }

    /// The sources of records: the library, and what is remembered of online ones.
    pub(crate) fn sources(&self) -> Vec<Arc<dyn Source>> {
        let probe = self.file("probe.md");
        let mut session = self.fork();
        session.open(probe.clone(), "markdown", 1, "");
        let session = Mutex::new(session);
        load_supplied(&session, &|_| SuppliedFile::Nothing);
        let snapshot = lock(&session).snapshot();
        snapshot.with_surroundings(&probe, |context| context.sources.to_vec())
    }

    /// Whether a submission is a clinical note or reads as one.
    ///
    /// # Errors
    ///
    /// Where nothing of it can be read.
    pub fn is_note(&self, submission: &Submission) -> Result<bool, CheckError> {
        let (session, files) = self.read(submission);
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

    /// A session in which the files of a submission are read.
    fn read(&self, submission: &Submission) -> (Mutex<Session>, Vec<FileId>) {
        let files: Vec<FileId> = submission.checked().into_iter().map(|path| self.file(path)).collect();
        let mut session = self.fork();
        session.ask(files.iter().cloned());
        let session = Mutex::new(session);
        self.load(&session, submission);
        (session, files)
    }

    /// Brings a session what it wants of a submission.
    fn load(&self, session: &Mutex<Session>, submission: &Submission) {
        let contents: HashMap<FileId, &[u8]> =
            submission.files.iter().map(|file| (self.file(&file.path), file.content.as_slice())).collect();
        load_supplied(session, &|file| match contents.get(file) {
            Some(content) => SuppliedFile::Bytes(content.to_vec()),
            None => SuppliedFile::Nothing,
        });
    }

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
        let (session, files) = self.read(submission);
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
        let observer = RunObserver {
            cancel: &options.cancel,
            looked_up: &|_| {},
            judged: &|_| {},
            // Several submissions are judged at the same time.
            threads: 1,
        };
        let judged = judge_loaded(&session, &files, is_known_as_note && !is_secret, &observer);
        if options.cancel.is_cancelled() {
            return Err(CheckError::Cancelled);
        }
        let mut report = Report::of(judged, 0, self.folder.clone());
        report.leave_out_hints_for_editors();
        result(&report)
    }
}

fn result(report: &Report) -> Result<CheckResult, CheckError> {
    let mut findings: BTreeMap<String, usize> = BTreeMap::new();
    for finding in report.files.iter().flat_map(|file| &file.findings) {
        *findings.entry(finding.severity.as_str().to_owned()).or_default() += 1;
    }
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
        verdicts: verdicts.collect(),
        findings,
        references: references.collect(),
        unchecked_because: report.unchecked_because(),
    })
}

/// An identifier as results keep it: one spelling for each.
#[must_use]
pub fn identifier_key(identifier: &Identifier) -> String {
    referee_citations::identity::key(&identifier.canonical())
}

/// Why nothing could be read; `None` where something was.
fn unreadable(snapshot: &Snapshot, files: &[FileId]) -> Option<String> {
    if files.iter().any(|file| snapshot.kind(file).is_some()) {
        return None;
    }
    let why = files.first().and_then(|file| snapshot.why_unread(file));
    Some(why.unwrap_or_else(|| "nothing in it is a draft or a list".to_owned()))
}

/// The verdicts for which a person looks at a submission first.
#[must_use]
pub fn is_alarming(verdict: &str) -> bool {
    [Verdict::Misidentified.as_str(), Verdict::NotFound.as_str()].contains(&verdict)
}
