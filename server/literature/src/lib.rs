//! The sources of bibliographic records: the library on this machine and the online services.
//!
//! A [`Source`](referee_records::Source) answers questions with
//! [`Record`](referee_records::Record)s. The [`library`] is the source on this machine; an
//! [`InMemoryLibrary`] is a small one, read from a few plain files. The [`online`] services are
//! queried by the [`lookup`], which keeps answers in the [`cache`] and reaches the network only
//! through the [`gate`]. Start reading at the crate `referee_records`.

// Lets the unit tests use the simulated service of the integration tests, which imports this crate
// by name.
#[cfg(test)]
extern crate self as referee_literature;

pub mod cache;
pub mod candidates;
pub mod gate;
pub mod import;
pub mod in_memory;
pub mod library;
pub mod lookup;
pub mod model_package;
pub mod online;
pub mod papers;
pub mod plain_file;
pub mod private_files;
pub mod processes;
pub mod retractions;
pub mod search_text;
mod word_lists;
pub mod zotero;

pub use cache::Cache;
pub use gate::{Allowance, Consent, Gate, GateOptions};
pub use import::{FileOfRecords, ImportError, ImportFormat, read_records};
pub use in_memory::InMemoryLibrary;
pub use library::{Library, LibraryError, LibraryWriter, VectorReport, VectorUpdateError};
pub use lookup::{Arrival, Fetched, LookupScheduler, MechanismLookup, ServiceFailure, Wanted};
pub use online::ServiceEndpoint;
pub use zotero::Zotero;
