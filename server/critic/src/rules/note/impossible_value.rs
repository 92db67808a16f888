//! `note/impossible-value`

use crate::analysis::folding::fold;
use crate::analysis::quantities::{self, Number};
use crate::rules::notice::notice;
use crate::{Applies, BlockAnalysis, BlockContext, BlockFlags, Check, CriticRule, Draft, Scan};
use referee_findings::{Remark, Rule, Scope, Severity};
use referee_text::Span;

/// The rule.
pub(super) static RULE: CriticRule = CriticRule {
    rule: Rule {
        id: "note/impossible-value",
        summary: "A value or a date cannot be",
        severity: Some(Severity::Warning),
        scope: Scope::Document,
        needs_reason: true,
        documentation: concat!(
            "\
## What it flags

Values outside what the scale or the body allows: oxygen saturation above 100 %, a Glasgow Coma Scale outside 3 to 15, \
ECOG outside 0 to 5, Apgar and pain scores above 10, a diastolic pressure above the systolic one, a blood pH outside 6 to \
8, a body temperature above 45 °C. Numbers that only fit another unit: glucose above 60 mmol/L, hemoglobin above 30 g/dL, \
creatinine above 40 mg/dL. Dates that no calendar has (31/02/2024), and a discharge before the admission.

## Why

A slip of the keyboard is carried forward from note to note.

## Example

```text
SpO2 108% on room air, GCS 16.
```

## What it cannot tell

Which number was meant. Only bounds that nothing living crosses are looked at; values that are merely alarming are not \
its concern. A pain of “12/10” is information: patients say so.
",
            notice!(),
            "
## Fixes

None: correct the number.

## Sources

The definitions of the scales; the Gregorian calendar; for units the factors 18 (glucose) and 88.4 (creatinine) between \
mass and amount.
"
        ),
    },
    checks: &[Check::block(Applies::Notes, BlockFlags::DIGIT, values), Check::block(Applies::Notes, BlockFlags::DIGIT, dates), Check::document(Applies::Notes, stays)],
    fixes: None,
};

/// A scale: its names in lower case; the least and the most; what is said.
struct Scale {
    names: &'static [&'static str],
    least: f64,
    most: f64,
    says: &'static str,
}

const SCALES: &[Scale] = &[
    Scale {
        names: &[
            "spo2",
            "sao2",
            "sato2",
            "sat o2",
            "o2 sat",
            "o2 sats",
            "oxygen saturation",
            "oxygen saturations",
            "o2 saturation",
            "saturacion de oxigeno",
            "saturación de oxígeno",
            "saturacion o2",
            "saturacion",
            "saturación",
            "pulse ox",
            "pulse oximetry",
            "spo₂",
        ],
        least: 0.0,
        most: 100.0,
        says: "an oxygen saturation goes no higher than 100 %",
    },
    Scale {
        names: &["gcs", "glasgow", "glasgow coma scale", "glasgow coma score", "escala de glasgow"],
        least: 3.0,
        most: 15.0,
        says: "the Glasgow Coma Scale goes from 3 to 15",
    },
    Scale {
        names: &["ecog", "ecog ps", "ecog performance status", "who performance status"],
        least: 0.0,
        most: 5.0,
        says: "the ECOG performance status goes from 0 to 5",
    },
    Scale {
        names: &["apgar", "apgars", "apgar scores", "apgar score"],
        least: 0.0,
        most: 10.0,
        says: "an Apgar score goes from 0 to 10",
    },
    Scale {
        names: &["karnofsky", "kps", "karnofsky performance status"],
        least: 0.0,
        most: 100.0,
        says: "the Karnofsky status goes from 0 to 100",
    },
];

/// Small words between a name and its value, folded.
const BETWEEN: &[&str] = &[
    "is",
    "was",
    "of",
    "at",
    "score",
    "scores",
    "ps",
    "performance",
    "status",
    "scale",
    "es",
    "de",
    "fue",
    "en",
    "del",
    "total",
    "stable",
    "basal",
    "around",
    "the",
    "a",
    "level",
    "reading",
    "readings",
    "levels",
    "currently",
    "today",
    "puntuacion",
];

