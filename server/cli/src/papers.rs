//! Reads the papers that drafts cite, with a progress bar.

use crate::arguments::PaperOptions;
use crate::{output, progress};
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::papers::{PaperReport, ReadPapers, read_papers};
use tokio_util::sync::CancellationToken;

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
