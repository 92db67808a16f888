//! What answers with records.

use crate::Record;
use referee_bibliography::{Identifier, Work};

/// A question to a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The record with this identifier.
    Identifier(Identifier),
    /// Records that could be this work, by title, authors, journal, year and pages.
    Like(Box<Work>),
}

/// What a source answered.
#[derive(Clone, Debug)]
pub enum Answer {
    /// All that the source has for the question, best first; empty when it has none.
    Records(Vec<Record>),
    /// The source did not answer in full: nothing may be concluded from it.
    None(NoAnswer),
}

/// Why a source did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoAnswer {
    /// No network is allowed.
    Offline,
    /// The source could not be read or reached.
    Unavailable,
}

/// Whether the absence of a work from a source means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The source lists every work of this kind and time: a work that it does not have does not exist.
    Complete,
    /// The source may have it: finding it says something, not finding it says nothing.
    Partial,
    /// The source does not list works of this kind.
    None,
}

/// Something that answers with records. Judging asks it nothing: evidence is gathered first.
pub trait Source: Send + Sync {
    /// The name that findings show: `library`, `pubmed`.
    fn name(&self) -> &str;

    /// Whether absence of `work` would mean something.
    fn covers(&self, work: &Work) -> Coverage;

    /// Answers a question.
    fn ask(&self, question: &Question) -> Answer;
}
