//! Whether a clause tells what was done, rather than what should be done.

use crate::analysis::folding::fold;
use crate::analysis::sentences::Sentence;
use crate::block_text::BlockText;
use referee_text::Span;

/// English words of telling, and Spanish ones that do not show it by their ending.
const TOLD: &[&str] = &[
    "was",
    "were",
    "had",
    "has",
    "have",
    "underwent",
    "received",
    "completed",
    "performed",
    "treated",
    "given",
    "administered",
    "tolerated",
    "responded",
    "started",
    "finished",
    "fue",
    "fueron",
    "ha",
    "han",
    "habia",
    "sido",
    "tras",
    "after",
    "previously",
    "desde",
    "durante",
];

/// Whether the clause around `term` tells what was done: an English past, or a Spanish preterite or gerund.
#[must_use]
pub fn is_told(block: &BlockText, sentence: Sentence, term: Span) -> bool {
    let text = block.prose();
    let before = text.get(sentence.span.start as usize..term.start as usize).unwrap_or_default();
    let behind = text.get(term.end as usize..sentence.span.end as usize).unwrap_or_default();
    let start = before.rfind([',', ';', ':']).map_or(0, |at| at + 1);
    let end = behind.find([',', ';', ':']).unwrap_or(behind.len());
    let clause = [before.get(start..).unwrap_or_default(), behind.get(..end).unwrap_or_default()];
    clause.iter().flat_map(|text| text.split(|c: char| !c.is_alphabetic())).any(|word| {
        let len = word.chars().count();
        let lower = word.to_lowercase();
        TOLD.contains(&fold(word).as_str())
            || (len >= 4 && (lower.ends_with('ó') || lower.ends_with("ándose") || lower.ends_with("iéndose")))
            || (len >= 6
                && (lower.ends_with("aron")
                    || lower.ends_with("ieron")
                    || lower.ends_with("iendo")
                    || lower.ends_with("ando")))
    })
}
