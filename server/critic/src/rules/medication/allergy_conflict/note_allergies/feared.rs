//! Reactions that a note only warns of.

use crate::analysis::folding::fold;
use crate::pattern::any_case;
use crate::{BlockContext, Sentence};
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// Whether a reaction to a drug is only one that may come: "consent: risks including anaphylaxis to blue dye explained".
pub(super) fn is_only_a_risk(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static RISK_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"\b(?:risks?|complications?|riesgos?|complicaciones)(?: \w+){0,2} (?:of|including|include[sd]?|such as|de|incluid[oa]s?|incluyendo|como)\b[^.;:]{0,80}$",
        )
    });
    static HAPPENED: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"\b(?:previous|known|past|earlier|history|had|previ[oa]s?|conocid[oa]s?|antecedentes?|tuvo)\b",
        )
    });
    let before = fold(block.slice(Span { start: sentence.span.start, end: span.start }));
    RISK_BEFORE.is_match(&before) && !HAPPENED.is_match(&fold(block.slice(sentence.span)))
}
