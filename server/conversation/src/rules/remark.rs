//! The remarks of the rules: a place in the note, and the places of the sources that support it.

use crate::reader;
use crate::talk::Talk;
use referee_findings::{Rule, Severity};
use referee_text::{Message, Span};
use std::borrow::Cow;

/// A remark of a rule about a place in a note.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceRemark {
    /// The id of the rule.
    pub rule: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The place, in bytes of the note.
    pub span: Span,
    /// The message to the author.
    pub message: Message,
    /// The places of the sources that support the remark.
    pub evidence: Vec<Evidence>,
    /// The text that would correct the note, and the range that it replaces.
    pub replacement: Option<(Span, String)>,
}

/// A place of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The index of the source, in the order in which they were given.
    pub source: u32,
    /// The place, in bytes of the source.
    pub span: Span,
    /// The speaker; empty if the source omits it.
    pub speaker: String,
    /// The time; empty if it is missing in the source.
    pub time: String,
    /// Whether the place is in a JSON string with escapes.
    pub is_escaped: bool,
}

impl Evidence {
    /// Returns the evidence for some words of a source: the passage around them.
    #[must_use]
    pub fn of(talk: &Talk, first: usize, end: usize) -> Evidence {
        let turn = talk.turn(first);
        Evidence {
            source: turn.map_or(0, |turn| turn.source),
            span: talk.passage(first, end),
            speaker: turn.map(|turn| turn.speaker.clone()).unwrap_or_default(),
            time: turn.map(|turn| turn.time.clone()).unwrap_or_default(),
            is_escaped: turn.is_some_and(|turn| turn.is_escaped),
        }
    }

    /// Returns the words of the place for a reader, on one line; `raw` is its text in the source.
    #[must_use]
    pub fn shown(&self, raw: &str) -> String {
        let text = if self.is_escaped { Cow::Owned(reader::unescaped(raw)) } else { Cow::Borrowed(raw) };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl SourceRemark {
    pub(super) fn new(rule: &'static Rule, severity: Severity, span: Span, message: Message) -> Self {
        SourceRemark { rule: rule.id, severity, span, message, evidence: Vec::new(), replacement: None }
    }

    pub(super) fn with(mut self, evidence: impl IntoIterator<Item = Evidence>) -> Self {
        self.evidence.extend(evidence.into_iter().take(MAX_EVIDENCE));
        self
    }
}

/// The maximum number of source places that a finding shows.
const MAX_EVIDENCE: usize = 3;
