//! How a finding is silenced in the text.
//!
//! `referee:ignore RULE reason` in a comment silences the next line, `referee:ignore-file` the file, and
//! `referee:ignore-start` … `referee:ignore-end` what lies between. A silence that silences nothing is reported.

use referee_text::Span;

/// One silencing comment, as `syntax` found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silence {
    /// The place of the comment.
    pub span: Span,
    /// What it covers.
    pub extent: Extent,
    /// The rule id, or a family with a star (`citation/*`).
    pub rule: String,
    /// Why; empty where none is given.
    pub reason: String,
}

/// What a silencing comment covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The line after the comment (or the comment's own line, where text stands before it).
    NextLine,
    /// The whole file.
    File,
    /// From here to the matching end.
    Start,
    /// The end of a [`Extent::Start`].
    End,
}
