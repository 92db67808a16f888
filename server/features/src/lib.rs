//! What an editor asks of a draft, in editor words: places are spans, files are [`referee_text::FileId`]s, and
//! nothing here knows a protocol.
//!
//! A file each. Most of them first ask what the cursor is on ([`Subject`]). Everything reads one
//! [`referee_workspace::Snapshot`] and does no I/O. A newcomer starts at [`hover`].

pub mod address;
mod api_key;
pub mod card;
pub mod cite;
pub mod code_action;
pub mod code_lens;
pub mod completion;
pub mod definition;
pub mod document_link;
pub mod document_symbol;
#[cfg(test)]
mod fixture;
pub mod folding;
pub mod hover;
pub mod inlay_hint;
pub mod links;
pub mod markup;
pub mod model;
pub mod reference_status;
pub mod references;
pub mod rename;
pub mod subject;
pub mod support;
pub mod workspace_symbol;
pub mod write;

pub use markup::Style;
pub use subject::Subject;
