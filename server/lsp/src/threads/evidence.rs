//! The evidence of the workspaces, looked at now and then: a command, another window or the terminal may have added
//! to it.

use crate::state::State;
use crate::sync::lock;
use referee_research::Store;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

/// How the stores looked when they were last read.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    looks: HashMap<PathBuf, Option<u64>>,
}

impl Evidence {
    /// Reads the evidence around the open files where it has changed; says whether a review would see anything new.
    pub(super) fn look(&mut self, state: &State) -> bool {
        let snapshot = lock(&state.session).snapshot();
        let mut roots: BTreeSet<PathBuf> = BTreeSet::new();
        for file in snapshot.open_files() {
            roots.insert(snapshot.workspace_of(&file));
            roots.extend(snapshot.settings(&file).folder);
        }
        let mut new = false;
        for root in roots.into_iter().filter(|root| root.is_absolute()) {
            let look = Store::look(&root);
            if self.looks.get(&root).is_some_and(|before| *before == look) {
                continue;
            }
            let index = match Store::open_existing(&root)
                .and_then(|store| store.map(|store| store.index()).transpose())
            {
                Ok(index) => index,
                Err(error) => {
                    tracing::warn!("{error}; passages are reviewed without the evidence");
                    None
                }
            };
            // Opening it may have changed how it looks.
            let look = if index.is_some() { Store::look(&root) } else { look };
            new |= lock(&state.session).know_evidence(&root, index);
            self.looks.insert(root, look);
        }
        new
    }
}
