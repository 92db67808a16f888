//! What an editor asks of a draft, in editor words: places are spans, files are [`referee_text::FileId`]s, and
//! nothing here knows a protocol.
//!
//! Each feature is one file. Most of them first ask what the cursor is on ([`CursorTarget`]). Everything reads one
//! [`referee_workspace::Snapshot`] and does no I/O. A newcomer starts at [`hover`].

pub mod address;
mod api_key;
mod attachment;
pub mod card;
pub mod cite;
pub mod code_action;
pub mod code_lens;
pub mod completion;
pub mod cursor_target;
pub mod definition;
pub mod document_link;
pub mod document_symbol;
pub mod evidence_list;
#[cfg(test)]
mod fixture;
pub mod folding;
pub mod formatting;
#[cfg(test)]
mod hostile;
pub mod hover;
pub mod inlay_hint;
pub mod links;
pub mod markup;
pub mod model;
pub mod reference_status;
pub mod references;
pub mod rename;
pub mod support;
pub mod workspace_symbol;
pub mod write;
pub mod zotero;

pub use cursor_target::CursorTarget;
pub use markup::Style;