/// The value behind a name: the first number behind at most a few small words and marks.
fn value_behind(text: &str, end: usize) -> Option<Number> {
    let rest = text.get(end..)?;
    let mut at = end;
    for _ in 0..6 {
        let tail = text.get(at..)?;
        let trimmed = tail.trim_start_matches([' ', ':', '=', '-', '\t', '\u{a0}', '(', '~']);
        at = text.len() - trimmed.len();
        if trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        let word: &str = trimmed.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if word.is_empty() || !BETWEEN.contains(&fold(word).as_str()) {
            return None;
        }
        at += word.len();
    }
    if at - end > 40 || rest.is_empty() {
        return None;
    }
    let digit = text.get(at..)?.bytes().next()?;
    if !digit.is_ascii_digit() {
        return None;
    }
    quantities::number_at(text, at, false)
}

/// Every place of a name, as a word of its own, in a text in lower case.
fn places<'t>(folded: &'t str, name: &'t str) -> impl Iterator<Item = Span> + 't {
    folded.match_indices(name).filter_map(move |(at, _)| {
        let before = folded.get(..at)?.chars().next_back();
        let end = at + name.len();
        let behind = folded.get(end..)?.chars().next();
        let alone = !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric);
        alone.then(|| Span::new(at, end))
    })
}

fn values(block: &BlockContext<'_>) -> Vec<Remark> {
    let text = block.prose();
    let mut out = Vec::new();
    // Places must be those of the text: accents stay.
    let lower = text.to_ascii_lowercase();
    for scale in SCALES {
        for name in scale.names {
            for place in places(&lower, name) {
                let Some(number) = value_behind(text, place.end as usize) else { continue };
                let value = number.value();
                if value >= scale.least && value <= scale.most {
                    continue;
                }
                // "GCS 15/15" is right; "ECOG 0-1" too; "SpO2 2 L" is a flow.
                let behind = text.get(number.span.end as usize..).unwrap_or_default();
                if value < scale.least && (behind.starts_with('/') || behind.starts_with('T')) {
                    continue;
                }
                if number.digits > 999 || behind.starts_with(['/', '-', '–']) && value > 1000.0 {
                    continue;
                }
                let span = place.cover(number.span);
                if out.iter().any(|known: &Remark| known.place.overlaps(span)) {
                    continue;
                }
                out.push(Remark::new(
                    span,
                    format!("“{}”: {}. Check the number.", block.slice(span), scale.says),
                ));
            }
        }
    }
    pain(block, text, &lower, &mut out);
    pressure(block, text, &lower, &mut out);
    ph(block, text, &lower, &mut out);
    units(block, &mut out);
    out
}

/// "pain 12/10", "EVA 11/10".
fn pain(block: &BlockAnalysis, text: &str, lower: &str, out: &mut Vec<Remark>) {
    for name in ["pain", "dolor", "eva", "vas", "nrs"] {
        for place in places(lower, name) {
            let Some(number) = value_behind(text, place.end as usize) else { continue };
            let behind = text.get(number.span.end as usize..).unwrap_or_default();
            if number.value() > 10.0 && behind.starts_with("/10") {
                let span = Span { start: place.start, end: number.span.end + 3 };
                out.push(
                    Remark::new(span, format!("“{}”: the scale ends at 10.", block.slice(span)))
                        .with_severity(Severity::Information),
                );
            }
        }
    }
}

/// "BP 80/120": the lower pressure stands second.
fn pressure(block: &BlockAnalysis, text: &str, lower: &str, out: &mut Vec<Remark>) {
    const NAMES: &[&str] = &[
        "bp",
        "blood pressure",
        "ta",
        "pa",
        "tension arterial",
        "presion arterial",
        "tensión arterial",
        "presión arterial",
    ];
    for name in NAMES {
        for place in places(lower, name) {
            let Some(high) = value_behind(text, place.end as usize) else { continue };
            let behind = text.get(high.span.end as usize..).unwrap_or_default();
            let Some(rest) = behind.trim_start().strip_prefix('/') else { continue };
            let rest = rest.trim_start();
            let start = text.len() - rest.len();
            if !rest.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let Some(low) = quantities::number_at(text, start, false) else { continue };
            // "TA 12/8" is written in Spain for 120/80; a date is no pressure.
            let is_date = text.get(low.span.end as usize..).is_some_and(|rest| rest.starts_with('/'));
            let plausible = |value: f64| (30.0..=350.0).contains(&value);
            if is_date || low.value() <= high.value() || !plausible(high.value()) || !plausible(low.value()) {
                continue;
            }
            let span = place.cover(low.span);
            out.push(Remark::new(
                span,
                format!(
                    "“{}”: the diastolic pressure is above the systolic one. Check the numbers.",
                    block.slice(span)
                ),
            ));
        }
    }
}

