//! Words around a result that describe how it was computed.

use super::equation::{ceil, floor};
use std::ops::Range;

/// The range of the sentence around a range of a text. A full stop ends a sentence if a space follows and then anything
/// but a lower-case letter or a digit.
pub(super) fn sentence(text: &str, place: &Range<usize>) -> Range<usize> {
    let ends = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + 1..).unwrap_or_default();
        let mut next = behind.chars();
        let abbreviation =
            ["vs", "cf", "e.g", "i.e", " al", "Fig", "approx", "ca", " No", "p. ej", " St", "Dr"];
        next.next() == Some(' ')
            && next.next().is_some_and(|c| !c.is_lowercase() && !c.is_ascii_digit())
            && !abbreviation.iter().any(|known| before.ends_with(known))
    };
    let window = floor(text, place.start.saturating_sub(1_000));
    let before = text.get(window..place.start).unwrap_or_default();
    let start = before
        .rmatch_indices(['.', '!', '?'])
        .map(|(at, _)| window + at)
        .find(|at| ends(*at))
        .map_or(window, |at| at + 1);
    let window = ceil(text, place.end.saturating_add(1_000));
    let behind = text.get(place.end..window).unwrap_or_default();
    let end = behind
        .match_indices(['.', '!', '?'])
        .map(|(at, _)| place.end + at)
        .find(|at| ends(*at))
        .map_or(window, |at| at + 1);
    start..end.max(start)
}

/// Whether a sentence describes a one-sided test.
#[must_use]
pub fn is_one_sided(sentence: &str) -> bool {
    let folded = sentence.to_lowercase().replace('-', " ");
    [
        "one sided",
        "one tailed",
        "1 sided",
        "1 tailed",
        "onesided",
        "onetailed",
        "single tailed",
        "single sided",
        "directional",
        "unilateral",
        "una cola",
        "una sola cola",
        "unicaudal",
    ]
    .iter()
    .any(|word| folded.contains(word))
}

/// The word in a paragraph that explains a p different from the printed statistic's: a correction for multiple
/// comparisons or for sphericity, an exact or a permutation test.
#[must_use]
pub fn is_corrected(paragraph: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 31] = [
        ("bonferroni", "Bonferroni"),
        ("holm", "Holm"),
        ("tukey", "Tukey"),
        ("greenhouse", "Greenhouse-Geisser"),
        ("huynh", "Huynh-Feldt"),
        ("šidák", "Šidák"),
        ("sidak", "Šidák"),
        ("scheff", "Scheffé"),
        ("dunnett", "Dunnett"),
        ("dunn's", "Dunn"),
        ("benjamini", "Benjamini-Hochberg"),
        ("hochberg", "Hochberg"),
        ("false discovery", "false discovery rate"),
        ("fdr", "FDR"),
        ("fwe", "family-wise error"),
        ("family-wise", "family-wise error"),
        ("familywise", "family-wise error"),
        ("corrected", "corrected"),
        ("correction", "correction"),
        ("corregid", "corregido"),
        ("corrección", "corrección"),
        ("permutation", "permutation"),
        ("permutaci", "permutación"),
        ("bootstrap", "bootstrap"),
        ("monte carlo", "Monte Carlo"),
        ("exact test", "exact test"),
        ("fisher's exact", "Fisher’s exact test"),
        ("exact p", "exact p"),
        ("multiple comparison", "multiple comparisons"),
        ("comparaciones múltiples", "comparaciones múltiples"),
        ("post hoc", "post hoc"),
    ];
    let folded = paragraph.to_lowercase();
    if let Some((_, name)) = WORDS.iter().find(|(word, _)| folded.contains(word)) {
        return Some(name);
    }
    // `adjusted for age` adjusts the estimate, not p.
    for (word, name) in [("adjusted", "adjusted"), ("ajustad", "ajustado")] {
        for (at, _) in folded.match_indices(word) {
            let behind = folded.get(at + word.len()..).unwrap_or_default();
            let behind = behind.trim_start_matches(|c: char| c.is_alphabetic());
            let target = behind.trim_start();
            let of_estimate = [
                "for ",
                "por ",
                "odds",
                "hazard",
                "or ",
                "hr ",
                "mean",
                "model",
                "r^",
                "difference",
                "risk",
                "r2",
            ]
            .iter()
            .any(|word| target.starts_with(word))
                && !target.starts_with("for multiple")
                && !target.starts_with("por comparaciones")
                && !target.starts_with("for the number");
            if !of_estimate {
                return Some(name);
            }
        }
    }
    None
}

/// The word in a text that explains an interval that is asymmetric on the log scale or disagrees with a Wald test.
#[must_use]
pub fn is_special_interval(text: &str) -> Option<&'static str> {
    const WORDS: [&str; 14] = [
        "exact",
        "profile",
        "bootstrap",
        "bayes",
        "credib",
        "posterior",
        "permutation",
        "mid-p",
        "fisher",
        "exacto",
        "clopper",
        "firth",
        "penali",
        "median unbiased",
    ];
    let folded = text.to_lowercase();
    WORDS.iter().copied().find(|word| folded.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_around_a_place() {
        let text = "One was so. It differed, t(28) = 2.20, p = .036 (vs. Bath). Then a third.";
        let at = text.find("t(28)").unwrap_or(0);
        assert_eq!(
            text[sentence(text, &(at..at + 5))].trim(),
            "It differed, t(28) = 2.20, p = .036 (vs. Bath)."
        );
        assert_eq!(sentence("alone", &(0..5)), 0..5);
    }

    #[test]
    fn sides_and_corrections_are_told_by_their_words() {
        assert!(is_one_sided("a one-tailed test") && is_one_sided("contraste unilateral"));
        assert!(!is_one_sided("a two-tailed test"));
        assert!(is_corrected("Tukey-adjusted").is_some() && is_corrected("p corregida").is_some());
        assert_eq!(is_corrected("models adjusted for age and sex"), None);
        assert!(is_corrected("adjusted for multiple testing").is_some());
        assert!(is_corrected("adjusted p values").is_some());
    }
}
