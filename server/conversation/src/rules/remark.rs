//! What the rules report: a place in the note, and the places of the sources that it rests on.

use crate::talk::Talk;
use referee_findings::{Rule, Severity};
use referee_text::{Message, Span};

/// What a rule says of a place in a note.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceRemark {
    /// The id of the rule.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The place, in bytes of the note.
    pub span: Span,
    /// What was compared.
    pub message: Message,
    /// The places of the sources that it rests on.
    pub evidence: Vec<Evidence>,
    /// The words that the source has instead, and what they take the place of.
    pub replacement: Option<(Span, String)>,
}

/// A place of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Which source, in the order in which they were given.
    pub source: u32,
    /// The place, in bytes of the source.
    pub span: Span,
    /// Who says it; empty where the source names none.
    pub speaker: String,
    /// When; empty where the source has no times.
    pub time: String,
}

impl Evidence {
    /// The place around words of a source.
    #[must_use]
    pub fn of(talk: &Talk, first: usize, end: usize) -> Evidence {
        let turn = talk.turn(first);
        Evidence {
            source: turn.map_or(0, |turn| turn.source),
            span: talk.passage(first, end),
            speaker: turn.map(|turn| turn.speaker.clone()).unwrap_or_default(),
            time: turn.map(|turn| turn.time.clone()).unwrap_or_default(),
        }
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

/// How many places of a source a finding shows.
const MAX_EVIDENCE: usize = 3;
