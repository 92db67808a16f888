//! Impossible vital signs, measurements and laboratory values, with the probable slip.

mod temperature;
mod values;

use super::measurements::MEASUREMENTS;
use super::remarks::value_remark;
use super::slips::slip;
use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::analysis::quantities::{self, Number};
use crate::analysis::words::places;
use crate::pattern::{Pattern, word_list, words};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;
use temperature::temperature;
use values::{starts_with_unit, unit_behind, value_behind};

/// The first number above `most` in a list such as `9/12` or `8, 9 y 11`, else the first number of the list.
fn highest_behind(text: &str, first: Number, most: f64) -> (Number, f64) {
    let mut number = first;
    for _ in 0..3 {
        if number.value() > most {
            return (number, number.value());
        }
        let rest = text.get(number.span.end as usize..).unwrap_or_default();
        let gap = rest.bytes().take_while(|byte| matches!(byte, b'/' | b' ' | b'-' | b',')).count();
        let is_row = (1..=2).contains(&gap) && rest.as_bytes().get(gap).is_some_and(u8::is_ascii_digit);
        let next = if is_row {
            quantities::number_at(text, number.span.end as usize + gap, false)
        } else {
            at_another_minute(text, number.span.end as usize)
        };
        let Some(next) = next else { break };
        number = next;
    }
    (first, first.value())
}

/// The number for a second minute: "8 al minuto y 12 a los 5 minutos", "7 at 1 min, 11 at 5 min".
fn at_another_minute(text: &str, end: usize) -> Option<Number> {
    static AT_ANOTHER_MINUTE: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"^ (?i:(?:at|al|a los|en el) (?:the )?(?:\d{1,2}|one|five|ten|primer|quinto|un)? ?(?:min\w*|['’′]|m\b)|al minuto)[ ,;]*(?i:and |y |then )?",
        ))
    });
    let found = AT_ANOTHER_MINUTE.as_ref()?.find(text.get(end..)?)?;
    quantities::number_at(text, end + found.end(), false)
}

/// The highest plausible HbA1c in per cent.
const MAX_HBA1C_PER_CENT: f64 = 25.0;

