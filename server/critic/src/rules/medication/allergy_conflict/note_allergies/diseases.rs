//! Diseases that imply an allergy to a drug.

use super::super::allergy::Allergy;
use super::super::reactions::{Reaction, is_reaction};
use super::past_allergy::tells_of_past;
use crate::analysis::allergens::{Substance, heparins, nsaids};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_of, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

const HEPARINS_NAME: Option<(&str, &str)> = Some(("heparins", "las heparinas"));
const NSAIDS_NAME: Option<(&str, &str)> = Some(("NSAIDs", "los AINE"));

/// The maximum distance before a ban at which the banned drug is looked for, in bytes.
const MAX_LEAD_BYTES: u32 = 25;

/// Adds an allergy to heparins for a heparin-induced thrombocytopenia ("History of HIT") in any
/// section, also if the note diagnoses it by antibodies or considers it likely.
pub(super) fn heparin_induced(block: &BlockContext<'_>, sentence: Sentence, out: &mut Vec<Allergy>) {
    heparin_antibodies(block, sentence, out);
    for found in block.terms_in(sentence.span, |term| term == Term::SevereReaction) {
        let name = fold(block.slice(found.span));
        let is_hit = matches!(name.as_str(), "hit" | "hitt" | "tih") || name.contains("heparin");
        if !is_hit || !is_reaction(block, found) {
            continue;
        }
        let section = block.section_at(found.span.start as usize);
        let said = assertion::within(block, sentence, found.span);
        let is_banned = bans_heparin(block, sentence);
        // "No heparin: HIT 2019": the denial refers to the drug before it.
        let is_of_drug = is_banned
            && said.cue.is_some_and(|cue| {
                cue.end <= found.span.start
                    && names_heparin(block.slice(Span {
                        start: cue.start.saturating_sub(MAX_LEAD_BYTES).max(sentence.span.start),
                        end: found.span.start,
                    }))
            });
        let is_known = said.state == State::Historical
            || is_banned
            || is_diagnosis(block, sentence, found.span)
            || matches!(section, Section::PastHistory | Section::Allergies)
            || tells_of_past(block.slice(sentence.span))
            || is_proven(block.slice(sentence.span));
        if is_known
            && (is_of_drug || !matches!(said.state, State::Negated | State::Uncertain | State::Pending))
            && said.experiencer == Experiencer::Patient
            && !SUSPECTED_OR_EXCLUDED.is_match(block.prose())
            && let Some(index) = heparins()
        {
            out.push(Allergy {
                substance: Substance::Label(index),
                name,
                span: found.span,
                sentence: sentence.span,
                reaction: Reaction::Severe,
                comes_from: HEPARINS_NAME,
                is_observed: false,
                is_of_the_past: false,
            });
        }
    }
}

/// A heparin-induced thrombocytopenia that is being investigated or was excluded.
static SUSPECTED_OR_EXCLUDED: LazyLock<Pattern> = LazyLock::new(|| {
    let name = r"(?:HITT?|TIH|heparin[- ]induced thrombocytop(?:a)?enia|tromboc?(?:ito)?penia inducida por heparina)";
    crate::pattern::any_case(&format!(
        r"\b(?:{words})(?: (?:se|the|have|history of|antecedentes? de|descarte|confirme))* {name}\b|\b{name}(?: (?:was|is|has been|fue|es|ha sido|ya|now|since))* ?(?:\?|excluded|ruled out|unlikely|disproved|negative|descartad[ao]|improbable|negativ[ao])",
        words = forms("allergy-conflict/note-allergies/diseases/name")
    ))
});

/// Whether a text mentions heparin.
fn names_heparin(text: &str) -> bool {
    fold(text).contains("heparin")
}

/// Whether the block of a sentence says that heparin must not be given.
fn bans_heparin(block: &BlockContext<'_>, sentence: Sentence) -> bool {
    static HEPARIN_BAN: LazyLock<Pattern> = LazyLock::new(|| {
        let never = any_of("allergy-conflict/note-allergies/diseases/heparin-ban-never");
        let heparin = r"(?:heparins?|heparinas?|LMWHs?|HBPM)";
        crate::pattern::any_case(&format!(
            r"\b{never}\b[^.;\n]{{0,35}}\b{heparin}\b|\b{heparin}\b[^.;\n]{{0,25}}\b{never}\b|\bheparin[- ]free\b"
        ))
    });
    static TEMPORARY_BAN: LazyLock<Pattern> =
        LazyLock::new(|| crate::pattern::any_case(r"\b(?:until|till|hasta|before|antes de|if|si|unless)\b"));
    let own = block.slice(sentence.span);
    HEPARIN_BAN.is_match(own) && !TEMPORARY_BAN.is_match(own)
        || HEPARIN_BAN.find_iter(block.prose()).any(|found| !TEMPORARY_BAN.is_match(found.as_str()))
}

/// Whether a sentence records the thrombocytopenia as a diagnosis: in full and by itself, or in the
/// past history of a Spanish note ("AP: HTA, TIH").
fn is_diagnosis(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    const MAX_LEAD_CHARS: usize = 4;
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    let behind = block.slice(Span { start: span.end, end: sentence.span.end });
    let is_alone = behind.trim_matches([' ', '.', ')', ';', '*']).is_empty();
    let is_whole = fold(block.slice(span)).contains("heparin")
        && before.chars().filter(|c| c.is_alphabetic()).count() <= MAX_LEAD_CHARS
        && is_alone;
    let is_antecedent = before.trim_start_matches(['-', '*', ' ']).starts_with("AP:")
        && before.split_whitespace().count() <= 8;
    is_whole || is_antecedent
}

