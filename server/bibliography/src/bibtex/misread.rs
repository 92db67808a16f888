//! Finds the places of a .bib file that a program reads differently from what its author means.
//!
//! `entry` checks each entry by itself, `file` what concerns the file (text between entries,
//! abbreviations, `crossref`). A damaged entry is skipped: one problem is enough.

mod abbreviations;
mod commented;
pub(crate) mod damage;
mod dates;
mod entry;
mod file;
mod links;
mod names;
mod pages;
mod preamble;
mod signs;
mod surroundings;

use referee_text::{Message, Span, TextEdit};

pub use commented::CommentedEntry;
pub use surroundings::Surroundings;

/// Returns the edits that replace each span by its text.
fn edits_of<'a>(places: impl Iterator<Item = (Span, &'a str)>) -> Vec<TextEdit> {
    places.map(|(span, text)| TextEdit::new(span, text)).collect()
}

fn message(english: &str, spanish: &str) -> Message {
    Message::new(english, spanish)
}
