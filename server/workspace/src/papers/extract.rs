//! Reads the text of a paper from its bytes.

use crate::manuscript::pages_of;
use referee_documents::{DocumentError, full_text};
use referee_literature::import::read_pdf_fragments;
use referee_literature::papers::{Paper, PaperBytes, PaperKind, PaperState};
use referee_records::FullText;
use std::path::Path;

/// Reads a paper; a PDF in a separate process, if the program has configured one. The text is
/// `None` if there is none.
pub(super) fn extract(read: PaperBytes, path: &Path) -> (Paper, Option<FullText>) {
    let PaperBytes { bytes, hash, kind } = read;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let unread = |state: PaperState, error: Option<DocumentError>| {
        (Paper::unread(hash, state, &name, error.map(|error| error.to_string())), None)
    };
    let (text, pages, damage) = match kind {
        PaperKind::Pdf => {
            let pdf = read_pdf_fragments(bytes);
            if pdf.pages.is_empty() {
                let state = if pdf.is_locked() { PaperState::Locked } else { PaperState::Damaged };
                let why = pdf.damage.into_iter().next();
                return (Paper::unread(hash, state, &name, why), None);
            }
            let count = u32::try_from(pdf.pages.len()).unwrap_or(u32::MAX);
            let damage = (!pdf.damage.is_empty()).then(|| pdf.damage.join("; "));
            match full_text::of_pdf(&pages_of(pdf.pages), &name) {
                Ok(text) => (text, count, damage),
                Err(error) => return unread(PaperState::Scanned, Some(error)),
            }
        }
        PaperKind::Jats => match full_text::of_jats(&bytes, &name) {
            Ok(text) => (text, 0, None),
            Err(error) => return unread(PaperState::Damaged, Some(error)),
        },
        PaperKind::Other => return unread(PaperState::Damaged, None),
    };
    let paper = Paper::of(hash, &text, pages, damage);
    let text = (paper.state == PaperState::Read).then_some(text);
    (paper, text)
}
