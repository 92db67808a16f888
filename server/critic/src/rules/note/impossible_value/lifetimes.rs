//! Impossible ages of people and durations of pregnancies.

use crate::BlockContext;
use crate::analysis::assertion::{self, State};
use crate::pattern::Pattern;
use referee_findings::Remark;
use referee_text::Span;
use std::sync::LazyLock;

/// The maximum plausible age in years; the oldest known person reached 122.
const MAX_AGE: u32 = 122;
/// The longest pregnancy in completed weeks.
const MAX_WEEKS: u32 = 45;

/// Reports ages above [`MAX_AGE`] and pregnancies above [`MAX_WEEKS`].
pub(super) fn check(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static AGE_IN_YEARS: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\b(?P<a>[1-9][0-9]{2})[- ]?(?:years?|yrs?|y)[-/. ]?(?:old|o)\b|\b(?:age|edad): ?(?P<b>[1-9][0-9]{2})(?: ?(?:years?|yrs?|y|años?|a))?(?:[.,;)\n]|$)|\b(?:age|aged|edad)(?: of| de|:)? (?P<e>[1-9][0-9]{2}) (?:years?|yrs?|años)\b|\b(?:paciente|varón|mujer|hombre|niño|niña) de (?P<c>[1-9][0-9]{2}) años\b|\b(?P<d>[1-9][0-9]{2}) años de edad\b",
        ))
    });
    static WEEKS_OF_PREGNANCY: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\b(?P<a>[1-9][0-9]{1,2}) ?(?:weeks?|wks?)['’]? (?:pregnant|gestation|of gestation|gestational|intrauterine|iup)\b|\bgestational age:? (?:of |is |was )?(?P<b>[1-9][0-9]{1,2}) ?(?:weeks|wks?|w)\b|\b(?:edad gestacional|gestación|gestacion|embarazo|embarazada|gestante)(?: de|:)? (?P<c>[1-9][0-9]{1,2}) ?(?:semanas|sem)\b|\b(?P<d>[1-9][0-9]{1,2}) semanas de (?:gestación|gestacion|embarazo)\b|\b(?:edad gestacional|gestational age|(?-i:GA|EG))\b[^.;\n0-9]{0,60}(?P<e>[1-9][0-9]{1,2})(?:[.,][0-9]|\+[0-6])? ?(?:semanas|sem|weeks|wks?|w|sdg)\b|\b(?P<f>[4-9][0-9])\+[0-6] ?(?:/ ?40|weeks|wks?|semanas|sdg)",
        ))
    });
    if let Some(pattern) = AGE_IN_YEARS.as_ref() {
        found(block, text, pattern, MAX_AGE, ("nobody reaches that age", "nadie alcanza esa edad"), out);
    }
    if let Some(pattern) = WEEKS_OF_PREGNANCY.as_ref() {
        let facts = ("no pregnancy lasts that many weeks", "ningún embarazo dura tantas semanas");
        found(block, text, pattern, MAX_WEEKS, facts, out);
    }
    days_of_a_week(block, text, out);
}

/// Weeks of pregnancy with more than six extra days: "28+9".
fn days_of_a_week(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static WEEKS_AND_DAYS: LazyLock<Option<Pattern>> = LazyLock::new(|| {
        Some(Pattern::new(
            r"(?i)\b(?:(?-i:GA|EG)|gestation(?:al age)?|gestaci[oó]n|edad gestacional|pregnancy|pregnant|embarazo|embarazada|gestante)\b[^.;\n0-9+]{0,25}(?P<a>[1-4]?[0-9] ?\+ ?[7-9])\b|\b(?P<b>[1-4][0-9] ?\+ ?[7-9])(?: ?/ ?40\b| ?(?:weeks|wks?|semanas|sem|sdg)\b| by (?:early |dating |first trimester )?(?:scan|uss|ultrasound|dates|lmp)\b| por (?:fum|fur|eco)\b)",
        ))
    });
    let Some(pattern) = WEEKS_AND_DAYS.as_ref() else { return };
    for captures in pattern.captures_iter(text) {
        let Some(place) = captures.name("a").or_else(|| captures.name("b")) else { continue };
        let span = Span::new(place.start(), place.end());
        if out.iter().any(|known| known.place.overlaps(span)) {
            continue;
        }
        let shown = block.slice(span);
        out.push(Remark::new(
            span,
            if block.in_spanish() {
                format!("«{shown}»: una semana tiene siete días, y se cuenta hasta +6. Compruebe la cifra.")
            } else {
                format!("“{shown}”: a week has seven days, and is counted up to +6. Check the number.")
            },
        ));
    }
}

/// The matches of a pattern whose number exceeds `most`.
fn found(
    block: &BlockContext<'_>,
    text: &str,
    pattern: &Pattern,
    most: u32,
    (english, spanish): (&str, &str),
    out: &mut Vec<Remark>,
) {
    for captures in pattern.captures_iter(text) {
        let Some(whole) = captures.get(0) else { continue };
        let number = ["a", "b", "c", "d", "e", "f"].iter().find_map(|name| captures.name(name));
        let Some(value) = number.and_then(|number| number.as_str().parse::<u32>().ok()) else { continue };
        let span = Span::new(whole.start(), whole.end());
        let Some(sentence) = block.sentence_at(whole.start()) else { continue };
        let value_remark = assertion::within(block, sentence, span);
        if value <= most
            || value_remark.state == State::Negated
            || out.iter().any(|known| known.place.overlaps(span))
        {
            continue;
        }
        let shown = block.slice(span);
        out.push(Remark::new(
            span,
            if block.in_spanish() {
                format!("«{shown}»: {spanish}. Compruebe la cifra.")
            } else {
                format!("“{shown}”: {english}. Check the number.")
            },
        ));
    }
}
