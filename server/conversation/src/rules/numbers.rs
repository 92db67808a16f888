//! `source/number-differs`.

mod measured;
mod time;
mod timing;

use super::definitions::NUMBER_DIFFERS;
use super::remark::{Evidence, SourceRemark};
use crate::around::{context, unit_after, unit_word};
use crate::note::Note;
use crate::talk::{Talk, is_dose_unit};
use crate::times::spans;
use crate::vocabulary::{self, lists};
use crate::words::{Said, Word, WordKind};
use referee_findings::Severity;
use referee_text::Message;

pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    let theirs = spans(&talk.words, &talk.numbers, false);
    let own = spans(&note.words, &note.numbers, true);
    for said in &note.numbers {
        let span = own.iter().find(|span| span.words.0 == said.words.0);
        let is_said =
            span.is_some_and(|own| theirs.iter().any(|other| other.days.is_some() && own.may_be(other)));
        if !is_said {
            number(note, talk, said, out);
        }
    }
    if talk.is_talk {
        timing::check(note, talk, (&own, &theirs), out);
    }
}

fn number(note: &Note, talk: &Talk, said: &Said, out: &mut Vec<SourceRemark>) {
    let (first, end) = said.words;
    let is_digits = matches!(note.words[first].kind, WordKind::Number(_));
    // "For three months": words are read where a unit of time follows.
    let is_read = is_digits || unit_after(&note.words, end).is_some_and(|unit| time::is_time(&unit.base));
    let Some(sentence) = note.sentence_of(first).filter(|_| is_read && !note.is_label(first)) else {
        return;
    };
    let value = said.value;
    let mark = |at: Option<usize>| at.and_then(|at| note.words.get(at)).map(|word| word.kind);
    let touches = |a: usize, b: usize| note.words[a].span.end == note.words[b].span.start;
    let before = first.checked_sub(1);
    let is_after_slash = mark(before) == Some(WordKind::Mark('/'));
    let is_before_slash = mark(Some(end)) == Some(WordKind::Mark('/'));
    let is_part_of_word = (first > 0 && touches(first - 1, first) && note.words[first - 1].is_letters())
        || note.words.get(end).is_some_and(|next| {
            touches(end - 1, end) && next.is_letters() && vocabulary::unit(&next.text).is_none()
        });
    // Skip dates, and durations like "3/7".
    let is_short_fraction = (is_before_slash
        && note.numbers.iter().any(|next| {
            next.words.0 == end + 1 && value < 32.0 && (next.value < 100.0 || next.value > 1900.0)
        }))
        || (is_after_slash && note.numbers.iter().any(|last| last.words.1 + 1 == first && last.value < 32.0));
    if is_part_of_word {
        return;
    }
    let own = measured::own(note, said);
    if let Some(own) = &own
        && !measured::is_said(talk, own, value)
        && measured::check(note, talk, said, own, out)
    {
        return;
    }
    // "1 tablet": too common to compare.
    if value < 2.0 {
        return;
    }
    if talk.says_number(value) {
        time::check(note, talk, said, sentence.words, out);
        return;
    }
    if is_short_fraction {
        return;
    }
    let unit = unit_after(&note.words, end);
    if unit.is_some_and(|unit| is_dose_unit(&unit.base) && unit.id != "puff") {
        return;
    }
    let is_equal = |other: &Said| {
        unit.zip(unit_after(&talk.words, other.words.1)).is_some_and(|(a, b)| {
            a.base == b.base
                && a.id != b.id
                && (other.value * b.factor - value * a.factor).abs() <= 0.08 * value * a.factor
        })
    };
    if talk.numbers.iter().any(is_equal) {
        return;
    }
    let says_age = |words: &[Word], end: usize| {
        unit_after(words, end).is_some_and(|unit| unit.id == "year")
            && words
                .get(end..(end + 5).min(words.len()))
                .is_some_and(|after| after.iter().any(|word| &*word.text == "old"))
    };
    let is_age = says_age(&note.words, end);
    let around = context(&note.words, first, end, sentence.words);
    let mut best: Option<(usize, usize)> = None;
    for (index, (other, theirs)) in talk.numbers.iter().zip(talk.readings()).enumerate() {
        // A heart rate is not the counterpart of a pressure.
        if own.as_ref().zip(theirs.as_ref()).is_some_and(|(own, theirs)| !theirs.is_same(own)) {
            continue;
        }
        let is_date = other.words.1 < talk.words.len() && talk.words[other.words.1].is_mark('/')
            || (other.words.0 > 0 && talk.words[other.words.0 - 1].is_mark('/'));
        if other.value < 2.0 || is_date {
            continue;
        }
        // A number that the note gives elsewhere is a less likely counterpart of this one.
        let is_free = !note.numbers.iter().any(|own| other.may_be(own.value));
        let their_unit = unit_after(&talk.words, other.words.1);
        let same_unit = match (unit, their_unit) {
            (Some(a), Some(b)) => a.id == b.id,
            (Some(a), None) => matches!(a.id.as_str(), "beat" | "degree" | "percent" | "pound" | "kg"),
            (None, None) => true,
            (None, Some(_)) => false,
        };
        let lacks_unit = unit.is_some() && their_unit.is_none();
        if !same_unit || is_age != says_age(&talk.words, other.words.1) {
            continue;
        }
        let segment = talk.turn_of[other.words.0];
        let from = talk.turn_of.partition_point(|turn| *turn < segment);
        let to = talk.turn_of.partition_point(|turn| *turn <= segment);
        let theirs = context(&talk.words, other.words.0, other.words.1, (from, to));
        let is_only = !lacks_unit
            && unit.is_some()
            && talk.numbers.iter().all(|rival| {
                rival.value == other.value
                    || unit_after(&talk.words, rival.words.1).map(|unit| &unit.id)
                        != unit.map(|unit| &unit.id)
            });
        let shared = 2 * around.iter().filter(|root| theirs.contains(root)).count()
            + usize::from(is_free)
            + usize::from(is_only);
        // "Type 2", "stage 3": the word before the number says what it counts.
        let before = |words: &[Word], at: usize| {
            at.checked_sub(1)
                .and_then(|at| words.get(at))
                .filter(|word| word.is_letters() && !lists().filler.has(word))
                .map(|word| word.root.clone())
        };
        let own_slot = before(&note.words, first);
        let is_same_slot = own_slot.is_some() && own_slot == before(&talk.words, other.words.0);
        let shared = shared + 2 * usize::from(is_same_slot);
        let shared = shared.saturating_sub(if lacks_unit { 3 } else { 0 });
        if best.is_none_or(|(_, known)| shared > known) {
            best = Some((index, shared));
        }
    }
    let Some((index, shared)) = best else { return };
    let needed = if is_age {
        0
    } else if unit.is_some() {
        1
    } else {
        3
    };
    if shared < needed {
        return;
    }
    let severity = if shared > needed + 1 { Severity::Warning } else { Severity::Information };
    let other = &talk.numbers[index];
    let span = note.span(first, end);
    let unit = unit_word(&note.words, end).map(|unit| format!(" {}", unit.text)).unwrap_or_default();
    let mut remark = SourceRemark::new(
        &NUMBER_DIFFERS,
        severity,
        span,
        Message::new(
            format!("{value}{unit} here, {} in the source.", other.value),
            format!("{value}{unit} aquí, {} en la fuente.", other.value),
        ),
    )
    .with([Evidence::of(talk, other.words.0, other.words.1)]);
    remark.replacement = Some((span, format!("{}", other.value)));
    out.push(remark);
}
