//! The reasons why a document cannot be read.

use referee_bibliography::xml_tree::XmlError;
use referee_text::Message;

/// The reason why a document cannot be read, as a part of a sentence after its name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The document is locked with a password.
    #[error("it is password protected; save it without a password and check that file")]
    Locked,
    /// The document is in the binary format of Word before 2007.
    #[error("it is in the old Word format (.doc); save it as .docx and check that")]
    OldWord,
    /// The document is not an archive.
    #[error("it is not a valid {0} file: its beginning differs")]
    OtherFormat(&'static str),
    /// The archive is damaged.
    #[error("it is damaged: {0}")]
    Damaged(#[from] zip::result::ZipError),
    /// A part of the document cannot be unpacked.
    #[error("it is damaged: {part} cannot be unpacked ({source})")]
    Unpack {
        /// The part within the document's archive.
        part: &'static str,
        /// The reason why it cannot be unpacked.
        source: std::io::Error,
    },
    /// A required part is missing.
    #[error("it is damaged: it has no {0}")]
    Missing(&'static str),
    /// A part exceeds the size limit when unpacked.
    #[error("{part} has more than {megabytes} MB unpacked, which is more than is read")]
    TooLarge {
        /// The part within the document's archive.
        part: &'static str,
        /// The limit for the size of a part, in megabytes.
        megabytes: u64,
    },
    /// A part is not valid XML.
    #[error("it is damaged: in {part} {source}")]
    Xml {
        /// The part within the document's archive.
        part: &'static str,
        /// The syntax error.
        source: XmlError,
    },
    /// A notebook is not valid JSON.
    #[error("it is not a readable notebook: {0}")]
    NotebookJson(#[source] serde_json::Error),
    /// Its parts are written in a way into which no comments can be put.
    #[error("no comments can be put into it: save it again in Word or LibreOffice and try that file")]
    NotWritable,
    /// It is a PDF of pictures.
    #[error("it holds pictures of pages and no text (a scan); run text recognition on it first")]
    NoText,
    /// It is an article without its text.
    #[error("it holds the abstract and not the text of the article")]
    AbstractOnly,
    /// The document is a PDF, which [`pdf`](crate::pdf) reads, or a notebook, which
    /// [`Notebook`](crate::Notebook) reads.
    #[error("a PDF is read page by page, and a notebook as text that can be edited")]
    NotReadHere,
}

impl DocumentError {
    /// Returns the reason in English and Spanish; texts of the system or of a parser are not
    /// translated.
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
            DocumentError::NotWritable => {
                "no admite comentarios: guárdelo de nuevo con Word o LibreOffice y pruebe con ese archivo".to_owned()
            }
            DocumentError::NoText => {
                "contiene imágenes de páginas y ningún texto (un escaneo); pásele antes un reconocimiento de texto"
                    .to_owned()
            }
            DocumentError::AbstractOnly => "contiene el resumen y no el texto del artículo".to_owned(),
            DocumentError::NotReadHere => {
                "un PDF se lee página por página, y un cuaderno como texto que se puede editar".to_owned()
            }
        };
        Message::new(self.to_string(), spanish)
    }
}
