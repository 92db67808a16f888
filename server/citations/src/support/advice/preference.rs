//! Compares the order of preference of two treatments: the note prefers what its source found
//! worse, or gives first what its source gives later.

use super::names::{Treatment, is_same, keys};
use regex::Regex;
use std::collections::BTreeSet;

pattern!(
    BETTER,
    r"(?i)\b(?:superior to|(?:more|significantly more) effective than|better than|preferred (?:over|to)|preferable to|safer than|over|más eficaz que|superior a|mejor que|más efectiv[oa] que|preferible a)\s+"
);
pattern!(
    STATED_BETTER,
    r"(?i)\b(?:(?:was|were|is|are|be|proved|fue|es|son)\s+(?:\w+ly\s+)?(?:superior to|superior a|more effective than|better than|preferred (?:over|to)|preferable to|safer than|más eficaz que|mejor que|preferible a|más efectiv[oa] que))\s+"
);
pattern!(DENIED, r"(?i)\b(?:not|no|neither|nor|never|non)\b");
pattern!(END, r"(?i)[,;:.()]|\b(?:for|in|as|because|at|with|by|on|para|en|por|and|y|to|a)\b");

/// Returns the words after a word of comparison.
fn behind(text: &str) -> BTreeSet<String> {
    let end = END.find_iter(text).find(|found| found.start() > 0).map_or(text.len(), |found| found.start());
    keys(text.get(..end).unwrap_or_default())
}

/// Returns the words just before a word of comparison.
fn before(text: &str) -> BTreeSet<String> {
    let clause = text.rsplit([',', ';', ':', '.']).next().unwrap_or(text);
    keys(clause)
}

fn meets(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    one.iter().any(|word| other.iter().any(|own| is_same(word, own)))
}

/// Returns the sentence of the source that prefers the treatment that the note finds worse.
#[must_use]
pub(super) fn other_is_better<'a>(sentence: &str, passages: &[&'a str]) -> Option<&'a str> {
    if DENIED.is_match(sentence) {
        return None;
    }
    let found = BETTER.find(sentence)?;
    let worse = behind(sentence.get(found.end()..)?);
    // `Warfarin is preferred, as it was superior`: the preferred treatment precedes the comparison.
    let all_before = keys(sentence.get(..found.start())?);
    let better: BTreeSet<String> =
        all_before.into_iter().filter(|word| !worse.iter().any(|other| is_same(word, other))).collect();
    if worse.is_empty() || better.is_empty() {
        return None;
    }
    let mut opposite = None;
    for passage in passages {
        let Some(theirs) = STATED_BETTER.find(passage).filter(|_| !DENIED.is_match(passage)) else {
            continue;
        };
        let (first, second) = (
            before(passage.get(..theirs.start()).unwrap_or_default()),
            behind(passage.get(theirs.end()..).unwrap_or_default()),
        );
        if meets(&first, &better) && meets(&second, &worse) {
            return None;
        }
        if meets(&first, &worse) && meets(&second, &better) && !meets(&first, &better) {
            opposite.get_or_insert(*passage);
        }
    }
    opposite
}

pattern!(
    FIRST_LINE,
    r"(?i)\bfirst[- ](?:line|choice)\b|\bfirst-line\b|\bprimera (?:línea|elección)\b|\bde elección\b"
);
pattern!(
    LATER_LINE,
    r"(?i)\b(?:second|third)[- ](?:line|choice)\b|\breserved\b|\blast resort\b|\bonly (?:if|when|where|after)\b|\b(?:segunda|tercera) (?:línea|elección)\b|\breserva\w*\b"
);

/// Returns the sentence of the source that gives later what the note gives first, or first what the
/// note gives later.
#[must_use]
pub(super) fn other_line<'a>(
    sentence: &str,
    treatment: &Treatment,
    passages: &[&'a str],
    title: &BTreeSet<String>,
) -> Option<&'a str> {
    let is_first = FIRST_LINE.is_match(sentence);
    let is_later = LATER_LINE.is_match(sentence);
    if is_first == is_later || DENIED.is_match(sentence) {
        return None;
    }
    let (same, other): (&Regex, &Regex) =
        if is_first { (&FIRST_LINE, &LATER_LINE) } else { (&LATER_LINE, &FIRST_LINE) };
    let naming = |treatment: &Treatment| -> Vec<&&'a str> {
        passages.iter().filter(|passage| treatment.is_named(passage, title)).collect()
    };
    // If the source mentions the drug itself, its statements about the class concern other drugs.
    let mut named = naming(&treatment.without_classes());
    if named.is_empty() {
        named = naming(treatment);
    }
    if named.iter().any(|passage| same.is_match(passage)) {
        return None;
    }
    let says = |passage: &str| {
        let found = other.find(passage)?;
        (!DENIED.is_match(passage.get(..found.start())?)).then_some(())
    };
    named.into_iter().find(|passage| says(passage).is_some()).copied()
}
