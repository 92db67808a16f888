//! Checks the text of a model against the evidence that it was shown.
//!
//! Each check covers one way in which a sentence goes beyond its evidence. A sentence that fails a
//! check is left out and the reason is reported; sentences are never corrected here.

use crate::support;
use crate::vocabulary::Vocabulary;
use referee_text::number_words::english_amounts;
use referee_text::{fold, stem};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The maximum length of a name, in characters.
const MAX_NAME_CHARACTERS: usize = 80;

/// The maximum length of a sentence, in characters.
const MAX_SENTENCE_CHARACTERS: usize = 500;

/// The maximum length of a search, in characters.
const MAX_SEARCH_CHARACTERS: usize = 100;

/// The minimum share of a sentence's content words in the text that it cites.
const MIN_SHARED_WORDS: f64 = 0.4;

#[expect(clippy::unwrap_used, reason = "constant patterns, and a test compiles them")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

static REFERENCE_PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bdoi\b|\b10\.\d{4,9}/|\bpm(?:id|c)\b|\bPMC\d|\barxiv\b|\bisbn\b|https?:|www\.|\bet\s+al\b|\bNCT\d{4}|\[\s*\d|\(\s*[A-Z][\p{L}'-]+(?:\s+(?:and|&)\s+[A-Z][\p{L}'-]+)?,?\s+(?:19|20)\d\d[a-z]?\s*\)",
    )
});

static QUOTATION: LazyLock<Regex> = LazyLock::new(|| pattern(r#"“([^”]{3,})”|"([^"]{3,})"|«([^»]{3,})»"#));

static NUMBER_PATTERN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+(?:[.,·]\d+)*"));

/// Returns the reason why a text of a model may not be used, regardless of the evidence; `None` if
/// it may.
#[must_use]
pub fn unfit(text: &str) -> Option<&'static str> {
    if text
        .chars()
        .any(|c| matches!(c, '@' | '\\' | '`' | '{' | '}' | '<' | '>' | '|' | '$' | '#') || c.is_control())
    {
        return Some("it has characters that are not words");
    }
    if REFERENCE_PATTERN.is_match(text) {
        return Some("it names its own reference");
    }
    None
}

/// Cleans a name that a model returned; `None` if the text cannot be a name.
#[must_use]
pub fn name(text: &str) -> Option<String> {
    let text = text.trim().trim_matches(['.', ',', ';', '"', '“', '”', '*']).trim();
    let words = text.split_whitespace().count();
    let fits = (1..=8).contains(&words)
        && text.chars().count() <= MAX_NAME_CHARACTERS
        && text.chars().any(char::is_alphabetic);
    (fits && unfit(text).is_none()).then(|| text.to_owned())
}

/// Cleans a search that a model suggested; `None` if the text is not a search.
#[must_use]
pub fn search(text: &str) -> Option<String> {
    if REFERENCE_PATTERN.is_match(text) {
        return None;
    }
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’' | '(' | ')' | ',' | '+');
    let text: String = text.chars().map(|c| if plain(c) { c } else { ' ' }).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = !text.is_empty()
        && text.chars().count() <= MAX_SEARCH_CHARACTERS
        && text.split(' ').count() <= 12
        && text.split(' ').all(|word| word.chars().count() <= 40)
        && unfit(&text).is_none();
    fits.then_some(text)
}

/// Returns whether a text mentions a name, verbatim or by another name in the vocabulary.
#[must_use]
pub fn speaks_of(text: &str, name: &str, vocabulary: &Vocabulary) -> bool {
    let padded = format!(" {} ", fold::title(text));
    let folded = fold::title(name);
    if !folded.is_empty() && padded.contains(&format!(" {folded} ")) {
        return true;
    }
    if let Some(id) = vocabulary.find(name) {
        return vocabulary.mentions(text).iter().any(|mention| mention.entity == id);
    }
    // A name of several words may be worded differently: `glucose production in the liver`.
    let roots: BTreeSet<String> = stem::roots(text).into_iter().collect();
    let own: Vec<String> = stem::roots(name).into_iter().filter(|root| root.len() > 3).collect();
    !own.is_empty() && own.iter().all(|root| roots.contains(root))
}

/// Returns the words for amounts above one: `one`, `once` and `single` rarely state an amount.
fn amounts_in_words() -> impl Iterator<Item = (&'static str, f64)> {
    english_amounts().filter(|(_, value)| *value > 1).map(|(word, value)| (word, f64::from(value)))
}

/// Returns the written numbers in the base of their units: grams in milligrams, litres in
/// millilitres, hours in minutes.
fn values(text: &str) -> Vec<(String, f64, f64)> {
    NUMBER_PATTERN
        .find_iter(text)
        .filter_map(|found| {
            let shown = found.as_str();
            let thousands = shown.contains(',')
                && shown
                    .split(',')
                    .skip(1)
                    .all(|group| group.split('.').next().is_some_and(|digits| digits.len() == 3));
            let plain = if thousands { shown.replace(',', "") } else { shown.replace([',', '·'], ".") };
            let value: f64 = plain.parse().ok()?;
            let unit: String = text
                .get(found.end()..)?
                .trim_start_matches(' ')
                .chars()
                .take_while(|c| c.is_alphabetic() || *c == '%')
                .collect();
            let factor = match unit.to_lowercase().as_str() {
                "g" | "gram" | "grams" => 1e3,
                "kg" => 1e6,
                "µg" | "μg" | "mcg" | "ug" => 1e-3,
                "l" | "litre" | "litres" | "liter" | "liters" => 1e3,
                "h" | "hour" | "hours" => 60.0,
                _ => 1.0,
            };
            Some((shown.to_owned(), value, value * factor))
        })
        .collect()
}

/// Returns the numbers of a text, in digits or words, that the cited text lacks.
#[must_use]
pub fn numbers_beyond(text: &str, cited: &str) -> Vec<String> {
    let there = values(cited);
    let folded = format!(" {} ", fold::title(cited));
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0);
    let mut out: Vec<String> = Vec::new();
    for (shown, value, based) in values(text) {
        let same = there.iter().any(|(_, other, other_based)| {
            near(value, *other) || near(based, *other_based) || near(value, other * 100.0)
        });
        let in_words = amounts_in_words()
            .any(|(word, amount)| near(amount, value) && folded.contains(&format!(" {word} ")));
        if !same && !in_words && !out.contains(&shown) {
            out.push(shown);
        }
    }
    let own = format!(" {} ", fold::title(text));
    for (word, amount) in amounts_in_words() {
        let has = |text: &str| text.contains(&format!(" {word} ")) || text.contains(&format!(" {word}s "));
        let in_digits = there.iter().any(|(_, other, _)| near(*other, amount));
        if has(&own) && !has(&folded) && !in_digits {
            out.push(word.to_owned());
        }
    }
    out
}

