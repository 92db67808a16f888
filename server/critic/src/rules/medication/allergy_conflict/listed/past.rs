//! Words that put an allergy into the past.

use crate::analysis::folding::fold;

/// Whether a sentence says that something is known, or when it was: a year, "six years ago", "hace 3 años".
pub(super) fn tells_of_past(sentence: &str) -> bool {
    let folded = fold(sentence);
    let has_year = folded
        .split(|c: char| !c.is_ascii_digit())
        .any(|number| number.len() == 4 && (number.starts_with("19") || number.starts_with("20")));
    has_year
        || [
            "known",
            "years ago",
            "months ago",
            "last year",
            "last spring",
            "last summer",
            "last fall",
            "last autumn",
            "last winter",
            "as a child",
            "as a kid",
            "as a toddler",
            "as a baby",
            "in childhood",
            "in school",
            "middle school",
            "high school",
            "in college",
            "in the past",
            "never to take",
            "told to avoid",
            "hace ",
            "el ano pasado",
            "de nino",
            "de nina",
            "en la infancia",
            "de pequen",
            "conocida",
            "conocido",
            "previa",
            "previo",
        ]
        .iter()
        .any(|words| folded.contains(words))
}
