//! Splits text into sentences, and truncates text at the end of a sentence.

mod enumeration;

pub use enumeration::enumerators;

use std::ops::Range;

/// Abbreviations after which a sentence continues if a number or a bracket follows: `Refs. 3-5`,
/// `Eq. (4)`.
const NUMBERED_ABBREVIATIONS: &[&str] =
    &["ref", "refs", "eq", "eqs", "no", "nos", "fig", "figs", "tab", "vol", "pp", "p", "ca", "approx"];

/// Words whose full stop does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "al", "e.g", "i.e", "vs", "cf", "dr", "prof", "st", "etc", "resp", "i.v", "p.o", "s.c", "i.m", "spp",
    "sp", "var",
];

/// Returns the sentences of a text in order, as ranges without surrounding white space. A label at
/// the start of an abstract's line (`METHODS: …`) is not part of its sentences.
#[must_use]
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let skip = label(line);
        if let Some(rest) = line.get(skip..) {
            in_line(rest, start + skip, &mut out);
        }
        start += line.len();
    }
    out
}

/// Labels that are also recognised if they are not in capitals: `Conclusions: X lowered Y`.
const LABEL_WORDS: &[&str] = &[
    "background",
    "aim",
    "aims",
    "objective",
    "objectives",
    "methods",
    "results",
    "findings",
    "conclusion",
    "conclusions",
];

/// Returns the length of a line's label, including the separator: `METHODS: `, `Results: `, and
/// `**Aims:** `, as PubMed's texts are exported in Markdown.
fn label(line: &str) -> usize {
    let (marks, separator) = if line.starts_with("**") { (2, ":** ") } else { (0, ": ") };
    let Some(colon) = line.find(separator) else { return 0 };
    let is_label = line.get(marks..colon).is_some_and(|label| {
        let is_written = |c: char| matches!(c, ' ' | '/' | '&' | ',' | '-');
        label.len() <= 40
            && label.chars().any(char::is_alphabetic)
            && if marks > 0 {
                label.chars().all(|c| c.is_alphabetic() || is_written(c))
            } else {
                label.chars().all(|c| c.is_uppercase() || is_written(c))
                    || LABEL_WORDS.iter().any(|word| label.eq_ignore_ascii_case(word))
            }
    });
    if is_label { colon + separator.len() } else { 0 }
}

fn in_line(line: &str, base: usize, out: &mut Vec<Range<usize>>) {
    let first = out.len();
    let masked = enumeration::masked(line);
    for piece in sentencex::segment("en", &masked) {
        // The pieces are slices of the masked line, which is as long as the line.
        let at = (piece.as_ptr() as usize).wrapping_sub(masked.as_ptr() as usize);
        let Some(piece) = line.get(at..at.saturating_add(piece.len())) else { continue };
        let trimmed = piece.trim();
        if trimmed.is_empty() {
            continue;
        }
        // A label in the middle of a line also begins a section.
        let skip = label(trimmed);
        let from = at + (piece.len() - piece.trim_start().len()) + skip;
        let trimmed = trimmed.get(skip..).unwrap_or_default();
        let range = base + from..base + from + trimmed.len();
        let joins = out.len() > first
            && out.last().is_some_and(|last| {
                let previous = line.get(last.start - base..last.end - base).unwrap_or_default();
                goes_on(previous, trimmed)
            });
        match out.last_mut() {
            Some(last) if joins => last.end = range.end,
            _ => out.push(range),
        }
    }
}

/// Whether two supposed sentences are one.
fn goes_on(previous: &str, next: &str) -> bool {
    let Some(word) = previous.strip_suffix('.') else { return false };
    let word = word.rsplit([' ', '(', '[']).next().unwrap_or_default().to_lowercase();
    if NUMBERED_ABBREVIATIONS.contains(&word.as_str()) {
        return next.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    }
    next.starts_with(char::is_lowercase) && ABBREVIATIONS.contains(&word.as_str())
}

