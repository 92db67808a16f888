//! The kinds of documents that are no plain text.

use std::path::Path;

/// A kind of document that is no plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// Word's, since 2007.
    Docx,
    /// LibreOffice's: OpenDocument text.
    Odt,
    /// Rich Text Format.
    Rtf,
    /// A Jupyter notebook.
    Notebook,
    /// A PDF. Its letters are read elsewhere; [`pdf`](crate::pdf) makes a draft of them.
    Pdf,
}

impl DocumentKind {
    /// The kind of the file `path`, by its extension.
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
