//! Works, names and identifiers; readers and writers of the bibliographic formats.
//!
//! Drafts and the library use the same readers. This crate never does I/O and never judges: it
//! reports what a text claims, with the spans of its fields. Start at [`Work`], then read
//! [`Bibliography`] (a parsed file of entries that is kept up to date while it is edited), then one
//! reader, [`bibtex`].

pub mod bibliography;
pub mod bibtex;
mod csl;
pub mod csl_write;
mod data_tree;
pub mod dblp;
pub mod edit;
pub mod field_name;
pub mod foreign;
pub mod format;
mod gather;
mod hayagriva;
pub mod html_text;
pub mod identifier;
pub mod journal_id;
mod latex_arguments;
pub mod latex_symbols;
pub mod latex_text;
pub mod lists;
pub mod misreading;
pub mod name;
pub mod nbib;
pub mod printed;
pub mod problem;
mod program;
pub mod pubmed;
pub mod reference_list;
pub mod render;
pub mod retraction_watch;
pub mod ris;
pub mod source_record;
mod structured;
pub mod subject;
mod tagged;
mod web_address;
pub mod work;
pub mod xml_tree;

pub use bibliography::{Bibliography, Entry};
pub use bibtex::Attachment;
pub use field_name::FieldName;
pub use format::Format;
pub use identifier::{FoundIdentifier, Identifier, Identifiers, Malformed, find_identifiers};
pub use lists::ListFormat;
pub use misreading::{Correction, Effect, Misreading};
pub use name::{Name, NameList};
pub use problem::{Problem, ProblemKind};
pub use program::{Program, Programs, RepeatedField};
pub use reference_list::{ParsedItem, read_item};
pub use source_record::{ReadError, ReadProblem, SourceItem, SourceNotice, SourceRecord};
pub use subject::Subject;
pub use web_address::{is_public_host, public_web_address};
pub use work::{Date, Pages, Work, WorkKind};
