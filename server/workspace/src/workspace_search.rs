//! A snapshot with the drafts of a whole workspace instead of only the reachable ones, for a change
//! that must include every occurrence.

use crate::files::{FileState, Role, refusal, role};
use crate::load::{INCLUDE_WORDS, LoadRequest, load};
use crate::refresh::MAX_INCLUDE_DEPTH;
use crate::session::Session;
use crate::snapshot::Snapshot;
use crate::walk::walk;
use referee_literature::plain_file::is_plain_file;
use referee_syntax::Format;
use referee_text::{FileId, Language, decode};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum number of files and folders.
    pub names: usize,
    /// The maximum number of drafts.
    pub drafts: usize,
    /// The maximum number of bytes in drafts.
    pub bytes: u64,
}

impl Default for Bounds {
    /// Returns limits that no workspace of texts reaches, but a home folder opened by mistake does.
    fn default() -> Self {
        Bounds { names: 500_000, drafts: 50_000, bytes: 1 << 30 }
    }
}

/// A snapshot with the drafts of the whole workspace that are relevant for one key.
pub struct WorkspaceSearch {
    /// The snapshot.
    pub snapshot: Snapshot,
    unread: Vec<(FileId, String)>,
    /// Whether the workspace exceeds the limits, so that a part of it was not searched.
    pub cut_short: bool,
}

/// Reads the drafts of the workspace that contain `key`, open or not, and the files that they refer
/// to; `None` if cancelled.
///
/// Searches the folders of the workspace, without hidden files, ignored files and links, and the
/// folders of `around` themselves. The files are read for this search only and not stored.
#[must_use]
pub fn search_workspace(
    snapshot: &Snapshot,
    key: &str,
    around: &[&FileId],
    bounds: Bounds,
    cancel: &CancellationToken,
) -> Option<WorkspaceSearch> {
    let language = snapshot.interface_language();
    let mut search =
        Search { bounds, language, names: 0, bytes: 0, cut_short: false, found: BTreeSet::new() };
    for folder in snapshot.folders() {
        search.walk(folder, None, cancel)?;
    }
    for file in around {
        let folder = file.folder();
        if folder.is_absolute() && !snapshot.folders().iter().any(|root| folder.starts_with(root)) {
            search.walk(folder, Some(1), cancel)?;
        }
    }
    let mut session = Session::fork(snapshot);
    let found = std::mem::take(&mut search.found);
    let mut unread = Vec::new();
    let mut matter = Vec::new();
    for file in found {
        if cancel.is_cancelled() {
            return None;
        }
        if snapshot.file(&file).is_some() {
            continue;
        }
        match search.matters(&file, key, session.read_settings(&file).max_megabytes) {
            Ok(true) => matter.push(file),
            Ok(false) => {}
            Err(reason) => unread.push((file, reason.to_string())),
        }
    }
    session.ask(matter);
    settle(&mut session, cancel)?;
    let snapshot = session.snapshot();
    Some(WorkspaceSearch { snapshot, unread, cut_short: search.cut_short })
}

/// Whether `other` is outside the workspace of `file`: in none of its folders, nor in the folder of
/// `file` without workspace folders, with links resolved. A buffer without a path is inside.
#[must_use]
pub fn lies_outside(snapshot: &Snapshot, file: &FileId, other: &FileId) -> bool {
    if !other.path().is_absolute() {
        return false;
    }
    // A file that does not exist yet is resolved by its folder.
    let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let place = std::fs::canonicalize(other.path()).unwrap_or_else(|_| real(other.folder()));
    let folders = snapshot.folders();
    let own = [snapshot.workspace_of(file)];
    !folders.iter().chain(&own).any(|folder| place.starts_with(real(folder)))
}

/// Loads the requested files. Libraries are irrelevant for a key, and the folders have already been
/// listed.
fn settle(session: &mut Session, cancel: &CancellationToken) -> Option<()> {
    for _ in 0..MAX_INCLUDE_DEPTH {
        let mut wanted = session.wanted();
        wanted.retain(|wanted| matches!(wanted, LoadRequest::File(..) | LoadRequest::RealPath(_)));
        if wanted.is_empty() {
            break;
        }
        for wanted in &wanted {
            if cancel.is_cancelled() {
                return None;
            }
            session.supply(load(wanted));
        }
    }
    Some(())
}

