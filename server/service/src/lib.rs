//! What a journal or a lab runs for many people: `referee serve` answers checks and look-ups over HTTP, and
//! `referee screen` keeps a queue of submissions that workers on several machines share.
//!
//! What is sent here is a stranger's: it names no file of this machine ([`submission`]), brings no settings, and is read
//! in memory. It cannot widen what the settings of the site allow: they alone say whether anything is looked up online,
//! and of text that reads as a clinical note at most identifiers leave ([`engine`]). Nothing of a draft is logged
//! ([`logging`]). The service listens and connects to nobody: what goes out passes the gate of `literature`.
//!
//! A newcomer starts at [`engine::CheckEngine`], which both use, then at [`http`] and [`queue`].

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod blocking;
pub mod engine;
pub mod http;
mod intake_folder;
pub mod logging;
pub mod queue;
mod signals;
pub mod submission;
pub mod tokens;
pub mod triage_page;
pub mod worker;
pub mod works;
