//! Reads the text of a paper from its bytes.

use crate::manuscript::pages_of;
use referee_documents::full_text;
use referee_literature::import::read_pdf_fragments;
use referee_literature::papers::{ContentHash, Paper, PaperBytes, PaperKind, PaperState, unpack_sources};
use referee_records::{FullText, source_name};
use referee_text::Language;
use std::path::Path;

/// Reads a file; a PDF in a separate process, if the program has configured one. The text may be
/// missing.
pub(super) fn extract(read: PaperBytes, path: &Path) -> (Paper, Option<FullText>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    extract_named(read, &name)
}

/// Reads the answer of a service.
pub(super) fn extract_sent(sent: PaperBytes, service: &str) -> (Paper, Option<FullText>) {
    let name = source_name(Language::English, service);
    if sent.kind != PaperKind::Other {
        return extract_named(sent, name);
    }
    match full_text::of_latex(&unpack_sources(&sent.bytes), name) {
        Ok(text) => described(sent.hash, text, 0),
        Err(error) => (Paper::unread(sent.hash, PaperState::Damaged, name, Some(error.to_string())), None),
    }
}

fn extract_named(read: PaperBytes, name: &str) -> (Paper, Option<FullText>) {
    let PaperBytes { bytes, hash, kind } = read;
    let unread = |state: PaperState, why: Option<String>| (Paper::unread(hash, state, name, why), None);
    match kind {
        PaperKind::Pdf => {
            let pdf = read_pdf_fragments(bytes);
            if pdf.pages.is_empty() {
                let state = if pdf.is_locked() { PaperState::Locked } else { PaperState::Damaged };
                return unread(state, pdf.damage.into_iter().next());
            }
            let count = u32::try_from(pdf.pages.len()).unwrap_or(u32::MAX);
            let damage = (!pdf.damage.is_empty()).then(|| pdf.damage.join("; "));
            match full_text::of_pdf(&pages_of(pdf.pages), name) {
                Ok(text) => described(hash, FullText { unread: damage, ..text }, count),
                Err(error) => unread(PaperState::Scanned, Some(error.to_string())),
            }
        }
        PaperKind::Jats => match full_text::of_jats(&bytes, name) {
            Ok(text) => described(hash, text, 0),
            Err(error) => unread(PaperState::Damaged, Some(error.to_string())),
        },
        PaperKind::Other => unread(PaperState::Damaged, None),
    }
}

fn described(hash: ContentHash, text: FullText, pages: u32) -> (Paper, Option<FullText>) {
    let paper = Paper::of(hash, &text, pages);
    let text = (paper.state == PaperState::Read).then_some(text);
    (paper, text)
}
