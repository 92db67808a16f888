//! `medication/methotrexate-daily`

use super::cancelled_order::is_cancelled_order;
use super::oncologic_use;
use crate::analysis::assertion::{self, State};
use crate::analysis::drugs::Class;
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::medication::MedicationStatement;
use crate::analysis::terms::{Frequency, Term};
use crate::pattern::{Pattern, any_case, forms, word_list};
use crate::rules::notice::notice;
use crate::{Applies, BlockContext, BlockFlags, Check, CriticRule, Draft, Sentence};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;
use std::sync::LazyLock;

pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "medication/methotrexate-daily",
        summary: "Methotrexate is ordered daily and the note does not mention cancer",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        kinds: &[],
        documentation: concat!(
            "\
## What it flags

Methotrexate with a daily frequency (daily, qd, twice daily, at bedtime, hs, cada 24 h, diario, por las noches, 1-0-0), also in the next sentence (“Take one tablet every day.”), in a note that names no oncologic \
use by this patient: another person's cancer, “no history of cancer”, screening, a worry or a place of work is none. Where a day of the week is next to the daily frequency it is a question, as information.

## Why

In low doses methotrexate is taken once a week. Daily doses by mistake have killed; ISMP asks for a hard stop on daily \
oral methotrexate without an oncologic indication, and for the day of the week to be named.

## Example

```text
Methotrexate 15 mg PO daily for rheumatoid arthritis.
```

## What it cannot tell

An indication that the note does not name. “Methotrexate weekly, folic acid daily” is right and is not flagged.
",
            notice!(),
            "
## Fixes

None: which frequency was meant is for the prescriber to say.

## Sources

ISMP, Targeted Medication Safety Best Practices for Hospitals, best practice 2; IMSN, Global Targeted Medication Safety \
Best Practice 3.
"
        ),
    },
    checks: &[Check::document(Applies::Notes, check)],
    fixes: None,
};

fn check(draft: &Draft<'_>) -> Vec<Remark> {
    // The indication may be anywhere in the note.
    if !draft.has(BlockFlags::METHOTREXATE) || oncologic_use::is_named(draft) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for block in draft.flagged(BlockFlags::METHOTREXATE) {
        for medication in
            block.medications().iter().filter(|medication| medication.class() == Class::Methotrexate)
        {
            out.extend(remark(&block, medication).map(|remark| remark.shifted(block.start)));
        }
    }
    out
}

/// The maximum distance between the drug and its frequency, in bytes.
const MAX_FREQUENCY_GAP_BYTES: u32 = 60;