/// Removes the names that the vocabulary knows from a text: the 2 of `type 2 diabetes` is not a
/// number to check.
pub(super) fn without_names(text: &str, vocabulary: &Vocabulary) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    let mut mentions = vocabulary.mentions(text);
    mentions.sort_by_key(|mention| mention.range.start);
    for mention in mentions {
        if mention.range.start < from {
            continue;
        }
        out.push_str(text.get(from..mention.range.start).unwrap_or_default());
        out.push(' ');
        from = mention.range.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// Words for papers in general, which do not express what they found.
const FRAMING_WORDS: &[&str] = &[
    "evidence",
    "study",
    "studies",
    "suggest",
    "suggests",
    "suggested",
    "show",
    "shows",
    "showed",
    "report",
    "reports",
    "reported",
    "finding",
    "findings",
    "result",
    "results",
    "these",
    "this",
    "that",
    "which",
    "with",
    "from",
    "have",
    "been",
    "were",
    "also",
    "however",
    "furthermore",
    "moreover",
    "overall",
    "indicate",
    "indicates",
    "indicating",
    "observed",
    "found",
    "data",
    "appears",
    "appear",
    "may",
    "might",
    "could",
    "associated",
    "while",
    "whereas",
    "both",
    "such",
    "their",
    "there",
    "than",
    "when",
    "effect",
    "effects",
    "role",
    "potential",
    "supports",
    "support",
    "supported",
    "supporting",
    "human",
    "humans",
    "trial",
    "trials",
    "paper",
    "papers",
];

/// Returns the stems of a text's content words.
fn content(text: &str) -> BTreeSet<String> {
    let folded = fold::title(text);
    let words = folded.split(' ').filter(|word| word.chars().count() > 3 && !FRAMING_WORDS.contains(word));
    words.map(stem::root).collect()
}

/// Returns the reason why a sentence of a model is not supported by its citations; `None` if no
/// check fails. `cited` contains the stored texts of the works.
#[must_use]
pub fn against(sentence: &str, cited: &[String], vocabulary: &Vocabulary) -> Option<String> {
    if let Some(why) = unfit(sentence) {
        return Some(why.to_owned());
    }
    if sentence.chars().count() > MAX_SENTENCE_CHARACTERS {
        return Some("it is longer than a sentence".to_owned());
    }
    let all = cited.join("\n");
    let beyond = numbers_beyond(&without_names(sentence, vocabulary), &all);
    if !beyond.is_empty() {
        return Some(format!("what it cites does not have the number {}", beyond.join(", ")));
    }
    for quoted in QUOTATION.captures_iter(sentence) {
        let words = quoted.iter().skip(1).flatten().next().map(|found| found.as_str()).unwrap_or_default();
        let found = words.split_whitespace().count() < 3
            || cited
                .iter()
                .any(|text| support::find_quote(words, text) == Some(support::QuoteFound::Verbatim));
        if !found {
            return Some("what it quotes is not there".to_owned());
        }
    }
    let named: BTreeSet<_> =
        vocabulary.mentions(sentence).into_iter().map(|mention| mention.entity).collect();
    let there: BTreeSet<_> = vocabulary.mentions(&all).into_iter().map(|mention| mention.entity).collect();
    if let Some(unnamed) = named.difference(&there).find_map(|id| vocabulary.get(*id)) {
        return Some(format!("what it cites does not mention {}", unnamed.name));
    }
    let own = content(sentence);
    let shared = own.intersection(&content(&all)).count();
    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    let share = if own.is_empty() { 0.0 } else { shared as f64 / own.len() as f64 };
    if shared < 2 || share < MIN_SHARED_WORDS {
        return Some("what it cites is about something else".to_owned());
    }
    cited
        .iter()
        .find_map(|text| support::contradicting(sentence, text))
        .map(|said| format!("what it cites says the opposite: “{said}”"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    const CITED: &str = "Metformin activated AMPK in 48 rats given 500 mg. Mortality fell by 12.5% in three groups of IL-6 deficient mice.";

    fn wrong(sentence: &str) -> Option<String> {
        against(sentence, &[CITED.to_owned()], &Vocabulary::shipped())
    }

    #[test]
    fn what_the_cited_text_says_may_be_said() {
        assert_eq!(wrong("Metformin activated AMPK in rats."), None);
        assert_eq!(wrong("In 48 rats, 0.5 g of metformin activated AMPK."), None);
        assert_eq!(wrong("In 3 groups of IL-6 deficient mice, mortality fell by 12.5 %."), None);
        assert_eq!(wrong("The authors state that “Metformin activated AMPK in 48 rats”."), None);
    }

    #[test]
    fn numbers_quotes_names_and_references_of_its_own_are_told() {
        for (sentence, why) in [
            ("Metformin activated AMPK in 5 rats.", "number 5"),
            ("Metformin activated AMPK in rats in 2019.", "number 2019"),
            ("Metformin activated AMPK in seven groups of rats.", "number seven"),
            ("Metformin activated AMPK in thirteen groups of rats.", "number thirteen"),
            ("Metformin, given to rats, “always activated AMPK at once”.", "quotes"),
            ("Metformin activated AMPK in rats, as aspirin does.", "does not mention"),
            ("Metformin activated AMPK in rats (Smith et al.).", "its own reference"),
            ("Metformin activated AMPK in rats (Smith, 2019).", "its own reference"),
            ("Metformin activated AMPK in rats [3].", "its own reference"),
            ("Metformin activated AMPK in rats, see 10.1000/xyz1.", "its own reference"),
            ("Metformin activated AMPK in rats @smith2020.", "not words"),
            ("Chlorophyll of desert plants absorbs moonlight.", "something else"),
            ("二甲双胍激活大鼠。", "something else"),
        ] {
            let said = wrong(sentence).unwrap_or_default();
            assert!(said.contains(why), "{sentence}: {said}");
        }
    }

    #[test]
    fn searches_and_names_are_words_only() {
        assert_eq!(
            search("metformin AND \"amyloid\" | rm -rf").as_deref(),
            Some("metformin AND amyloid rm -rf")
        );
        assert_eq!(search("https://evil.example/?q=secret"), None);
        assert_eq!(search(&"a ".repeat(40)), None);
        assert_eq!(name(" **AMPK**. ").as_deref(), Some("AMPK"));
        assert_eq!(name("[@smith2020]"), None);
        assert_eq!(name(""), None);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn no_text_breaks_the_checks(sentence in "\\PC{0,80}", cited in "\\PC{0,120}") {
            let _ = (wrong(&sentence), numbers_beyond(&sentence, &cited), name(&sentence), search(&sentence));
        }
    }
}