/// The reason why a draft was not searched.
#[derive(Debug, thiserror::Error)]
enum Unread {
    #[error("{0}")]
    TooLarge(String),
    #[error(transparent)]
    Disk(#[from] std::io::Error),
}

struct Search {
    bounds: Bounds,
    /// The language of the reasons why drafts were not searched.
    language: Language,
    names: usize,
    bytes: u64,
    cut_short: bool,
    found: BTreeSet<FileId>,
}

impl Search {
    /// Collects the drafts in a folder and its subfolders.
    fn walk(&mut self, folder: &Path, depth: Option<usize>, cancel: &CancellationToken) -> Option<()> {
        let walk = walk(folder, true).max_depth(depth).build();
        for entry in walk.filter_map(Result::ok) {
            if cancel.is_cancelled() {
                return None;
            }
            self.names += 1;
            if self.names > self.bounds.names || self.found.len() >= self.bounds.drafts {
                self.cut_short = true;
                return Some(());
            }
            if entry.file_type().is_some_and(|kind| kind.is_file()) && cites_by_key(entry.path()) {
                self.found.insert(FileId::new(entry.into_path()));
            }
        }
        Some(())
    }

    /// Whether a draft contains the key, or may include another one that does.
    fn matters(&mut self, file: &FileId, key: &str, max_megabytes: u64) -> Result<bool, Unread> {
        let length = match std::fs::metadata(file.path()) {
            Ok(metadata) if !is_plain_file(file.path(), &metadata) => return Ok(false),
            Ok(metadata) => metadata.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        if self.bytes.saturating_add(length) > self.bounds.bytes {
            self.cut_short = true;
            return Ok(false);
        }
        self.bytes += length;
        if let Some(reason) = refusal(length, max_megabytes) {
            return Err(Unread::TooLarge(reason.into_text(self.language)));
        }
        match std::fs::read(file.path()) {
            Ok(bytes) => {
                let text = decode::decode(bytes).text;
                Ok(text.contains(key) || INCLUDE_WORDS.iter().any(|word| text.contains(word)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Whether a draft cites by key; plain text cites only by number and by identifier.
fn cites_by_key(path: &Path) -> bool {
    matches!(role(path, None), Some(Role::Draft(format)) if format != Format::PlainText)
}

impl Snapshot {
    fn folders(&self) -> &[PathBuf] {
        &self.parts().folders
    }
}

impl WorkspaceSearch {
    /// Returns the drafts that exist but could not be read, with the reasons.
    #[must_use]
    pub fn unread(&self) -> Vec<(FileId, String)> {
        let language = self.snapshot.interface_language();
        let mut out = self.unread.clone();
        for (file, state) in self.snapshot.parts().files.iter() {
            if let FileState::Unreadable(reason) = state
                && cites_by_key(file.path())
                && !out.iter().any(|(other, _)| other == file)
            {
                out.push((file.clone(), reason.text(language).to_owned()));
            }
        }
        out.sort();
        out
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn why_a_draft_was_not_read_is_said_in_the_language_of_the_editor() {
        let folder = tempfile::tempdir().unwrap();
        let large = std::fs::File::create(folder.path().join("large.md")).unwrap();
        large.set_len(200 << 20).unwrap();
        for (locale, reason) in [("en", "it has 200 MB;"), ("es", "tiene 200 MB;")] {
            let mut session = Session::default();
            session.set_locale(locale);
            session.set_folders(vec![folder.path().to_owned()]);
            let cancel = CancellationToken::new();
            let search =
                search_workspace(&session.snapshot(), "key", &[], Bounds::default(), &cancel).unwrap();
            let unread = search.unread();
            assert!(unread.len() == 1 && unread[0].1.starts_with(reason), "{unread:?}");
        }
    }
}
