//! The kinds of documents that are not plain text.

use std::path::Path;

/// A kind of document that is not plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// Word documents, since 2007.
    Docx,
    /// OpenDocument text of LibreOffice.
    Odt,
    /// Rich Text Format.
    Rtf,
    /// A Jupyter notebook.
    Notebook,
    /// A PDF. Its text is extracted elsewhere; [`pdf`](crate::pdf) builds a draft from it.
    Pdf,
}

impl DocumentKind {
    /// Returns the kind of the file `path`, by its extension.
    #[must_use]
    pub fn of(path: &Path) -> Option<DocumentKind> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "docx" | "docm" | "dotx" => DocumentKind::Docx,
            "odt" | "ott" => DocumentKind::Odt,
            "rtf" => DocumentKind::Rtf,
            "ipynb" => DocumentKind::Notebook,
            "pdf" => DocumentKind::Pdf,
            _ => return None,
        })
    }
}
