//! Reading files of records: what the library imports, and what a workspace names as `[library] files`.
//!
//! [`ImportFormat`] says which formats there are, `sniff` finds out which one a file has, `file` opens it, `read`
//! reads each format, and `convert` makes records of what they say. Files may be compressed with gzip, whatever they
//! are called.

mod convert;
mod csl;
mod error;
mod file;
mod format;
pub(crate) mod guideline;
mod incoming;
mod paths;
mod read;
mod sniff;

pub(crate) use convert::{add_what_is_marked, record};
pub use error::ImportError;
pub(crate) use file::OpenedFile;
pub use file::{FileOfRecords, read_document, read_records};
pub use format::ImportFormat;
pub use guideline::{
    FRAGMENTS_OPTION, PdfAnswer, PdfLine, PdfText, READ_PDF_COMMAND, document_title, guideline_key,
    last_document, read_pdf_fragments, read_pdfs_with, serve_pdf_reader,
};
pub use incoming::Incoming;
pub(crate) use paths::{checksum, day_of, files_in};
pub(crate) use read::csl_records;
