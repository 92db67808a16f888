//! Reading files and judging their references, which `check` and `support` begin with.

use crate::{output, progress, session};
use referee_citations::Reference;
use referee_research::run::ResearchWarning;
use referee_research::{EvidenceLocation, Store};
use referee_text::FileId;
use referee_workspace::settings::{Layer, Network};
use referee_workspace::verify::{Verified, VerifyObserver, verify};
use referee_workspace::{FileKind, Session, Snapshot};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio_util::sync::CancellationToken;

/// Files that were read and whose references were judged.
pub(crate) struct Judged {
    pub(crate) snapshot: Snapshot,
    /// The files, and behind them the chapters that they take in.
    pub(crate) files: Vec<FileId>,
    /// Whether anything was allowed to be looked up online.
    pub(crate) online: bool,
    /// What was looked up online.
    pub(crate) verified: Verified,
}

/// Reads files and judges their references, after looking up online what the settings allow; `isolated` from what the
/// workspace says for itself.
pub(crate) fn judged(layer: Layer, files: &[FileId], isolated: bool) -> Judged {
    let mut session = session::open(layer);
    if isolated {
        session.isolate();
    }
    session.ask(files.iter().cloned());
    judged_in(session, files, isolated)
}

/// The same in a session that knows the files already.
pub(crate) fn judged_in(session: Session, files: &[FileId], isolated: bool) -> Judged {
    let (session, snapshot) = session::load(session);
    if !isolated {
        add_evidence(&session, &snapshot, files);
    }
    let snapshot = session::lock(&session).snapshot();
    let files = with_chapters(&snapshot, files);
    let online = files.iter().any(|file| snapshot.network(file) == Network::Allow);
    let verified = if online { look_up(&snapshot, &files) } else { Verified::default() };
    judge(&snapshot, &files);
    Judged { snapshot, files, online, verified }
}

/// The files with the drafts that they take in, each once.
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

/// Gives the session an index of the evidence that is stored in the folders of the files.
fn add_evidence(session: &Mutex<Session>, snapshot: &Snapshot, files: &[FileId]) {
    let mut roots: BTreeSet<PathBuf> = files.iter().map(|file| file.folder().to_path_buf()).collect();
    roots.extend(files.iter().filter_map(|file| snapshot.settings(file).folder));
    for root in roots {
        let Some(location) = EvidenceLocation::of_user(&root) else { continue };
        match Store::open_read_only(&location).and_then(|store| store.map(|store| store.index()).transpose())
        {
            Ok(Some(index)) => {
                session::lock(session).know_evidence(&root, Some(index));
            }
            Ok(None) => {
                if std::fs::symlink_metadata(location.workspace_file()).is_ok() {
                    output::complain(&ResearchWarning::WorkspaceFile(location.workspace_file()).to_string());
                }
            }
            Err(error) => output::complain(&format!("{error}; passages are checked without the evidence")),
        }
    }
}

/// Judges the references that have no verdict yet, on all processors.
fn judge(snapshot: &Snapshot, files: &[FileId]) {
    let pending: Vec<Reference> = files.iter().flat_map(|file| snapshot.pending(file)).collect();
    if pending.is_empty() {
        return;
    }
    let bar = progress::bar(pending.len() as u64, "{msg} {bar:30} {pos}/{len}");
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

/// Looks up online the references that the library does not decide.
fn look_up(snapshot: &Snapshot, files: &[FileId]) -> Verified {
    let bar = progress::bar(0, "{msg} {bar:30} {pos}/{len}  {elapsed}");
    bar.set_message("Looking references up");
    let observer = VerifyObserver {
        cancel: &CancellationToken::new(),
        learned: &|progress| {
            bar.set_length(progress.of as u64);
            bar.set_position(progress.done as u64);
        },
        newer: &|| None,
        reserved_cores: 0,
    };
    // Drafts before bibliographies: what is cited is asked about first.
    let (drafts, rest): (Vec<FileId>, Vec<FileId>) =
        files.iter().cloned().partition(|file| matches!(snapshot.kind(file), Some(FileKind::Draft(_))));
    let verified = verify(snapshot, &[drafts, rest].concat(), &observer);
    bar.finish_and_clear();
    verified
}
