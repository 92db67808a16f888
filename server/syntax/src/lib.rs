//! Parses a draft in any format into one representation.
//!
//! Start reading at [`Document`], then [`block`] (the contents of a block), then one format,
//! `markdown`. Parsing never does I/O and never fails: a syntax error damages its block and nothing
//! else.

mod bibliography_program;
mod bibliography_setup;
pub mod block;
mod comments;
mod derived;
pub mod document;
pub mod extracted;
pub mod format;
pub mod front_matter;
mod identifiers;
mod latex;
mod lines;
mod list_marker;
mod lookahead;
mod markdown;
mod named_sources;
pub mod named_span;
mod numbered;
mod org;
mod plain;
pub mod provenance;
mod references;
mod roles;
mod rst;
mod spans;
mod suppressions;
mod typst;

pub use bibliography_setup::BibliographySetup;
pub use block::{Block, Citation, Heading, Include, ListItem, Mode, Target};
pub use derived::DocumentPart;
pub use document::{Cited, Document, Listed};
pub use extracted::{ExtractedCitation, ExtractedParagraph, ExtractedReference, SourcePlace};
pub use format::{DraftKind, Format, Options};
pub use front_matter::FrontMatter;
pub use identifiers::identifier_in_key;
pub use named_span::NamedSpan;
pub use provenance::{Provenance, WrittenPassage};
pub use references::is_references_heading;
