//! Drugs that were tolerated, and allergies that were revoked.

use super::super::mentions::Mention;
use super::super::reported_reaction;
use super::test_results::is_found_negative;
use crate::analysis::assertion::{self, State};
use crate::analysis::folding::fold;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_case, any_of, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Returns which drugs of a sentence were tolerated: those directly after the word, otherwise the
/// nearest before it.
pub(super) fn tolerated_in(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention]) -> Vec<usize> {
    let mut out = Vec::new();
    for found in block.terms_in(sentence.span, |term| term == Term::Tolerated) {
        let word = fold(block.slice(found.span));
        // "To be removed if the challenge is negative".
        let said = assertion::within(block, sentence, found.span);
        let is_case = CONDITIONAL_BEFORE
            .is_match(block.slice(Span { start: sentence.span.start, end: found.span.start }));
        // "Tolerates no 5-ASA".
        let behind_word = block.slice(Span { start: found.span.end, end: sentence.span.end });
        let negated = behind_word.trim_start().starts_with("no ")
            || said.state == State::Negated
                && !["no", "not", "sin", "without", "negativ"].iter().any(|own| word.contains(own));
        // "Confirmed by oral challenge, angioedema", "anaphylaxis after a test dose": the challenge
        // was not passed.
        let is_trial =
            ["oral challenge", "drug challenge", "graded challenge", "provocation test", "test dose"]
                .iter()
                .any(|trial| word == *trial);
        // "No reaction recorded" means that the reaction was not written down.
        let is_unrecorded = word.contains("reac") && UNRECORDED_BEHIND.is_match(&fold(behind_word));
        if negated
            || is_case
            || is_unrecorded
            || is_trial && !reported_reaction::reported_reactions_in(block, sentence).is_empty()
        {
            continue;
        }
        let behind: Vec<usize> = (0..named.len())
            .filter(|nth| {
                named.get(*nth).is_some_and(|mention| {
                    let gap = Span { start: found.span.end, end: mention.span.start };
                    mention.span.start >= found.span.end
                        && mention.span.start - found.span.end <= 60
                        && !block.slice(gap).contains([';', '.', '(', ')'])
                        && block.terms_in(gap, |term| term == Term::Allergy).next().is_none()
                })
            })
            .collect();
        if behind.is_empty() || ["negativ", "removed", "ruled out"].iter().any(|end| word.ends_with(end)) {
            out.extend(named.iter().rposition(|mention| mention.span.end <= found.span.start));
        }
        out.extend(behind);
    }
    out
}

/// Words before a result that make it hypothetical.
static CONDITIONAL_BEFORE: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"\b(?:if|unless|until|once|provided|si|hasta|cuando)\b[^.;:]{0,30}$"));

/// Words after "no reaction" that mean that it is missing from the record.
static UNRECORDED_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^(?: (?:was|were|is|has been|type|history))?[ -](?:{words})",
        words = forms("allergy-conflict/note-allergies/tolerated-drugs/unrecorded-behind")
    ))
});

/// A clause that revokes an allergy; `X` replaces the drugs in it.
static ALLERGY_REMOVED: LazyLock<Pattern> = LazyLock::new(|| {
    let small = format!(
        r"(?: (?:{words})){{0,6}}",
        words = forms("allergy-conflict/note-allergies/tolerated-drugs/allergy-removed-small")
    );
    let aside = r"(?: ?\([^()]{0,40}\)| (?:19|20)\d\d| from childhood| de la infancia)?[ ,:–—-]{1,3}";
    let later = format!(
        r"(?:(?:{words}) ){{0,3}}",
        words = forms("allergy-conflict/note-allergies/tolerated-drugs/aside-later")
    );
    let disproved = any_of("allergy-conflict/note-allergies/tolerated-drugs/later-disproved");
    let removed = r"(?:removed|withdrawn|lifted|cleared|deleted|taken off|retirad[ao]|eliminad[ao]|quitad[ao]|anulad[ao])";
    let took_back = any_of("allergy-conflict/note-allergies/tolerated-drugs/removed-took-back");
    any_case(&format!(
        r"\b(?:(?:allergy|alergia){small}{aside}{later}(?P<a>{disproved})|(?:label|etiqueta|r[oó]tulo){small}{aside}{later}(?P<b>{removed}|{disproved})|(?:allergy|alergia){small} (?:label|etiqueta){aside}{later}(?P<c>{removed})|(?P<d>{took_back}){small} (?:allergy|alergia|label|etiqueta)|(?P<e>not an? (?:(?:true|real|genuine|proper|drug|penicillin|X) ){{0,2}}allergy|no (?:es|era|fue) (?:una )?(?:verdadera )?alergia|not (?:truly |really )?allergic|no es al[eé]rgic[oa]))\b"
    ))
});

/// Words directly before a verb that mean that an allergy is not, or not yet, revoked.
static NOT_REMOVED_YET: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words})(?: (?:yet|been|been formally|formally|be|ser|de|que sea|a[uú]n|todav[ií]a|ha sido|está|fue)){{0,2}} ?$",
        words = forms("allergy-conflict/note-allergies/tolerated-drugs/not-removed-yet")
    ))
});

