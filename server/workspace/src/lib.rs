//! Open files, bibliographies and configuration; the review pipeline.
//!
//! [`Session`] is the only mutable state; it is changed under one lock and never does slow work.
//! [`Snapshot`] is an immutable view of it, cheap to clone; all analysis uses one. [`load`] reads
//! the disk, and this crate implements no network access and no protocol. Start at [`Session`],
//! then read [`Snapshot::review`] and [`review`].

mod attachment_place;
mod attachments;
mod citation_style;
pub mod consent;
pub mod disk;
pub mod files;
mod folder_settings;
mod graph;
mod influence;
mod inline_r;
mod judging;
pub mod knowledge_folder;
mod language;
pub mod library;
pub mod load;
mod manuscript;
mod missing_attachments;
pub mod online;
mod outside;
pub mod papers;
mod paths;
mod project;
pub mod refresh;
pub mod registry;
pub mod review;
mod review_cache;
pub mod rules;
pub mod session;
pub mod settings;
pub mod snapshot;
mod source_text;
mod stamp;
mod unread;
pub mod verify;
mod walk;
pub mod workspace_search;

pub use consent::{Consent, Consents};
pub use disk::{DiskChanges, DiskState};
pub use files::{Role, role};
pub use influence::WorkspaceSetting;
pub use load::LoadRequest;
pub use online::Folders;
pub use refresh::{load_pending, load_pending_observed, notice_disk_changes};
pub use review::{Passage, Review, SourcedTerm};
pub use session::Session;
pub use snapshot::{FileKind, Snapshot};
pub use unread::{TextRead, TextReading};
pub use walk::walk;
