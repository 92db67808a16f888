//! Compares a clinical note with its sources: the conversation it records, an earlier note, or a
//! table of results.
//!
//! The crate is pure and offline: the same note and sources always give the same findings, without
//! a model, a clock or network access. What it knows of drugs, problems and spoken language is data
//! in `referee-knowledge`. It must never report anything that the sources leave open. To read the
//! code, start at [`compare`], then [`Note`] and [`Talk`], then one rule in `rules`.
//!
//! ```
//! use referee_conversation::{Note, Talk, compare};
//!
//! let talk = Talk::read(&[("[doctor] take lisinopril , twenty milligrams a day", "visit.txt")]);
//! let note = Note::read("Continue lisinopril 40 mg daily.", 0);
//! let found = compare(&note, &talk);
//! assert_eq!(found[0].rule, "source/dose-differs");
//! ```

mod around;
pub mod note;
mod number_words;
pub mod reader;
mod readings;
pub mod rules;
pub mod support;
pub mod talk;
mod times;
mod units;
pub mod vocabulary;
pub mod words;

pub use note::Note;
pub use reader::{Role, Turn};
pub use rules::{ALL, Evidence, SourceRemark, compare, compare_sources};
pub use support::{Term, terms};
pub use talk::Talk;
