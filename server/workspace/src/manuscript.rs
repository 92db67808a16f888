//! Documents that are not plain text, converted to drafts.

use referee_documents::pdf::{Fragment, Page};
use referee_documents::{DocumentError, DocumentKind, pdf};
use referee_literature::import::{PdfLine, PdfText, read_pdf_fragments};
use referee_syntax::Document;
use referee_text::Message;

/// A converted document.
#[derive(Debug)]
pub(crate) struct Manuscript {
    pub(crate) document: Document,
    /// Descriptions of the parts that could not be read, each as a clause.
    pub(crate) damage: Vec<String>,
}

/// The reasons why a document was not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ManuscriptError {
    /// The document is invalid.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// No part of a PDF could be read, with the reason.
    #[error("{0}")]
    Pdf(String),
}

impl ManuscriptError {
    /// Returns the reason in every language.
    pub(crate) fn message(&self) -> Message {
        match self {
            ManuscriptError::Document(error) => error.message(),
            ManuscriptError::Pdf(reason) => {
                let spanish = PdfText::damage_in_spanish(reason);
                Message::new(reason.clone(), spanish.unwrap_or_else(|| reason.clone()))
            }
        }
    }
}

/// Converts a document; a PDF in a separate process, if the program has configured one.
pub(crate) fn read(kind: DocumentKind, bytes: Vec<u8>) -> Result<Manuscript, ManuscriptError> {
    if kind != DocumentKind::Pdf {
        return Ok(Manuscript { document: referee_documents::read(kind, &bytes)?, damage: Vec::new() });
    }
    let PdfText { pages, damage, .. } = read_pdf_fragments(bytes);
    if let (true, Some(reason)) = (pages.is_empty(), damage.first()) {
        return Err(ManuscriptError::Pdf(reason.clone()));
    }
    Ok(Manuscript { document: pdf::read(&pages_of(pages))?, damage })
}

/// Converts the pages of a PDF for the readers of documents.
pub(crate) fn pages_of(pages: Vec<(u32, Vec<PdfLine>)>) -> Vec<Page> {
    let fragment =
        |line: PdfLine| Fragment { text: line.text, size: line.size, x: line.x, end: line.end, y: line.y };
    let page = |(number, lines): (u32, Vec<PdfLine>)| Page {
        number,
        fragments: lines.into_iter().map(fragment).collect(),
    };
    pages.into_iter().map(page).collect()
}
