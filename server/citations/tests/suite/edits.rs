//! Edits that put citations into drafts.

mod cite;
mod hostile;
mod insert;
