//! Reads ages: which numbers of a sentence are the age of a person, and with what certainty.

use crate::pattern::{Pattern, any_case, context, forms};
use regex::{Captures, Match};
use std::sync::LazyLock;

/// An age in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Age<'t> {
    pub(super) years: f64,
    /// The number with its unit.
    pub(super) found: Match<'t>,
    /// Whether the text marks it as an age ("86-year-old", "edad: 86") or names a person next to
    /// it.
    pub(super) is_sure: bool,
}

/// Units of age, English and Spanish; forms of a single letter require a word for a person.
const UNIT: &str =
    r"years?|yrs?|y|a[ñn]os|a|months?|mths?|mo|meses|mes|m|/12|weeks?|wks?|w|semanas?|days?|d[ií]as?";

/// Forms that mark the number as an age by themselves.
static STATED: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?:^|[\s(,;.|:/])(?:(?P<number>\d{{1,3}})(?:[ -]?(?:(?P<years>y/?o\b|y\.o\.)|(?P<unit>years?|yrs?|yr|y|months?|mo|weeks?|days?)[ -](?:old|of[ -]age)\b|(?P<spanish>a[ñn]os|a\.?|meses|d[ií]as) de (?:edad|vida)\b)| (?P<spaced>y(?:rs?)? (?:m|f|male|female|man|woman)\b)|(?P<letter>(?-i:F|M)\b|[ -]?[♀♂]))|(?:age|aged|edad)(?: is| de)?:? ?(?P<labelled>\d{{1,3}})\b(?: ?(?P<labelled_unit>{UNIT})\b)?|(?-i:(?:Mr|Mrs|Ms|Miss|Sra?|Srta|D|D[ñn]a)\.? \p{{Lu}}[\p{{L}}'’-]+(?: \p{{Lu}}[\p{{L}}'’-]+)?), (?P<titled>\d{{2}})(?:[.,;)\n]|$))"
    ))
});

/// Forms that are an age only next to a word for a person: "niña de 8 meses", "86 a", "72 F".
static BESIDE_PERSON: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?:^|[\s(,;.|:])(?P<number>\d{{1,3}})(?:[ -](?P<letter>(?-i:F|M)\b)| ?(?P<unit>{UNIT})\b)"
    ))
});

/// A word for a person that ends shortly before the number.
static PERSON_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"\b(?:{})\b(?: (?:de|aged|of|is|con))?[ ,(:]*$", forms("age/person")))
});
/// A word for a person that follows the number.
static PERSON_AFTER: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"^[ ,-]{{0,2}}(?:{})\b", forms("age/person"))));
/// Words before a number of a duration, or of the time since an event.
static LENGTH_BEFORE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})[ -]*$", forms("age/length-before"))));
/// Words after a number of years of a duration, or of the time since an event.
static LENGTH_AFTER: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"^[ ,-]*(?:{})", forms("age/length-after"))));
/// Things that have an age or a size themselves: "a 3-day-old wound", "16F catheter".
static THING_AFTER: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"^[ -]*(?:\w+ )?(?:{})\b", forms("age/thing"))));
/// Words of an address, whose numbers and letters are not an age.
static ADDRESS: LazyLock<Pattern> = LazyLock::new(|| context("age/address"));
/// A temperature, which may also end in F.
static TEMPERATURE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"\b(?:t|tª|tmax|temp\w*|fever|fiebre|febrile)\b[^.;\n\d]{0,12}$"));

/// Converts a number in a unit to years.
fn years(number: &str, unit: &str) -> Option<f64> {
    let unit = unit.to_lowercase();
    let factor = if unit == "/12" || unit.starts_with('m') {
        1.0 / 12.0
    } else if unit.starts_with('w') || unit.starts_with("sem") {
        1.0 / 52.0
    } else if unit.starts_with('d') {
        1.0 / 365.0
    } else {
        1.0
    };
    Some(number.parse::<f64>().ok()? * factor).filter(|years| *years < 115.0)
}

/// Returns the first sure age of a sentence, otherwise the first age.
pub(super) fn of(text: &str) -> Option<Age<'_>> {
    let mut out = None;
    for captures in STATED.captures_iter(text) {
        if let Some(age) = stated(text, &captures) {
            return Some(age);
        }
    }
    for captures in BESIDE_PERSON.captures_iter(text) {
        match beside_person(text, &captures) {
            Some(age) if age.is_sure => return Some(age),
            age => out = out.or(age),
        }
    }
    out
}

/// Whether the number is the last part of another one, as in "1.75 m" and "98.6F".
fn is_part(text: &str, number: Match<'_>) -> bool {
    let mut before = text.get(..number.start()).unwrap_or_default().chars().rev();
    matches!(before.next(), Some('.' | ',' | ':' | '/')) && before.next().is_some_and(|c| c.is_ascii_digit())
}

