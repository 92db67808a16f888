//! Converts documents of word processors and PDFs to drafts that are read and not edited.
//!
//! The input is bytes (for a PDF, the lines of its pages); the output is a [`Document`] with one
//! line for each paragraph. Data of a reference manager (field codes of Zotero, Mendeley and
//! EndNote, Word's own sources) become references without guessing; a list that is only text is
//! parsed like such a list in any draft.
//!
//! The full text of a cited work ([`full_text`]) is read passage by passage, from a PDF, JATS or LaTeX
//! sources.
//!
//! Documents are not trusted: nothing here opens a file, follows a name in a document, or expands
//! an entity, and everything that is unpacked has a size limit. Start reading at [`read`], then
//! [`docx`], then [`paragraphs`].

mod cited_works;
mod container;
pub mod docx;
pub mod error;
#[cfg(test)]
mod fixture;
mod found_paragraph;
pub mod full_text;
pub mod kind;
mod list_end;
pub mod notebook;
pub mod odt;
pub mod paragraphs;
pub mod pdf;
pub mod rtf;
mod superscript;
mod tables;
mod word_sources;

pub use error::DocumentError;
pub use kind::DocumentKind;
pub use notebook::Notebook;

use referee_syntax::Document;

/// Reads a document other than a PDF or a notebook; a [`Notebook`] is read separately, since it can
/// be edited.
///
/// # Errors
///
/// If it is not of its kind, is locked or damaged, or exceeds the size limit when unpacked.
pub fn read(kind: DocumentKind, bytes: &[u8]) -> Result<Document, DocumentError> {
    match kind {
        DocumentKind::Docx => docx::read(bytes),
        DocumentKind::Odt => odt::read(bytes),
        DocumentKind::Rtf => rtf::read(bytes),
        DocumentKind::Notebook | DocumentKind::Pdf => Err(DocumentError::NotReadHere),
    }
}
