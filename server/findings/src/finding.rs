//! A finding, its related places and its fixes.

use crate::Severity;
use referee_text::{FileId, Span};

/// A finding of the reviewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The id of the rule: `citation/retracted`.
    pub rule: &'static str,
    /// The id of its kind, if the rule has kinds: `note/contradiction.side`.
    pub kind: Option<&'static str>,
    /// How much it matters, after the author's settings.
    pub severity: Severity,
    /// The span in the reviewed file.
    pub span: Span,
    /// The fact, the numbers, the source and the next step. Whole sentences that blame no one.
    pub message: String,
    /// Other places that belong to the finding.
    pub related: Vec<Related>,
    /// The subject of the finding, for fixes and for reports.
    pub data: Data,
    /// How an editor may render it.
    pub tag: Option<Tag>,
}

impl Finding {
    /// The narrowest id by which the finding can be switched: its kind's, or else its rule's.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.kind.unwrap_or(self.rule)
    }
}

/// What a finding is about. Empty fields are left out of reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Data {
    /// The key of the reference; `[n]` for a list item, the identifier for a bare one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Further fields by name, as documented by the rule.
    #[serde(flatten)]
    pub more: std::collections::BTreeMap<&'static str, String>,
}

/// How an editor may render a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Faded: the text is without effect.
    Unnecessary,
    /// Struck through: the thing should no longer be used (a retracted work).
    Deprecated,
}

/// Another place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The draft or bibliography that contains the place.
    pub file: FileId,
    /// The span in that file.
    pub span: Span,
    /// The relation of the place to the finding.
    pub message: String,
}

/// Edits of one or more files that are applied and undone as one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The title in the menu: starts with a verb, without a full stop.
    pub title: String,
    /// The kind of fix.
    pub kind: FixKind,
    /// Whether it is the one obvious fix.
    pub preferred: bool,
    /// The edits, in offsets of the snapshot from which they were made.
    pub edits: Vec<FileEdit>,
}

/// Whether a fix may be applied without review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// Mechanical and safe: part of fix-all and of `check --fix`.
    Mechanical,
    /// Applied only if the author chooses it.
    Chosen,
}

/// A replacement in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The file to change.
    pub file: FileId,
    /// The span to replace.
    pub span: Span,
    /// The replacement.
    pub text: String,
}
