//! Splits a sentence into clauses, which are read one by one.

use super::words::words;
use regex::Regex;
use std::sync::LazyLock;

/// Words at which one statement ends and the next begins.
const LINK_WORDS: &[&str] = &[
    "; ",
    ", but ",
    ", although ",
    ", whereas ",
    ", while ",
    " but ",
    ", however",
    ", unrelated to ",
    ", independent of ",
    ", independently of ",
    ", irrespective of ",
    ", accompanied by ",
];

#[expect(clippy::unwrap_used, reason = "constant patterns, and a test compiles them")]
fn pattern(text: &str) -> Regex {
    referee_text::pattern(text).unwrap()
}

/// Concessions, which are not statements: `despite not being associated with susceptibility,`.
static CONCESSION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i),?\s*\b(?:despite|in spite of|although not|though not)\b[^,;]*,"));

/// A group that is left out: `memory, but not naive, T cells enhance`.
static LEFT_OUT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i),\s*(?:but|and|though)\s+not\s+(?:\w+[\s-]+){0,4}\w+,"));

/// What a sentence draws from its statement: `X increased Y, suggesting that …`.
static DRAWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i),?\s+(?:thus\s+|thereby\s+|hence\s+)?(?:suggesting|indicating|implying|demonstrating|showing|revealing|confirming)\s+that\s+|,\s+(?:suggesting|indicating|implying)\s+|,\s+(?:thereby|thus|hence)\s+",
    )
});

/// How something comes about: `X reduced Y by inducing Z`.
static MEANS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\s(?:and\s+)?(?:by|through|via)\s+(?:\w+ly\s+)?(?P<verb>\w+ing)\b"));

/// The comparison with which a sentence begins: `Compared with women of normal weight,`.
static LEADING_COMPARISON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(\W*(?:[A-Z]+:?\s+)?)(?:as\s+)?(?:compared|relative|in comparison)\s+(?:with|to)\b[^,;]*,\s*",
    )
});

/// The concession with which a sentence begins: `Although X did not matter, Y did`.
static LEADING_CONCESSION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:\w+\W+){0,2}?(?P<concession>(?:even\s+)?(?:although|though|while|whereas)\b[^,;]*),\s*(?P<rest>.+)$",
    )
});

/// The adjustment with which a sentence begins: `After adjustment for risk factors, the …`.
static LEADING_ADJUSTMENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(\W*(?:[A-Z]+:?\s+)?)(?:after|with|when)\s+(?:\w+\s+)?adjust(?:ment|ing|ed)\b.*?,\s+(the|we|no|there|these|those|this|a|an)\b",
    )
});

/// Phrases that introduce a finding: `we show that`.
static REPORTING_PHRASE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:show(?:s|ed|n)?|demonstrat(?:e|es|ed|ing)|finds?|findings?|found|report(?:s|ed)?|suggest(?:s|ed|ing)?|indicat(?:e|es|ed|ing)|conclude[sd]?|reveal(?:s|ed|ing)?|confirm(?:s|ed|ing)?|observed)\s+that\b",
    )
});

/// Words that deny the clause after `that`.
static DENIED_REPORT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:not?|never|neither|nor|fail\w*|cannot|unlikely|unclear|little)\b"));

/// Returns the clauses of a sentence. A clause without a subject gets that of the clause before it.
pub(super) fn clauses(sentence: &str) -> Vec<String> {
    let plain = CONCESSION.replace_all(sentence, " ");
    let plain = LEFT_OUT.replace_all(&plain, " ");
    let plain = LEADING_ADJUSTMENT.replace(&plain, "$1$2");
    let plain = LEADING_COMPARISON.replace(&plain, "$1");
    let conceded = LEADING_CONCESSION.captures(&plain);
    let whole = conceded.as_ref().and_then(|found| found.name("rest")).map_or(&*plain, |rest| rest.as_str());
    let mut parts: Vec<&str> = split_at_stops(whole);
    parts.extend(conceded.as_ref().and_then(|found| found.name("concession")).map(|part| part.as_str()));
    for link in LINK_WORDS {
        parts = parts.into_iter().flat_map(|part| part.split(link)).collect();
    }
    parts = parts.into_iter().flat_map(|part| DRAWN.split(part)).collect();
    parts = parts.into_iter().flat_map(split_at_and).flat_map(split_at_means).collect();
    let mut out: Vec<String> = Vec::new();
    for part in parts {
        let statement = without_report(part);
        let inherited = out.last().filter(|_| lacks_subject(statement)).map(|before| subject(before));
        match inherited.filter(|subject| !subject.is_empty()) {
            Some(subject) => out.push(format!("{subject} {}", statement.trim_start())),
            None => out.push(statement.to_owned()),
        }
    }
    out
}

