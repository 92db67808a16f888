//! Polls the evidence of the workspaces: a command, another window or the terminal may have added
//! to it.

use crate::state::State;
use crate::sync::lock;
use referee_research::run::ResearchWarning;
use referee_research::{EvidenceLocation, Store};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

/// The revisions of the stores that were read last, by workspace.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    revisions: HashMap<PathBuf, Option<u64>>,
}

impl Evidence {
    /// Reads the evidence of the open files' workspaces if it has changed; returns whether a review
    /// would see anything new.
    pub(super) fn refresh(&mut self, state: &State) -> bool {
        let snapshot = lock(&state.session).snapshot();
        let mut roots: BTreeSet<PathBuf> = BTreeSet::new();
        for file in snapshot.open_files().iter().chain(snapshot.closed_chapters()) {
            roots.insert(snapshot.workspace_of(file));
            roots.extend(snapshot.settings(file).folder);
        }
        let mut new = false;
        for root in roots.into_iter().filter(|root| root.is_absolute()) {
            let Some(location) = EvidenceLocation::of_user(&root) else { continue };
            let revision = location.revision();
            if self.revisions.get(&root).is_some_and(|before| *before == revision) {
                continue;
            }
            let index = match Store::open_read_only(&location)
                .and_then(|store| store.map(|store| store.index()).transpose())
            {
                Ok(index) => index,
                Err(error) => {
                    tracing::warn!("{error}; passages are reviewed without the evidence");
                    None
                }
            };
            if index.is_none() && std::fs::symlink_metadata(location.workspace_file()).is_ok() {
                let file = location.workspace_file();
                tracing::info!("{}", ResearchWarning::WorkspaceFile(file));
            }
            // Opening the store may have written the index of its log.
            let revision = if index.is_some() { location.revision() } else { revision };
            new |= lock(&state.session).know_evidence(&root, index);
            self.revisions.insert(root, revision);
        }
        new
    }
}
