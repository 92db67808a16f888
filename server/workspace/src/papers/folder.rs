//! The folders of papers in the setting `library.papers`.

use crate::settings::{Settings, expand_home};
use crate::walk::walk;
use referee_literature::papers::is_paper_name;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The maximum number of papers listed in one folder.
const MAX_FILES: usize = 20_000;

/// The maximum depth of folders. Zotero's storage has one level, most collections two or three.
const MAX_DEPTH: usize = 12;

const SETTING: &str = "library.papers";

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PaperFolder {
    /// The folder.
    path: PathBuf,
    /// The folder of the workspace file that names it, in which it must lie.
    inside: Option<PathBuf>,
}

/// The folders of papers that settings or a command line name.
#[derive(Clone, Debug)]
pub struct PaperFolders(Vec<PaperFolder>);

impl PaperFolders {
    /// Returns the folders in the settings that may be read.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        PaperFolders(PaperFolder::of(settings).0)
    }

    /// Returns one folder, which the author names.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        PaperFolders(vec![PaperFolder { path: folder.to_path_buf(), inside: None }])
    }

    /// Returns the paths of the folders.
    #[must_use]
    pub fn folders(self) -> Vec<PathBuf> {
        self.0.into_iter().map(|folder| folder.path).collect()
    }

    /// Lists the papers in the folders, without duplicates.
    #[must_use]
    pub fn papers(&self) -> Vec<PathBuf> {
        let all: BTreeSet<PathBuf> = self.0.iter().flat_map(PaperFolder::files).collect();
        all.into_iter().collect()
    }
}

impl PaperFolder {
    /// Returns the folders in the settings, with the errors about them.
    pub(crate) fn of(settings: &Settings) -> (Vec<PaperFolder>, Vec<(&'static str, String)>) {
        let inside = settings.folder.clone().filter(|_| settings.is_said_by_workspace(SETTING));
        let (mut folders, mut complaints) = (Vec::new(), Vec::new());
        for name in settings.values.library_papers.iter().filter(|name| !name.trim().is_empty()) {
            let path = match (&inside, &settings.folder) {
                (Some(folder), _) => crate::paths::join(folder, name),
                (None, Some(folder)) => folder.join(expand_home(name)),
                (None, None) => expand_home(name),
            };
            if inside.as_ref().is_none_or(|folder| path.starts_with(folder)) {
                folders.push(PaperFolder { path, inside: inside.clone() });
            } else {
                complaints.push((
                    SETTING,
                    format!(
                        "`{name}` lies outside of the workspace, and folders named by a workspace file must lie inside it, links followed; it is not read."
                    ),
                ));
            }
        }
        (folders, complaints)
    }

    /// Returns the folder if no workspace file names it.
    pub(crate) fn into_own_path(self) -> Option<PathBuf> {
        self.inside.is_none().then_some(self.path)
    }

    /// Lists the papers in the folder and below, sorted by path. Follows no links; hidden files are
    /// omitted. Empty if the folder does not exist or may not be read.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        if !self.may_read() {
            return Vec::new();
        }
        let walked = walk(&self.path, false).max_depth(Some(MAX_DEPTH)).build().filter_map(Result::ok);
        let papers = walked.filter(|entry| {
            entry.file_type().is_some_and(|kind| kind.is_file()) && is_paper_name(entry.path())
        });
        let mut out: Vec<PathBuf> = papers.map(|entry| entry.into_path()).take(MAX_FILES).collect();
        out.sort();
        out
    }

    /// Whether the folder lies where its setting may name folders, links followed.
    fn may_read(&self) -> bool {
        let Some(inside) = &self.inside else { return true };
        let real = |path: &Path| path.canonicalize().ok();
        match (real(&self.path), real(inside)) {
            (Some(path), Some(inside)) => path.starts_with(inside),
            _ => false,
        }
    }
}
