//! A draft in any format, read into one shape.
//!
//! A newcomer starts at [`Document`], then [`block`] (what a block holds), then one format, `markdown`.
//! Reading never does I/O and never fails: a broken place damages its own block and nothing else.

mod ahead;
pub mod block;
mod comments;
mod derived;
pub mod document;
pub mod front_matter;
mod identifiers;
mod latex;
mod lines;
mod markdown;
mod named;
mod numbered;
mod plain;
pub mod provenance;
mod references;
mod spans;
mod suppressions;
mod typst;

pub use block::{Block, Citation, Heading, Include, ListItem, Mode, Named, Target};
pub use derived::DocumentPart;
pub use document::{Cited, Document, Format, Kind, Listed, Options};
pub use front_matter::FrontMatter;
pub use provenance::{Provenance, Written};