/// Truncates a text to at most `limit` characters at the last end of a sentence. If no sentence
/// ends in the second half, truncates at a word and appends `...`. Abbreviations, initials and
/// decimal points do not end a sentence.
#[must_use]
pub fn truncate_at_sentence(text: &str, limit: usize) -> String {
    let Some((cut, _)) = text.char_indices().nth(limit) else { return text.to_owned() };
    let head = text.get(..cut).unwrap_or_default();
    let half = text.char_indices().nth(limit / 2).map_or(0, |(at, _)| at);
    // Split more text than needed: when cut off, `0.` and `et al.` would look like ends of
    // sentences.
    let reach =
        text.char_indices().nth(limit.saturating_mul(2).saturating_add(200)).map_or(text.len(), |(at, _)| at);
    let ends = sentences(text.get(..reach).unwrap_or(head));
    let last = ends.iter().map(|range| range.end).filter(|end| *end <= cut && *end > half).max();
    if let Some(end) =
        last.filter(|end| text.get(..*end).is_some_and(|head| head.ends_with(['.', '!', '?', ')', '"', '”'])))
    {
        return text.get(..end).unwrap_or_default().trim().to_owned();
    }
    let room = head.char_indices().nth(limit.saturating_sub(3)).map_or(head.len(), |(at, _)| at);
    let shorter = head.get(..room).unwrap_or_default();
    let word = shorter.rfind(char::is_whitespace).filter(|at| *at > 0).unwrap_or(shorter.len());
    let kept = shorter.get(..word).unwrap_or_default().trim_end();
    if limit < 4 { head.to_owned() } else { format!("{kept}...") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        sentences(text).into_iter().filter_map(|range| text.get(range)).collect()
    }

    #[test]
    fn labels_and_abbreviations_are_no_sentences() {
        assert_eq!(
            of("METHODS: Rats were fed (Smith et al. 2001). P was 0.04.\nRESULTS: They grew; see Eq. (4)."),
            ["Rats were fed (Smith et al. 2001).", "P was 0.04.", "They grew; see Eq. (4)."]
        );
        assert_eq!(
            of("**Aims & Scope:** Rats grew. **RESULTS:** They slept. Conclusions: They woke."),
            ["Rats grew.", "They slept.", "They woke."]
        );
        assert_eq!(
            of("Three organs: liver, lung and heart. Note: none."),
            ["Three organs: liver, lung and heart.", "Note: none."]
        );
        assert_eq!(of(""), Vec::<&str>::new());
    }

    #[test]
    fn parts_that_are_numbered_stay_in_their_sentence_and_the_next_one_begins_behind_them() {
        assert_eq!(
            of(
                "There were four categories: (1) less than 200 cells, (2) 200 to 350 cells, and (3) any count. Eleven studies met the criteria. Therapy lowered the risk (n = 24) Overall."
            ),
            [
                "There were four categories: (1) less than 200 cells, (2) 200 to 350 cells, and (3) any count.",
                "Eleven studies met the criteria.",
                "Therapy lowered the risk (n = 24) Overall."
            ]
        );
        assert_eq!(
            of(
                "We found three things. (1) Aspirin lowered pain. (2) Statins, 40 mg, did not. (3) in mice it was the same."
            ),
            [
                "We found three things.",
                "(1) Aspirin lowered pain.",
                "(2) Statins, 40 mg, did not.",
                "(3) in mice it was the same."
            ]
        );
        assert_eq!(
            of("Patients 1) Ate well. Others 2) Slept (n = 12) Longer. They woke."),
            ["Patients 1) Ate well.", "Others 2) Slept (n = 12) Longer.", "They woke."]
        );
    }

    #[test]
    fn a_sign_of_comparison_is_no_bracket() {
        assert_eq!(
            of("Fewer died with statins, P < 0.05. The others (n = 3) lived. Age was > 60 years. All ate."),
            [
                "Fewer died with statins, P < 0.05.",
                "The others (n = 3) lived.",
                "Age was > 60 years.",
                "All ate."
            ]
        );
    }

    #[test]
    fn a_text_is_cut_where_a_sentence_ends_and_not_behind_an_abbreviation() {
        let text = "Metformin was given by Smith et al. in a trial of 0.5 g twice daily! It helped some of them a little.";
        assert_eq!(truncate_at_sentence(text, 300), text);
        assert_eq!(
            truncate_at_sentence(text, 80),
            "Metformin was given by Smith et al. in a trial of 0.5 g twice daily!"
        );
        assert_eq!(truncate_at_sentence(text, 52), "Metformin was given by Smith et al. in a trial...");
        assert_eq!(truncate_at_sentence("Wordwithoutanyspace", 10), "Wordwit...");
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn no_cut_is_longer_than_its_limit(text in "(\\PC{0,20}[.!? ]){0,12}", limit in 0_usize..80) {
            proptest::prop_assert!(truncate_at_sentence(&text, limit).chars().count() <= limit.max(text.chars().count().min(limit)));
            for range in sentences(&text) {
                proptest::prop_assert!(text.get(range).is_some_and(|part| !part.trim().is_empty()));
            }
        }
    }
}
