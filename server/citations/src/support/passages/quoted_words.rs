//! Looks up a quotation in a full text, over lines, columns and pages.

use crate::support::quote::{QuoteFound, folded_words, parts, parts_outside_brackets};
use referee_records::{FullText, PassagePart};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The maximum number of digits at the end of a word that are the number of a reference.
const MAX_REFERENCE_DIGITS: usize = 3;

/// The minimum number of letters before such digits; `covid19` is a name only if it is shorter.
const MIN_LETTERS_BEFORE_REFERENCE: usize = 7;

/// The minimum number of words on each side of an interruption in a quotation.
const MIN_WORDS_OF_PART: usize = 3;

/// The maximum number of words of a quotation whose parts are looked up.
const MAX_INTERRUPTED_WORDS: usize = 200;

/// Separates texts that do not continue each other.
const SEPARATOR: char = '\n';

#[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
static REFERENCE_MARK: LazyLock<Regex> = LazyLock::new(|| {
    referee_text::pattern(r"\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]|[\u{2070}\u{b9}\u{b2}\u{b3}\u{2074}-\u{2079}]+(?:[,–-][\u{2070}\u{b9}\u{b2}\u{b3}\u{2074}-\u{2079}]+)*").unwrap()
});

/// The letters and digits of a full text without spaces, in one spelling, and where each word comes
/// from. The running text comes first, then captions and tables, which interrupt it.
#[derive(Debug, Default)]
pub(super) struct QuotedWords {
    letters: String,
    words: Vec<PlacedWord>,
}

/// A word of a full text.
#[derive(Debug)]
struct PlacedWord {
    /// Where it begins and ends in the letters.
    letters: Range<usize>,
    /// The index of its passage.
    passage: usize,
    /// Its range in the text of the passage.
    range: Range<usize>,
}

/// Where a quotation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotePlace {
    /// How it was found.
    pub found: QuoteFound,
    /// The index of the passage where it begins.
    pub passage: usize,
    /// The index of the passage where it ends.
    pub last_passage: usize,
    /// Its range in the text of the first passage, up to the end of that passage.
    pub range: Range<usize>,
}

impl QuotedWords {
    pub(super) fn read(text: &FullText) -> QuotedWords {
        let mut out = QuotedWords::default();
        let is_aside = |part: PassagePart| matches!(part, PassagePart::Caption | PassagePart::Table);
        for asides in [false, true] {
            for (number, passage) in text.passages.iter().enumerate() {
                if passage.part == PassagePart::Reference || is_aside(passage.part) != asides {
                    continue;
                }
                if asides || matches!(passage.part, PassagePart::Title) {
                    out.letters.push(SEPARATOR);
                }
                out.add(number, &passage.text);
            }
        }
        out
    }

