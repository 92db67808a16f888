//! Tests and challenges that excluded an allergy.

use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, any_of, context, forms};
use crate::rules::medication::allergy_conflict::mentions::Mention;
use crate::rules::medication::allergy_conflict::withheld::is_coordination;
use referee_text::Span;
use std::sync::LazyLock;

/// A pattern for a test or a challenge.
const TEST_NAMES: &str = r"(?:(?:skin|prick|patch|allergy|intradermal|penicillin)(?:[- ](?:prick|and|patch|skin|intradermal))* (?:tests?|testing|work-?up|stud(?:y|ies)|evaluation)|(?:oral |drug |supervised |graded )*(?:challenges?|provocation)(?: tests?)?|pruebas? (?:cut[aá]neas?|al[eé]rgicas?|intrad[eé]rmicas?|epicut[aá]neas?|de (?:alergia|provocaci[oó]n|exposici[oó]n|tolerancia))(?: (?:e|y) (?:intrad[eé]rmicas?|al[eé]rgicas?|de (?:provocaci[oó]n|exposici[oó]n)))?|prick(?:[- ]tests?)?|tests? de (?:provocaci[oó]n|alergia)|provocaci[oó]n(?: (?:oral|controlada|con f[aá]rmacos?))*|exposici[oó]n (?:oral|controlada)(?: controlada)?|estudios? (?:alergol[oó]gicos?|de alergias?|en alergolog[ií]a))";

/// A pattern for the words between a test and its result: when and where it was done.
const BETWEEN_TEST_AND_RESULT: &str = r"(?: (?:with|by|at|in|by|on|was|were|came back|en|por|fue|fueron|ha sido|han sido|de|del|el|la|alergolog[ií]a|the|allergy|clinic|immunology|result|resultado|completely|entirely|both|todas?|[a-z]+ (?:19|20)[0-9]{2}|\(?(?:19|20)[0-9]{2}\)?|\([^)]{0,30}\))|[:,=]){0,7} ?";

/// Whether a sentence that mentions no drug says that allergy tests were negative or a challenge was
/// passed. Tests for other purposes and planned tests do not count.
pub(super) fn is_found_negative(sentence: &str) -> bool {
    static NEGATIVE_TEST: LazyLock<Pattern> = LazyLock::new(|| {
        let good = any_of("allergy-conflict/note-allergies/test-results/negative-test-good");
        any_case(&format!(
            r"\b{TEST_NAMES}{BETWEEN_TEST_AND_RESULT}{good}\b|\b(?:{words}) {TEST_NAMES}\b",
            words = forms("allergy-conflict/note-allergies/test-results/good")
        ))
    });
    static POSITIVE_OR_OPEN: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words})\b|\b(?:for|to|a|al|para) [a-z]{{4,}}",
            words = forms("allergy-conflict/note-allergies/test-results/positive-or-open")
        ))
    });
    NEGATIVE_TEST.is_match(sentence) && !POSITIVE_OR_OPEN.is_match(sentence)
}

/// Returns the result of allergy tests for the drugs of a sentence, by index: positive (`true`) or
/// negative (`false`).
pub(super) fn results(block: &BlockContext<'_>, sentence: Span, named: &[Mention]) -> Vec<(usize, bool)> {
    static TEST_MENTION: LazyLock<Pattern> =
        LazyLock::new(|| context("allergy-conflict/note-allergies/test-results/test-mention"));
    static RESULT_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        let leads = forms("allergy-conflict/note-allergies/test-results/leads-to-verdict");
        any_case(&format!(
            r"^[ ,:(=-]{{0,3}}(?:(?:{leads}) ){{0,4}}(?P<verdict>positiv\w*|negativ\w*|\+ve|-ve|\+\+*)"
        ))
    });
    static RESULT_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"(?P<verdict>positiv\w*|negativ\w*|\+ve|-ve|confirmed (?:an? )?(?:IgE[- ]mediated )?(?:allergy|sensiti[sz]ation|hypersensitivity))(?: (?:skin |prick |patch |intradermal )*(?:tests?|results?|reactions?))? ?(?:to|for|with|against|a|al|para|con|frente a|:)(?: (?:the|both|el|la|los|las))? ?$",
        )
    });
    let text = block.slice(sentence);
    if named.is_empty() || !TEST_MENTION.is_match(text) {
        return Vec::new();
    }
    let is_found = |verdict: &str| {
        let verdict = fold(verdict);
        verdict.starts_with("pos") || verdict.starts_with('+') || verdict.starts_with("conf")
    };
    let behind_of = |one: &Mention| {
        let behind = block.slice(Span { start: one.span.end, end: sentence.end });
        RESULT_BEHIND.captures(behind).and_then(|found| Some(is_found(found.name("verdict")?.as_str())))
    };
    let lead_of = |one: &Mention| {
        let before = block.slice(Span { start: sentence.start, end: one.span.start });
        RESULT_BEFORE.captures(before).and_then(|found| Some(is_found(found.name("verdict")?.as_str())))
    };
    let own: Vec<(Option<bool>, Option<bool>)> =
        named.iter().map(|one| (behind_of(one), lead_of(one))).collect();
    let is_row = |nth: usize| {
        let pair = named.get(nth).zip(named.get(nth + 1));
        pair.is_some_and(|(one, next)| {
            is_coordination(block.slice(Span { start: one.span.end, end: next.span.start }))
        })
    };
    let mut out = Vec::new();
    for nth in 0..named.len() {
        let mut verdict = own.get(nth).and_then(|(behind, lead)| behind.or(*lead));
        // "Positive to rocuronium and vecuronium", "cisatracurium and propofol negative".
        let mut at = nth;
        while verdict.is_none() && at > 0 && is_row(at - 1) {
            at -= 1;
            verdict = own.get(at).and_then(|(_, lead)| *lead);
        }
        let mut at = nth;
        while verdict.is_none() && is_row(at) {
            at += 1;
            verdict = own.get(at).and_then(|(behind, lead)| behind.filter(|_| lead.is_none()));
        }
        out.extend(verdict.map(|verdict| (nth, verdict)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::is_found_negative;

    #[test]
    fn a_negative_test_or_a_passed_challenge_is_found() {
        for text in [
            "Skin tests negative in 2022.",
            "Allergy testing negative 2022.",
            "Skin prick and intradermal testing was negative.",
            "Oral challenge passed in 2022.",
            "She passed an oral challenge in March 2023.",
            "Pruebas cutáneas negativas en 2022.",
            "Prueba de provocación negativa en 2022.",
            "Estudio alergológico negativo (2021).",
            "Provocación oral controlada bien tolerada.",
        ] {
            assert!(is_found_negative(text), "{text}");
        }
        for text in [
            "Skin tests positive in 2022.",
            "Skin tests pending.",
            "COVID test negative.",
            "Skin prick tests negative for dust mites.",
            "Pregnancy test negative.",
            "Pruebas cutáneas positivas.",
            "Prueba de provocación pendiente.",
            "Pruebas cutáneas negativas para pólenes.",
            "If the skin tests are negative she may have it.",
            "Urine negative.",
        ] {
            assert!(!is_found_negative(text), "{text}");
        }
    }
}
