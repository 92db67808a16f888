//! Looking up and judging the references of files that were read: what `check`, `support` and the service begin with.

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
    /// The view that the references were judged in; it holds the judgements.
    pub snapshot: Snapshot,
    /// The files that were asked for, and behind them the chapters that they include.
    pub files: Vec<FileId>,
    /// Whether the references of at least one file were allowed to be looked up online.
    pub online: bool,
    /// What came of looking them up online; empty where that was not allowed.
    pub verified: Verified,
}

/// The caller of a run, who hears how it goes, may cancel it, and says how much of the machine it takes.
pub struct RunObserver<'a> {
    /// When it is cancelled, the run ends soon; what is not judged by then stays unchecked.
    pub cancel: &'a CancellationToken,
    /// Called, from any thread, with how many references were looked up online so far.
    pub looked_up: &'a (dyn Fn(Progress) + Sync),
    /// Called, from any thread, with how many references were judged so far, after the look-ups.
    pub judged: &'a (dyn Fn(Progress) + Sync),
    /// The number of threads on which references are judged after the look-ups; 0 and 1 judge on the caller's.
    pub threads: usize,
}

/// Looks up the references of files as far as the settings allow, and judges them. Where `may_look_up` is false nothing
/// is looked up online, whatever the settings say. The session must have loaded the files.
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

/// The files, and behind them the drafts that they include, each once.
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

/// Gives the session the index of the evidence that is stored for the folders of the files. Returns what is wrong with
/// stored evidence, a sentence each.
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

/// Judges the references that have no verdict yet.
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

/// Looks up online the references that the library does not decide.
fn look_up(snapshot: &Snapshot, files: &[FileId], observer: &RunObserver<'_>) -> Verified {
    let observer = VerifyObserver {
        cancel: observer.cancel,
        learned: observer.looked_up,
        newer: &|| None,
        reserved_cores: 0,
    };
    // Drafts before bibliographies: what is cited is asked about first.
    let (drafts, rest): (Vec<FileId>, Vec<FileId>) =
        files.iter().cloned().partition(|file| matches!(snapshot.kind(file), Some(FileKind::Draft(_))));
    verify(snapshot, &[drafts, rest].concat(), &observer)
}