/// Returns the remark on one mention of methotrexate, with places relative to the block.
fn remark(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<Remark> {
    let other = || {
        let mut behind = block
            .medications()
            .iter()
            .filter(|other| other.drug.start > medication.drug.start && other.class() != Class::Methotrexate);
        behind.next().map(|other| other.drug.start)
    };
    if is_cancelled_order(block, medication.sentence, medication.drug, other) {
        return None;
    }
    // "Methotrexate weekly, folic acid daily": each drug has its own frequency.
    let next =
        block.medications().iter().map(|other| other.drug.start).find(|start| *start > medication.drug.start);
    let end = next.unwrap_or(u32::MAX).min(medication.sentence.span.end);
    // "Metotrexato 15 mg los lunes; fólico diario": a semicolon ends the order of the drug.
    let behind = block.prose().get(medication.drug.end as usize..end as usize).unwrap_or_default();
    let end = behind.find(';').map_or(end, |at| medication.drug.end + u32::try_from(at).unwrap_or(u32::MAX));
    let own = Span { start: medication.drug.end, end };
    let Some(daily) = daily(block, own).or_else(|| at_night(block, own)) else {
        return directed_daily(block, medication);
    };
    let weekly = block
        .terms_in(medication.sentence.span, |term| term == Term::Frequency(Frequency::Weekly))
        .any(|found| {
            // "Folic acid 5 mg weekly, methotrexate …": the week belongs to the other drug.
            let lead = Span { start: found.span.end.min(medication.drug.start), end: medication.drug.start };
            let is_of_other = found.span.end <= medication.drug.start
                && block.slice(lead).contains([',', ';'])
                && block.medications().iter().any(|other| {
                    other.drug.end <= found.span.start
                        && other.drug.start >= medication.sentence.span.start
                        && other.class() != Class::Methotrexate
                });
            !is_of_other && found.span.start + 30 >= medication.drug.start && found.span.end <= end
        });
    let asserted = assertion::within(block, medication.sentence, medication.drug).state;
    let daily_said = assertion::within(block, medication.sentence, daily).state;
    if weekly
        || asserted == State::Negated
        || daily_said == State::Negated
        || daily.start.saturating_sub(medication.drug.end) > MAX_FREQUENCY_GAP_BYTES
    {
        return None;
    }
    let weekday = block.slice(own).split(|c: char| !c.is_alphabetic()).find(|word| is_weekday(&fold(word)));
    let place = medication.drug.cover(daily);
    let shown = block.slice(place);
    let spanish = block.in_spanish();
    // "On Mondays at bedtime": the time on that day.
    let is_hour = is_time_of_day(&fold(block.slice(daily)));
    if is_hour && weekday.is_some() || is_of_something(block, daily) {
        return None;
    }
    if let Some(weekday) = weekday {
        let message = if spanish {
            format!(
                "«{shown}» y «{weekday}»: ¿a diario o una vez a la semana? El metotrexato a dosis bajas se toma una vez a la semana."
            )
        } else {
            format!(
                "“{shown}” and “{weekday}”: every day, or once a week? Low-dose methotrexate is taken once a week."
            )
        };
        return Some(Remark::new(place, message).with_severity(Severity::Information));
    }
    Some(daily_remark(block, place))
}

/// Returns the remark on a daily order.
fn daily_remark(block: &BlockContext<'_>, place: Span) -> Remark {
    let shown = block.slice(place);
    Remark::new(
        place,
        if block.in_spanish() {
            format!(
                "«{shown}»: el metotrexato a dosis bajas se toma una vez a la semana, y esta nota no menciona ningún uso oncológico. Compruebe la frecuencia e indique el día de la semana."
            )
        } else {
            format!(
                "“{shown}”: low-dose methotrexate is taken once a week, and this note mentions no oncologic use (ISMP best practice 2). Check the frequency; name the day of the week."
            )
        },
    )
}

/// Returns the words that give a drug at night, if the block mentions no day of the week: "hs", "at
/// bedtime", "por la noche".
fn at_night(block: &BlockContext<'_>, place: Span) -> Option<Span> {
    static TIME_OF_DAY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"\b(?:{words})(?:[\s.,;)]|$)", words = forms("methotrexate-daily/time-of-day")))
    });
    let text = block.slice(place);
    let found = TIME_OF_DAY.find(text)?;
    let before = fold(text.get(..found.start()).unwrap_or_default());
    let last = before.split_whitespace().next_back().unwrap_or_default();
    // "c/24 hs" and "this evening" have other meanings.
    let is_other = last.ends_with(|c: char| c.is_ascii_digit())
        && found.as_str().to_lowercase().starts_with("hs")
        || matches!(last, "hoy" | "manana" | "ayer" | "tomorrow" | "today" | "yesterday" | "next");
    let end = found.start() + found.as_str().trim_end_matches(|c: char| !c.is_alphabetic()).len();
    let start = place.start as usize;
    (!is_other && !names_week(block)).then(|| Span::new(start + found.start(), start + end))
}

/// Whether the folded words of a frequency give the time of day.
fn is_time_of_day(folded: &str) -> bool {
    word_list!("methotrexate-daily/is-time-of-day").iter().any(|word| folded.contains(word))
}

/// Whether "daily" belongs to the word after it: "her daily carer", "daily bloods".
fn is_of_something(block: &BlockContext<'_>, daily: Span) -> bool {
    let behind = block.prose().get(daily.end as usize..).unwrap_or_default();
    let next =
        fold(behind.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or_default());
    behind.starts_with(' ')
        && [
            "carer",
            "nurse",
            "bloods",
            "monitoring",
            "dressing",
            "dressings",
            "living",
            "life",
            "walk",
            "visit",
            "visits",
            "review",
        ]
        .contains(&next.as_str())
}

/// Whether a block mentions a day of the week or a weekly dose.
fn names_week(block: &BlockContext<'_>) -> bool {
    // "Folic acid 5 mg weekly": the week belongs to the vitamin.
    static FOLATE: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"\b(?:folic|folinic|folico|folinico|acfol|folate)\b[^.;,\n]*"));
    let text = fold(block.prose());
    let text = FOLATE.replace_all(&text, " ");
    let is_weekly =
        ["week", "seman", "/sem", "sunday", "single dose", "dosis unica", "once only", "today", "tonight"]
            .iter()
            .any(|word| text.contains(word));
    is_weekly || text.split(|c: char| !c.is_alphabetic()).any(is_weekday)
}

