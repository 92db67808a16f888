//! The editor's last pull of each file, so that unchanged diagnostics are not sent again.

use referee_text::FileId;
use std::collections::{BTreeSet, HashMap};

/// The diagnostics of the last pull of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PulledResult {
    /// The fingerprint of the file in the snapshot: while it is unchanged, nothing has changed.
    pub(crate) fingerprint: u64,
    /// The id of the result.
    pub(crate) result: String,
}

/// The last results by file.
///
/// A result belongs to one *generation* of a file, which ends when the file is opened or closed: an
/// editor then drops its diagnostics, but some send the id of the dropped result with their next
/// pull (Neovim 0.12 after `:e!`). So the generation is part of every result id.
#[derive(Debug, Default)]
pub(crate) struct PulledResults {
    results: HashMap<FileId, PulledResult>,
    generations: HashMap<FileId, u64>,
    last_generation: u64,
    /// The files that are not open and whose findings the editor received with those of another
    /// file.
    beside: BTreeSet<FileId>,
}

impl PulledResults {
    /// Returns the last pulled result of a file, if it is still valid.
    pub(crate) fn last(&self, file: &FileId) -> Option<PulledResult> {
        self.results.get(file).cloned()
    }

    /// Returns the current generation of a file.
    pub(crate) fn generation(&self, file: &FileId) -> u64 {
        self.generations.get(file).copied().unwrap_or_default()
    }

    /// Begins a new generation of a file that is opened or closed.
    pub(crate) fn start_anew(&mut self, file: &FileId) {
        self.last_generation += 1;
        self.generations.insert(file.clone(), self.last_generation);
        self.results.remove(file);
        self.beside.remove(file);
    }

    /// Records that the editor receives the findings of a closed file with those of another one,
    /// and whether there are any. Returns whether they must be sent: an empty list matters only if
    /// the editor has findings of the file.
    pub(crate) fn told_beside(&mut self, file: &FileId, has_findings: bool) -> bool {
        match has_findings {
            true => {
                self.beside.insert(file.clone());
                true
            }
            false => self.beside.remove(file),
        }
    }

    /// Removes the files that were sent with another one and that `is_gone` accepts: their findings
    /// must be cleared in the editor.
    pub(crate) fn take_beside(&mut self, is_gone: impl Fn(&FileId) -> bool) -> Vec<FileId> {
        let gone: Vec<FileId> = self.beside.iter().filter(|file| is_gone(file)).cloned().collect();
        for file in &gone {
            self.beside.remove(file);
            self.results.remove(file);
        }
        gone
    }

    /// Stores a result, unless its generation is over.
    pub(crate) fn insert(&mut self, file: &FileId, generation: u64, result: PulledResult) {
        if self.generation(file) == generation {
            self.results.insert(file.clone(), result);
        }
    }

    /// Removes the result of a file.
    pub(crate) fn remove(&mut self, file: &FileId) {
        self.results.remove(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_ends_with_its_document() {
        let file = FileId::new("/a.md");
        let result = PulledResult { fingerprint: 1, result: String::from("x") };
        let mut results = PulledResults::default();
        results.start_anew(&file);
        let first = results.generation(&file);
        results.insert(&file, first, result.clone());
        assert_eq!(results.last(&file), Some(result.clone()));
        results.start_anew(&file);
        assert_eq!(results.last(&file), None);
        // A review of the closed text may end late.
        results.insert(&file, first, result);
        assert_eq!(results.last(&file), None);
        assert_ne!(results.generation(&file), first);
    }
}
