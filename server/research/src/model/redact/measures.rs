//! Recognises measures: numbers with a unit, which identify no one.

use super::lexicon::{Words, words};
use std::sync::LazyLock;

/// The units of measures.
const UNIT_WORDS: &str = "\
    mg g kg mcg µg ug ml l dl h hr hrs d x th st nd rd cm mm m iu ui u units meq mmol mmhg bpm lpm rpm cc gr grs \
    min s wk w lb lbs oz ft f c nm pg ng fl kcal cal mhz hz gy mci msv k a p b t n v hours hour days day weeks \
    week months month years year minutes percent times tablets tablet pills puffs packs drops horas días dias \
    semanas meses años minutos veces comprimidos gotas cigarrillos paquetes grados centímetros milímetros pounds \
    degrees out";
static UNIT_SET: Words = LazyLock::new(|| words(&[UNIT_WORDS]));

/// Returns whether a word is a measure: `500mg`, `3rd`.
pub(super) fn is_measure(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    word.len() - digits.len() < 5
        && digits.len() < word.len()
        && UNIT_SET.contains(digits.to_lowercase().as_str())
}

/// Words after a number that show it to be a count or a result, not an age or a part of an address.
const COUNTED_NOUNS: &str = "\
    times time veces beats latidos milligrams micrograms grams millilitres milliliters miligramos microgramos \
    gramos mililitros litros beds patients pacientes cases casos calories calorías kilocalories steps pasos \
    metres meters metros miles kilometres kilómetros kilos stone millones million thousand mil cigarettes \
    cigarros sobre over segundos seconds secs mins units unidades doses dosis capsules cápsulas inhalations \
    inhalaciones sessions sesiones cycles ciclos episodes episodios hijos hijas children sons daughters hermanos \
    siblings nietos grandchildren mm cm euros dollars pounds días dias noches nights meses semanas horas vasos \
    copas glasses";
static COUNTED_NOUN_SET: Words = LazyLock::new(|| words(&[COUNTED_NOUNS]));

/// Returns whether the text after a number states what it counts: "98 per cent", "a hundred times".
pub(super) fn is_counted(rest: &str) -> bool {
    let mut words = rest
        .trim_start_matches([' ', '-'])
        .split_whitespace()
        .map(|word| word.chars().take_while(|c| c.is_alphabetic()).collect::<String>().to_lowercase());
    let first = words.next().unwrap_or_default();
    // "por ciento" and "per minute", but not "por ictus".
    let is_rate = matches!(first.as_str(), "per" | "por")
        && words.next().is_some_and(|second| {
            ["cent", "cient", "min", "mil", "hour", "hora", "day", "día", "cada", "campo", "field"]
                .iter()
                .any(|unit| second.starts_with(unit))
        });
    is_rate || COUNTED_NOUN_SET.contains(first.as_str())
}

/// Returns whether the unit after a number is years.
pub(super) fn is_year(rest: &str) -> bool {
    let word: String =
        rest.trim_start_matches([' ', '-', '–']).chars().take_while(|c| c.is_alphabetic()).collect();
    matches!(
        word.to_lowercase().as_str(),
        "year" | "years" | "yr" | "yrs" | "yo" | "y" | "año" | "años" | "anos" | "a"
    )
}

/// Returns whether the text after a number makes it a measure: a unit, a decimal, a ratio, a
/// percentage.
pub(super) fn measures(rest: &str) -> bool {
    let mut characters = rest.chars();
    match characters.next() {
        Some('%' | '/' | '×' | '°') => return true,
        Some('.' | ',') if characters.next().is_some_and(|c| c.is_ascii_digit()) => return true,
        _ => {}
    }
    let word: String =
        rest.trim_start_matches([' ', '-']).chars().take_while(|c| c.is_alphabetic() || *c == 'µ').collect();
    !word.is_empty() && UNIT_SET.contains(word.to_lowercase().as_str()) || rest.trim_start().starts_with('%')
}
