//! Tests across a process boundary: the binary `referee`, driven as its users drive it.
//!
//! [`mod@binary`] finds and builds the program, [`Folder`] is a workspace on disk, [`Editor`] a
//! client that speaks the protocol over the program's standard input and output.

pub mod agent;
pub mod binary;
pub mod chance;
pub mod cli;
pub mod clock;
pub mod editor;
pub mod figures;
pub mod fixtures;
pub mod folder;
pub mod full_disk;
pub mod hostile;
pub mod model;
pub mod pdf;
pub mod read_only;
pub mod scholar;
pub mod service;
pub mod sim;
pub mod tools;
pub mod web;
pub mod workspace_edit;

pub use agent::Agent;
pub use binary::binary;
pub use clock::MovedClock;
pub use editor::{ClientCapabilities, Editor, RpcError};
pub use folder::Folder;
pub use scholar::Scholar;
pub use service::Service;
pub use web::Web;
