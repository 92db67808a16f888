//! Why a document is not read.

use referee_bibliography::xml_tree::XmlError;
use referee_text::Message;

/// Why a document is not read, as a part of a sentence behind its name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// Word locked it with a password.
    #[error("it is locked with a password; save it without one and check that")]
    Locked,
    /// It is the binary format of Word before 2007.
    #[error("it is in the old Word format (.doc); save it as .docx and check that")]
    OldWord,
    /// It is no archive at all.
    #[error("it is no {0} file: it does not begin as one")]
    OtherFormat(&'static str),
    /// Its archive is damaged.
    #[error("it is damaged: {0}")]
    Damaged(#[from] zip::result::ZipError),
    /// A part of it cannot be unpacked.
    #[error("it is damaged: {part} cannot be unpacked ({source})")]
    Unpack {
        /// The name of the part inside of the document's archive.
        part: &'static str,
        /// Why it could not be unpacked.
        source: std::io::Error,
    },
    /// A part that it must have is missing.
    #[error("it is damaged: it has no {0}")]
    Missing(&'static str),
    /// A part is larger unpacked than is read.
    #[error("{part} has more than {megabytes} MB unpacked, which is more than is read")]
    TooLarge {
        /// The name of the part inside of the document's archive.
        part: &'static str,
        /// The most megabytes of a part that are read.
        megabytes: u64,
    },
    /// A part is no XML that can be read.
    #[error("it is damaged: in {part} {source}")]
    Xml {
        /// The name of the part inside of the document's archive.
        part: &'static str,
        /// What is wrong.
        source: XmlError,
    },
    /// A notebook is no JSON.
    #[error("it is no notebook that can be read: {0}")]
    NotebookJson(#[source] serde_json::Error),
    /// It is a PDF of pictures.
    #[error("it holds pictures of pages and no text (a scan); run text recognition on it first")]
    NoText,
    /// It is a PDF, which [`pdf`](crate::pdf) reads, or a notebook, which [`Notebook`](crate::Notebook) reads.
    #[error("a PDF is read page by page, and a notebook as text that can be edited")]
    NotReadHere,
}

impl DocumentError {
    /// The reason in every language; what the system or a reader of a format says stays in its own.
    #[must_use]
    pub fn message(&self) -> Message {
        let spanish = match self {
            DocumentError::Locked => {
                "está bloqueado con una contraseña; guárdelo sin ella y revise esa copia".to_owned()
            }
            DocumentError::OldWord => {
                "está en el formato antiguo de Word (.doc); guárdelo como .docx y revise esa copia".to_owned()
            }
            DocumentError::OtherFormat(name) => format!("no es un archivo de {name}: no empieza como tal"),
            DocumentError::Damaged(source) => format!("está dañado: {source}"),
            DocumentError::Unpack { part, source } => {
                format!("está dañado: {part} no se puede descomprimir ({source})")
            }
            DocumentError::Missing(part) => format!("está dañado: le falta {part}"),
            DocumentError::TooLarge { part, megabytes } => {
                format!("{part} ocupa más de {megabytes} MB descomprimido, que es más de lo que se lee")
            }
            DocumentError::Xml { part, source } => format!("está dañado: en {part} {source}"),
            DocumentError::NotebookJson(source) => format!("no es un cuaderno que se pueda leer: {source}"),
            DocumentError::NoText => {
                "contiene imágenes de páginas y ningún texto (un escaneo); pásele antes un reconocimiento de texto"
                    .to_owned()
            }
            DocumentError::NotReadHere => {
                "un PDF se lee página por página, y un cuaderno como texto que se puede editar".to_owned()
            }
        };
        Message::new(self.to_string(), spanish)
    }
}
