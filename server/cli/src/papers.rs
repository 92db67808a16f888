//! Reads the papers that drafts cite, with a progress bar.

use crate::arguments::PaperOptions;
use crate::session::own_settings_file;
use crate::{output, progress};
use referee_text::{FileId, Language};
use referee_workspace::Snapshot;
use referee_workspace::papers::{AttachedState, PaperReport, ReadPapers, read_papers};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// The most attached files that are listed as unused.
const MAX_UNUSED: usize = 10;

/// Reads the papers of the works that `files` cite, unless the options forbid it. Prints to
/// standard error why papers were left unread.
pub(crate) fn read_cited(snapshot: &Snapshot, files: &[FileId], options: PaperOptions) {
    if options.no_papers {
        return;
    }
    let report = observed(&|run| read_papers(snapshot, files, run));
    if report.unread > 0 {
        let count = report.unread;
        let files = if count == 1 { "file was" } else { "files were" };
        output::complain(&format!(
            "{count} {files} not read in the folders of library.papers, because no name fits a cited work; `referee papers read` reads them"
        ));
    }
}

/// The minimum number of components of a folder that is proposed: `/mnt/papers`, not `/mnt`.
const MIN_COMPONENTS: usize = 3;

/// Whether attached files that do not exist are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MissingFiles {
    /// They are findings of the command.
    AreFindings,
    /// They are listed.
    Listed,
}

/// Prints to standard error which files that the entries of cited works list are not used, and why: damaged ones,
/// scans, other works, files outside of the folders that are read.
pub(crate) fn complain_about_unused(
    snapshot: &Snapshot,
    files: &[FileId],
    options: PaperOptions,
    missing: MissingFiles,
) {
    if options.no_papers {
        return;
    }
    let mut unused: Vec<(String, PathBuf, String)> = Vec::new();
    let mut outside: BTreeSet<PathBuf> = BTreeSet::new();
    for file in files {
        for (reference, _) in snapshot.references(file).iter() {
            for attached in snapshot.attached_papers(file, reference) {
                let is_listed = match attached.state {
                    AttachedState::ThisWork | AttachedState::Waiting => false,
                    AttachedState::Missing => missing == MissingFiles::Listed,
                    _ => true,
                };
                if !is_listed {
                    continue;
                }
                if attached.state == AttachedState::NotAllowed {
                    outside.extend(attached.path.parent().map(Path::to_path_buf));
                }
                let why = attached.state.clause().into_text(Language::English);
                let line = (reference.label.clone(), attached.path, why);
                if !unused.contains(&line) {
                    unused.push(line);
                }
            }
        }
    }
    for (key, path, why) in unused.iter().take(MAX_UNUSED) {
        let why = why.trim_end_matches('.');
        output::complain(&format!("{key}: {} is not used: {why}", output::shown(path)));
    }
    if let Some(more) = unused.len().checked_sub(MAX_UNUSED).filter(|more| *more > 0) {
        let files = if more == 1 { "file is" } else { "files are" };
        output::complain(&format!(
            "{more} more attached {files} not used; `referee papers` lists what was read"
        ));
    }
    if let (Some(folder), Some(settings)) = (common_folder(&outside), own_settings_file()) {
        output::complain(&format!(
            "to let papers be read there, write below [library] in {}: papers = [{}]",
            output::shown(&settings),
            serde_json::Value::from(folder.display().to_string())
        ));
    }
}

/// Returns the deepest folder that contains all of these, which may be one of them. If their paths share
/// fewer than `MIN_COMPONENTS`, returns the first; `None` for an empty set.
fn common_folder(folders: &BTreeSet<PathBuf>) -> Option<PathBuf> {
    let first = folders.first()?;
    let common = first.ancestors().find(|above| folders.iter().all(|folder| folder.starts_with(above)))?;
    let folder = if common.components().count() >= MIN_COMPONENTS { common } else { first };
    Some(folder.to_path_buf())
}

/// Runs `read` with a progress bar. Prints to standard error why what was read is not kept.
pub(crate) fn observed(read: &dyn Fn(&ReadPapers<'_>) -> PaperReport) -> PaperReport {
    let bar = progress::bar(0, "Reading papers {bar:30} {pos}/{len}  {elapsed}");
    let report = read(&ReadPapers {
        cancel: &CancellationToken::new(),
        whole_folders: false,
        only_these: false,
        reads_files: true,
        asks: true,
        progress: &|now| {
            bar.set_length(now.of as u64);
            bar.set_position(now.done as u64);
        },
        rest: &|_| {},
        changed: &|| {},
    });
    bar.finish_and_clear();
    if let Some(error) = &report.error {
        output::complain(&error.to_string());
    }
    report
}
