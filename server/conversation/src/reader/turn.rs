//! A passage of a source with a single speaker.

use super::escapes;
use crate::words::{Word, words};
use referee_text::Span;

/// The role of a speaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The person who examines the patient and asks the questions.
    Clinician,
    /// The patient.
    Patient,
    /// A person who is neither, or whose role is unknown.
    Other,
    /// A line of a note or a table, without a speaker.
    Record,
}

/// A passage of a source with a single speaker.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The role of the speaker.
    pub role: Role,
    /// The speaker as the source names them; empty if it does not.
    pub speaker: String,
    /// The time as the source writes it; empty if it is missing.
    pub time: String,
    /// The range of the words, in bytes of the source.
    pub span: Span,
    /// The index of the source.
    pub source: u32,
    /// Whether it continues the last sentence of the turn before, as subtitles do that break in mid-sentence.
    pub continues: bool,
    /// Whether it is a row of a table, whose numbers are values of what the row names.
    pub is_row: bool,
    /// Whether its words are in a JSON string with escapes: `don\u2019t`.
    pub is_escaped: bool,
}

impl Turn {
    /// Returns its words, with their places in bytes of the source.
    #[must_use]
    pub fn words(&self, text: &str) -> Vec<Word> {
        let said = text.get(self.span.range()).unwrap_or_default();
        let base = self.span.start as usize;
        if self.is_escaped { escapes::words(said, base) } else { words(said, base) }
    }
}

/// Makes a turn of a speaker, at a range of bytes.
pub(super) fn turn(speaker: &str, time: &str, start: usize, end: usize) -> Turn {
    Turn {
        role: Role::Other,
        speaker: speaker.trim().to_owned(),
        time: time.trim().to_owned(),
        span: Span::new(start, end),
        source: 0,
        continues: false,
        is_row: false,
        is_escaped: false,
    }
}
