//! What a person can ask for, each once: typed parameters, one function, a typed result. The editor,
//! the command line, agents and the service translate their requests into these parameters and the
//! results into their protocols; JSON schemas of both are derived from the types ([`schema`]).
//!
//! An operation on texts that a program sends is one file, such as [`compare_note`] and
//! [`check_references`]; its [`Call`] has the settings, the library and the cancellation. Such texts
//! are isolated: files that they refer to are not opened, and of a text that reads as a clinical note
//! at most identifiers leave the machine.
//!
//! `check` runs over files: they are read into a session ([`allowed_files`] limits the files that a
//! text of unknown origin may reach), their references are looked up as far as the settings allow,
//! judged and reviewed ([`judging`]), and the result is a [`Report`], which [`json`] and [`html`]
//! write.
//!
//! [`insert_citation`] and [`section`] write into an open draft: the caller has its snapshot, asks the
//! author for consent, and makes the edits; what is offered, written and said is decided here.
//!
//! This crate prints nothing, writes nothing to disk, and implements no protocol.

pub mod allowed_files;
mod call;
pub mod changed_files;
pub mod check_references;
pub mod check_support;
mod checked_file;
pub mod citation_list;
pub mod clinical;
pub mod compare_note;
mod compared_text;
mod error;
pub mod find_citation;
pub mod find_mechanism;
pub mod fixes;
pub mod html;
pub mod insert_citation;
pub mod json;
mod judged_reference;
pub mod judging;
mod not_looked_up;
pub mod note_reviews;
pub mod nothing_to_search;
mod one_work;
mod outages;
mod parameters;
pub mod reference_list;
mod report;
pub mod research_report;
pub mod retraction_status;
pub mod rounds;
pub mod schema;
pub mod screen;
pub mod search_library;
pub mod section;
mod sent_text;
mod session_lock;
pub mod show_evidence;
pub mod supported_sentence;
mod text_range;
mod text_workspace;
pub mod verify_identifier;
mod work_record;
pub mod work_resource;
mod workspace_influence;

pub use call::Call;
pub use checked_file::CheckedFile;
pub use error::OperationError;
pub use judging::{Judged, RunObserver, judge_loaded};
pub use not_looked_up::NotLookedUp;
pub use report::{LookedAt, Report, is_looked_at};
pub use session_lock::lock;
pub use text_workspace::TextWorkspace;
pub use workspace_influence::WorkspaceInfluence;
