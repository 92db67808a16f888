//! The commands, one file each.

pub(crate) mod check;
pub(crate) mod cite;
pub(crate) mod config;
pub(crate) mod egress;
pub(crate) mod evidence;
pub(crate) mod explain;
pub(crate) mod hypothesize;
pub(crate) mod library;
pub(crate) mod lsp;
pub(crate) mod mcp;
pub(crate) mod model;
pub(crate) mod papers;
pub(crate) mod references;
pub(crate) mod report;
pub(crate) mod review_note;
pub(crate) mod rules;
pub(crate) mod screen;
pub(crate) mod serve;
pub(crate) mod support;
pub(crate) mod web;
pub(crate) mod zotero;
