//! A reference whose paper is looked for.

use referee_bibliography::Work;
use std::path::PathBuf;
use std::sync::Arc;

/// A reference whose paper is looked for.
#[derive(Clone)]
pub(super) struct PlannedReference {
    /// Its key, or another label.
    pub(super) label: String,
    /// The descriptions of the work, the most certain first.
    pub(super) works: Vec<Arc<Work>>,
    /// The hash of `works`.
    pub(super) hash: u64,
    /// The files that its entry lists, each with whether it may be read; `None` if it is missing.
    pub(super) attached: Vec<(PathBuf, Option<bool>)>,
    /// The files that are attached in the author's Zotero.
    pub(super) in_zotero: Vec<PathBuf>,
}
