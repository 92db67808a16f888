//! Distinguishes what a passage states about its work from what it repeats from another.

use referee_records::Passage;
use referee_text::months::MONTHS;
use regex::Regex;
use std::sync::LazyLock;

#[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
static OTHER_WORK: LazyLock<Regex> = LazyLock::new(|| {
    referee_text::pattern(
        r"(?x)
        \[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]
        | \([^()]{0,80}?\p{Lu}[\p{L}’'-]+(?:\s+(?:et\s+al\.?|and|&)[^()]{0,40}?)?,?\s+(?:19|20)\d\d[a-z]?[^()]{0,80}\)
        | \p{Lu}[\p{L}’'-]+\s+et\s+al\.?,?\s*\(?(?:19|20)\d\d[a-z]?\)?
        | \p{Ll}{3}[.,]?(?P<raised>[\u{2070}\u{b9}\u{b2}\u{b3}\u{2074}-\u{2079}]+)",
    )
    .unwrap()
});

#[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
static BEFORE_RESULTS: LazyLock<Regex> = LazyLock::new(|| {
    referee_text::pattern(
        r"(?i)^\W*(?:\d+[.\s]*)*(?:introduction|background|objectives?|aims?|(?:materials?|patients|subjects|participants)\s+and\s+methods?|(?:patients|subjects|participants)\s*$|methods?|methodology|statistical|study design|introducci[oó]n|antecedentes|objetivos?|m[eé]todos?|materiales?)\b",
    )
    .unwrap()
});

/// Returns the reference of another work that a sentence of a paper gives for what it says, as
/// written: `[12]`, `(Roe et al., 2019)`.
#[must_use]
pub fn other_work(sentence: &str) -> Option<&str> {
    let mut all = OTHER_WORK.captures_iter(sentence);
    all.find_map(|found| {
        let written = found.name("raised").or_else(|| found.get(0))?.as_str();
        // A month before a year makes it a date.
        let words: Vec<&str> = written.split(|c: char| !c.is_alphabetic()).collect();
        (!MONTHS.iter().any(|month| words.contains(&month.english))).then_some(written)
    })
}

/// Returns whether a passage belongs to the introduction or the methods.
pub(super) fn is_before_results(passage: &Passage) -> bool {
    passage.section.as_deref().is_some_and(|section| BEFORE_RESULTS.is_match(section))
}

#[cfg(test)]
mod tests {
    use super::{is_before_results, other_work};
    use referee_records::Passage;

    #[test]
    fn a_reference_to_another_work_is_read() {
        for (sentence, wanted) in [
            ("Statins lower mortality [12, 13].", Some("[12, 13]")),
            ("Statins lower mortality (Roe et al., 2019).", Some("(Roe et al., 2019)")),
            (
                "Statins lower mortality (see Roe and Doe 2019; Moe 2020).",
                Some("(see Roe and Doe 2019; Moe 2020)"),
            ),
            ("Roe et al. (2019) saw lower mortality.", Some("Roe et al. (2019)")),
            ("Statins lower mortality.¹²", Some("¹²")),
            ("We followed 48 adults (mean age 48) in Lisbon (Portugal).", None),
            ("The mean was 12.5 m² (range [2.1 to 3.4]).", None),
            ("Data were collected (January 2019).", None),
        ] {
            assert_eq!(other_work(sentence), wanted, "{sentence}");
        }
    }

    #[test]
    fn sections_before_the_results_are_told_by_their_heading() {
        let of = |section: &str| {
            is_before_results(&Passage { section: Some(section.to_owned()), ..Passage::default() })
        };
        assert!(of("Introduction") && of("2. Methods") && of("Materials and Methods") && of("MÉTODOS"));
        assert!(!of("Results") && !of("Discussion") && !of("3.1 Patients’ outcomes and survival"));
    }
}