/// Splits at the end of a sentence that was not recognised because an abbreviation precedes it:
/// `cells lacking HR. Treatment with X`.
fn split_at_stops(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(". ") {
        let before = text.get(start..at).unwrap_or_default();
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let next = text.get(at + 2..).unwrap_or_default();
        let begins =
            next.starts_with(char::is_uppercase) && next.chars().nth(1).is_some_and(char::is_lowercase);
        if begins && word.chars().count() > 1 && word.chars().all(|c| c.is_uppercase() || c.is_numeric()) {
            out.push(text.get(start..=at).unwrap_or_default());
            start = at + 2;
        }
    }
    out.push(text.get(start..).unwrap_or_default());
    out
}

/// Splits at `, and` unless it is in an enumeration that interrupts the statement: `fruits,
/// particularly grapes, and apples, lower the risk`.
fn split_at_and(text: &str) -> Vec<&str> {
    const AND: &str = ", and ";
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(AND) {
        let before = text.get(start..at).unwrap_or_default();
        let rest = text.get(at + AND.len()..).unwrap_or_default();
        let next = rest.split(',').next().unwrap_or_default();
        // `A, B, and C, inducing D`: the last item of an enumeration begins no statement.
        let is_item = before.contains(',') && (!has_predicate(before) || !has_predicate(next));
        if is_item {
            continue;
        }
        out.push(before);
        start = at + AND.len();
    }
    out.push(text.get(start..).unwrap_or_default());
    out
}

/// Returns a claim, and with its subject the means of its effect: `X reduces Y by inducing Z`.
pub(super) fn with_means(claim: &str) -> Vec<String> {
    let parts = split_at_means(claim);
    let subject = parts.first().map(|first| subject(first)).unwrap_or_default();
    parts
        .iter()
        .enumerate()
        .map(|(at, part)| if at == 0 { (*part).to_owned() } else { format!("{subject} {part}") })
        .collect()
}

/// Splits before the means of a statement, if they are an effect: `X reduced Y by inducing Z`.
fn split_at_means(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for found in MEANS.captures_iter(text) {
        let (Some(whole), Some(verb)) = (found.get(0), found.name("verb")) else { continue };
        if !words(verb.as_str()).iter().any(|word| word.role.is_direction()) {
            continue;
        }
        out.push(text.get(start..whole.start()).unwrap_or_default());
        start = verb.start();
    }
    out.push(text.get(start..).unwrap_or_default());
    out
}

/// Returns whether a text has a predicate.
fn has_predicate(text: &str) -> bool {
    let words = words(text);
    (1..words.len()).any(|at| words.get(at).is_some_and(|word| word.begins_predicate(words.get(at - 1))))
}

/// Returns the statement after `we show that`, or the whole text if the report is denied.
fn without_report(part: &str) -> &str {
    let reports = REPORTING_PHRASE
        .find_iter(part)
        .take_while(|report| part.get(..report.end()).is_some_and(|before| !DENIED_REPORT.is_match(before)));
    reports.last().and_then(|report| part.get(report.end()..)).unwrap_or(part)
}

/// Returns whether a clause begins with its verb.
fn lacks_subject(clause: &str) -> bool {
    let words = words(clause);
    let first = words.iter().find(|word| !word.text.ends_with("ly") && word.text != "also");
    first.is_some_and(|word| word.begins_predicate(None))
}

/// Returns the words of a clause before its verb.
fn subject(clause: &str) -> String {
    let words = words(clause);
    let verb = (1..words.len())
        .find(|at| words.get(*at).is_some_and(|word| word.begins_predicate(words.get(at - 1))))
        .unwrap_or(0);
    words.iter().take(verb).map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::clauses;

    #[test]
    fn adjustments_and_enumerations_are_no_clauses() {
        assert_eq!(
            clauses("After adjustment for diet, and risk factors of diabetes, the risk was lower."),
            ["the risk was lower."]
        );
        assert_eq!(
            clauses("Whole fruits, particularly grapes, and apples, lower the risk."),
            ["Whole fruits, particularly grapes, and apples, lower the risk."]
        );
        assert_eq!(
            clauses("It is decreased in cells lacking HR. Treatment with X increases it."),
            ["It is decreased in cells lacking HR.", "Treatment with X increases it."]
        );
    }

    #[test]
    fn a_clause_is_what_is_stated_with_its_subject() {
        assert_eq!(
            clauses("We show that IFI16 binds DNA, and promotes phosphorylation of STING."),
            [" IFI16 binds DNA", "ifi16 promotes phosphorylation of STING."]
        );
        assert_eq!(
            clauses("Compared with women of normal weight, the risk was raised in others."),
            ["the risk was raised in others."]
        );
        assert_eq!(
            clauses(
                "The allele, despite not being associated with onset, is associated with a milder course."
            ),
            ["The allele  is associated with a milder course."]
        );
        assert_eq!(
            clauses("We found no evidence, and did not show that statins raise mortality.")
                .last()
                .map(String::as_str),
            Some("we found did not show that statins raise mortality.")
        );
    }
}
