//! The handlers, one file for each group of methods; they convert requests into ours and answers
//! into the protocol's.

pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod command;
mod command_names;
pub(crate) mod completion;
pub(crate) mod definition;
pub(crate) mod diagnostic;
pub(crate) mod document_highlight;
pub(crate) mod document_link;
pub(crate) mod document_symbol;
pub(crate) mod documents;
pub(crate) mod folding_range;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod lifecycle;
pub(crate) mod lookup;
mod papers;
mod partial_results;
pub(crate) mod recommend;
pub(crate) mod reference_status;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod research;
mod searching;
pub(crate) mod workspace;
pub(crate) mod workspace_symbol;
mod zotero;
