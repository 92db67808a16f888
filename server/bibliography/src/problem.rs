//! Problems in a bibliography.

use referee_text::{Message, Span};

/// A place in a bibliography that could not be parsed, or only ambiguously.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place in the text of the file.
    pub span: Span,
    /// The kind of problem.
    pub kind: ProblemKind,
    /// A sentence for the author.
    pub message: Message,
}

/// The kinds of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The entry could be parsed only partly (an unclosed brace, a missing comma).
    Damaged,
    /// There is a surplus character, which every program skips.
    Surplus,
    /// The file as a whole does not have its format.
    NotReadable,
}
