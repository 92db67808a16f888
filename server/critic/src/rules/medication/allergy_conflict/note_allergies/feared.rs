//! Reactions that a note only warns of, and reactions implied by an allergy card or an adrenaline
//! pen.

use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Whether a reaction to a drug is only a risk: "consent: risks including anaphylaxis to blue dye
/// explained".
pub(super) fn is_only_a_risk(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static RISK_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:risks?|complications?|riesgos?|complicaciones)(?: \w+){0,2} (?:of|including|include[sd]?|such as|de|incluid[oa]s?|incluyendo|como)\b[^.;:]{0,80}$",
        )
    });
    static HAPPENED: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"\b(?:previous|known|past|earlier|history|had|previ[oa]s?|conocid[oa]s?|antecedentes?|tuvo)\b",
        )
    });
    let before = fold(block.slice(Span { start: sentence.span.start, end: span.start }));
    RISK_BEFORE.is_match(&before) && !HAPPENED.is_match(&fold(block.slice(sentence.span)))
}

/// Whether the patient carries a card, a bracelet or a pen for the drug: "carries an EpiPen for
/// amoxicillin".
pub(super) fn is_carried_for(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static CARRIES_FOR: LazyLock<Pattern> = LazyLock::new(|| {
        let english = r"(?:carries|wears|has|keeps) (?:an? |her |his )?(?:epi-?pens?|jext|adrenaline (?:auto-?injectors?|pens?)|epinephrine (?:auto-?injectors?|pens?)|allergy (?:cards?|bracelets?|bands?)|medic-?alert(?: \w+)?) (?:for|because of|due to|re) (?:an? |the |his |her )?$";
        let spanish = r"(?:lleva|porta|tiene) (?:una? |la )?(?:adrenalina autoinyectable|autoinyector(?: de adrenalina)?|tarjeta(?: de alergia)?|pulsera(?: de alergia)?|placa) (?:por|de alergia a|para|a) (?:la |el |los |las )?$";
        any_case(&format!(r"\b(?:{english}|{spanish})"))
    });
    CARRIES_FOR.is_match(&fold(block.slice(Span { start: sentence.span.start, end: span.start })))
}
