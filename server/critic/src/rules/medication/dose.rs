//! Doses as they are written, and the fixes that write them otherwise.

use crate::analysis::medication;
use crate::analysis::quantities::{Measure, Quantity};
use crate::analysis::terms::Term;
use crate::{BlockAnalysis, Draft, Sentence};
use referee_findings::{FileEdit, Finding, Fix, FixKind};
use referee_text::{FileId, Span};

/// Whether a quantity is written as a dose: it can be one by its unit, it is no measurement, and either a drug, a
/// route or a frequency stands in its sentence, or its unit is one in which doses are ordered.
pub(super) fn is_written_as_dose(block: &BlockAnalysis, sentence: Sentence, quantity: &Quantity) -> bool {
    if !quantity.may_be_dose() || medication::is_measured(block, sentence, quantity) {
        return false;
    }
    if medication::is_dose(block, sentence, quantity) {
        return true;
    }
    let unit = block.slice(quantity.unit);
    // "10U" run together is an order; "4 U" may be a room.
    let glued = quantity.number.span.end == quantity.unit.start;
    let is_ordered = match quantity.measure {
        Measure::Units => glued,
        Measure::Mass => !matches!(unit, "g" | "gr" | "ng" | "pg"),
        _ => false,
    };
    is_ordered
        || block.terms_in(sentence.span, |term| matches!(term, Term::Recommend | Term::Form)).next().is_some()
            && matches!(quantity.measure, Measure::Mass | Measure::Volume | Measure::Amount | Measure::Units)
}

/// The quantities of a block that are written as doses, with their sentences.
pub(super) fn doses(block: &BlockAnalysis) -> impl Iterator<Item = (Sentence, &Quantity)> {
    block.quantities().iter().filter_map(|quantity| {
        let sentence = block.sentence_at(quantity.number.span.start as usize)?;
        is_written_as_dose(block, sentence, quantity).then_some((sentence, quantity))
    })
}

/// A fix that writes `text` at a place of the file, to be chosen by the author.
pub(super) fn write(file: &FileId, span: Span, text: &str, preferred: bool) -> Fix {
    Fix {
        title: format!("Write “{text}”"),
        kind: FixKind::Chosen,
        preferred,
        edits: vec![FileEdit { file: file.clone(), span, text: text.to_owned() }],
    }
}

/// Fixes that write each of `readings` where the finding is; none of several is preferred.
pub(super) fn readings(file: &FileId, finding: &Finding, readings: &[&str]) -> Vec<Fix> {
    let only = readings.len() == 1;
    readings.iter().map(|reading| write(file, finding.span, reading, only)).collect()
}

/// The text of a finding, and whether it stands in Spanish text.
pub(super) fn said_at<'a>(draft: &Draft<'a>, finding: &Finding) -> Option<(&'a str, bool)> {
    let block = draft.at(finding.span.start as usize)?;
    let spanish = block.in_spanish();
    Some((draft.text(finding.span)?, spanish))
}
