//! One statement about the patient, the statements of a block, and the remark about two that exclude each other.

use super::frame::Frame;
use super::table::{StateId, TABLES};
use crate::Draft;
use crate::rules::note::contradiction::kinds;
use referee_findings::{Remark, Severity};
use referee_text::Span;

/// The maximum number of statements of one state kept per group of blocks.
const MAX_PLACES: usize = 12;
/// The maximum number of hours kept per group of blocks.
const MAX_CLOCKS: usize = 64;

/// What a statement says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Says {
    State(StateId),
    /// A measure with its value.
    Value(usize, f64),
}

/// One statement about the patient.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement {
    pub(crate) says: Says,
    pub(crate) span: Span,
    /// Its part of a sentence, between stops. Two statements in one part describe a course or a contrast.
    pub(crate) part: Span,
    /// Its clause, between commas.
    pub(crate) clause: Span,
    pub(crate) frame: Frame,
    /// The number of chart entries that begin before it.
    pub(crate) entry: usize,
    /// The number of steps of a course before it.
    pub(crate) step: usize,
    /// The side, the vertebra or the finger, by a number.
    pub(crate) which: Option<u32>,
    /// The measure whose value gave the state.
    pub(crate) measure: Option<usize>,
    pub(crate) drug: Option<usize>,
    /// Whether it is the value of a cell in a table with times.
    pub(crate) is_charted: bool,
    /// Whether it is a word about the patient that holds for longer than an hour: a diagnosis.
    pub(crate) is_lasting: bool,
}

impl Statement {
    /// Describes it: "states smoking=never".
    pub(crate) fn describe(&self) -> String {
        let time = match self.frame {
            Frame::Now => String::new(),
            Frame::Clock(minutes) => format!(" at {:02}:{:02}", minutes / 60, minutes % 60),
            Frame::At(label, 0) => format!(" ({label:?})").to_lowercase(),
            Frame::At(label, day) => format!(" ({label:?} {day})").to_lowercase(),
        };
        match self.says {
            Says::State(state) => format!("states {}{time}", TABLES.name(state)),
            Says::Value(measure, value) => {
                format!("states {} {value}{time}", TABLES.measure_names.get(measure).unwrap_or(&""))
            }
        }
    }
}

/// The statements of a block or a group of blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statements {
    pub(crate) all: Vec<Statement>,
    /// The number of chart entries that begin here.
    pub(crate) entries: usize,
    /// The number of steps of a course here.
    pub(crate) steps: usize,
    /// The hours of each entry, in minutes.
    pub(crate) clocks: Vec<(usize, u32)>,
}

impl Statements {
    /// Adds the statements of a block that begins at `start`.
    pub(crate) fn add(&mut self, other: &Statements, start: usize) {
        for one in &other.all {
            let same = |known: &&Statement| match (known.says, one.says) {
                (Says::State(known), Says::State(new)) => known == new,
                (Says::Value(known, _), Says::Value(new, _)) => known == new,
                _ => false,
            };
            if self.all.iter().filter(same).count() < MAX_PLACES {
                self.all.push(Statement {
                    span: one.span.shift(start),
                    part: one.part.shift(start),
                    clause: one.clause.shift(start),
                    entry: one.entry + self.entries,
                    step: one.step + self.steps,
                    ..*one
                });
            }
        }
        let room = MAX_CLOCKS.saturating_sub(self.clocks.len());
        self.clocks.extend(other.clocks.iter().take(room).map(|(entry, at)| (entry + self.entries, *at)));
        self.entries += other.entries;
        self.steps += other.steps;
    }
}

/// Returns a remark about two places, the later first.
pub(crate) fn remark(
    draft: &Draft<'_>,
    kind: &'static str,
    english: &str,
    spanish: &str,
    first: Span,
    second: Span,
) -> Remark {
    let (this, that) = (draft.text(second).unwrap_or_default(), draft.text(first).unwrap_or_default());
    let (message, label) = if draft.is_spanish() {
        (format!("«{this}» aquí y «{that}» antes: {spanish}. Compruebe los dos lugares."), "el otro lugar")
    } else {
        (format!("“{this}” here and “{that}” before: {english}. Check both places."), "the other place")
    };
    // A pronoun may be a slip of the pen and nothing else.
    let severity = if kind == kinds::PRONOUN { Severity::Information } else { Severity::Warning };
    Remark::new(second, message).of_kind(Some(kind)).with_severity(severity).with_related(first, label)
}
