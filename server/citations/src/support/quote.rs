//! Finds the quotations of a sentence and looks them up in a text.

use referee_text::fold;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How a quotation was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuoteFound {
    /// Character by character.
    Verbatim,
    /// The same words; case, punctuation, hyphens or spaces differ.
    Normalised,
}

/// The minimum number of words in a quotation that is looked up; fewer are a term or scare quotes.
const MIN_WORDS: usize = 4;

/// The minimum share of a quotation's words that a passage of the text must have, in order, to be
/// shown as its source.
const MIN_NEAR_SIMILARITY: f64 = 0.75;

/// Words before a quotation that is a name or a question put to a person, and not taken from a
/// work.
const NAMING_WORDS: &[&str] = &[
    "term",
    "called",
    "termed",
    "named",
    "known as",
    "labelled",
    "labeled",
    "entitled",
    "titled",
    "dubbed",
    "phrase",
    "question",
    "item",
    "statement",
    "coined",
    "keywords",
    "search terms",
    "the words",
    "title",
];

const OMISSION_MARKS: &[&str] = &["[…]", "[...]", "[. . .]", "(…)", "(...)", "…", "...", ". . ."];

/// Returns the ranges of the quotations of a sentence, without their quotation marks, that are long
/// enough to be looked up.
#[must_use]
pub fn quotations(sentence: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(rest) = sentence.get(at..) {
        let opening = rest.char_indices().find_map(|(place, c)| {
            let close = match c {
                '“' | '„' => "”",
                '«' => "»",
                '"' => "\"",
                '`' if rest.get(place..)?.starts_with("``") => "''",
                _ => return None,
            };
            Some((place, if c == '`' { 2 } else { c.len_utf8() }, close))
        });
        let Some((place, len, close)) = opening else { break };
        let start = at + place + len;
        let inside = sentence.get(start..).unwrap_or_default();
        // `„…“` ends with a character that opens quotations in other languages.
        let end = match close {
            "”" => inside.find(['”', '“']),
            close => inside.find(close),
        };
        let Some(end) = end else { break };
        let range = start..start + end;
        let before = sentence.get(..at + place).unwrap_or_default().trim_end().to_lowercase();
        let named = NAMING_WORDS.iter().any(|word| before.ends_with(word));
        if !named && folded_words(sentence.get(range.clone()).unwrap_or_default()).len() >= MIN_WORDS {
            out.push(range);
        }
        at = start + end + inside.get(end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
    }
    out
}

/// Looks up a quotation in a text; `None` if it is not there. If it has omissions (`…`, `...`,
/// `[…]`), every part must be there, in order. Text in square brackets belongs to the quoting
/// author.
#[must_use]
pub fn find_quote(quote: &str, text: &str) -> Option<QuoteFound> {
    let parts = parts(quote);
    if parts.is_empty() {
        return None;
    }
    let whole: Vec<&str> = parts.iter().map(String::as_str).collect();
    if in_order(&whole, text) {
        return Some(QuoteFound::Verbatim);
    }
    // Both sides are folded in the same way and compared by whole words.
    let padded = |text: &str| format!(" {} ", folded_words(text).join(" "));
    let folded_text = padded(text);
    let folded = |parts: &[String]| -> bool {
        let folded: Vec<String> = parts.iter().map(|part| padded(part)).collect();
        let folded: Vec<&str> = folded.iter().map(String::as_str).collect();
        !folded.iter().any(|part| part.trim().is_empty()) && in_order(&folded, &folded_text)
    };
    if folded(&parts) {
        return Some(QuoteFound::Normalised);
    }
    // `[t]he`, `[metformin] lowered`: the text in brackets is not from the source.
    let without = parts_outside_brackets(&parts);
    (without != parts && !without.is_empty() && folded(&without)).then_some(QuoteFound::Normalised)
}

/// Returns the passage of a text that has nearly the same words as a quotation, in order; `None` if
/// no passage is close enough.
#[must_use]
pub fn nearest(quote: &str, text: &str) -> Option<Range<usize>> {
    let wanted = folded_words(quote);
    let there: Vec<(String, Range<usize>)> = words_with_places(text);
    if wanted.len() < MIN_WORDS || there.is_empty() || wanted.len() > 200 || there.len() > 5_000 {
        return None;
    }
    // Find the longest common subsequence with every passage about as long as the quotation.
    let length = wanted.len() + wanted.len() / 4;
    let mut best: Option<(usize, Range<usize>)> = None;
    for start in 0..there.len() {
        let window = there.get(start..(start + length).min(there.len()))?;
        // The passage must begin with one of the first words of the quotation.
        let Some((first, _)) = window.first() else { break };
        if !wanted.iter().take(3).any(|word| word == first) {
            continue;
        }
        let (shared, last) = common(&wanted, window);
        if best.as_ref().is_none_or(|(most, _)| shared > *most) {
            let end = window.get(last).map_or(0, |(_, range)| range.end);
            let begin = window.first().map_or(0, |(_, range)| range.start);
            best = Some((shared, begin..end));
        }
    }
    let (shared, range) = best?;
    #[expect(clippy::cast_precision_loss, reason = "quotations have few words")]
    let share = shared as f64 / wanted.len() as f64;
    (share >= MIN_NEAR_SIMILARITY && range.start < range.end).then_some(range)
}

/// Returns the number of words that two lists share in order, and the index of the last shared word
/// in the second list.
fn common(a: &[String], b: &[(String, Range<usize>)]) -> (usize, usize) {
    let mut row: Vec<usize> = vec![0; b.len() + 1];
    for x in a {
        let mut before = 0;
        for (index, (y, _)) in b.iter().enumerate() {
            let kept = row.get(index + 1).copied().unwrap_or_default();
            let left = row.get(index).copied().unwrap_or_default();
            let value = if x == y { before + 1 } else { kept.max(left) };
            before = kept;
            if let Some(cell) = row.get_mut(index + 1) {
                *cell = value;
            }
        }
    }
    let most = row.last().copied().unwrap_or_default();
    (most, row.iter().position(|shared| *shared == most).unwrap_or(1).saturating_sub(1))
}

/// Returns the parts of a quotation between omissions.
pub(super) fn parts(quote: &str) -> Vec<String> {
    let mut parts = vec![quote.to_owned()];
    for omission in OMISSION_MARKS {
        parts = parts.iter().flat_map(|part| part.split(omission)).map(str::to_owned).collect();
    }
    parts
        .iter()
        // The comma or full stop before the closing mark belongs to the quoting sentence.
        .map(|part| part.trim().trim_end_matches([',', '.', ';', ':']).trim().to_owned())
        .filter(|part| part.chars().any(char::is_alphanumeric))
        .collect()
}

/// Returns the parts of a quotation that are outside square brackets.
pub(super) fn parts_outside_brackets(parts: &[String]) -> Vec<String> {
    parts.iter().flat_map(|part| outside_brackets(part)).collect()
}

/// Returns the parts outside square brackets; a word that contains a bracket is dropped.
fn outside_brackets(part: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut depth = 0_u32;
    let mut broken = false;
    for c in part.chars() {
        match c {
            '[' => {
                depth += 1;
                broken = true;
                // Characters directly before the bracket belong to the changed word.
                if let Some(last) = out.last_mut() {
                    let kept = last.trim_end_matches(|c: char| !c.is_whitespace()).len();
                    last.truncate(kept);
                }
                out.push(String::new());
            }
            ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            c if broken && !c.is_whitespace() && c.is_alphanumeric() => {}
            c => {
                broken = false;
                if let Some(last) = out.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    out.into_iter().filter(|part| part.chars().any(char::is_alphanumeric)).collect()
}

fn in_order(parts: &[&str], text: &str) -> bool {
    let mut rest = text;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        // The space after a folded word is also the start of the next one.
        let next = at + part.trim_end().len();
        rest = rest.get(next..).unwrap_or_default();
    }
    true
}

/// Returns the folded words of a text, in one spelling.
pub(super) fn folded_words(text: &str) -> Vec<String> {
    let joined = text.replace('\u{ad}', "").replace("-\n", "");
    fold::words(&joined).iter().map(|word| fold::spelling(word)).collect()
}

/// Returns the words of a text, as quotations are compared, with their ranges.
fn words_with_places(text: &str) -> Vec<(String, Range<usize>)> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let word = text.get(from..at).unwrap_or_default();
                out.extend(folded_words(word).into_iter().map(|word| (word, from..at)));
                start = None;
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_found_letter_for_letter_or_word_for_word() {
        let text = "The drug [APTT 1.5] lowered α-synuclein (95% CI 1-2) in rats; it did not in mice.";
        assert_eq!(find_quote("lowered α-synuclein (95% CI 1-2)", text), Some(QuoteFound::Verbatim));
        assert_eq!(find_quote("The drug ... did not in mice", text), Some(QuoteFound::Verbatim));
        assert_eq!(find_quote("lowered alpha synuclein", text), Some(QuoteFound::Normalised));
        assert_eq!(find_quote("the drug [APTT 1.5] LOWERED", text), Some(QuoteFound::Normalised));
        assert_eq!(find_quote("[it] lowered α-synuclein", text), Some(QuoteFound::Normalised));
        assert_eq!(find_quote("[t]he drug [APTT 1.5] lowered", text), Some(QuoteFound::Normalised));
        assert_eq!(find_quote("in rats; it did not in mice,", text), Some(QuoteFound::Verbatim));
        assert_eq!(find_quote("raised α-synuclein", text), None);
        assert_eq!(find_quote("…", text), None);
    }

    #[test]
    fn british_and_american_spelling_and_typography_are_one() {
        let text =
            "We randomised 20 tumour\u{a0}bearing mice to “early” or late anti-\u{ad}oxidant treatment.";
        for quote in [
            "randomized 20 tumor bearing mice",
            "tumour-bearing mice to 'early' or late anti-oxidant treatment",
        ] {
            assert_eq!(find_quote(quote, text), Some(QuoteFound::Normalised), "{quote}");
        }
    }

    #[test]
    fn quotations_are_told_from_terms() {
        let of = |text: &str| -> Vec<String> {
            quotations(text).into_iter().map(|range| text[range].to_owned()).collect()
        };
        assert_eq!(
            of("They “saw no benefit of early treatment” and so-called “quick wins”."),
            ["saw no benefit of early treatment"]
        );
        assert_eq!(of("He wrote ``the effect was not seen'' there."), ["the effect was not seen"]);
        assert_eq!(
            of("\"one two three four\" and \"five six seven eight\""),
            ["one two three four", "five six seven eight"]
        );
        assert_eq!(of("Er schrieb „das war nicht zu sehen“."), ["das war nicht zu sehen"]);
        assert!(of("a 5\" screen and no more words after it").is_empty());
    }

    #[test]
    fn the_nearest_words_of_the_source_are_found() {
        let text =
            "Aims were many. The drug clearly lowered mortality in older adults with diabetes. No harm.";
        let near = nearest("The drug lowered mortality in younger adults with diabetes", text);
        assert_eq!(
            near.map(|range| &text[range]),
            Some("The drug clearly lowered mortality in older adults with diabetes")
        );
        assert_eq!(nearest("Something else was seen here altogether", text), None);
    }

    #[test]
    fn a_bracket_behind_a_wide_space_breaks_nothing() {
        assert_eq!(outside_brackets("a\u{2003}b[c] d"), ["a\u{2003}", " d"]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn no_text_breaks_looking_up(quote in "\\PC{0,60}", text in "\\PC{0,120}") {
            let _ = find_quote(&quote, &text);
            for range in quotations(&text) {
                proptest::prop_assert!(text.get(range).is_some());
            }
            if let Some(range) = nearest(&quote, &text) {
                proptest::prop_assert!(text.get(range).is_some());
            }
        }

        #[test]
        fn what_stands_in_a_text_is_found_there(before in "[a-z ]{0,20}", quote in "[a-z]{2,6}( [a-z]{2,6}){3,6}", after in "[a-z ]{0,20}") {
            let text = format!("{before} {quote} {after}");
            proptest::prop_assert_eq!(find_quote(&quote, &text), Some(QuoteFound::Verbatim));
            proptest::prop_assert!(find_quote(&quote.to_uppercase(), &text).is_some());
        }
    }
}
