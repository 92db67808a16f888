//! Does the cited text say so? Checks that need no model: precise where they speak, and silent otherwise.
//!
//! What is checked against is a title and an abstract: a figure that is not there may stand in the full text, and
//! a finding must say so. Quotations are looked up in two tiers; numbers after normalisation of their writing; a
//! direction against the one sentence that says the same thing the other way round.

use crate::sentences::sentences;
use referee_text::{fold, stem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What speaks against a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Objection {
    /// A number of the sentence does not occur in the text.
    NumberNotInSource {
        /// As it stands in the sentence.
        number: String,
    },
    /// The text says the same with the opposite direction.
    OppositeDirection {
        /// The sentence of the text.
        sentence: String,
    },
    /// The text shares no content word with the sentence.
    OtherTopic,
}

/// How a quotation was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuoteFound {
    /// Letter for letter.
    Verbatim,
    /// The same words; case, punctuation, hyphens or spaces differ.
    Normalised,
}

/// Looks up a quotation; of one with omissions (`…`, `...`, `[…]`) every part, in order. `None` where it is not in
/// the text.
#[must_use]
pub fn find_quote(quote: &str, text: &str) -> Option<QuoteFound> {
    let parts: Vec<&str> = quote
        .split("[…]")
        .flat_map(|part| part.split("[...]"))
        .flat_map(|part| part.split('…'))
        .flat_map(|part| part.split("..."))
        .map(str::trim)
        .filter(|part| part.chars().any(char::is_alphanumeric))
        .collect();
    if parts.is_empty() {
        return None;
    }
    if in_order(&parts, text) {
        return Some(QuoteFound::Verbatim);
    }
    // Both sides are folded in the same way, and compared by whole words.
    let padded = |text: &str| format!(" {} ", fold::title(text));
    let folded: Vec<String> = parts.iter().map(|part| padded(part)).collect();
    let folded: Vec<&str> = folded.iter().map(String::as_str).collect();
    if folded.iter().any(|part| part.trim().is_empty()) {
        return None;
    }
    in_order(&folded, &padded(text)).then_some(QuoteFound::Normalised)
}

fn in_order(parts: &[&str], text: &str) -> bool {
    let mut rest = text;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        // The space behind a folded word begins the next one.
        let next = at + part.trim_end().len();
        rest = rest.get(next..).unwrap_or_default();
    }
    true
}

/// A number of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    /// Its digits without separators, leading zeros and trailing zeros behind the point.
    value: String,
    percent: bool,
    /// As it stands there.
    shown: String,
}

const WORDS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("hundred", "100"),
    ("half", "50"),
];

/// The numbers of a text. Digits that belong to a name (`IL-6`, `CD4`, `p53`, `SARS-CoV-2`) are none.
fn numbers(text: &str) -> Vec<Number> {
    let mut out = Vec::new();
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let mut at = 0;
    while let Some(&(start, c)) = characters.get(at) {
        if !c.is_ascii_digit() {
            at += 1;
            continue;
        }
        let previous = at.checked_sub(1).and_then(|at| characters.get(at)).map_or(' ', |(_, c)| *c);
        let before = at.checked_sub(2).and_then(|at| characters.get(at)).map_or(' ', |(_, c)| *c);
        let mut end = at;
        while let Some(&(_, c)) = characters.get(end) {
            let next_digit = characters.get(end + 1).is_some_and(|(_, c)| c.is_ascii_digit());
            if c.is_ascii_digit() || (matches!(c, '.' | ',' | '·') && next_digit) {
                end += 1;
            } else {
                break;
            }
        }
        let stop = characters.get(end).map_or(text.len(), |(at, _)| *at);
        let next = characters.get(end).map_or(' ', |(_, c)| *c);
        let named = previous.is_alphabetic()
            || (matches!(previous, '-' | '/' | '_') && before.is_alphabetic())
            || (next.is_alphabetic() && !text.get(stop..).is_some_and(is_unit))
            || matches!(previous, '/' | '_');
        let shown = text.get(start..stop).unwrap_or_default();
        let percent = text.get(stop..).is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with('%') || rest.starts_with("percent") || rest.starts_with("per cent")
        });
        if !named && shown.len() <= 24 {
            out.push(Number { value: normal(shown), percent, shown: shown.to_owned() });
        }
        at = end.max(at + 1);
    }
    out
}

fn is_unit(rest: &str) -> bool {
    const UNITS: &[&str] = &[
        "mg", "g", "kg", "ml", "l", "mmol", "µg", "mcg", "cm", "mm", "h", "s", "d", "yr", "wk", "nm", "iu",
        "mm", "um", "µm", "fold", "x",
    ];
    let word: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
    UNITS.contains(&word.to_lowercase().as_str())
}

