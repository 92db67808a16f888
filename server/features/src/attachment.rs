//! Finds the attached file of an entry: a PDF, in most libraries.

use crate::links::{self, Link};
use referee_bibliography::Entry;
use referee_citations::{Origin, Reference};
use referee_text::FileId;
use referee_workspace::{FileKind, Snapshot};
use std::path::{Path, PathBuf};

/// Returns a file of an entry on this machine, in the workspace or in the user's home folder; a PDF
/// is preferred.
#[must_use]
pub(crate) fn of_entry(snapshot: &Snapshot, file: &FileId, entry: &Entry<'_>) -> Option<PathBuf> {
    let attachments = entry.attachments().into_iter();
    let places = attachments.filter_map(|attachment| snapshot.attachment_place(file, &attachment.path));
    places.filter(|place| place.is_file()).min_by_key(|place| !is_pdf(place))
}

/// Returns the link that opens the file of a reference.
#[must_use]
pub(crate) fn link(snapshot: &Snapshot, reference: &Reference) -> Option<Link> {
    if reference.origin != Origin::Entry {
        return None;
    }
    let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(&reference.file) else { return None };
    let entry = bibliography.at(reference.name_span.start as usize)?;
    let place = of_entry(snapshot, &reference.file, &entry)?;
    let language = snapshot.interface_language();
    let title = if is_pdf(&place) {
        language.pick("Open PDF", "Abrir el PDF")
    } else {
        language.pick("Open File", "Abrir el archivo")
    };
    Some(Link { title: title.to_owned(), target: links::of_file(&place)? })
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

#[cfg(test)]
mod tests {
    use crate::document_link::{document_links, resolve};
    use crate::fixture::Fixture;
    use tokio_util::sync::CancellationToken;

    #[test]
    fn a_file_that_lies_outside_of_workspace_and_home_is_no_link() {
        let fixture = Fixture::new(
            "//- a.bib\n@misc{x, title = {T}, file = {:/etc/hostname:PDF}, doi = {10.5555/a}}\n",
        );
        let links =
            document_links(&fixture.snapshot, &fixture.file, &CancellationToken::new()).unwrap_or_default();
        let targets: Vec<String> =
            links.iter().filter_map(|link| resolve(&fixture.snapshot, &fixture.file, link.span)).collect();
        assert_eq!(targets, ["https://doi.org/10.5555/a"]);
    }
}
