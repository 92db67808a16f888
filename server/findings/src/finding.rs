//! A finding, its related places and its fixes.

use crate::Severity;
use referee_text::{FileId, Span};

/// One remark of the reviewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The id of the rule: `citation/retracted`.
    pub rule: &'static str,
    /// How much it matters, after the author's settings.
    pub severity: Severity,
    /// The place, in the file that was reviewed.
    pub span: Span,
    /// What, the numbers, the source, what next. Whole sentences that accuse nobody.
    pub message: String,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// What the finding is about, for fixes and for reports.
    pub data: Data,
    /// How an editor may draw it.
    pub tag: Option<Tag>,
}

/// What a finding is about. Empty fields are left out of reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Data {
    /// The key of the reference; `[n]` for a list item, the identifier for a bare one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// More, by name, as the rule documents it.
    #[serde(flatten)]
    pub more: std::collections::BTreeMap<&'static str, String>,
}

/// How an editor may draw a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Faded: the text has no effect.
    Unnecessary,
    /// Struck through: the thing should no longer be used (a retracted work).
    Deprecated,
}

/// Another place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The draft or bibliography that is pointed at.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
    /// What it has to do with the finding.
    pub message: String,
}

/// Edits over one or more files, applied as one step and undone as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the author reads in the menu: a verb first, no full stop.
    pub title: String,
    /// Of which kind.
    pub kind: FixKind,
    /// Whether it is the one obvious answer.
    pub preferred: bool,
    /// The edits, in offsets of the snapshot that they were made from.
    pub edits: Vec<FileEdit>,
}

/// Whether a fix may be applied without being looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// Mechanical and safe: part of fix-all and of `check --fix`.
    Mechanical,
    /// Chosen by the author, one at a time.
    Chosen,
}

/// A replacement in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The file that is changed.
    pub file: FileId,
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}
