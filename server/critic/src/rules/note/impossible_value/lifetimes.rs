//! Ages of people and lengths of pregnancies that nobody reaches.

use crate::BlockContext;
use crate::analysis::assertion::{self, State};
use referee_findings::Remark;
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// The greatest age in years that a note may state; the oldest known person reached 122.
const MAX_AGE: u32 = 122;
/// The longest pregnancy in completed weeks.
const MAX_WEEKS: u32 = 45;

/// Ages above [`MAX_AGE`] and pregnancies above [`MAX_WEEKS`].
pub(super) fn check(block: &BlockContext<'_>, text: &str, out: &mut Vec<Remark>) {
    static AGE_IN_YEARS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        referee_text::pattern(
            r"(?i)\b(?P<a>[1-9][0-9]{2})[- ]?(?:years?|yrs?|y)[-/. ]?(?:old|o)\b|\b(?:age|edad): ?(?P<b>[1-9][0-9]{2})(?: ?(?:years?|yrs?|y|años?|a))?(?:[.,;)\n]|$)|\b(?:age|aged|edad)(?: of| de|:)? (?P<e>[1-9][0-9]{2}) (?:years?|yrs?|años)\b|\b(?:paciente|varón|mujer|hombre|niño|niña) de (?P<c>[1-9][0-9]{2}) años\b|\b(?P<d>[1-9][0-9]{2}) años de edad\b",
        )
        .ok()
    });
    static WEEKS_OF_PREGNANCY: LazyLock<Option<Regex>> = LazyLock::new(|| {
        referee_text::pattern(
            r"(?i)\b(?P<a>[1-9][0-9]{1,2}) ?(?:weeks?|wks?)['’]? (?:pregnant|gestation|of gestation|gestational|intrauterine|iup)\b|\bgestational age:? (?:of |is |was )?(?P<b>[1-9][0-9]{1,2}) ?(?:weeks|wks?|w)\b|\b(?:edad gestacional|gestación|gestacion|embarazo|embarazada|gestante)(?: de|:)? (?P<c>[1-9][0-9]{1,2}) ?(?:semanas|sem)\b|\b(?P<d>[1-9][0-9]{1,2}) semanas de (?:gestación|gestacion|embarazo)\b",
        )
        .ok()
    });
    if let Some(pattern) = AGE_IN_YEARS.as_ref() {
        found(block, text, pattern, MAX_AGE, ("nobody reaches that age", "nadie alcanza esa edad"), out);
    }
    if let Some(pattern) = WEEKS_OF_PREGNANCY.as_ref() {
        let facts = ("no pregnancy lasts that many weeks", "ningún embarazo dura tantas semanas");
        found(block, text, pattern, MAX_WEEKS, facts, out);
    }
}

/// The places of a pattern whose number is above `most`.
fn found(
    block: &BlockContext<'_>,
    text: &str,
    pattern: &Regex,
    most: u32,
    (english, spanish): (&str, &str),
    out: &mut Vec<Remark>,
) {
    for captures in pattern.captures_iter(text) {
        let Some(whole) = captures.get(0) else { continue };
        let number = ["a", "b", "c", "d", "e"].iter().find_map(|name| captures.name(name));
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
