//! BibTeX and BibLaTeX.
//!
//! A file is cut into blocks, one for each entry (`cut`); a block is read by `biblatex`, or, where that refuses
//! it, by a tolerant reader (`scan`). What is kept of an entry are its key and the places of its fields
//! (`entry`, `file`); a [`Work`](crate::Work) is made of them when it is asked for (`resolve`, `fields`).

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