/// The pH of blood.
fn ph(block: &BlockAnalysis, text: &str, lower: &str, out: &mut Vec<Remark>) {
    for place in places(lower, "ph") {
        let Some(number) = value_behind(text, place.end as usize) else { continue };
        let Some(sentence) = block.sentence_at(place.start as usize) else { continue };
        let around = fold(block.slice(sentence.span));
        let is_blood = [
            "arterial",
            "abg",
            "vbg",
            "venous",
            "blood gas",
            "gasometria",
            "venoso",
            "venosa",
            "pco2",
            "paco2",
            "hco3",
        ]
        .iter()
        .any(|word| around.contains(word));
        let value = number.value();
        let outside = if is_blood { !(6.0..=8.0).contains(&value) } else { value > 14.0 };
        // "pH 735" is a missing mark.
        if outside && number.digits < 10_000 {
            let span = place.cover(number.span);
            let bounds =
                if is_blood { "the pH of blood lies between 6 and 8" } else { "a pH goes no higher than 14" };
            out.push(Remark::new(span, format!("“{}”: {bounds}. Check the number.", block.slice(span))));
        }
    }
}

/// Numbers that only fit another unit.
fn units(block: &BlockAnalysis, out: &mut Vec<Remark>) {
    const ANALYTES: &[(&[&str], &str, f64, &str)] = &[
        (&["glucose", "glucosa", "glucemia", "blood sugar"], "mmol/l", 60.0, "as mg/dL it would be usual"),
        (
            &["hemoglobin", "haemoglobin", "hemoglobina", "hgb", "hb"],
            "g/dl",
            30.0,
            "as g/L it would be usual",
        ),
        (&["creatinine", "creatinina"], "mg/dl", 40.0, "as µmol/L it would be usual"),
        (&["potassium", "potasio", "k"], "mmol/l", 20.0, "no blood has that much"),
        (&["potassium", "potasio", "k"], "meq/l", 20.0, "no blood has that much"),
        (&["temperature", "temp", "temperatura", "tmax", "t"], "°c", 45.0, "as °F it would be usual"),
        (&["temperature", "temp", "temperatura", "tmax", "t"], "ºc", 45.0, "as °F it would be usual"),
    ];
    for quantity in block.quantities() {
        let unit =
            fold(block.slice(Span { start: quantity.unit.start, end: quantity.span.end })).replace(' ', "");
        let Some(sentence) = block.sentence_at(quantity.span.start as usize) else { continue };
        let start = quantity.span.start.saturating_sub(28).max(sentence.span.start) as usize;
        let text = block.prose();
        let before =
            text.get(text.floor_char_boundary(start)..quantity.span.start as usize).unwrap_or_default();
        let folded = fold(before);
        let around = fold(block.slice(sentence.span));
        if ["ablaci", "ablation", "objetivo", "target", "autoclav", "steril", "laser", "oven"]
            .iter()
            .any(|word| around.contains(word))
        {
            continue;
        }
        for (names, wanted, most, why) in ANALYTES {
            let last_words: Vec<&str> =
                folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let near = last_words.iter().rev().take(3).any(|word| names.contains(word));
            if unit == *wanted && near && quantity.number.value() > *most {
                out.push(Remark::new(
                    quantity.span,
                    format!(
                        "“{}” is not possible for what it measures; {why}. Check the number and the unit.",
                        block.slice(quantity.span)
                    ),
                ));
                break;
            }
        }
    }
}

/// A date as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Date {
    span: Span,
    year: u32,
    month: u32,
    day: u32,
    /// Whether day and month could be the other way round.
    is_ambiguous: bool,
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

