//! Reads the full text of a work, passage by passage, and checks that a file is that work.
//!
//! [`of_pdf`] reads the pages of a PDF, [`of_jats`] the XML of PubMed Central and publishers,
//! [`of_latex`] the sources of an arXiv work. Each gives a [`FullText`]: paragraphs, captions and
//! tables with their page and section, and the list of references apart. [`identify`] compares it
//! with the [`Work`](referee_bibliography::Work) that a draft cites.
//!
//! Raised numbers of references are written in brackets before a full stop (`12.5 mg [3].`), so
//! that they join no word or number. Files are not trusted: see the crate's documentation.

mod identity;
mod jats;
mod latex;
mod marks;
mod parts;
mod pdf;
mod vocabulary;

pub use identity::{Identity, identify};

use crate::DocumentError;
use crate::pdf::Page;
use referee_records::FullText;

/// Reads the full text of a work from the pages of a PDF.
///
/// # Errors
///
/// If the pages contain no text: they are images.
pub fn of_pdf(pages: &[Page], file_name: &str) -> Result<FullText, DocumentError> {
    pdf::read(pages, file_name)
}

/// Reads the full text of a work from JATS (or NLM) XML.
///
/// # Errors
///
/// If the file is not XML, not an article, too large, or has only an abstract.
pub fn of_jats(xml: &[u8], file_name: &str) -> Result<FullText, DocumentError> {
    jats::read(xml, file_name)
}

/// Reads the full text of a work from its LaTeX sources, each with its name in the archive.
/// `\input` is followed only within this list; `name` is the name of the archive.
///
/// # Errors
///
/// If no file is the main one, or the text is empty.
pub fn of_latex(sources: &[(String, Vec<u8>)], name: &str) -> Result<FullText, DocumentError> {
    latex::read(sources, name)
}