    fn add(&mut self, passage: usize, text: &str) {
        let marks: Vec<Range<usize>> = REFERENCE_MARK.find_iter(text).map(|mark| mark.range()).collect();
        let mut marks = marks.into_iter().peekable();
        let mut start = None;
        for (at, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
            while marks.next_if(|mark| mark.end <= at).is_some() {}
            let is_mark = marks.peek().is_some_and(|mark| mark.contains(&at));
            // A soft hyphen is inside a word.
            let is_letter = (c.is_alphanumeric() || c == '\u{ad}') && !is_mark;
            match (is_letter, start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    self.add_word(passage, from..at, text.get(from..at).unwrap_or_default());
                    start = None;
                }
                _ => {}
            }
        }
    }

    fn add_word(&mut self, passage: usize, range: Range<usize>, word: &str) {
        let begin = self.letters.len();
        for folded in folded_words(word) {
            self.letters.push_str(without_reference_number(&folded));
        }
        if self.letters.len() > begin {
            self.words.push(PlacedWord { letters: begin..self.letters.len(), passage, range });
        }
    }

    /// Returns the places of a quotation; of one with omissions, the places of its first part for
    /// which every other part follows in order.
    pub(super) fn places(&self, quote: &str, text: &FullText) -> Vec<QuotePlace> {
        let whole = parts(quote);
        let found = self.places_of(&whole, text);
        if !found.is_empty() {
            return found;
        }
        let without = parts_outside_brackets(&whole);
        let found = if without == whole { found } else { self.places_of(&without, text) };
        match whole.as_slice() {
            [quote] if found.is_empty() => self.interrupted(quote, text).into_iter().collect(),
            _ => found,
        }
    }

    /// Returns the place of a quotation that another text interrupts where a passage ends or begins:
    /// a text box, or a layout that was read in another order, as columns of a few lines may be.
    /// Few words are enough on one side if one passage ends there within a sentence and another
    /// begins there.
    fn interrupted(&self, quote: &str, text: &FullText) -> Option<QuotePlace> {
        let plain = REFERENCE_MARK.replace_all(quote, " ");
        let words: Vec<String> =
            folded_words(&plain).iter().map(|word| without_reference_number(word).to_owned()).collect();
        if words.len() > MAX_INTERRUPTED_WORDS {
            return None;
        }
        (1..words.len()).find_map(|split| {
            let (before, after) = words.split_at(split);
            let is_short = before.len().min(after.len()) < MIN_WORDS_OF_PART;
            let (before, after) = (before.concat(), after.concat());
            let all = |needle: &str| -> Vec<(usize, usize)> {
                let found = self.letters.match_indices(needle);
                found.filter_map(|(at, _)| self.words_at(at, needle.len())).collect()
            };
            let passage = |word: usize| self.words.get(word).map(|word| word.passage);
            let ends = |(_, to): &(usize, usize)| passage(*to) != passage(to + 1);
            let begins = |(from, _): &(usize, usize)| {
                from.checked_sub(1).is_none_or(|before| passage(before) != passage(*from))
            };
            let is_open = |(_, to): &(usize, usize)| {
                let rest = self
                    .words
                    .get(*to)
                    .and_then(|last| text.passages.get(last.passage)?.text.get(last.range.end..));
                rest.is_some_and(|rest| !rest.contains(['.', '?', '!']))
            };
            let (mut firsts, mut seconds) = (all(&before), all(&after));
            if is_short {
                firsts.retain(|first| ends(first) && is_open(first));
                seconds.retain(begins);
            }
            let pairs = firsts.iter().flat_map(|first| seconds.iter().map(move |second| (first, second)));
            let (first, second) = pairs.into_iter().find(|(first, second)| ends(first) || begins(second))?;
            let (start, stop, end) =
                (self.words.get(first.0)?, self.words.get(first.1)?, self.words.get(second.1)?);
            Some(QuotePlace {
                found: QuoteFound::Normalised,
                passage: start.passage,
                last_passage: end.passage,
                range: start.range.start..stop.range.end.max(start.range.start),
            })
        })
    }

    fn places_of(&self, parts: &[String], text: &FullText) -> Vec<QuotePlace> {
        let needles: Vec<String> = parts.iter().map(|part| letters(part)).collect();
        let Some((first, rest)) = needles.split_first() else { return Vec::new() };
        if needles.iter().any(String::is_empty) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for (at, _) in self.letters.match_indices(first.as_str()) {
            let Some((from, to)) = self.words_at(at, first.len()) else { continue };
            let mut end = at + first.len();
            let mut last = to;
            let follows = rest.iter().all(|needle| {
                let found = self.letters.get(end..).and_then(|letters| {
                    letters
                        .match_indices(needle.as_str())
                        .find_map(|(at, _)| Some((end + at, self.words_at(end + at, needle.len())?.1)))
                });
                if let Some((at, to)) = found {
                    end = at + needle.len();
                    last = to;
                }
                found.is_some()
            });
            if !follows {
                continue;
            }
            let (Some(begin), Some(stop), Some(last)) =
                (self.words.get(from), self.words.get(to), self.words.get(last))
            else {
                continue;
            };
            let passage = text.passages.get(begin.passage);
            let whole = passage.map_or("", |passage| passage.text.as_str());
            let is_verbatim = parts.iter().all(|part| whole.contains(part.as_str()));
            let range_end = if stop.passage == begin.passage { stop.range.end } else { whole.len() };
            out.push(QuotePlace {
                found: if is_verbatim { QuoteFound::Verbatim } else { QuoteFound::Normalised },
                passage: begin.passage,
                last_passage: last.passage,
                range: begin.range.start..range_end,
            });
        }
        out
    }

    /// Returns the indexes of the first and last word of a range of letters; `None` if it begins or
    /// ends inside a word.
    fn words_at(&self, at: usize, len: usize) -> Option<(usize, usize)> {
        let from = self.words.binary_search_by(|word| word.letters.start.cmp(&at)).ok()?;
        let to = self.words.binary_search_by(|word| word.letters.end.cmp(&(at + len))).ok()?;
        Some((from, to))
    }
}