/// `1,000` is `1000`, `0.50` is `0.5`, `07` is `7`, `0·5` is `0.5`.
fn normal(shown: &str) -> String {
    let mut text = shown.replace('·', ".");
    let thousands = text.contains(',')
        && text
            .split(',')
            .skip(1)
            .all(|group| group.split('.').next().is_some_and(|digits| digits.len() == 3));
    text = if thousands { text.replace(',', "") } else { text.replace(',', ".") };
    if text.contains('.') {
        text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let trimmed = text.trim_start_matches('0');
    if trimmed.is_empty() || trimmed.starts_with('.') { format!("0{trimmed}") } else { trimmed.to_owned() }
}

/// The numbers of a sentence that do not occur in a text. Years, small counts in words and rounded percentages are
/// looked for generously; a number with one digit is passed over.
#[must_use]
pub fn missing_numbers(sentence: &str, text: &str) -> Vec<String> {
    let there: BTreeSet<String> = numbers(text).into_iter().map(|number| number.value).collect();
    let folded = fold::title(text);
    let in_words = |value: &str| {
        WORDS.iter().any(|(word, digits)| *digits == value && folded.split(' ').any(|other| other == *word))
    };
    let rounded = |value: &str| {
        let Ok(wanted) = value.parse::<f64>() else { return false };
        let whole = !value.contains('.');
        there.iter().filter_map(|other| other.parse::<f64>().ok()).any(|other| {
            // `0.5` of a whole and `50` percent, `47.6` and `48`.
            (whole && other.fract() != 0.0 && (other.round() - wanted).abs() < 1e-9)
                || (other * 100.0 - wanted).abs() < 1e-6
                || (other - wanted * 100.0).abs() < 1e-6
        })
    };
    let mut out = Vec::new();
    for number in numbers(sentence) {
        let small = number.value.len() < 2 && !number.percent;
        let year = number.value.len() == 4
            && (number.value.starts_with("19") || number.value.starts_with("20"))
            && !number.percent
            && !number.shown.contains(',');
        if small || year || there.contains(&number.value) || in_words(&number.value) || rounded(&number.value)
        {
            continue;
        }
        let shown = if number.percent { format!("{}%", number.shown) } else { number.shown };
        if !out.contains(&shown) {
            out.push(shown);
        }
    }
    out
}

/// Pairs of roots that say the opposite of each other.
const OPPOSITES: &[(&[&str], &[&str])] = &[(
    &[
        "increas", "higher", "rais", "elev", "upregul", "greater", "enhanc", "promot", "activ", "more",
        "augment", "stimul", "induc",
    ],
    &[
        "decreas",
        "lower",
        "reduc",
        "reduction",
        "diminish",
        "downregul",
        "less",
        "suppress",
        "inhibit",
        "attenu",
        "impair",
        "prevent",
        "fewer",
        "abolish",
    ],
)];

const NEGATIONS: &[&str] =
    &["not", "no", "never", "neither", "nor", "without", "fail", "lack", "cannot", "absence", "unaffected"];

/// Words that say nothing about what a sentence is about.
const EMPTY: &[&str] = &[
    "the", "a", "an", "of", "in", "on", "for", "to", "and", "or", "is", "are", "was", "were", "be", "with",
    "by", "from", "at", "as", "that", "this", "these", "those", "it", "their", "has", "have", "had", "do",
    "does", "did", "than", "which", "we", "our", "can", "may", "during", "after", "between", "through",
    "into", "both", "also", "its", "been",
];

struct Gist {
    content: BTreeSet<String>,
    /// More, less; `None` where it says neither or both.
    direction: Option<bool>,
    denied: bool,
}

fn gist(text: &str) -> Gist {
    let folded = fold::title(text);
    let (mut more, mut less, mut denied) = (0, 0, false);
    let mut content = BTreeSet::new();
    for word in folded.split(' ').filter(|word| !word.is_empty() && !EMPTY.contains(word)) {
        let root = stem::root(word);
        if NEGATIONS.contains(&word) || NEGATIONS.contains(&root.as_str()) {
            denied = true;
        } else if OPPOSITES.iter().any(|(a, _)| a.contains(&root.as_str())) {
            more += 1;
        } else if OPPOSITES.iter().any(|(_, b)| b.contains(&root.as_str())) {
            less += 1;
        } else {
            content.insert(root);
        }
    }
    let direction = match (more, less) {
        (1, 0) => Some(true),
        (0, 1) => Some(false),
        _ => None,
    };
    Gist { content, direction, denied }
}

/// What share of the content of a sentence another must have to be saying the same.
const SAME: f64 = 0.75;

/// How many content words a sentence must have to be compared.
const LEAST: usize = 4;

/// The sentence of a text that says the same as `claim` with the opposite direction, or denies it; `None` where
/// none does, and where another sentence says it the same way.
#[must_use]
pub fn opposite(claim: &str, text: &str) -> Option<String> {
    let wanted = gist(claim);
    let direction = wanted.direction?;
    if wanted.content.len() < LEAST {
        return None;
    }
    let mut found = None;
    for range in sentences(text) {
        let sentence = text.get(range)?;
        let other = gist(sentence);
        let shared = wanted.content.intersection(&other.content).count();
        #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
        let share = shared as f64 / wanted.content.len() as f64;
        if share < SAME {
            continue;
        }
        let Some(said) = other.direction else { continue };
        let same_way = (said == direction) == (wanted.denied == other.denied);
        if same_way {
            return None;
        }
        found.get_or_insert_with(|| sentence.to_owned());
    }
    found
}

/// Everything that speaks against a sentence that cites a text; empty where nothing does, which is no proof that
/// the text supports it.
#[must_use]
pub fn objections(sentence: &str, title: &str, summary: Option<&str>) -> Vec<Objection> {
    let Some(summary) = summary.filter(|summary| summary.split_whitespace().count() >= 20) else {
        return Vec::new();
    };
    let text = format!("{title}\n{summary}");
    let mut out: Vec<Objection> = missing_numbers(sentence, &text)
        .into_iter()
        .map(|number| Objection::NumberNotInSource { number })
        .collect();
    out.extend(opposite(sentence, &text).map(|sentence| Objection::OppositeDirection { sentence }));
    let (claim, whole) = (gist(sentence), gist(&text));
    if claim.content.len() >= LEAST && claim.content.is_disjoint(&whole.content) {
        out.push(Objection::OtherTopic);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: &str = "We followed 1,204 adults for ten years with care and patience. Statins lowered mortality in older adults by 12.5% (95% CI 8-17). No harm was seen in the kidneys of IL-6 deficient mice.";

    #[test]
    fn numbers_are_looked_up_in_any_writing_and_names_have_none() {
        let missing = |sentence: &str| missing_numbers(sentence, SUMMARY);
        assert!(
            missing("Of 1204 adults, mortality fell by 12.50 % (95% CI, 8 to 17) over 10 years.").is_empty()
        );
        assert!(
            missing("Mortality fell by 13%, with CD4 and p53 as before; IL-17 was not studied in 2019.")
                .is_empty()
        );
        assert_eq!(missing("Of 2,000 adults, 40% died."), ["2,000", "40%"]);
    }

    #[test]
    fn the_opposite_of_what_is_said_is_told_and_nothing_else() {
        assert_eq!(
            opposite("Statins increase mortality in older adults.", SUMMARY).as_deref(),
            Some("Statins lowered mortality in older adults by 12.5% (95% CI 8-17).")
        );
        assert_eq!(opposite("Statins reduce mortality in older adults.", SUMMARY), None);
        assert_eq!(opposite("Exercise increases mortality in younger women.", SUMMARY), None);
    }

    #[test]
    fn a_quotation_is_found_letter_for_letter_or_word_for_word() {
        let text = "The drug [APTT 1.5] lowered α-synuclein (95% CI 1-2) in rats; it did not in mice.";
        assert_eq!(find_quote("lowered α-synuclein (95% CI 1-2)", text), Some(QuoteFound::Verbatim));
        assert_eq!(find_quote("The drug ... did not in mice", text), Some(QuoteFound::Verbatim));
        assert_eq!(find_quote("lowered alpha synuclein", text), Some(QuoteFound::Normalised));
        assert_eq!(find_quote("the drug [APTT 1.5] LOWERED", text), Some(QuoteFound::Normalised));
        assert_eq!(find_quote("raised α-synuclein", text), None);
        assert_eq!(find_quote("…", text), None);
    }

    #[test]
    fn another_topic_is_told_and_a_record_without_an_abstract_is_passed_over() {
        let objections = |text: &str| objections(text, "Statins in adults", Some(SUMMARY));
        assert_eq!(objections("Chlorophyll of desert plants absorbs moonlight."), [Objection::OtherTopic]);
        assert!(super::objections("Of 99 plants, 40% died.", "Statins", None).is_empty());
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn no_text_breaks_the_checks(sentence in "\\PC{0,80}", text in "\\PC{0,120}") {
            let _ = objections(&sentence, &text, Some(&text));
            let _ = find_quote(&sentence, &text);
            proptest::prop_assert!(missing_numbers(&text, &text).is_empty());
        }
    }
}
