//! BibTeX and BibLaTeX.
//!
//! A file is cut into blocks, one for each entry (`cut`). `biblatex` parses a block; if it fails, a
//! tolerant reader (`scan`) does. An entry keeps its key and the spans of its fields (`entry`,
//! `file`); a [`Work`](crate::Work) is built from them on demand (`resolve`, `fields`).

mod attachments;
mod cut;
mod date;
pub(crate) mod edit;
mod entry;
mod fields;
mod file;
mod index;
pub(crate) mod join;
mod key;
mod kind;
mod known;
pub(crate) mod layout;
pub(crate) mod misread;
mod names;
mod printed;
mod raw;
mod resolve;
mod scan;
mod style;
mod value;
mod write;

pub use attachments::Attachment;
pub(crate) use date::parse as parse_date;
pub(crate) use entry::hash_of;
pub(crate) use file::BibtexFile;
pub use key::suggest_key;
pub(crate) use kind::is_server;
pub use misread::{CommentedEntry, Surroundings};
pub(crate) use names::parse as parse_names;
pub use write::{escape, write_bibtex};

#[cfg(test)]
mod tests;
