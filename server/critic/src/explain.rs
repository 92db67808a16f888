//! Describes what the rules read in a draft, to explain why a rule reports or does not.

use crate::analysis::assertion;
use crate::analysis::dose_limits;
use crate::analysis::drugs;
use crate::analysis::meaning::Meaning;
use crate::analysis::sentences::Sentence;
use crate::rules::from_file::trial;
use crate::rules::note::statement_readings;
use crate::{BlockContext, RuleCache, Setting};
use referee_syntax::Document;
use referee_text::Span;

/// One item that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The words of the draft.
    pub words: String,
    /// Its interpretation.
    pub meaning: String,
}

/// Lists what the rules read in a draft, in text order: drugs with their doses and limits, terms, cues and quantities,
/// each with its assertion status, and what is stated about the patient, or why a known phrase states nothing.
#[must_use]
pub fn readings(document: &Document, setting: &Setting) -> Vec<Reading> {
    let mut cache = RuleCache::default();
    let draft = cache.read(document, setting);
    draft.blocks().flat_map(|block| of_block(&block)).collect()
}

/// Lists what the frames of a rule that is a file found in a draft, and why it does not count; `None` for a rule in
/// Rust.
#[must_use]
pub fn frames(rule: &str, document: &Document, setting: &Setting) -> Option<Vec<String>> {
    let mut cache = RuleCache::default();
    trial::explain(rule, &cache.read(document, setting))
}

fn of_block(block: &BlockContext<'_>) -> Vec<Reading> {
    let mut out: Vec<(u32, Reading)> = Vec::new();
    let mut push = |span: Span, meaning: String| {
        out.push((span.start, Reading { words: block.slice(span).to_owned(), meaning }));
    };
    for sentence in block.sentences() {
        let start = sentence.span.start as usize;
        push(
            Span { start: sentence.span.start, end: sentence.span.start },
            format!("a sentence in the section {:?}", block.section_at(start)),
        );
        for found in block.phrases_in(sentence.span) {
            let meaning = match found.meaning {
                Meaning::Drug(index) => drug(block, index, found.span, *sentence),
                Meaning::DrugGroup(_) => format!("a group of drugs{}", said(block, found.span, *sentence)),
                Meaning::Term(term) => format!("{term:?}{}", said(block, found.span, *sentence)),
                Meaning::Cue(cue) => format!("a cue: {cue:?}"),
            };
            push(found.span, meaning);
        }
        for quantity in block.quantities().iter().filter(|quantity| sentence.span.contains(quantity.span)) {
            push(quantity.span, format!("an amount: {:?}", quantity.measure));
        }
    }
    if block.is_prose() {
        for (span, meaning) in statement_readings(block) {
            out.push((span.start, Reading { words: block.slice(span).to_owned(), meaning }));
        }
    }
    out.sort_by_key(|(start, _)| *start);
    out.into_iter().map(|(_, reading)| reading).collect()
}

/// Describes a drug with its dose, route, frequency and the applicable limits.
fn drug(block: &BlockContext<'_>, index: usize, span: Span, sentence: Sentence) -> String {
    let Some(known) = drugs::drug(index) else { return "a drug".to_owned() };
    let mut out = match known.id.strip_prefix('-') {
        Some(stem) => format!("a drug that the dictionary lacks, by its ending -{stem}"),
        None => format!("the drug `{}`", known.id),
    };
    if let Some(entry) = referee_knowledge::drugs().get(&known.id) {
        out += &format!(", {}", entry.kind);
        if !entry.classes.is_empty() {
            out += &format!(", classes {}", entry.classes.join(", "));
        }
        out += &format!(" ({}; {})", entry.source, entry.checked);
    }
    if let Some(statement) = block.medications().iter().find(|statement| statement.drug == span) {
        let mut part = |name: &str, place: Option<Span>| {
            if let Some(place) = place {
                out += &format!("; {name} `{}`", block.slice(place));
            }
        };
        part("dose", statement.dose.map(|dose| dose.span));
        part("route", statement.route);
        part("frequency", statement.frequency.map(|(place, _)| place));
    }
    for dose in dose_limits::rows(index) {
        out += &format!(
            "; highest usual {} {} {} for {} ({}; {})",
            dose.basis, dose.highest, dose.unit, dose.who, dose.source, dose.checked
        );
    }
    out + &said(block, span, sentence)
}

/// Describes the assertion status of a term: negated, historical, of a relative.
fn said(block: &BlockContext<'_>, span: Span, sentence: Sentence) -> String {
    let said = assertion::within(block, sentence, span);
    let cue = said.cue.map_or(String::new(), |cue| format!(" by `{}`", block.slice(cue)));
    let words = format!("{:?} of the {:?}", said.state, said.experiencer).to_lowercase();
    format!("; {words}{cue}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_syntax::{DraftKind, Format};
    use referee_text::Rope;
    use std::sync::Arc;

    #[test]
    fn a_drug_is_explained_with_its_dose_its_limit_and_its_negation() {
        let document = Document::read(
            Format::PlainText,
            Rope::from_str("Denies metformin 850 mg PO twice daily."),
            Arc::default(),
        );
        let setting = Setting { kind: DraftKind::ClinicalNote, ..Setting::default() };
        let all = readings(&document, &setting);
        let drug = &all.iter().find(|reading| reading.words == "metformin").unwrap().meaning;
        for part in [
            "the drug `metformin`",
            "antidiabetic",
            "dose `850 mg`",
            "highest usual day",
            "negated of the patient by `Denies`",
        ] {
            assert!(drug.contains(part), "{part}: {drug}");
        }
    }
}
