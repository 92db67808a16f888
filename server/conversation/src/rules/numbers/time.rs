//! A time with another unit than in the source: three months for three weeks.

use super::super::definitions::NUMBER_DIFFERS;
use super::super::remark::{Evidence, SourceRemark};
use crate::around::{context, unit_after};
use crate::note::Note;
use crate::talk::Talk;
use crate::words::{Said, Word, WordKind};
use referee_findings::Severity;
use referee_text::Message;

pub(super) fn is_time(base: &str) -> bool {
    matches!(base, "day" | "hour" | "minute")
}

/// Reports a time whose number the source says, but only with another unit of time.
pub(super) fn check(
    note: &Note,
    talk: &Talk,
    said: &Said,
    sentence: (usize, usize),
    out: &mut Vec<SourceRemark>,
) {
    let (first, end) = said.words;
    let Some(unit) = unit_after(&note.words, end).filter(|unit| is_time(&unit.base)) else { return };
    let around = context(&note.words, first, end, sentence);
    let mut best: Option<(usize, usize)> = None;
    for (index, other) in talk.numbers.iter().enumerate() {
        let theirs = unit_after(&talk.words, other.words.1);
        let Some(theirs) = theirs else {
            // A number without a unit may be the same time.
            if other.may_be(said.value) {
                return;
            }
            continue;
        };
        let is_same = theirs.base == unit.base
            && (other.value * theirs.factor - said.value * unit.factor).abs()
                <= 0.08 * said.value * unit.factor;
        if theirs.id == unit.id && other.may_be(said.value) || is_same {
            return;
        }
        if !is_time(&theirs.base) || (other.value - said.value).abs() > f64::EPSILON {
            continue;
        }
        let turn = talk.turn_of[other.words.0] as usize;
        let mut words = context(&talk.words, other.words.0, other.words.1, talk.turn_words(turn));
        // "How long has the knee hurt?" "About three weeks": the question names what the time is of.
        if let Some((from, to)) = talk.question_before(turn) {
            words.extend(context(&talk.words, to, to, (from, to)));
        }
        let shared = around.iter().filter(|root| words.contains(root)).count();
        if shared > 0 && best.is_none_or(|(_, known)| shared > known) {
            best = Some((index, shared));
        }
    }
    let Some((index, shared)) = best else { return };
    let other = &talk.numbers[index];
    let word = |words: &[Word], end: usize| {
        let at = (end..words.len()).find(|at| words[*at].kind != WordKind::Mark('-'));
        at.map_or("", |at| &*words[at].text).to_owned()
    };
    let (own, theirs) = (word(&note.words, end), word(&talk.words, other.words.1));
    let value = said.value;
    out.push(
        SourceRemark::new(
            &NUMBER_DIFFERS,
            if shared > 1 { Severity::Warning } else { Severity::Information },
            note.span(first, end),
            Message::new(
                format!("{value} {own} here, {} {theirs} in the source.", other.value),
                format!("{value} {own} aquí, {} {theirs} en la fuente.", other.value),
            ),
        )
        .with([Evidence::of(talk, other.words.0, other.words.1)]),
    );
}
