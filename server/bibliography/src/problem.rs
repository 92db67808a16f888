//! What is wrong in a bibliography.

use referee_text::{Message, Span};

/// Something in a bibliography that could not be read, or is read with a doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is, in the text of the file.
    pub span: Span,
    /// Which kind of problem it is.
    pub kind: ProblemKind,
    /// One sentence for the author.
    pub message: Message,
}

/// The kinds of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The entry could be read in part only (an unclosed brace, a missing comma).
    Damaged,
    /// There is a sign too many, which every program passes over.
    Surplus,
    /// The file as a whole is not of its format.
    NotReadable,
}