fn exists(year: u32, month: u32, day: u32) -> bool {
    (1..=12).contains(&month) && day >= 1 && day <= days(year, month)
}

/// What three numbers say: a date, or `Err` with their place where no reading is one.
fn numeric_dates(text: &str) -> Vec<Result<Date, Span>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(u8::is_ascii_digit)) {
        let start = at + found;
        let mut end = start;
        let mut numbers: Vec<(u32, usize)> = Vec::new();
        let mut mark = None;
        loop {
            let len =
                bytes.get(end..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
            if len == 0 || len > 4 {
                break;
            }
            let Some(number) = text.get(end..end + len).and_then(|digits| digits.parse().ok()) else { break };
            numbers.push((number, len));
            end += len;
            match bytes.get(end) {
                Some(byte @ (b'/' | b'-'))
                    if numbers.len() < 3
                        && mark.is_none_or(|known| known == *byte)
                        && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) =>
                {
                    mark = Some(*byte);
                    end += 1;
                }
                _ => break,
            }
        }
        let alone =
            |at: Option<char>| !at.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '-' | '.' | ','));
        let before = text.get(..start).and_then(|text| text.chars().next_back());
        let behind = text.get(end..).and_then(|text| text.chars().next());
        let clean = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '-' | '.'))
            && (alone(behind) || matches!(behind, Some('.' | ',')));
        let span = Span::new(start, end.max(start + 1));
        match numbers.as_slice() {
            [(year, 4), (month, 1..=2), (day, 1..=2)] if clean && (1900..=2100).contains(year) => {
                out.push(if exists(*year, *month, *day) {
                    Ok(Date { span, year: *year, month: *month, day: *day, is_ambiguous: false })
                } else {
                    Err(span)
                });
            }
            [(first, 1..=2), (second, 1..=2), (year, 4)] if clean && (1900..=2100).contains(year) => {
                let day_first = exists(*year, *second, *first);
                let month_first = exists(*year, *first, *second);
                out.push(match (day_first, month_first) {
                    (false, false) => Err(span),
                    (true, other) => Ok(Date {
                        span,
                        year: *year,
                        month: *second,
                        day: *first,
                        is_ambiguous: other && first != second,
                    }),
                    (false, true) => {
                        Ok(Date { span, year: *year, month: *first, day: *second, is_ambiguous: false })
                    }
                });
            }
            _ => {}
        }
        at = end.max(start + 1);
    }
    out
}

/// "31 February 2024", "February 30", "31 de abril".
fn named_dates(text: &str) -> Vec<Span> {
    const MONTHS: &[(&[&str], u32)] = &[
        (&["february", "feb", "febrero"], 2),
        (&["april", "apr", "abril"], 4),
        (&["june", "jun", "junio"], 6),
        (&["september", "sept", "sep", "septiembre", "setiembre"], 9),
        (&["november", "nov", "noviembre"], 11),
    ];
    let lower = text.to_ascii_lowercase();
    let mut out = Vec::new();
    for (names, month) in MONTHS {
        for name in *names {
            for place in places(&lower, name) {
                let ahead = lower.get(..place.start as usize).unwrap_or_default();
                let trimmed = ahead.trim_end();
                let trimmed = trimmed.strip_suffix("de").map_or(trimmed, str::trim_end);
                let trimmed = ["st", "nd", "rd", "th"]
                    .iter()
                    .find_map(|end| trimmed.strip_suffix(end))
                    .unwrap_or(trimmed);
                let digits = trimmed.bytes().rev().take_while(u8::is_ascii_digit).count();
                let number =
                    trimmed.get(trimmed.len() - digits..).and_then(|digits| digits.parse::<u32>().ok());
                let most = if *month == 2 { 29 } else { 30 };
                let stands_alone = !trimmed
                    .get(..trimmed.len() - digits)
                    .and_then(|text| text.chars().next_back())
                    .is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | ','));
                if digits > 0
                    && digits <= 2
                    && stands_alone
                    && number.is_some_and(|day| day > most && day < 60)
                {
                    out.push(Span::new(trimmed.len() - digits, place.end as usize));
                    continue;
                }
                // "February 30" and "February 30, 2024", not "February 2024" nor "Feb 45 mg".
                let rest = lower.get(place.end as usize..).unwrap_or_default().trim_start_matches(['.', ' ']);
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let day = rest.get(..digits).and_then(|digits| digits.parse::<u32>().ok());
                let behind = rest.get(digits..).unwrap_or_default();
                let ends = behind.is_empty()
                    || behind.starts_with([',', '.', ';', ')', '\n'])
                    || behind.starts_with("th")
                    || behind.starts_with("st");
                if (1..=2).contains(&digits) && ends && day.is_some_and(|day| day > most && day <= 31) {
                    let end = text.len() - rest.len() + digits;
                    out.push(Span::new(place.start as usize, end));
                }
            }
        }
    }
    out
}

