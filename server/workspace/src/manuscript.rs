//! Documents that are no plain text, read into drafts.

use referee_documents::pdf::{Fragment, Page};
use referee_documents::{DocumentError, DocumentKind, pdf};
use referee_literature::import::{PdfText, read_pdf_fragments};
use referee_syntax::Document;
use referee_text::Message;

/// A document that was read.
#[derive(Debug)]
pub(crate) struct Manuscript {
    pub(crate) document: Document,
    /// What of it could not be read, a part of a sentence each.
    pub(crate) damage: Vec<String>,
}

/// Why a document was not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ManuscriptError {
    /// The document is at fault.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Nothing of a PDF could be read, and why.
    #[error("{0}")]
    Pdf(String),
}

impl ManuscriptError {
    /// The reason in every language.
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

/// Reads a document; a PDF in a process of its own, where the program named one.
pub(crate) fn read(kind: DocumentKind, bytes: Vec<u8>) -> Result<Manuscript, ManuscriptError> {
    if kind != DocumentKind::Pdf {
        return Ok(Manuscript { document: referee_documents::read(kind, &bytes)?, damage: Vec::new() });
    }
    let PdfText { pages, damage, .. } = read_pdf_fragments(bytes);
    if let (true, Some(reason)) = (pages.is_empty(), damage.first()) {
        return Err(ManuscriptError::Pdf(reason.clone()));
    }
    let pages: Vec<Page> = pages
        .into_iter()
        .map(|(number, lines)| Page {
            number,
            fragments: lines
                .into_iter()
                .map(|line| Fragment {
                    text: line.text,
                    size: line.size,
                    x: line.x,
                    end: line.end,
                    y: line.y,
                })
                .collect(),
        })
        .collect();
    Ok(Manuscript { document: pdf::read(&pages)?, damage })
}