fn stated<'t>(text: &'t str, captures: &Captures<'t>) -> Option<Age<'t>> {
    let found = captures.get(0)?;
    // "Mr Hall, 71.": the number alone, without the name.
    let titled = captures.name("titled");
    let found = titled.unwrap_or(found);
    let number = captures.name("number").or_else(|| captures.name("labelled")).or(titled)?;
    let unit = ["unit", "spanish", "labelled_unit"].iter().find_map(|name| captures.name(name));
    let after = text.get(found.end()..).unwrap_or_default();
    let before = text.get(..found.start()).unwrap_or_default();
    let is_letter = captures.name("letter").is_some();
    if is_part(text, number)
        || THING_AFTER.is_match(after)
        || is_letter && (TEMPERATURE.is_match(before) || is_in_address(before))
    {
        return None;
    }
    let years = years(number.as_str(), unit.map_or("", |unit| unit.as_str()))?;
    Some(Age { years, found, is_sure: true })
}

fn beside_person<'t>(text: &'t str, captures: &Captures<'t>) -> Option<Age<'t>> {
    let found = captures.get(0)?;
    let number = captures.name("number")?;
    let unit = captures.name("unit").map_or("", |unit| unit.as_str());
    let lower = unit.to_lowercase();
    let before = text.get(..number.start()).unwrap_or_default();
    let near = before.get(before.floor_char_boundary(before.len().saturating_sub(40))..).unwrap_or_default();
    let after = text.get(found.end()..).unwrap_or_default();
    if is_part(text, number)
        || LENGTH_BEFORE.is_match(near)
        || LENGTH_AFTER.is_match(after)
        || THING_AFTER.is_match(after)
    {
        return None;
    }
    let is_person = PERSON_BEFORE.is_match(near) || PERSON_AFTER.is_match(after);
    // "78 years, 60 kg": a number of years is an age even without a person. A letter after a blank,
    // as in the address "86, 1 A", or a number of months is not.
    let is_in_years =
        lower.starts_with("year") || lower.starts_with("yr") || matches!(&*lower, "años" | "anos");
    let starts = before.trim().is_empty();
    let is_glued = number.end() + unit.len() == found.end();
    let is_headline = starts && (captures.name("letter").is_some() || is_glued && matches!(unit, "y" | "a"));
    if !is_person && !is_headline && (!is_in_years || is_in_address(before)) {
        return None;
    }
    let years = years(number.as_str(), unit)?;
    Some(Age { years, found, is_sure: is_person })
}

/// Whether a text ends in an address.
fn is_in_address(before: &str) -> bool {
    ADDRESS.is_match(before.rsplit('\n').next().unwrap_or(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn age(text: &str) -> Option<f64> {
        of(text).map(|age| (age.years * 1000.0).round() / 1000.0)
    }

    #[test]
    fn forms_of_an_age_are_read() {
        for (text, years) in [
            ("86-year-old with dementia", 86.0),
            ("78yo man", 78.0),
            ("Mujer de 82 años", 82.0),
            ("Paciente de 86 a con HTA", 86.0),
            ("Varón 82a, HTA", 82.0),
            ("82a, HTA", 82.0),
            ("82F with AF", 82.0),
            ("45 M with chest pain", 45.0),
            ("Edad: 82", 82.0),
            ("aged 6", 6.0),
            ("Boy 6 y, 20 kg", 6.0),
            ("Boy 6 yrs", 6.0),
            ("niño 8/12", 0.667),
            ("8-month-old with fever", 0.667),
            ("Lactante de 8 meses", 0.667),
            ("Paciente de 8 meses", 0.667),
            ("78 years, 60 kg", 78.0),
            ("Acude por tos de 3 años de evolución, mujer de 64 años", 64.0),
            ("Recién nacido de 3 días", 0.008),
        ] {
            assert_eq!(age(text), Some(years), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_no_age() {
        for text in [
            "Domicilio: Calle Alcalá, 86, 1 A.",
            "Avda. de América 12, 3 F",
            "Temp 98 F",
            "T 98.6F, HR 80",
            "Height 1.75 m",
            "16F Foley catheter",
            "a 3-day-old wound",
            "10-year cardiovascular risk of 15%",
            "Revisión en 3 meses",
            "a los 6 meses",
            "fumador desde los 15 años",
            "5-year survival",
            "hepatitis A, 2 a 3 veces",
            "control a los 2 años",
            "He quit smoking 10 years ago",
            "per RN 2 days",
            "pain 3 d",
        ] {
            assert_eq!(age(text), None, "{text}");
        }
    }
}
