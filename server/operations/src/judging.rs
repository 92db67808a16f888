//! Looks up and judges the references of loaded files: the first step of `check`, `support` and the
//! service.

use crate::session_lock::lock;
use referee_citations::Reference;
use referee_research::run::ResearchWarning;
use referee_research::{EvidenceLocation, Store};
use referee_text::FileId;
use referee_workspace::settings::Network;
use referee_workspace::verify::{Progress, Verified, VerifyObserver, verify};
use referee_workspace::{FileKind, Session, Snapshot};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio_util::sync::CancellationToken;

/// Files whose references were judged.
pub struct Judged {
    /// The snapshot with the judgements.
    pub snapshot: Snapshot,
    /// The requested files, followed by the chapters that they include.
    pub files: Vec<FileId>,
    /// Whether the references of at least one file were allowed to be looked up online.
    pub online: bool,
    /// The result of the online look-ups; empty if they were not allowed.
    pub verified: Verified,
}

/// The caller's interface to a run: progress, cancellation, and the number of threads.
pub struct RunObserver<'a> {
    /// Cancelling it ends the run soon; references without a judgement remain unchecked.
    pub cancel: &'a CancellationToken,
    /// Called on any thread with the number of references looked up online so far.
    pub looked_up: &'a (dyn Fn(Progress) + Sync),
    /// Called on any thread with the number of references judged so far, after the look-ups.
    pub judged: &'a (dyn Fn(Progress) + Sync),
    /// The number of threads for judging after the look-ups; with 0 and 1 the caller's thread is
    /// used.
    pub threads: usize,
}

/// Looks up the references of files as far as the settings allow, and judges them. If `may_look_up`
/// is false, nothing is looked up online, whatever the settings say. The session must have loaded
/// the files.
pub fn judge_loaded(
    session: &Mutex<Session>,
    files: &[FileId],
    may_look_up: bool,
    observer: &RunObserver<'_>,
) -> Judged {
    let snapshot = lock(session).snapshot();
    let files = with_chapters(&snapshot, files);
    let online = may_look_up && files.iter().any(|file| snapshot.network(file) == Network::Allow);
    let verified = if online { look_up(&snapshot, &files, observer) } else { Verified::default() };
    judge(&snapshot, &files, observer);
    Judged { snapshot, files, online, verified }
}

/// Returns the files, followed by the drafts that they include, without duplicates.
fn with_chapters(snapshot: &Snapshot, files: &[FileId]) -> Vec<FileId> {
    let mut out = files.to_vec();
    for file in files {
        for chapter in snapshot.included(file) {
            if !out.contains(&chapter) {
                out.push(chapter);
            }
        }
    }
    out
}

/// Gives the session the index of the evidence stored for the folders of the files. Returns the
/// errors in stored evidence, one sentence each.
#[must_use]
pub fn add_evidence(session: &Mutex<Session>, files: &[FileId]) -> Vec<String> {
    let snapshot = lock(session).snapshot();
    let mut complaints = Vec::new();
    let mut roots: BTreeSet<PathBuf> = files.iter().map(|file| file.folder().to_path_buf()).collect();
    roots.extend(files.iter().filter_map(|file| snapshot.settings(file).folder));
    for root in roots {
        let Some(location) = EvidenceLocation::of_user(&root) else { continue };
        match Store::open_read_only(&location).and_then(|store| store.map(|store| store.index()).transpose())
        {
            Ok(Some(index)) => {
                lock(session).know_evidence(&root, Some(index));
            }
            Ok(None) => {
                if location.workspace_file().symlink_metadata().is_ok() {
                    complaints.push(ResearchWarning::WorkspaceFile(location.workspace_file()).to_string());
                }
            }
            Err(error) => complaints.push(format!("{error}; passages are checked without the evidence")),
        }
    }
    complaints
}

/// Judges the references without a verdict.
fn judge(snapshot: &Snapshot, files: &[FileId], observer: &RunObserver<'_>) {
    let pending: Vec<Reference> = files.iter().flat_map(|file| snapshot.pending(file)).collect();
    if pending.is_empty() {
        return;
    }
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(reference) = pending.get(next.fetch_add(1, Ordering::Relaxed)) {
            if observer.cancel.is_cancelled() {
                return;
            }
            snapshot.judge(reference);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (observer.judged)(Progress { done, of: pending.len() });
        }
    };
    if observer.threads <= 1 {
        work();
        return;
    }
    std::thread::scope(|scope| {
        for _ in 0..observer.threads {
            scope.spawn(work);
        }
    });
}

/// Looks up the references online that the library does not decide.
fn look_up(snapshot: &Snapshot, files: &[FileId], observer: &RunObserver<'_>) -> Verified {
    let observer = VerifyObserver {
        cancel: observer.cancel,
        learned: observer.looked_up,
        newer: &|| None,
        reserved_cores: 0,
    };
    // Drafts before bibliographies: cited references are looked up first.
    let (drafts, rest): (Vec<FileId>, Vec<FileId>) =
        files.iter().cloned().partition(|file| matches!(snapshot.kind(file), Some(FileKind::Draft(_))));
    verify(snapshot, &[drafts, rest].concat(), &observer)
}