/// Returns the remark on a daily direction in the sentence after the one that mentions the drug:
/// "Methotrexate 2.5 mg. Take one tablet every day."
fn directed_daily(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<Remark> {
    static DIRECTION_LABEL: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"^\W*(?:sig(?:na)?|directions?|dose|dosage|posolog[ií]a|pauta|dosis|instrucciones)?[: ]*(?:please |to be |to |se debe |debe |deber[aá] )?(?:{words})\b",
            words = forms("methotrexate-daily/direction-label")
        ))
    });
    if medication.frequency.is_some()
        || assertion::within(block, medication.sentence, medication.drug).state == State::Negated
    {
        return None;
    }
    let is_last = block.medications().iter().all(|other| {
        other.sentence.span != medication.sentence.span || other.drug.start <= medication.drug.start
    });
    let next: Sentence =
        *block.sentences().iter().find(|one| one.span.start >= medication.sentence.span.end)?;
    let is_direction = DIRECTION_LABEL.is_match(block.slice(next.span));
    let names_drug = block.medications().iter().any(|other| other.sentence.span == next.span);
    let daily = daily(block, next.span)?;
    let is_said = assertion::within(block, next, daily).state != State::Negated;
    (is_last && is_direction && !names_drug && is_said && !names_week(block))
        .then(|| daily_remark(block, medication.drug.cover(daily)))
}

/// Returns the words of a passage that give a drug every day: "daily", "bid", "1-0-0".
fn daily(block: &BlockContext<'_>, place: Span) -> Option<Span> {
    let phrase = block.phrases_in(place).find(|found| match found.meaning {
        Meaning::Term(Term::Frequency(Frequency::Daily)) => true,
        Meaning::Term(Term::Frequency(Frequency::Other)) => matches!(
            fold(block.slice(found.span)).as_str(),
            "bid"
                | "b.i.d."
                | "bd"
                | "tid"
                | "t.i.d."
                | "twice daily"
                | "twice a day"
                | "three times daily"
                | "three times a day"
                | "every 12 hours"
                | "q12h"
                | "q8h"
                | "every 8 hours"
                | "cada 12 horas"
                | "cada 8 horas"
                | "cada 12 h"
                | "cada 8 h"
                | "c/12h"
                | "c/8h"
                | "c/12 h"
                | "c/8 h"
                | "/8h"
                | "/12h"
                | "/8 h"
                | "/12 h"
                | "dos veces al dia"
                | "tres veces al dia"
        ),
        _ => false,
    });
    let pattern = meals(block.slice(place))
        .map(|(start, end)| Span::new(place.start as usize + start, place.start as usize + end));
    match (phrase.map(|found| found.span), pattern) {
        (Some(phrase), Some(pattern)) => Some(if phrase.start < pattern.start { phrase } else { pattern }),
        (one, other) => one.or(other),
    }
}

/// Returns the range in a text that gives doses by meals, as in "1-0-1".
fn meals(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (0..bytes.len()).find_map(|at| {
        let fits = digit(at)
            && bytes.get(at + 1) == Some(&b'-')
            && digit(at + 2)
            && bytes.get(at + 3) == Some(&b'-')
            && digit(at + 4)
            && !digit(at + 5)
            && bytes.get(at + 5) != Some(&b'-')
            && !at.checked_sub(1).is_some_and(|before| digit(before) || bytes.get(before) == Some(&b'-'));
        fits.then_some((at, at + 5))
    })
}

fn is_weekday(folded: &str) -> bool {
    word_list!("methotrexate-daily/is-weekday")
        .iter()
        .any(|day| folded.strip_prefix(day).is_some_and(|rest| matches!(rest, "" | "s")))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{fixed, note, places, said};
    use referee_findings::Severity;
    use referee_syntax::Format;

    const ID: &str = "medication/methotrexate-daily";

    #[test]
    fn nothing_is_edited_and_a_weekday_makes_it_a_question() {
        let text = "Methotrexate 15 mg daily.";
        assert_eq!(places(ID, Format::PlainText, text, &note()), ["Methotrexate 15 mg daily"]);
        assert!(fixed(ID, Format::PlainText, text, &note()).is_empty());
        let asked = said(ID, Format::PlainText, "Methotrexate 15 mg daily on Mondays.", &note());
        assert_eq!(asked.first().and_then(|one| one.remark.severity), Some(Severity::Information));
        let text = "Methotrexate 15 mg daily.\n\nHistory: osteosarcoma.";
        assert!(places(ID, Format::PlainText, text, &note()).is_empty());
    }
}
