//! A clinical note against its sources: the conversation that it was written from, an earlier note, a table of results.
//!
//! Pure and offline: the same note and the same sources give the same findings; no model, no clock, no network is in it.
//! What it knows of drugs, problems and how people speak of them is data in `referee-knowledge`. It must never report what
//! the sources leave open. A newcomer starts at [`compare`], then [`Note`] and [`Talk`], then one rule in `rules`.
//!
//! ```
//! use referee_conversation::{Note, Talk, compare};
//!
//! let talk = Talk::read(&[("[doctor] take lisinopril , twenty milligrams a day", "visit.txt")]);
//! let note = Note::read("Continue lisinopril 40 mg daily.", 0);
//! let found = compare(&note, &talk);
//! assert_eq!(found[0].rule, "source/dose-differs");
//! ```

pub mod note;
mod number_words;
pub mod reader;
pub mod rules;
pub mod talk;
pub mod vocabulary;
pub mod words;

pub use note::Note;
pub use reader::{Role, Turn};
pub use rules::{ALL, Evidence, SourceRemark, compare, compare_sources};
pub use talk::Talk;
