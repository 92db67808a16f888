//! Finds covariates: entities that a sentence mentions only because its authors adjusted for them.
//!
//! `Metformin reduced mortality after adjustment for age and aspirin use` states something about
//! metformin and nothing about aspirin. A phrase such as `adjusted for`, `controlling for` or
//! `independent of` introduces the covariates; the list ends where the clause with the finding
//! begins.

use crate::hypotheses::lexicon::is_verb_of_effect;
use std::ops::Range;

/// A range of a text that lists covariates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CovariateRange {
    /// The byte range, including the words that introduce the covariates.
    pub(crate) range: Range<usize>,
    pub(crate) kind: CovariateKind,
}

/// How a sentence introduces the entities in the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CovariateKind {
    /// `adjusted for age and X`: every entity is a covariate.
    Adjusted,
    /// `independent of X`: a drug or a condition is a covariate. A molecule or a process is not,
    /// because its not being needed is itself a finding.
    Independent,
}

/// A word of a text, in lower case.
struct Word {
    text: String,
    range: Range<usize>,
    /// Whether a comma precedes the word.
    comma: bool,
    /// Whether a sentence or a clause ends before the word.
    stop: bool,
    /// The number of brackets that are open at the word.
    depth: usize,
}

/// Participles and nouns that, followed by `for`, introduce covariates.
const ADJUSTMENT_WORDS: &[&str] = &[
    "adjusted",
    "adjusting",
    "adjustment",
    "adjustments",
    "adjust",
    "controlled",
    "controlling",
    "corrected",
    "correcting",
    "correction",
    "matched",
    "accounting",
    "accounted",
];

/// Words that introduce covariates only after one of [`WORDS_BEFORE_ADJUSTMENT`]; otherwise they
/// have another meaning: `strokes accounting for half of the deaths`, `controlled for a year`.
const AMBIGUOUS_ADJUSTMENT_WORDS: &[&str] =
    &["accounting", "accounted", "controlled", "corrected", "matched", "correction"];

/// Words before an adjustment that are part of its phrase.
const WORDS_BEFORE_ADJUSTMENT: &[&str] = &[
    "after",
    "when",
    "by",
    "with",
    "upon",
    "following",
    "on",
    "without",
    "before",
    "and",
    "were",
    "was",
    "models",
    "model",
    "analyses",
    "analysis",
    "even",
    "also",
    "fully",
    "further",
    "additionally",
    "mutually",
    "to",
    "we",
];

/// Words that end a list of covariates, after which the sentence continues.
const LIST_END_WORDS: &[&str] = &[
    "among", "compared", "versus", "vs", "than", "whereas", "while", "but", "because", "which", "that",
    "who", "we", "there", "yet", "although", "hazard", "odds", "hr", "rr",
];

/// Finite verbs; a list of covariates contains none.
const FINITE_VERBS: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "did",
    "does",
    "do",
    "may",
    "might",
    "could",
    "would",
    "can",
    "cannot",
    "remained",
    "remains",
    "persisted",
    "predicted",
    "predicts",
    "appeared",
    "tended",
    "showed",
    "shows",
    "found",
];

/// The maximum number of words in a list of covariates.
const MAX_WORDS: usize = 60;

/// Returns the covariates that a text lists, in text order.
pub(crate) fn covariates(text: &str) -> Vec<CovariateRange> {
    let words = words(text);
    let mut out: Vec<CovariateRange> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some((kind, from)) = introduced(&words, at) else {
            at += 1;
            continue;
        };
        let opening =
            if at > 0 && !words[at].stop && WORDS_BEFORE_ADJUSTMENT.contains(&words[at - 1].text.as_str()) {
                at - 1
            } else {
                at
            };
        let end = end_of_list(&words, from, words[opening].comma);
        if end > from {
            let range = words[opening].range.start..words[end - 1].range.end;
            out.push(CovariateRange { range, kind });
        }
        at = end.max(from);
    }
    out
}