/// Adds an allergy to heparins for "HIT antibodies positive" or "4T score 6", even if the note does
/// not call it an allergy.
fn heparin_antibodies(block: &BlockContext<'_>, sentence: Sentence, out: &mut Vec<Allergy>) {
    static HIT_CONFIRMED: LazyLock<Pattern> = LazyLock::new(|| {
        let name = r"(?:HITT?|TIH|(?i:anti-?)?PF-?4|(?i:heparin[- ]induced|inducida por heparina|platelet factor 4|factor plaquetario 4|(?:heparin|heparina)[ -](?:dependent )?(?:antibod\w+|anticuerpos)))";
        let gap = r"(?:[ /(:,-]|\b(?:(?i:antibod(?:y|ies)|anticuerpos?|ab|abs|ELISA|assay|test|screen|thrombocytopa?enia|trombocitopenia|EIA|IgG|heparin|heparina|anti|hep|PF4|PF-4|is|was|are|were|came back|returned|strongly|fuertemente|es|son|han salido|result|resultado|complex|complejo))\b|[)]){0,10}";
        let positive = r"(?i:positiv[eoa]s?|\+ve|\+(?:\+)?|detected|confirmed|confirmad[oa])";
        Pattern::new(&format!(
            r"\b{name}{gap}{positive}|\b(?i:positive|positivos?)(?: (?i:for|para|en))? {name}\b"
        ))
    });
    static HIT_LIKELY: LazyLock<Pattern> = LazyLock::new(|| {
        let score = r"4 ?T(?:['’]?s)?(?i: score| de puntuaci[oó]n)?(?i: of| is| was| de)?[ :=]{1,3}[4-8]\b";
        let name = r"(?:HITT?|TIH)";
        Pattern::new(&format!(
            r"\b{score}|\b{name}(?i: is| was| es)?(?i: very| highly| muy)? (?i:likely|probable)|\b(?i:likely|probable|presumed|presunta) {name}\b|\b(?i:high|strong|alta) (?i:clinical |cl[ií]nica )?(?i:suspicion|sospecha) (?i:of|for|de) {name}\b"
        ))
    });
    static HIT_DISPROVEN: LazyLock<Pattern> = LazyLock::new(|| {
        crate::pattern::any_case(&forms("allergy-conflict/note-allergies/diseases/hit-disproven"))
    });
    let text = block.slice(sentence.span);
    let found = HIT_CONFIRMED.find(text).map(|found| (found, Reaction::Severe));
    let likely = || HIT_LIKELY.find(text).map(|found| (found, Reaction::Allergic));
    let Some((found, reaction)) = found.or_else(likely) else { return };
    if HIT_DISPROVEN.is_match(block.prose()) {
        return;
    }
    let start = sentence.span.start as usize;
    let span = Span::new(start + found.start(), start + found.end());
    let said = assertion::within(block, sentence, span);
    // Show only the name, if there is one.
    let name = ["HIT", "TIH"].iter().find_map(|name| Some((found.as_str().find(name)?, name.len())));
    let shown =
        name.map_or(span, |(at, len)| Span::new(span.start as usize + at, span.start as usize + at + len));
    // If the thrombocytopenia is only likely, the match itself expresses the doubt.
    let is_denied = said.state == State::Negated
        || reaction == Reaction::Severe && matches!(said.state, State::Uncertain | State::Pending);
    let Some(index) = heparins().filter(|_| !is_denied && said.experiencer == Experiencer::Patient) else {
        return;
    };
    out.push(Allergy {
        substance: Substance::Label(index),
        name: fold(block.slice(shown)),
        span: shown,
        sentence: sentence.span,
        reaction,
        comes_from: HEPARINS_NAME,
        is_observed: true,
        is_of_the_past: false,
    });
}

/// Adds an allergy to NSAIDs for aspirin-exacerbated respiratory disease, under any of its names.
pub(super) fn aspirin_exacerbated(block: &BlockContext<'_>, sentence: Sentence, out: &mut Vec<Allergy>) {
    static AERD_NAMES: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(&format!(
            r"\b(?:{words})\b",
            words = forms("allergy-conflict/note-allergies/diseases/aerd-names")
        ))
    });
    let Some(found) = AERD_NAMES.find(block.slice(sentence.span)) else { return };
    let start = sentence.span.start as usize;
    let span = Span::new(start + found.start(), start + found.end());
    let said = assertion::within(block, sentence, span);
    if matches!(said.state, State::Confirmed | State::Historical)
        && said.experiencer == Experiencer::Patient
        && let Some(index) = nsaids()
    {
        out.push(Allergy {
            substance: Substance::Label(index),
            name: fold(found.as_str()),
            span,
            sentence: sentence.span,
            reaction: Reaction::Allergic,
            comes_from: NSAIDS_NAME,
            is_observed: false,
            is_of_the_past: false,
        });
    }
}

/// Whether a sentence says that a heparin-induced thrombocytopenia was proven or recorded as an
/// allergy.
fn is_proven(sentence: &str) -> bool {
    let folded = fold(sentence);
    ["confirmed", "proven", "allerg", "diagnosed", "confirmad", "alergi", "diagnosticad"]
        .iter()
        .any(|word| folded.contains(word))
}
