//! The places of a block at which a frame of a rule is, with what the text says of them.

use super::compiled::{Compiled, CompiledFrame, Wanted};
use super::phrases;
use crate::BlockContext;
use crate::analysis::allergens::Substance;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use referee_knowledge::rules::{Person, Reach, Said};
use referee_text::Span;

/// A place at which a frame is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    /// The frame, by its index in the rule.
    pub(super) frame: usize,
    pub(super) span: Span,
    /// What was found there.
    pub(super) found: Found,
    /// Where its sentence, its item and its block begin.
    sentence: usize,
    item: usize,
    block: usize,
    /// Why it does not count.
    pub(super) stop: Option<Stop>,
}

/// What a frame found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    /// A form, by its index.
    Form(usize),
    /// A drug, by its index in `drugs::all`.
    Drug(Option<usize>),
    /// A fact about the patient, with its number.
    Patient(Option<f64>),
}

/// Why a mention does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The text says it in a way that the frame does not allow, because of a cue.
    Said(Said, Option<Span>),
    /// It concerns another person than the frame allows.
    Person(Person),
    /// It is in a section in which the frame does not count.
    Section(Section),
}

impl Mention {
    /// A mention in a block, with places relative to its start.
    pub(super) fn new(
        block: &BlockContext<'_>,
        frame: usize,
        span: Span,
        found: Found,
        stop: Option<Stop>,
    ) -> Mention {
        let at = span.start as usize;
        Mention {
            frame,
            span,
            found,
            sentence: block.sentence_at(at).map_or(0, |sentence| sentence.span.start as usize),
            item: block.unit_at(at).map_or(0, |unit| unit.span.start as usize),
            block: 0,
            stop,
        }
    }

    /// Moves it to the right.
    pub(super) fn shifted(self, by: usize) -> Mention {
        Mention {
            span: self.span.shift(by),
            sentence: self.sentence + by,
            item: self.item + by,
            block: self.block + by,
            ..self
        }
    }

    /// Whether both are in one part of a text; `sections` are the starts of the sections.
    pub(super) fn is_with(&self, other: &Mention, reach: Reach, sections: &[usize]) -> bool {
        let section =
            |mention: &Mention| sections.partition_point(|start| *start <= mention.span.start as usize);
        match reach {
            Reach::Sentence => self.sentence == other.sentence,
            Reach::Item => self.item == other.item,
            Reach::Paragraph => self.block == other.block,
            Reach::Section => section(self) == section(other),
            Reach::Note => true,
        }
    }
}

/// Returns the mentions of a rule in a block, in the order of the frames; those that do not count have the reason.
/// Orders are those of the block if `with_orders`, otherwise none.
pub(super) fn in_block(rule: &Compiled, block: &BlockContext<'_>, with_orders: bool) -> Vec<Mention> {
    let mut out = Vec::new();
    if block.in_references || !block.is_prose() {
        return out;
    }
    for hit in phrases::hits(rule.number, block) {
        let Some(frame) = rule.frames.get(hit.frame) else { continue };
        let stop = stop(frame, block, hit.span);
        out.push(Mention::new(block, hit.frame, hit.span, Found::Form(hit.form), stop));
    }
    for (at, frame) in rule.frames.iter().enumerate() {
        match &frame.wanted {
            Wanted::Drugs(drugs) => {
                for phrase in block.phrases() {
                    let Meaning::Drug(index) = phrase.meaning else { continue };
                    if drugs.has_any(index, Substance::Drug(index).ingredients()) {
                        let stop = stop(frame, block, phrase.span);
                        out.push(Mention::new(block, at, phrase.span, Found::Drug(Some(index)), stop));
                    }
                }
            }
            Wanted::Orders(orders) if with_orders => {
                for order in orders.in_block(block) {
                    let stop = of_section(frame, block, order.place);
                    out.push(Mention::new(block, at, order.place, Found::Drug(order.drug), stop));
                }
            }
            Wanted::Orders(_) | Wanted::Phrases | Wanted::Patient(_) => {}
        }
    }
    out
}

/// Returns the reason for which a mention does not count.
fn stop(frame: &CompiledFrame, block: &BlockContext<'_>, span: Span) -> Option<Stop> {
    if let Some(stop) = of_section(frame, block, span) {
        return Some(stop);
    }
    let written = frame.frame;
    if written.said.is_empty() && written.person == Person::Anyone {
        return None;
    }
    let assertion = assertion::of(block, span);
    let is_of_relatives = assertion.experiencer == Experiencer::Relative
        || block.section_at(span.start as usize) == Section::FamilyHistory;
    let person = if is_of_relatives { Person::Relative } else { Person::Patient };
    if written.person != Person::Anyone && written.person != person {
        return Some(Stop::Person(person));
    }
    let said = match assertion.state {
        State::Confirmed => Said::Confirmed,
        State::Historical => Said::Past,
        State::Uncertain => Said::Possible,
        State::Pending => Said::Planned,
        State::Negated => Said::Negated,
    };
    let is_allowed = written.said.is_empty() || written.said.contains(&said);
    (!is_allowed).then_some(Stop::Said(said, assertion.cue))
}

/// Returns the section of a mention if its frame does not count in it.
pub(super) fn of_section(frame: &CompiledFrame, block: &BlockContext<'_>, span: Span) -> Option<Stop> {
    if frame.sections.is_empty() {
        return None;
    }
    let section = block.section_at(span.start as usize);
    (!frame.sections.contains(&section)).then_some(Stop::Section(section))
}
