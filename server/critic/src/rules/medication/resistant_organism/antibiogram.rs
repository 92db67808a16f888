//! Reads susceptibility results in a note: "resistant to ciprofloxacin", "Cipro R", "sensible a
//! ceftriaxona".

use super::super::allergy_conflict::mentions;
use crate::analysis::allergens::Substance;
use crate::pattern::{Pattern, exact, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Whether a drug is active against the pathogen in the laboratory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Resistant,
    /// Susceptible, including susceptible at increased exposure.
    Susceptible,
}

/// The laboratory result of one drug against the pathogen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LabResult {
    pub(super) substance: Substance,
    pub(super) span: Span,
    pub(super) verdict: Verdict,
}

/// Words before names that give their result; the first group that matches decides.
static RESULT_BEFORE_NAMES: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(
        r"(?x)
        (?P<s> (?i:\bnot\ resistant|\bno\ resist\w+|\bsin\ resistencias?|\b(?:is|are)n[’']t\ resistant) )
        | (?P<r> (?i:\b(?:non-?susceptible|not\ (?:susceptible|sensitive)|no\ sensible|resistant|resistance|resistan(?:t|ce)s|resistentes?|resistencias?)\b (?:\ (?:to|against|a|al|frente\ a))? | \bresiste\ a )
            | \bR\ (?:to|a)\b | \bRs?\ ?[:=] )
        | (?P<t> (?i:\b(?:sensitive|susceptible|susceptibilit\w+|sensitivit\w+|sensibles?|sensibilidad)\b (?:\ (?:to|a|al|frente\ a))? )
            | \b[SI]\ (?:to|a)\b | \b[SI]s?\ ?[:=] | (?i:\bintermedi\w+) )
        | (?P<e> [;] | \.\s+\p{{Lu}} | (?i:\b(?:{words})\b) )
        ",
        words = forms("resistant-organism/antibiogram/result-before-names")
    ))
});

/// The result directly after a name in a list of results: "R", ": resistant", "(S)", "| R |", ">32
/// R".
static RESULT_BEHIND_NAME: LazyLock<Pattern> = LazyLock::new(|| {
    exact(
        r"(?x)^ [\s|:=()\[\]–-]* (?: (?:MIC|CMI)? \s* [<>=≤≥]* \s* \d+(?:[.,/]\d+)* \s* (?:mg/L|µg/mL|mcg/mL|ug/mL)? [\s|:=()\[\],]* )?
          (?: (?P<r> R\b | (?i:resistante?\b|resistente\b) ) | (?P<s> [SI]\b | (?i:sensitive\b|susceptible\b|sensible\b|intermedi\w+) ) ) (?: [^\w\s] | \s | $ )",
    )
});

/// Words for a result from another time.
static PAST_RESULT: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"(?i)\b(?:{words})\b", words = forms("resistant-organism/antibiogram/past-result")))
});

/// Whether a sentence contains susceptibility results.
pub(super) fn is_of_results(text: &str) -> bool {
    RESULT_BEFORE_NAMES
        .captures_iter(text)
        .any(|found| ["s", "r", "t"].iter().any(|name| found.name(name).is_some()))
}

/// Returns the results of a sentence.
pub(super) fn results_in(block: &BlockContext<'_>, sentence: Sentence) -> Vec<LabResult> {
    let text = block.slice(sentence.span);
    let named = mentions::mentions(block, sentence.span);
    if named.is_empty() || PAST_RESULT.is_match(text) {
        return Vec::new();
    }
    let start = sentence.span.start as usize;
    let letter_of = |mention: &mentions::Mention| {
        letter_before(text.get(..mention.span.start as usize - start).unwrap_or_default())
    };
    // "R ciprofloxacin, S ceftriaxone": letters before the names are results if several names have one.
    let has_letters = named.iter().filter(|mention| letter_of(mention).is_some()).count() > 1;
    let mut out = Vec::new();
    for (nth, mention) in named.iter().enumerate() {
        let end = named.get(nth + 1).map_or(text.len(), |next| next.span.start as usize - start);
        let from = mention.span.end as usize - start;
        let behind = text.get(from..end.max(from)).unwrap_or_default();
        let own = RESULT_BEHIND_NAME
            .captures(behind)
            .map(|found| if found.name("r").is_some() { Verdict::Resistant } else { Verdict::Susceptible });
        let before = text.get(..mention.span.start as usize - start).unwrap_or_default();
        let letter = letter_of(mention).filter(|_| has_letters);
        let verdict = letter.or(own).or_else(|| lead(before));
        if let Some(verdict) = verdict {
            out.push(LabResult { substance: mention.substance, span: mention.span, verdict });
        }
    }
    out
}

/// Returns the result that a single letter directly before a name gives.
fn letter_before(before: &str) -> Option<Verdict> {
    let before = before.strip_suffix(' ')?.trim_end_matches(':');
    match before.rsplit([' ', '(', ',']).next()? {
        "R" => Some(Verdict::Resistant),
        "S" | "I" => Some(Verdict::Susceptible),
        _ => None,
    }
}

/// Returns the result that the last words before a name give.
fn lead(before: &str) -> Option<Verdict> {
    let last = RESULT_BEFORE_NAMES.captures_iter(before).last()?;
    if last.name("e").is_some() {
        return None;
    }
    Some(if last.name("r").is_some() { Verdict::Resistant } else { Verdict::Susceptible })
}
