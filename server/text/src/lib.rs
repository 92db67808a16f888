//! Positions, blocks, folding and similarity: the basis of all readers of text.
//!
//! This crate is independent of citations, formats and editors, and never does I/O. Start at
//! [`Span`] (the type of every place in a file), then read [`blocks`] (incremental parsing of
//! edited files).

pub mod accents;
pub mod blocks;
pub mod decode;
pub mod edit;
pub mod effort;
pub mod file;
pub mod fold;
pub mod html;
pub mod language;
pub mod mapped_text;
pub mod months;
pub mod number_words;
pub mod pattern;
pub mod position;
pub mod revision;
pub mod sentences;
pub mod similarity;
pub mod span;
pub mod stem;
pub mod stop_words;
pub mod visible;

pub use blocks::{BlockReader, Blocks};
pub use edit::TextEdit;
pub use file::FileId;
pub use language::{Language, Message, Phrase};
pub use mapped_text::MappedText;
pub use pattern::pattern;
pub use position::{Encoding, Position};
pub use revision::Revision;
pub use ropey::iter::Lines;
pub use ropey::{Rope, RopeSlice};
pub use span::Span;