/// Reports impossible measurements of a block.
pub(super) fn check(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    // Keep offsets valid: accents stay.
    let lower = text.to_ascii_lowercase();
    for measurement in MEASUREMENTS {
        let named = measurement.names.iter().flat_map(|name| places(&lower, name));
        let capital = measurement.capitals.iter().flat_map(|name| places(text, name));
        for place in named.chain(capital).collect::<Vec<_>>() {
            let Some(number) = value_behind(text, place.end as usize) else { continue };
            let value = number.value();
            let (least, mut most) = measurement.possible;
            if measurement.names.contains(&"hba1c") && unit_behind(text, number.span.end as usize) == "%" {
                most = MAX_HBA1C_PER_CENT;
            }
            let (number, value) = if measurement.names.contains(&"apgar") {
                highest_behind(text, number, most)
            } else {
                (number, value)
            };
            if value >= least && value <= most {
                continue;
            }
            let end = number.span.end as usize;
            let behind = text.get(end..).unwrap_or_default();
            // "GCS 15/15", "HR 60-80", "FiO2 0.4": values below the minimum often use another notation.
            let is_other =
                behind.starts_with(['/', '-', '–']) && value > most * 3.0 || number.digits > 99_999;
            // "Glasgow 2/15" includes its scale.
            let is_on_scale = behind.starts_with("/15") && most == 15.0;
            let is_small = value < least
                && !is_on_scale
                && (behind.starts_with(['/', 'T', '-', '–', '+']) || measurement.units.is_empty());
            let unit = unit_behind(text, end);
            // "Hemoglobin A1c in 1 month" is a period.
            if is_time(behind) {
                continue;
            }
            // "Sat 1400" is Saturday afternoon.
            if lower.get(place.range()) == Some("sat") && !unit.starts_with('%') {
                continue;
            }
            // "Apgar 12/10" includes the maximum of its scale.
            let unit = if unit.starts_with('/') && unit.contains(|c: char| c.is_ascii_digit()) {
                String::new()
            } else {
                unit
            };
            let is_measured = unit.is_empty()
                || measurement.units.iter().any(|known| unit.starts_with(known))
                || !starts_with_unit(&unit);
            let is_gcs_part =
                measurement.possible == (3.0, 15.0) && behind.starts_with(['E', 'e', 'O', 'V', 'M']);
            // "PaO2/FiO2 150" is a ratio; "PEEP 5/FiO2 150" are two ventilator settings.
            let is_ratio = lower
                .get(..place.start as usize)
                .unwrap_or_default()
                .strip_suffix('/')
                .is_some_and(|before| {
                    let last = before.split(|c: char| !c.is_alphanumeric()).next_back().unwrap_or_default();
                    last.contains(|c: char| c.is_alphabetic())
                });
            let is_of_urine = block.sentence_at(place.start as usize).is_some_and(|sentence| {
                // Matches "Urine: Na 14" and "Na 14 in the urine", but not "Na 14, urine 60 ml/h".
                let before = fold(block.slice(Span { start: sentence.span.start, end: place.start }));
                let behind: String =
                    fold(block.slice(Span { start: number.span.end, end: sentence.span.end }))
                        .chars()
                        .take(24)
                        .collect();
                let behind = behind.split([',', ';']).next().unwrap_or_default();
                ["orina", "urine", "urinary", "urinari", "benzoat", "fraccion excret"]
                    .iter()
                    .any(|word| before.contains(word) || behind.contains(word))
            });
            // "K 40 mmol/L in bag".
            let is_mixed = [
                "in bag",
                "in the bag",
                "in each",
                "in 500",
                "in 1",
                "per bag",
                "/bag",
                "added",
                "en cada",
                "en 500",
                "por bolsa",
                "en la bolsa",
                "en suero",
            ]
            .iter()
            .any(|words| {
                let behind = lower.get(end..).unwrap_or_default().trim_start();
                let behind = behind
                    .strip_prefix("mmol/l")
                    .or_else(|| behind.strip_prefix("meq/l"))
                    .or_else(|| behind.strip_prefix("mmol"))
                    .or_else(|| behind.strip_prefix("meq"))
                    .unwrap_or(behind);
                behind.trim_start().starts_with(words)
            });
            // "MELD-Na 15" is a score.
            let is_of_score = lower.get(..place.start as usize).unwrap_or_default().ends_with("meld-")
                || lower.get(..place.start as usize).unwrap_or_default().ends_with("meld ");
            // A value usually given in per cent may be a fraction: "EF 0.35", "Hct 0.42".
            let is_fraction = !unit.starts_with('%')
                && [("haematocrit", 0.03..=0.8), ("ejection fraction", 0.05..=0.9), ("hba1c", 0.03..=0.2)]
                    .iter()
                    .any(|(name, possible)| measurement.names.contains(name) && possible.contains(&value));
            let is_supplement = is_ratio
                || is_mixed
                || is_of_score
                || is_fraction
                || is_of_urine
                || ["vitamin", "vitamina", "cloruro", "chloride", "replace", "repon", "supplement", "oral"]
                    .iter()
                    .any(|word| {
                        lower.get(..place.start as usize).unwrap_or_default().trim_end().ends_with(word)
                    });
            if is_other
                || !is_measured
                || is_gcs_part
                || is_supplement
                || (is_small && measurement.possible.0 < 3.0)
            {
                continue;
            }
            if is_small && behind.starts_with(['/', 'T']) {
                continue;
            }
            let span = place.cover(number.span);
            if !out.iter().any(|known: &Remark| known.place.overlaps(span)) {
                // "Na 14" lost its last digit.
                let is_electrolyte = measurement.units.contains(&"mmol/l");
                let short = (value < least && is_electrolyte)
                    .then(|| {
                        slip(value * 100.0, measurement.usual).filter(|_| value * 10.0 >= measurement.usual.0)
                    })
                    .flatten();
                let slip = short.or_else(|| slip(value, measurement.usual));
                out.push(value_remark(block, span, measurement.english, measurement.spanish, slip));
            }
        }
    }
    temperature(block, text, &lower, out);
    pain(block, text, &lower, out);
    pressure(block, text, &lower, out);
    ph(block, text, &lower, out);
}

