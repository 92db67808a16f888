//! A run over files that are not open in an editor: the implementation of `referee check`, for
//! every program that needs it.
//!
//! Files are read into a session ([`allowed_files`] limits the files that a text of unknown origin
//! may reach), their references are looked up as far as the settings allow, judged and reviewed
//! ([`judging`]), and the result is a [`Report`], which [`json`] and [`html`] write. This crate
//! prints nothing, writes nothing to disk, and implements no protocol.
//!
//! Start at [`judging::judge_loaded`], then read [`Report::of`].

pub mod allowed_files;
mod checked_file;
pub mod clinical;
pub mod fixes;
pub mod html;
pub mod json;
pub mod judging;
mod not_looked_up;
pub mod note_comparison;
pub mod reference_list;
mod report;
mod session_lock;
mod workspace_influence;

pub use checked_file::CheckedFile;
pub use judging::{Judged, RunObserver, judge_loaded};
pub use not_looked_up::NotLookedUp;
pub use report::{LookedAt, Report, is_looked_at};
pub use session_lock::lock;
pub use workspace_influence::WorkspaceInfluence;