/// Replaces the covariates that were adjusted for by spaces; byte offsets do not change.
pub(crate) fn without_adjusted(text: &str) -> String {
    let mut bytes = text.to_owned().into_bytes();
    for one in covariates(text).into_iter().filter(|one| one.kind == CovariateKind::Adjusted) {
        if let Some(part) = bytes.get_mut(one.range) {
            part.fill(b' ');
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the kind of covariates that the words at `at` introduce, and the index after these
/// words.
fn introduced(words: &[Word], at: usize) -> Option<(CovariateKind, usize)> {
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let before = || at.checked_sub(1).map_or("", text);
    match (text(at), text(at + 1)) {
        (word, "for") if ADJUSTMENT_WORDS.contains(&word) => {
            let is_sure = !AMBIGUOUS_ADJUSTMENT_WORDS.contains(&word)
                || WORDS_BEFORE_ADJUSTMENT.contains(&before())
                || words[at].depth > 0;
            is_sure.then_some((CovariateKind::Adjusted, at + 2))
        }
        ("adjusted" | "matched", "by" | "on") => Some((CovariateKind::Adjusted, at + 2)),
        ("covariates" | "covariables" | "confounders", next) => {
            let skipped = match next {
                "such" => 3,
                "including" | "included" | "were" => 2,
                _ => 1,
            };
            // `other confounders` without a list contains no covariate.
            let is_list = skipped > 1
                || words.get(at + 1).is_some_and(|next| next.stop || next.depth > words[at].depth);
            is_list.then_some((CovariateKind::Adjusted, at + skipped))
        }
        ("independent" | "independently" | "irrespective" | "irrespectively" | "regardless", "of") => {
            Some((CovariateKind::Independent, at + 2))
        }
        _ => None,
    }
}

/// Returns the index after the last word of a list that begins at `from`. A list that a comma opens
/// is closed by a comma before the main verb: `X, adjusted for age, reduced Y`.
fn end_of_list(words: &[Word], from: usize, is_opened_by_comma: bool) -> usize {
    let Some(first) = words.get(from) else { return from };
    let depth = first.depth;
    let mut segment = from;
    for at in from..words.len().min(from + MAX_WORDS) {
        let word = &words[at];
        let text = word.text.as_str();
        if at > from && (word.stop || word.depth < depth) {
            return at;
        }
        // Text in brackets explains a covariate.
        if word.depth > depth {
            continue;
        }
        if at > from && word.comma {
            segment = at;
        }
        let begins = at == segment;
        if begins && at > from && is_opened_by_comma && (text.ends_with("ed") || is_verb_of_effect(text)) {
            return at;
        }
        if at > from && LIST_END_WORDS.contains(&text) {
            return at;
        }
        let before = at.checked_sub(1).map_or("", |before| words[before].text.as_str());
        let describes = begins
            || matches!(
                before,
                "and" | "or" | "for" | "of" | "with" | "the" | "a" | "an" | "by" | "in" | "on" | "to"
            )
            || words.get(at).is_some_and(|word| word.comma);
        if FINITE_VERBS.contains(&text) || (is_verb_of_effect(text) && !describes) {
            // The words before the verb in its part of the list are the verb's subject.
            return if segment > from { segment } else { at };
        }
    }
    words.len().min(from + MAX_WORDS)
}

/// Splits a text into words and records the punctuation before each.
fn words(text: &str) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let (mut depth, mut comma, mut stop) = (0_usize, false, false);
    let mut start: Option<usize> = None;
    let mut characters = text.char_indices().peekable();
    let mut push = |range: Range<usize>, comma: &mut bool, stop: &mut bool, depth: usize| {
        let text = text.get(range.clone()).unwrap_or_default().to_lowercase();
        out.push(Word { text, range, comma: std::mem::take(comma), stop: std::mem::take(stop), depth });
    };
    while let Some((at, c)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let is_inside = c.is_alphanumeric()
            || start.is_some()
                && matches!(c, '-' | '\'' | '’' | '.' | '·' | '/')
                && next.is_some_and(char::is_alphanumeric);
        if is_inside {
            start.get_or_insert(at);
            continue;
        }
        if let Some(from) = start.take() {
            push(from..at, &mut comma, &mut stop, depth);
        }
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' => comma = true,
            ';' | ':' | '?' | '!' | '\n' | '—' => stop = true,
            '.' if next.is_none_or(char::is_whitespace) => stop = true,
            _ => {}
        }
    }
    if let Some(from) = start {
        push(from..text.len(), &mut comma, &mut stop, depth);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<&str> {
        covariates(text).into_iter().map(|one| text.get(one.range).unwrap_or_default()).collect()
    }

    #[test]
    fn what_is_adjusted_for_ends_where_the_finding_goes_on() {
        for (text, wanted) in [
            (
                "After adjustment for age, sex, and aspirin use, metformin was associated with lower mortality.",
                "After adjustment for age, sex, and aspirin use",
            ),
            (
                "Metformin reduced mortality in a model adjusted for age, smoking and aspirin use.",
                "model adjusted for age, smoking and aspirin use",
            ),
            (
                "The risk adjusted for age and reduced renal function was lower with statins.",
                "adjusted for age and reduced renal function",
            ),
            (
                "After controlling for reduced renal function, metformin reduced mortality.",
                "After controlling for reduced renal function",
            ),
            (
                "The hazard ratio (adjusted for aspirin use, age and diabetes) was 0.8 with statins.",
                "adjusted for aspirin use, age and diabetes",
            ),
            (
                "Covariates included age, aspirin use and smoking. Statins lowered mortality.",
                "Covariates included age, aspirin use and smoking",
            ),
            (
                "Statins lowered mortality independent of aspirin use, and were safe.",
                "independent of aspirin use",
            ),
        ] {
            assert_eq!(named(text), [wanted], "{text}");
        }
    }

    #[test]
    fn what_is_found_and_what_is_given_is_no_covariate() {
        for text in [
            "Aspirin accounted for half of the bleeding.",
            "Blood pressure was well controlled on lisinopril.",
            "Metformin reduced mortality compared with sulfonylureas.",
            "Doses were adjusted to kidney function.",
            "Other confounders cannot be ruled out.",
        ] {
            assert_eq!(named(text), [] as [&str; 0], "{text}");
        }
        let blank = without_adjusted("Statins, adjusted for aspirin use, helped independently of AMPK.");
        assert_eq!(
            blank.split_whitespace().collect::<Vec<_>>().join(" "),
            "Statins, , helped independently of AMPK."
        );
    }
}
