//! The editor features of a draft, independent of any protocol: places are spans, and files are
//! [`referee_text::FileId`]s.
//!
//! Each feature is one file. Most of them first find the target of the cursor ([`CursorTarget`]).
//! All of them read one [`referee_workspace::Snapshot`] and do no I/O. To read the code, start at
//! [`hover`].

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
pub mod paper;
pub mod reference_status;
pub mod references;
pub mod rename;
pub mod support;
pub mod workspace_symbol;
pub mod write;
pub mod zotero;

pub use cursor_target::CursorTarget;
pub use markup::Style;
