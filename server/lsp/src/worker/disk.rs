//! Files on disk that changed without anybody saying so: an editor that does not watch files, a bibliography
//! outside of the workspace.

use referee_text::FileId;
use referee_workspace::Snapshot;
use std::collections::HashMap;
use std::time::SystemTime;

/// How a file looked: when it was changed, and how long it is. `None` where it is not there.
type Look = Option<(SystemTime, u64)>;

/// How the files looked that are known from disk.
#[derive(Debug, Default)]
pub(super) struct Disk {
    looks: HashMap<FileId, Look>,
}

impl Disk {
    /// Notes how a file looks that is about to be read.
    pub(super) fn note(&mut self, file: &FileId) {
        self.looks.insert(file.clone(), look(file));
    }

    /// The files that are known from disk and look otherwise than the last time.
    pub(super) fn changed(&mut self, snapshot: &Snapshot) -> Vec<FileId> {
        let mut looks = HashMap::new();
        let mut changed = Vec::new();
        for file in snapshot.known_files() {
            if snapshot.is_open(&file) || !file.path().is_absolute() {
                continue;
            }
            let now = look(&file);
            if self.looks.get(&file).is_some_and(|before| *before != now) {
                changed.push(file.clone());
            }
            looks.insert(file, now);
        }
        self.looks = looks;
        changed
    }
}

fn look(file: &FileId) -> Look {
    let metadata = std::fs::metadata(file.path()).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
