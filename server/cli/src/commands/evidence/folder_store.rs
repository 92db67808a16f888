//! The evidence of a folder, for the commands that manage it.

use crate::exit::Failure;
use crate::output;
use crate::sources::workspace_root;
use referee_research::{EvidenceLocation, Store};
use std::path::Path;

/// Opens the evidence of a folder, and reports if it was damaged and moved aside.
pub(super) fn open(location: &EvidenceLocation) -> Result<Store, Failure> {
    let store = Store::open(location)?;
    if let Some(aside) = store.put_aside() {
        output::complain(&format!(
            "the evidence that was kept for this folder is damaged; it was put aside as {}",
            aside.display()
        ));
    }
    Ok(store)
}

/// Returns the location of the evidence of a folder or draft.
pub(super) fn location(path: &Path) -> Result<EvidenceLocation, Failure> {
    let root = workspace_root(path)?;
    EvidenceLocation::of_user(&root).ok_or_else(|| {
        Failure::refused("no folder of this user is known; set HOME, XDG_STATE_HOME or REFEREE_STATE")
    })
}
