//! A code action: its title, the place where it is offered, and its edits.

use referee_findings::{FileEdit, Finding};

/// The kind of an action, which determines where it is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Fixes a finding.
    QuickFix,
    /// Changes the text without a finding.
    Rewrite,
    /// Applies every mechanical fix of a file.
    FixAll,
    /// Cites a work that could support a sentence.
    Cite,
    /// Looks up whether the works that a sentence cites support it.
    Support,
    /// Writes hypotheses.
    Hypothesize,
    /// Writes a report, or rewrites a passage.
    Report,
    /// Researches the question of the draft.
    Research,
}

/// An action that the author can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// The title that the author reads; it begins with a verb.
    pub title: String,
    /// The kind, which determines where it is offered.
    pub kind: ActionKind,
    /// Whether it is the obvious choice.
    pub preferred: bool,
    /// The finding to which it belongs.
    pub finding: Option<Finding>,
    /// The edits, in offsets of the snapshot.
    pub edits: Vec<FileEdit>,
    /// The command that runs instead of an edit.
    pub command: Option<Command>,
}

/// A command that takes time, or needs the author's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Ask whether references may be looked up online.
    AllowNetwork,
    /// Look up online whatever is open.
    VerifyAll,
    /// Look up a bare identifier and cite its work.
    CiteIdentifier,
    /// Look up whether the works that a sentence cites support it.
    CheckSupport,
    /// Insert the hypotheses of the draft's question.
    Hypothesize,
    /// Insert a report on the draft's question.
    InsertReport,
    /// Show the current version of a passage that was written on request.
    RefreshSection,
    /// Research the draft's question.
    Research,
}
