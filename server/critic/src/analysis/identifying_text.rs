//! Text that could identify a patient: addresses, dates, numbers, and names after a title or a label.
//!
//! The kinds follow 45 CFR 164.514(b)(2) as far as patterns can find them. No pattern finds names in running text, so a
//! match is worth hiding, but the absence of matches does not make a text harmless.

use crate::pattern::{Pattern, exact};
use std::ops::Range;
use std::sync::LazyLock;

/// The kind of identifying text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdentifyingKind {
    /// An e-mail, web or IP address.
    Contact,
    /// A date; a bare year does not count.
    Date,
    /// A telephone number, a record number, an age above 89.
    Number,
    /// A name after a title or a label: `Mrs. Quintanilla`, `Paciente: Rosa Paz`.
    Name,
}

impl IdentifyingKind {
    /// Describes the kind in words: `a date`.
    #[must_use]
    pub fn describe(self, spanish: bool) -> &'static str {
        match (self, spanish) {
            (IdentifyingKind::Contact, false) => "an address",
            (IdentifyingKind::Contact, true) => "una dirección",
            (IdentifyingKind::Date, false) => "a date",
            (IdentifyingKind::Date, true) => "una fecha",
            (IdentifyingKind::Number, false) => "a number that may be a person's",
            (IdentifyingKind::Number, true) => "un número que puede ser de una persona",
            (IdentifyingKind::Name, false) => "a name",
            (IdentifyingKind::Name, true) => "un nombre",
        }
    }
}

static PATTERNS: LazyLock<[(IdentifyingKind, Pattern); 4]> = LazyLock::new(|| {
    const MONTH: &str = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)[a-z]*\.?";
    let date = format!(
        r"(?i)\b\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}\b|\b\d{{1,2}}[-/.]\d{{1,2}}[-/.](?:\d{{4}}|\d\d)\b|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:de\s+)?{MONTH}(?:\s+(?:de\s+)?\d{{4}})?\b|\b{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}})?"
    );
    [
        (
            IdentifyingKind::Contact,
            exact(r"(?i)[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:https?://|www\.)\S+|\b(?:\d{1,3}\.){3}\d{1,3}\b"),
        ),
        (IdentifyingKind::Date, exact(&date)),
        (
            IdentifyingKind::Number,
            exact(
                r"(?i)\+?\(?\d[\d ()./-]{7,}\d\b|\b\d{1,2}\.\d{3}\.\d{3}-[\dk]\b|\b[a-z]{0,4}[-#]?\d{5,}[a-z0-9-]*\b|\b(?:9\d|1[01]\d)[ -]?(?:years?|yo|y/o|años?)\b",
            ),
        ),
        (
            IdentifyingKind::Name,
            exact(
                r"\b(?:(?i:mr|mrs|ms|miss|dr|dra|sr|sra|srta|don|doña|patient|paciente|(?:patient )?name|nombre))\b\.?\s*:?\s+(?P<name>\p{Lu}\p{Ll}+(?:[-'’]\p{Lu}?\p{Ll}+)*(?:\s+(?:de\s+|la\s+|del\s+)*\p{Lu}\p{Ll}+(?:[-'’]\p{Lu}?\p{Ll}+)*){0,3})",
            ),
        ),
    ]
});

/// Whether an apparent August date (`52 ago`) is elapsed time: `2/52 ago` means two weeks ago.
#[must_use]
pub fn is_time_ago(text: &str, place: &Range<usize>) -> bool {
    let shown = text.get(place.clone()).unwrap_or_default().trim_end_matches('.').to_ascii_lowercase();
    shown.ends_with(" ago") && text.get(..place.start).is_some_and(|before| before.ends_with('/'))
}

/// The identifying passages of a text, in order; of overlapping ones, the earlier and longer.
#[must_use]
pub fn identifying(text: &str) -> Vec<(Range<usize>, IdentifyingKind)> {
    let mut found: Vec<(Range<usize>, IdentifyingKind)> = Vec::new();
    for (kind, pattern) in PATTERNS.iter() {
        for hit in pattern.captures_iter(text) {
            let place = hit.name("name").or_else(|| hit.get(0)).map(|place| place.range());
            let is_date = |place: &Range<usize>| *kind != IdentifyingKind::Date || !is_time_ago(text, place);
            if let Some(place) = place.filter(is_date) {
                found.push((place, *kind));
            }
        }
    }
    found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    found.retain(|(range, _)| {
        let free = range.start >= end;
        if free {
            end = range.end;
        }
        free
    });
    found
}

#[cfg(test)]
mod tests {
    use super::identifying;

    #[test]
    fn what_tells_who_it_is_is_found_and_measures_are_not() {
        let text = "Mrs. Rosa Quintanilla-Paz, MRN 00451234, seen 12/03/2024 and on March 3, 2019; tel. +56 9 8765 4321, r.paz@example.org, 94 years. BP 120/80, Hb 12.5 g/dL, 1,000 mg, since 2019, PMID 123. Patient has pain.";
        let found: Vec<&str> =
            identifying(text).into_iter().filter_map(|(range, _)| text.get(range)).collect();
        assert_eq!(
            found,
            [
                "Rosa Quintanilla-Paz",
                "00451234",
                "12/03/2024",
                "March 3, 2019",
                "+56 9 8765 4321",
                "r.paz@example.org",
                "94 years",
            ]
        );
    }
}
