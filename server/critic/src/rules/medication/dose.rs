//! Recognizes written doses, and builds the fixes that rewrite them.

use crate::analysis::drugs::Class;
use crate::analysis::medication;
use crate::analysis::quantities::{Measure, Quantity};
use crate::analysis::terms::Term;
use crate::{BlockAnalysis, Draft, Sentence};
use referee_findings::{FileEdit, Finding, Fix, FixKind};
use referee_text::{FileId, Span};

/// Whether a quantity is written as a dose: its unit allows it, it is not a measurement, and either
/// its sentence contains a drug, a route or a frequency, or its unit is one in which doses are
/// ordered.
pub(super) fn is_written_as_dose(block: &BlockAnalysis, sentence: Sentence, quantity: &Quantity) -> bool {
    if is_of_calcitonin(block, sentence, quantity) {
        return true;
    }
    if !quantity.may_be_dose() || medication::is_measured(block, sentence, quantity) {
        return false;
    }
    if medication::is_dose(block, sentence, quantity) {
        return true;
    }
    let unit = block.slice(quantity.unit);
    // "10U" without a blank is an order; "4 U" may be a room.
    let glued = quantity.number.span.end == quantity.unit.start;
    let is_ordered = match quantity.measure {
        Measure::Units => glued || is_on_scale(block.slice(sentence.span)),
        Measure::Mass => !matches!(unit, "g" | "gr" | "ng" | "pg"),
        _ => false,
    };
    is_ordered
        || block.terms_in(sentence.span, |term| matches!(term, Term::Recommend | Term::Form)).next().is_some()
            && matches!(quantity.measure, Measure::Mass | Measure::Volume | Measure::Amount | Measure::Units)
}

/// Whether a quantity counts units of calcitonin, which is measured in other units than those in
/// which it is ordered.
fn is_of_calcitonin(block: &BlockAnalysis, sentence: Sentence, quantity: &Quantity) -> bool {
    quantity.measure == Measure::Units
        && !quantity.per.concentration
        && block
            .slice(Span { start: sentence.span.start, end: quantity.span.start.max(sentence.span.start) })
            .to_lowercase()
            .contains("calciton")
}

/// Whether a sentence gives the steps of an insulin scale: "correction scale: 2 U for 150-200".
fn is_on_scale(sentence: &str) -> bool {
    let folded = sentence.to_lowercase();
    [
        "scale",
        "sliding",
        "correction dose",
        "escala",
        "pauta móvil",
        "pauta correctora",
        "pauta de corrección",
    ]
    .iter()
    .any(|word| folded.contains(word))
}

/// Returns the quantities of a block that are written as doses, with their sentences.
pub(super) fn doses(block: &BlockAnalysis) -> impl Iterator<Item = (Sentence, &Quantity)> {
    block.quantities().iter().filter_map(|quantity| {
        let sentence = block.sentence_at(quantity.number.span.start as usize)?;
        is_written_as_dose(block, sentence, quantity).then_some((sentence, quantity))
    })
}

/// Returns the title of a fix that writes `text`.
pub(super) fn write_title(text: &str, spanish: bool) -> String {
    if spanish { format!("Escribir «{text}»") } else { format!("Write “{text}”") }
}

/// Returns a fix that writes `text` at a place of the file, for the author to choose.
pub(super) fn write(file: &FileId, span: Span, text: &str, preferred: bool) -> Fix {
    Fix {
        title: write_title(text, false),
        kind: FixKind::Chosen,
        preferred,
        edits: vec![FileEdit { file: file.clone(), span, text: text.to_owned() }],
    }
}

/// Returns the fix that writes the only reading that fits. If several fit, no fix is offered and
/// the author is asked, because one of them is the misreading.
pub(super) fn only_reading(file: &FileId, finding: &Finding, readings: &[&str], spanish: bool) -> Vec<Fix> {
    let [only] = readings else { return Vec::new() };
    vec![Fix { title: write_title(only, spanish), ..write(file, finding.span, only, true) }]
}

/// Whether a finding is part of an order of methotrexate, which is never edited, because an error
/// in it is fatal.
pub(super) fn is_of_methotrexate(draft: &Draft<'_>, finding: &Finding) -> bool {
    let Some(block) = draft.at(finding.span.start as usize) else { return false };
    let at = finding.span.start.saturating_sub(u32::try_from(block.start).unwrap_or(u32::MAX));
    is_in_order_of_methotrexate(&block, at)
}

/// Whether the last drug at or before a place of a block, in its sentence, is methotrexate; without
/// such a drug, the next one counts.
pub(super) fn is_in_order_of_methotrexate(block: &BlockAnalysis, at: u32) -> bool {
    let Some(sentence) = block.sentence_at(at as usize) else { return false };
    let here = || block.medications().iter().filter(|medication| medication.sentence.span == sentence.span);
    let own = here().rfind(|medication| medication.drug.start <= at).or_else(|| here().next());
    own.is_some_and(|medication| medication.class() == Class::Methotrexate)
}

/// Joins readings in quotation marks with "or".
pub(super) fn quoted(readings: &[&str], spanish: bool) -> String {
    let all: Vec<String> = readings
        .iter()
        .map(|reading| if spanish { format!("«{reading}»") } else { format!("“{reading}”") })
        .collect();
    all.join(if spanish { " o " } else { " or " })
}

/// Returns the text of a finding, and whether it is in Spanish text.
pub(super) fn said_at<'a>(draft: &Draft<'a>, finding: &Finding) -> Option<(&'a str, bool)> {
    let block = draft.at(finding.span.start as usize)?;
    let spanish = block.in_spanish();
    Some((draft.text(finding.span)?, spanish))
}
