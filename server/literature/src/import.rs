//! Reads files of records: imports into the library, and the files listed as `[library] files` in a
//! workspace.
//!
//! [`ImportFormat`] lists the formats, `sniff` detects the format of a file, `file` opens it,
//! `read` parses each format, and `convert` turns the result into records. Files may be compressed
//! with gzip, whatever their extension.

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