/// Adds pain scores above their scale: "pain 12/10", "EVA 11/10".
fn pain(block: &BlockContext<'_>, text: &str, lower: &str, out: &mut Vec<Remark>) {
    for name in ["pain", "dolor", "eva", "vas", "nrs"] {
        for place in places(lower, name) {
            let Some(number) = value_behind(text, place.end as usize) else { continue };
            let behind = text.get(number.span.end as usize..).unwrap_or_default();
            let scale = ["/10", " / 10", " sobre 10", " out of 10", " de 10"]
                .iter()
                .find(|scale| behind.starts_with(**scale) && !behind.starts_with(&format!("{scale}0")));
            if let Some(scale) = scale.filter(|_| number.value() > 10.0) {
                let end = number.span.end as usize + scale.len();
                let span = Span::new(place.start as usize, end);
                out.push(
                    value_remark(block, span, "the scale ends at 10", "la escala termina en 10", None)
                        .with_severity(Severity::Information),
                );
            }
        }
    }
}

/// Checks blood pressure: in "BP 80/120" the lower value comes second; "BP 1200/80" has a digit too many.
fn pressure(block: &BlockContext<'_>, text: &str, lower: &str, out: &mut Vec<Remark>) {
    const PRESSURE_NAMES: &[&str] = &[
        "bp",
        "blood pressure",
        "ta",
        "pa",
        "tension arterial",
        "presion arterial",
        "tensión arterial",
        "presión arterial",
        "tas/tad",
        "b/p",
        "bps",
        "nibp",
        "pani",
        "abp",
        "t/a",
        "p/a",
    ];
    for name in PRESSURE_NAMES {
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
            // A date is not a pressure.
            if text.get(low.span.end as usize..).is_some_and(|rest| rest.starts_with('/')) {
                continue;
            }
            let span = place.cover(low.span);
            let plausible = |value: f64| (20.0..=350.0).contains(&value);
            // In Spain "TA 12/8" means 120/80.
            if plausible(high.value()) && plausible(low.value()) {
                if low.value() > high.value() {
                    out.push(value_remark(
                        block,
                        span,
                        "the diastolic pressure is above the systolic one; they may be swapped",
                        "la presión diastólica es mayor que la sistólica; pueden estar invertidas",
                        None,
                    ));
                }
            } else if high.value() < 20.0
                && low.value() >= 40.0
                && low.value() <= 150.0
                && high.value() >= 7.0
            {
                out.push(value_remark(
                    block,
                    span,
                    "the diastolic pressure is above the systolic one",
                    "la presión diastólica es mayor que la sistólica",
                    Some(format!("{:.0}", high.value() * 10.0)),
                ));
            } else if (350.0..=3500.0).contains(&high.value())
                || (350.0..=2000.0).contains(&low.value()) && plausible(high.value())
            {
                let meant = slip(high.value(), (70.0, 250.0));
                out.push(value_remark(
                    block,
                    span,
                    "no blood pressure is that high",
                    "ninguna presión arterial es tan alta",
                    meant,
                ));
            }
        }
    }
}

/// Adds impossible blood pH values.
fn ph(block: &BlockContext<'_>, text: &str, lower: &str, out: &mut Vec<Remark>) {
    for place in places(lower, "ph") {
        let Some(number) = value_behind(text, place.end as usize) else { continue };
        let Some(sentence) = block.sentence_at(place.start as usize) else { continue };
        let around = fold(block.slice(sentence.span));
        let is_blood = word_list!("impossible-value/vitals/ph").iter().any(|word| around.contains(word));
        let value = number.value();
        let outside = if is_blood { !(6.0..=7.85).contains(&value) } else { value > 14.0 };
        if outside && number.digits < 10_000 {
            let span = place.cover(number.span);
            let (english, spanish) = if is_blood {
                ("the pH of blood lies between 6 and 7.8", "el pH de la sangre está entre 6 y 7,8")
            } else {
                ("a pH goes no higher than 14", "un pH no pasa de 14")
            };
            out.push(value_remark(block, span, english, spanish, slip(value, (6.8, 7.8))));
        }
    }
}

/// Whether the words after a number make it a period: "in 1 month", "in 2 weeks".
fn is_time(behind: &str) -> bool {
    static TIME_STEMS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("impossible-value/vitals/time-stems"));
    let word = behind.trim_start_matches([' ', '-']).to_lowercase();
    TIME_STEMS.iter().any(|stem| word.starts_with(stem))
}
