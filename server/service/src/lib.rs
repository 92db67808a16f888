//! Services that a journal or a lab runs for many people: `referee serve` answers checks and
//! look-ups over HTTP, and `referee screen` keeps a queue of submissions that workers on several
//! machines share.
//!
//! Input is untrusted: it cannot refer to files of this machine ([`submission`]), brings no
//! settings, and is read in memory. It cannot extend what the settings of the site allow: they
//! alone decide whether anything is looked up online, and for text that reads as a clinical note at
//! most identifiers are sent ([`engine`]). No text of a draft is logged ([`logging`]). The service
//! makes no connections itself: outgoing requests pass the gate of `literature`.
//!
//! Start reading at [`engine::CheckEngine`], which both use, then at [`http`] and [`queue`].

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
pub mod worker;
pub mod works;
