//! Leaves out the papers in a given folder: they are what drafts cite, not drafts.

use crate::walk::{Files, absolute};
use crate::{output, session};
use referee_documents::DocumentKind;
use referee_text::FileId;
use referee_workspace::papers::PaperFolders;
use referee_workspace::settings::Layer;
use referee_workspace::{FileKind, Snapshot};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// Removes from `files` the PDFs that were found in one of the given folders `paths` and are papers: they
/// are in a folder of `library.papers` below it, or an entry lists them. Prints how many there are.
pub(crate) fn leave_out(files: &mut Files, paths: &[PathBuf], layer: Layer) {
    let is_pdf = |file: &FileId| DocumentKind::of(file.path()) == Some(DocumentKind::Pdf);
    let is_found = |file: &FileId| is_pdf(file) && files.found.contains(file);
    if !files.files.iter().any(is_found) {
        return;
    }
    let mut session = session::settings_only(layer);
    session.ask(files.files.iter().filter(|file| !is_pdf(file)).cloned());
    let (_session, snapshot) = session::load(session);
    let given: Vec<PathBuf> = paths.iter().filter_map(|path| absolute(path).ok()).collect();
    let attached = attached(&snapshot, &files.files);
    let mut folders: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
    let mut is_paper = |file: &FileId| {
        let of_file = folders
            .entry(file.folder().to_path_buf())
            .or_insert_with(|| PaperFolders::of(&snapshot.settings(file)).folders());
        // A folder that is given by name is checked.
        let is_below = |folder: &Path| given.iter().any(|given| folder != given && folder.starts_with(given));
        attached.contains(file.path())
            || of_file.iter().any(|folder| file.path().starts_with(folder) && is_below(folder))
    };
    let papers: BTreeSet<FileId> =
        files.files.iter().filter(|file| is_found(file) && is_paper(file)).cloned().collect();
    let told = match papers.len() {
        0 => return,
        1 => "1 PDF is a paper that drafts cite or may cite, and is not checked. Name it to check it"
            .to_owned(),
        more => format!(
            "{more} PDFs are papers that drafts cite or may cite, and are not checked. Name one to check it"
        ),
    };
    output::complain(&told);
    files.files.retain(|file| !papers.contains(file));
}

/// Returns the files that entries of the bibliographies list.
fn attached(snapshot: &Snapshot, files: &[FileId]) -> BTreeSet<PathBuf> {
    let mut out = BTreeSet::new();
    for file in files {
        let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(file) else { continue };
        let attachments = bibliography.entries().flat_map(|entry| entry.attachments());
        out.extend(attachments.filter_map(|attachment| snapshot.attachment_place(file, &attachment.path)));
    }
    out
}
