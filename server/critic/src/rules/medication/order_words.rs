//! Reads the words of an order after its dose.

use crate::BlockContext;
use crate::analysis::medication::MedicationStatement;
use crate::analysis::quantities::Quantity;
use crate::pattern::{Pattern, any_case, forms};
use referee_text::Span;
use referee_text::number_words::value_of_word;
use std::sync::LazyLock;

/// Returns the words after a dose up to the next drug, semicolon or full stop.
pub(super) fn own_words<'t>(
    block: &'t BlockContext<'_>,
    medication: &MedicationStatement,
    dose: &Quantity,
) -> &'t str {
    let next = block
        .medications()
        .iter()
        .map(|other| other.drug.start)
        .filter(|start| *start >= dose.span.end)
        .min();
    let end = next.unwrap_or(medication.sentence.span.end).min(medication.sentence.span.end);
    let words = block.slice(Span { start: dose.span.end, end: end.max(dose.span.end) });
    words.split([';', '\n']).next().unwrap_or_default().split(". ").next().unwrap_or_default()
}

/// Returns the number of doses per day, in any wording: "every 2 hours", "c/3h", "2 hourly", "6
/// veces al día".
pub(super) fn stated_times(folded: &str) -> Option<f64> {
    static EVERY_HOURS: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:every|each|cada|c/|q) ?(?P<every>\d{1,3}) ?(?:h|hrs?|hours?|hourly|horas?|hs)\b|\b(?P<hourly>\d{1,2}) ?-?hourly\b|^ ?/ ?(?P<stroke>\d{1,2}) ?h\b",
        )
    });
    static TIMES_A_DAY: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?P<times>{words}) ?(?:times?|x|veces) ?(?:a|per|/|al|por) ?(?:day|dia|24 ?h)\b",
            words = forms("order-words/times-a-day")
        ))
    });
    if ["max", "prn", "as needed", "si precisa", "a demanda", "up to", "hasta"]
        .iter()
        .any(|word| folded.contains(word))
    {
        return None;
    }
    if let Some(found) = EVERY_HOURS.captures(folded) {
        let hours = ["every", "hourly", "stroke"].iter().find_map(|name| found.name(name))?;
        let hours: f64 = hours.as_str().parse().ok()?;
        return (1.0..=168.0).contains(&hours).then(|| 24.0 / hours);
    }
    let times = TIMES_A_DAY.captures(folded)?.name("times")?.as_str().to_owned();
    let named = value_of_word(&times).map(f64::from);
    named.or_else(|| times.parse().ok())
}

/// Whether a second dose follows a dose, so that the frequency after both belongs to the second:
/// "200 mg then 100 mg twice daily".
pub(super) fn leads_to_another_dose(behind: &str) -> bool {
    static NEXT_DOSE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"^[ ,;(]*(?:{words})", words = forms("order-words/leads-to-another-dose")))
    });
    NEXT_DOSE.is_match(behind)
}

/// The text of an order without the day on which a pharmacy handed the drug out: "last filled 2 weeks ago, still taking".
pub(super) fn without_dispensing(text: &str) -> std::borrow::Cow<'_, str> {
    static DISPENSED: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&format!(r"\b(?:{words})", words = forms("order-words/dispensed"))));
    DISPENSED.replace_all(text, " ")
}
