//! Checks temperatures.

use super::super::remarks::value_remark;
use super::super::slips::slip;
use super::values::{starts_with_unit, unit_behind, value_behind};
use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::analysis::words::places;
use crate::pattern::word_list;
use referee_findings::Remark;
use referee_text::Span;

/// Reports an impossible temperature without a unit, or with the wrong one.
pub(super) fn temperature(block: &BlockContext<'_>, text: &str, lower: &str, out: &mut Vec<Remark>) {
    let named = [
        "temperature",
        "temp",
        "tmax",
        "temperatura",
        "tª",
        "t.ª",
        "febrile to",
        "fever of",
        "fever to",
        "fiebre de",
    ];
    let mut all: Vec<Span> = named.iter().flat_map(|name| places(lower, name)).collect();
    let is_vital = |at: Span| {
        block.sentence_at(at.start as usize).is_some_and(|sentence| {
            let around = block.slice(sentence.span);
            ["HR", "BP", "RR", "SpO2", "FC", "FR", "TA", "PA", "Pulse", "P "]
                .iter()
                .any(|name| around.contains(name))
        })
    };
    let has_degrees = |place: Span| {
        value_behind(text, place.end as usize).is_some_and(|number| {
            let unit = unit_behind(text, number.span.end as usize);
            unit.starts_with(['°', 'º']) || number.value() >= 30.0 && matches!(unit.as_str(), "c" | "f")
        })
    };
    all.extend(places(text, "T").filter(|place| is_vital(*place) || has_degrees(*place)));
    // "T 36.6 … T 73.8": next to degrees Celsius the other rows are Celsius too; alone, 80 °F is not a plausible
    // reading either.
    let is_celsius_row = |place: &Span| {
        value_behind(text, place.end as usize).is_some_and(|number| (34.0..=42.5).contains(&number.value()))
    };
    let least_fahrenheit = if all.iter().any(is_celsius_row) { 93.0 } else { 80.0 };
    for place in all {
        let Some(number) = value_behind(text, place.end as usize) else { continue };
        let value = number.value();
        let unit = unit_behind(text, number.span.end as usize);
        let celsius =
            unit.starts_with("°c") || unit.starts_with("ºc") || unit == "c" || unit == "º" || unit == "°";
        let fahrenheit = unit.starts_with("°f") || unit.starts_with("ºf") || unit == "f";
        let outside = if celsius {
            !(20.0..=46.0).contains(&value)
        } else if fahrenheit {
            !(70.0..=116.0).contains(&value)
        } else if unit.is_empty() || !starts_with_unit(&unit) {
            value > 116.0 || (46.0..least_fahrenheit).contains(&value)
        } else {
            false
        };
        let span = place.cover(number.span);
        let around = block.sentence_at(place.start as usize).map(|sentence| fold(block.slice(sentence.span)));
        let is_technical = around.is_some_and(|around| {
            word_list!("impossible-value/vitals/temperature/temperature")
                .iter()
                .any(|word| around.contains(word))
        });
        if !outside
            || is_technical
            || number.digits > 99_999
            || out.iter().any(|known| known.place.overlaps(span))
        {
            continue;
        }
        let meant = if celsius && (90.0..=110.0).contains(&value) {
            Some(String::from("°F"))
        } else {
            slip(value, (33.0, 43.0)).or_else(|| slip(value, (93.0, 108.0))).or_else(|| swapped(value))
        };
        out.push(value_remark(
            block,
            span,
            "no patient has that temperature",
            "ningún paciente tiene esa temperatura",
            meant,
        ));
    }
}

/// The temperature with its first two digits swapped, if that is plausible: 37.8 for 73.8.
fn swapped(value: f64) -> Option<String> {
    let tens = (value / 10.0).floor();
    let ones = (value - tens * 10.0).floor();
    let meant = ones * 10.0 + tens + (value - value.floor());
    (35.0..=42.0).contains(&meant).then(|| format!("{meant:.1}"))
}
