//! Diseases that are an allergy by another name.

use super::super::allergy::Allergy;
use super::super::reactions::{Reaction, is_reaction};
use super::past::tells_of_past;
use crate::analysis::allergens::{Substance, heparins, nsaids};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::{BlockContext, Sentence};
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// "History of HIT": an allergy to heparins, wherever it is said.
pub(super) fn heparin_induced(block: &BlockContext<'_>, sentence: Sentence, out: &mut Vec<Allergy>) {
    for found in block.terms_in(sentence.span, |term| term == Term::SevereReaction) {
        let name = fold(block.slice(found.span));
        let is_hit = matches!(name.as_str(), "hit" | "hitt" | "tih") || name.contains("heparin");
        if !is_hit || !is_reaction(block, found) {
            continue;
        }
        let section = block.section_at(found.span.start as usize);
        let said = assertion::within(block, sentence, found.span);
        let is_known = said.state == State::Historical
            || matches!(section, Section::PastHistory | Section::Allergies)
            || tells_of_past(block.slice(sentence.span))
            || is_proven(block.slice(sentence.span));
        if is_known
            && !matches!(said.state, State::Negated | State::Uncertain | State::Pending)
            && said.experiencer == Experiencer::Patient
            && let Some(index) = heparins()
        {
            out.push(Allergy {
                substance: Substance::Label(index),
                name,
                span: found.span,
                sentence: sentence.span,
                reaction: Reaction::Severe,
                is_observed: false,
                is_of_the_past: false,
            });
        }
    }
}

/// Asthma by aspirin, by whatever name: an allergy to NSAIDs.
pub(super) fn aspirin_exacerbated(block: &BlockContext<'_>, sentence: Sentence, out: &mut Vec<Allergy>) {
    static NAMES: LazyLock<Regex> = LazyLock::new(|| {
        referee_text::pattern(
            r"\b(?:N-?AERD|AERD|N-ERD|EREA|(?i:samter(?:['’]s)?(?: triad| syndrome)?|(?:s[ií]ndrome|tr[ií]ada) de (?:widal|samter)|tr[ií]ada ASA|(?:aspirin|NSAIDs?)[- ](?:exacerbated|induced|sensitive|intolerant|triggered) (?:respiratory disease|asthma|bronchospasm)|asma (?:inducid[oa]|exacerbad[oa]|desencadenad[oa]) por (?:AAS|[aá]cido acetilsalic[ií]lico|aspirina|AINEs?)))\b",
        )
        .expect("the pattern is valid")
    });
    let Some(found) = NAMES.find(block.slice(sentence.span)) else { return };
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
            is_observed: false,
            is_of_the_past: false,
        });
    }
}

/// Whether a sentence says that a thrombocytopenia by heparin was proven or put among the allergies.
fn is_proven(sentence: &str) -> bool {
    let folded = fold(sentence);
    ["confirmed", "proven", "allerg", "diagnosed", "confirmad", "alergi", "diagnosticad"]
        .iter()
        .any(|word| folded.contains(word))
}