fn dates(block: &BlockContext<'_>) -> Vec<Remark> {
    let numeric = numeric_dates(block.prose()).into_iter().filter_map(Result::err);
    numeric
        .chain(named_dates(block.prose()))
        .map(|span| Remark::new(span, format!("“{}” is in no calendar. Check the date.", block.slice(span))))
        .collect()
}

/// The dates of a stay that a block gives, with their places in it.
#[derive(Default)]
struct Stay {
    admission: Option<Date>,
    discharge: Option<Date>,
}

impl Stay {
    fn of(block: &BlockContext<'_>) -> Stay {
        const ADMISSION: &[&str] = &[
            "admission date",
            "date of admission",
            "admitted on",
            "admitted",
            "fecha de ingreso",
            "ingreso",
        ];
        const DISCHARGE: &[&str] =
            &["discharge date", "date of discharge", "discharged on", "discharged", "fecha de alta", "alta"];
        let text = block.prose();
        let lower = text.to_ascii_lowercase();
        if !["admi", "ingreso", "alta", "discharge"].iter().any(|word| lower.contains(word)) {
            return Stay { admission: None, discharge: None };
        }
        let find = |names: &[&str]| {
            names.iter().find_map(|name| {
                let place = places(&lower, name).next()?;
                let mut dates = numeric_dates(text).into_iter().filter_map(Result::ok);
                dates.find(|date| date.span.start >= place.end && date.span.start - place.end <= 6)
            })
        };
        Stay { admission: find(ADMISSION), discharge: find(DISCHARGE) }
    }
}

/// Finds the first dates of a stay in a draft.
struct StayOfDraft;

impl Scan for StayOfDraft {
    type State = ();
    type Summary = Stay;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut Stay, block: &BlockContext<'_>) {
        if block.is_prose() {
            let stay = block.fact(Stay::of);
            let moved = |date: Date| Date { span: date.span.shift(block.start), ..date };
            summary.admission = summary.admission.or(stay.admission.map(moved));
            summary.discharge = summary.discharge.or(stay.discharge.map(moved));
        }
    }
}

/// A discharge before the admission.
fn stays(draft: &Draft<'_>) -> Vec<Remark> {
    let mut admission: Option<Date> = None;
    let mut discharge: Option<Date> = None;
    for group in draft.scan::<StayOfDraft>(()) {
        let moved = |date: Date| Date { span: date.span.shift(group.start), ..date };
        admission = admission.or(group.summary.admission.map(moved));
        discharge = discharge.or(group.summary.discharge.map(moved));
    }
    let (Some(admission), Some(discharge)) = (admission, discharge) else { return Vec::new() };
    let day_first = |date: Date| (date.year, date.month, date.day);
    let month_first =
        |date: Date| if date.is_ambiguous { (date.year, date.day, date.month) } else { day_first(date) };
    // Both readings of the day and the month must say so.
    if day_first(discharge) >= day_first(admission) || month_first(discharge) >= month_first(admission) {
        return Vec::new();
    }
    let shown = |date: Date| draft.text(date.span).unwrap_or_default().to_owned();
    vec![
        Remark::new(
            discharge.span,
            format!(
                "The discharge ({}) is before the admission ({}). Check both dates.",
                shown(discharge),
                shown(admission)
            ),
        )
        .with_related(admission.span, "the admission"),
    ]
}
