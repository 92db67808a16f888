//! What the documents of word processors and PDFs say, as drafts that are read and not edited.
//!
//! A document comes in as bytes (a PDF as the lines of its pages) and goes out as a
//! [`Document`] of one line for each paragraph. What a reference manager left in it as data
//! (field codes of Zotero, Mendeley and EndNote, Word's own sources) becomes references that need no guessing; a list
//! that is only words is read as such a list in any draft.
//!
//! Documents are strangers: nothing here opens a file, follows a name that a document holds, or expands an entity, and
//! all that is unpacked has a limit. A newcomer starts at [`read`], then [`docx`], then [`paragraphs`].

mod cited_works;
mod container;
pub mod docx;
pub mod error;
#[cfg(test)]
mod fixture;
pub mod kind;
mod list_end;
pub mod notebook;
pub mod odt;
pub mod paragraphs;
pub mod pdf;
pub mod rtf;
mod superscript;
mod word_sources;

pub use error::DocumentError;
pub use kind::DocumentKind;
pub use notebook::Notebook;

use referee_syntax::Document;

/// Reads a document that is no PDF and no notebook: a [`Notebook`] is read by itself, since it can be edited.
///
/// # Errors
///
/// If it is not of its kind, is locked, is damaged, or is larger unpacked than is read.
pub fn read(kind: DocumentKind, bytes: &[u8]) -> Result<Document, DocumentError> {
    match kind {
        DocumentKind::Docx => docx::read(bytes),
        DocumentKind::Odt => odt::read(bytes),
        DocumentKind::Rtf => rtf::read(bytes),
        DocumentKind::Notebook | DocumentKind::Pdf => Err(DocumentError::NotReadHere),
    }
}