/// Returns the letters and digits of a quotation, as a full text is read.
fn letters(part: &str) -> String {
    let plain = REFERENCE_MARK.replace_all(part, " ");
    folded_words(&plain).iter().map(|word| without_reference_number(word)).collect()
}

/// Returns a word without the number of a reference, which a PDF sets directly after it:
/// `mortality12`.
fn without_reference_number(word: &str) -> &str {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_number = word.len() - letters.len() <= MAX_REFERENCE_DIGITS
        && letters.len() >= MIN_LETTERS_BEFORE_REFERENCE
        && letters.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_number { letters } else { word }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_records::Passage;

    fn paper(passages: &[&str]) -> FullText {
        let passage = |text: &&str| Passage { text: (*text).to_owned(), ..Passage::default() };
        FullText { passages: passages.iter().map(passage).collect(), ..FullText::default() }
    }

    fn place(quote: &str, text: &FullText) -> Option<(usize, usize, QuoteFound)> {
        let all = QuotedWords::read(text).places(quote, text);
        all.first().map(|place| (place.passage, place.last_passage, place.found))
    }

    #[test]
    fn a_quotation_is_found_if_the_layout_was_read_in_another_order() {
        let text = paper(&[
            "10.5555/walk did not differ between the groups. Pain scores were higher.",
            "Falls occurred in 14 patients. Mortality at 90 days",
            "Early walking shortened the stay.",
        ]);
        let found = place("Mortality at 90 days did not differ between the groups", &text);
        assert_eq!(found, Some((1, 0, QuoteFound::Normalised)));
        for changed in [
            "Mortality at 30 days did not differ between the groups",
            "Mortality at 90 days did not change between the groups",
            "Falls occurred in 14 patients did not differ between the groups",
            "Mortality at 90 days scores were higher",
        ] {
            assert_eq!(place(changed, &text).is_some(), changed.ends_with("scores were higher"), "{changed}");
        }
    }

    #[test]
    fn one_word_after_a_box_completes_a_quotation() {
        let text = paper(&[
            "Falls occurred in 14 patients. Mortality at 90 days was lower in the treated",
            "Key points. Walk early and walk often.",
            "group. Pain scores were higher.",
            "A cohort was followed. All of them were well.",
        ]);
        for (quote, is_found) in [
            ("Mortality at 90 days was lower in the treated group", true),
            ("Mortality at 90 days was lower in the treated cohort", false),
            ("Mortality at 90 days was lower in the untreated group", false),
            ("Walk early and walk often a cohort", false),
        ] {
            assert_eq!(place(quote, &text).is_some(), is_found, "{quote}");
        }
    }

    #[test]
    fn a_quotation_is_found_over_passages_hyphens_and_marks_of_references() {
        let text = paper(&[
            "The drug lowered mortality12 in adults with diabetes [3, 4] and in",
            "children with anti- bodies against α-synuclein. Tumours were seen in the unable.",
        ]);
        use QuoteFound::{Normalised, Verbatim};
        for (quote, wanted) in [
            ("in adults with diabetes", Some((0, 0, Verbatim))),
            ("lowered mortality in adults with diabetes and in children", Some((0, 1, Normalised))),
            ("with antibodies against alpha-synuclein", Some((1, 1, Normalised))),
            ("Tumors were seen in the", Some((1, 1, Normalised))),
            ("The drug … were seen in the unable", Some((0, 1, Verbatim))),
            ("[t]he drug lowered mortality in adults", Some((0, 0, Normalised))),
            ("were seen in the able", None),
            ("lowered morbidity in adults with diabetes", None),
            ("were seen in the unable … The drug", None),
        ] {
            let found = place(quote, &text);
            // An omission over two passages is never verbatim in one.
            let wanted =
                if quote.contains('…') && wanted.is_some() { Some((0, 1, Normalised)) } else { wanted };
            assert_eq!(found, wanted, "{quote}");
        }
    }
}
