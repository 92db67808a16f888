//! A draft in any format, read into one shape.
//!
//! A newcomer starts at [`Document`], then [`block`] (what a block holds), then one format, `markdown`.
//! Reading never does I/O and never fails: a broken place damages its own block and nothing else.

mod ahead;
pub mod block;
pub mod document;
mod latex;
mod markdown;
mod plain;
mod silences;
mod typst;

pub use block::{Block, Citation, Heading, Include, ListItem, Mode, Named, Target};
pub use document::{Document, Format, Kind, Options};
