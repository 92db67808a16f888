//! An action: what it is called, where it is offered, what it changes.

use referee_findings::{FileEdit, Finding};

/// Where an action is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// It mends what a finding is about.
    QuickFix,
    /// It changes the text without there being a finding.
    Rewrite,
    /// It applies every mechanical fix of a file.
    FixAll,
    /// It cites a work that could support a sentence.
    Cite,
    /// It looks up whether the works that a sentence cites say so.
    Support,
    /// It writes hypotheses.
    Hypothesize,
    /// It writes a report, or writes a passage anew.
    Report,
    /// It researches the question of the draft.
    Research,
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// What the author reads: a verb first.
    pub title: String,
    /// Where it is offered.
    pub kind: ActionKind,
    /// Whether it is the one obvious answer.
    pub preferred: bool,
    /// The finding that it is about.
    pub finding: Option<Finding>,
    /// The edits, in offsets of the snapshot.
    pub edits: Vec<FileEdit>,
    /// What is done instead of editing.
    pub command: Option<Command>,
}

/// Something that takes time, or needs the author's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Ask whether references may be looked up online.
    AllowNetwork,
    /// Look up online whatever is open.
    VerifyAll,
    /// Look a bare identifier up and cite what it names.
    CiteIdentifier,
    /// Look up whether the works that a sentence cites say so.
    CheckSupport,
    /// Put the hypotheses of the draft's question into it.
    Hypothesize,
    /// Put a report on the draft's question into it.
    InsertReport,
    /// Show what a passage that was written on request would say now.
    RefreshSection,
    /// Research the draft's question.
    Research,
}
