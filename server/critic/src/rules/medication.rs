//! The `medication/` rules: how drugs, doses and frequencies are written in clinical notes.

mod allergy_conflict;
mod drug_abbreviation;
mod frequency_abbreviation;
mod methotrexate_daily;
mod naked_decimal;
mod trailing_zero;
mod uncited_dose;
mod unit_abbreviation;

pub use uncited_dose::{Advice, doses_without_source, uncited_doses};

use crate::analysis::medication;
use crate::analysis::quantities::{Measure, Quantity};
use crate::analysis::terms::Term;
use crate::{BlockAnalysis, CriticRule, Draft, Sentence};
use referee_findings::{FileEdit, Finding, Fix, FixKind};
use referee_text::{FileId, Span};

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[
    &uncited_dose::RULE,
    &unit_abbreviation::RULE,
    &trailing_zero::RULE,
    &naked_decimal::RULE,
    &frequency_abbreviation::RULE,
    &drug_abbreviation::RULE,
    &methotrexate_daily::RULE,
    &allergy_conflict::RULE,
];

/// What every page about notes says once.
macro_rules! notice {
    () => {
        "\nFindings in clinical notes support the judgement of a clinician, who can look at the same words and lists; \
         they replace none. referee is not a medical device.\n"
    };
}
pub(crate) use notice;

/// Whether a quantity is written as a dose: it can be one by its unit, it is no measurement, and either a drug, a
/// route or a frequency stands in its sentence, or its unit is one in which doses are ordered.
pub(crate) fn is_written_as_dose(part: &BlockAnalysis, sentence: Sentence, quantity: &Quantity) -> bool {
    if !quantity.may_be_dose() || medication::is_measured(part, sentence, quantity) {
        return false;
    }
    if medication::is_dose(part, sentence, quantity) {
        return true;
    }
    let unit = part.slice(quantity.unit);
    // "10U" run together is an order; "4 U" may be a room.
    let glued = quantity.number.span.end == quantity.unit.start;
    let is_ordered = match quantity.measure {
        Measure::Units => glued,
        Measure::Mass => !matches!(unit, "g" | "gr" | "ng" | "pg"),
        _ => false,
    };
    is_ordered
        || part.terms_in(sentence.span, |term| matches!(term, Term::Recommend | Term::Form)).next().is_some()
            && matches!(quantity.measure, Measure::Mass | Measure::Volume | Measure::Amount | Measure::Units)
}

/// The quantities of a part that are written as doses, with their sentences.
pub(crate) fn doses(part: &BlockAnalysis) -> impl Iterator<Item = (Sentence, &Quantity)> {
    part.quantities().iter().filter_map(|quantity| {
        let sentence = part.sentence_at(quantity.number.span.start as usize)?;
        is_written_as_dose(part, sentence, quantity).then_some((sentence, quantity))
    })
}

/// A fix that writes `text` at a place of the file, to be chosen by the author.
pub(crate) fn write(file: &FileId, span: Span, text: &str, preferred: bool) -> Fix {
    Fix {
        title: format!("Write “{text}”"),
        kind: FixKind::Chosen,
        preferred,
        edits: vec![FileEdit { file: file.clone(), span, text: text.to_owned() }],
    }
}

/// Fixes that write each of `readings` where the finding is; none of several is preferred.
pub(crate) fn readings(file: &FileId, finding: &Finding, readings: &[&str]) -> Vec<Fix> {
    let only = readings.len() == 1;
    readings.iter().map(|reading| write(file, finding.span, reading, only)).collect()
}

/// The text of a finding, and whether it stands in Spanish text.
pub(crate) fn said_at<'a>(draft: &Draft<'a>, finding: &Finding) -> Option<(&'a str, bool)> {
    let passage = draft.at(finding.span.start as usize)?;
    let spanish = draft.setting.region.is_spanish() || passage.part.is_spanish();
    Some((draft.text(finding.span)?, spanish))
}
