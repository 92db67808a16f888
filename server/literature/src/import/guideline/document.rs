//! A document being imported: its format, its name, and what a reader found in it.

use super::outline::DocumentPart;
use std::path::Path;

/// The extensions of guidelines and other documents, with their formats.
const EXTENSIONS: &[(&str, DocumentFormat)] = &[
    ("md", DocumentFormat::Markdown),
    ("markdown", DocumentFormat::Markdown),
    ("qmd", DocumentFormat::Markdown),
    ("html", DocumentFormat::Html),
    ("htm", DocumentFormat::Html),
    ("xhtml", DocumentFormat::Html),
    ("pdf", DocumentFormat::Pdf),
    ("txt", DocumentFormat::Text),
    ("text", DocumentFormat::Text),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum DocumentFormat {
    /// Markdown, with or without front matter; Quarto.
    Markdown,
    /// HTML and XHTML.
    Html,
    /// PDF with a text layer.
    Pdf,
    /// Plain text, with or without form feeds between pages.
    Text,
}

impl DocumentFormat {
    /// Returns the format of files with this extension, which is in lower case and without its dot.
    pub(in crate::import) fn of_extension(extension: &str) -> Option<DocumentFormat> {
        EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, kind)| *kind)
    }

    /// Returns the format of a document, by its first bytes, else by its extension.
    pub(super) fn of(bytes: &[u8], extension: &str) -> DocumentFormat {
        if is_pdf(bytes) {
            return DocumentFormat::Pdf;
        }
        match DocumentFormat::of_extension(extension) {
            None => DocumentFormat::Text,
            Some(kind) => kind,
        }
    }
}

/// Returns whether a file of an unknown type begins like a document that is read as a guideline.
pub(in crate::import) fn begins_like_document(head: &[u8], start: &str) -> bool {
    let lower = start.get(..64.min(start.len())).unwrap_or_default().to_ascii_lowercase();
    is_pdf(head) || lower.starts_with("<!doctype html") || lower.starts_with("<html")
}

/// Returns whether the bytes begin as a PDF does; some PDFs have a few bytes before the mark.
fn is_pdf(bytes: &[u8]) -> bool {
    bytes.get(..bytes.len().min(1024)).is_some_and(|head| head.windows(5).any(|five| five == b"%PDF-"))
}

/// The name of a document that does not state its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DocumentName {
    /// The user's title for it; takes precedence over the document's own title.
    pub(crate) title: Option<String>,
    /// The file name without the extension.
    pub(crate) stem: String,
    /// The extension, in lower case, without its dot.
    pub(crate) extension: String,
}

impl DocumentName {
    /// Returns the name of the file at `path`, for which the user's title is `title`.
    pub(crate) fn of(path: &Path, title: Option<&str>) -> Self {
        let part = |part: Option<&std::ffi::OsStr>| {
            part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
        };
        DocumentName {
            title: title.map(str::to_owned),
            stem: part(path.file_stem()),
            extension: part(path.extension()).to_lowercase(),
        }
    }
}

/// A document as a reader found it.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Document {
    /// The title in the document.
    pub(super) title: Option<String>,
    /// The text that may contain the year of publication: metadata, else the first words.
    pub(super) dated: String,
    /// Its text, in order.
    pub(super) parts: Vec<DocumentPart>,
    /// The parts that could not be read, each with its position.
    pub(super) damage: Vec<String>,
}
