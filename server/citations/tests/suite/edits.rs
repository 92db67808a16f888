//! Tests the edits that insert citations into drafts.

mod cite;
mod hostile;
mod insert;