/// A clause that says that a drug, replaced by `X`, was taken without a reaction.
static TAKEN_WITHOUT_REACTION: LazyLock<Pattern> = LazyLock::new(|| {
    let taken = any_of("allergy-conflict/note-allergies/tolerated-drugs/taken-without-reaction-taken");
    let well = r"(?:(?:with |had )?(?:no|nil|zero) (?:further |adverse |ill |allergic )?(?:reactions?|problems?|issues?|trouble|difficult(?:y|ies)|effects)|without (?:any |a )?(?:problems?|issues?|trouble|difficulty|hitch|ill effects?|reaction)|uneventful(?:ly)?|sin (?:ning[uú]n[a]? )?(?:problemas?|incidencias?|complicaci(?:ones|[oó]n)|reacci(?:ones|[oó]n)))";
    any_case(&format!(
        r"\b(?:{taken}\b[^;:]{{0,30}}\bX\b[^;:]{{0,45}}\b{well}|X (?:\w+ )?{taken}\b[^;:]{{0,45}}\b{well})\b"
    ))
});

/// Returns the drugs of a sentence whose allergy was excluded or revoked, or that were taken since
/// without harm: all drugs of a clause, if they are of one family.
pub(super) fn disproved_in(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention]) -> Vec<usize> {
    let (start, end) = (sentence.span.start, sentence.span.end);
    let text = block.slice(sentence.span);
    let mut bounds = vec![start];
    bounds.extend(text.match_indices(';').map(|(at, _)| start + Span::at(at).start));
    bounds.push(end);
    let mut out = Vec::new();
    for clause in bounds.windows(2) {
        let &[from, to] = clause else { continue };
        let own: Vec<usize> = (0..named.len())
            .filter(|nth| named.get(*nth).is_some_and(|one| from <= one.span.start && one.span.end <= to))
            .collect();
        let mut all = own.iter().filter_map(|nth| named.get(*nth));
        let Some(first) = all.next() else { continue };
        let is_family = |one: &Mention| {
            one.substance == first.substance || one.substance.is_of_family_of(first.substance)
        };
        if !all.all(is_family) {
            continue;
        }
        let mut shown = String::new();
        let mut at = from;
        for one in own.iter().filter_map(|nth| named.get(*nth)).filter(|one| one.span.start >= from) {
            if one.span.start < at {
                continue;
            }
            shown += block.slice(Span { start: at, end: one.span.start });
            // "Penicillin allergy" may be a single name.
            let is_named_allergy = fold(block.slice(one.span)).contains("allerg");
            shown += if is_named_allergy { "X allergy" } else { "X" };
            at = one.span.end;
        }
        shown += block.slice(Span { start: at, end: to });
        let is_severe =
            || reported_reaction::reported_reactions_in(block, sentence).iter().any(|one| one.is_severe);
        if is_taken_back(&shown) && !is_severe()
            || is_found_negative(&without_names(&shown))
            || TAKEN_WITHOUT_REACTION.is_match(&shown)
                && (own.len() > 1 || reported_reaction::reported_reactions_in(block, sentence).is_empty())
        {
            out.extend(own);
        }
    }
    out
}

/// Whether a clause revokes an allergy.
fn is_taken_back(clause: &str) -> bool {
    ALLERGY_REMOVED.captures_iter(clause).any(|found| {
        let verb = ["a", "b", "c", "d", "e"].iter().find_map(|name| found.name(name));
        verb.is_some_and(|verb| {
            let is_verdict = found.name("e").is_some();
            is_verdict || !NOT_REMOVED_YET.is_match(clause.get(..verb.start()).unwrap_or_default())
        })
    })
}

/// Removes the drug names from a clause: "negative penicillin skin test" is a negative skin test.
fn without_names(clause: &str) -> String {
    let words = clause.split_whitespace().filter(|word| *word != "X");
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allergy_is_taken_back_by_a_verdict_and_by_no_doubt() {
        for clause in [
            "X allergy disproved by challenge in 2021.",
            "X allergy label removed by the allergy clinic.",
            "Alergia a X excluida tras provocación.",
            "Etiqueta de alergia a X retirada por Alergología.",
            "Alergología retiró la etiqueta de alergia a X.",
            "X allergy (childhood) was formally ruled out.",
            "X (nausea only, not an allergy)",
            "Se descartó alergia a X.",
        ] {
            assert!(is_taken_back(clause), "{clause}");
        }
        for clause in [
            "X allergy not yet disproved.",
            "X allergy to be excluded.",
            "Alergia a X por descartar.",
            "Alergia a X no descartada.",
            "X allergy, meningitis excluded.",
            "X allergy, so X removed from the chart.",
            "X allergy label not removed.",
        ] {
            assert!(!is_taken_back(clause), "{clause}");
        }
    }
}
