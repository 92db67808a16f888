//! Finds the recommendations of a clinical note: its plan, and sentences elsewhere that recommend
//! an action. The rule about recommendations checks them, and the rules about citations skip them.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use crate::support::is_advice;
use referee_syntax::DraftKind;
use referee_text::{Rope, fold};

/// Folded headings of sections that contain recommendations.
const PLAN_HEADINGS: &[&str] = &[
    "plan",
    "p",
    "treatment plan",
    "recommendation",
    "recommendations",
    "final recommendation",
    "board recommendation",
    "consensus",
    "management",
    "management options",
    "treatment",
    "treatment options",
    "options",
    "assessment and plan",
    "a p",
    "plan and recommendations",
    "recomendacion",
    "recomendaciones",
    "plan de tratamiento",
    "plan terapeutico",
    "tratamiento",
    "manejo",
    "opciones de manejo",
    "opciones de tratamiento",
    "conducta",
    "evaluacion y plan",
    "recomendacion final",
    "medications",
    "discharge medications",
];

/// The number of lines above a sentence in which its heading is searched for.
const MAX_LINES_ABOVE: usize = 200;

/// The maximum length of the name of a section, in bytes.
const MAX_NAME_BYTES: usize = 48;

/// Returns whether a claim is in the plan of a note.
pub(super) fn is_in_plan(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> bool {
    context.draft.is_some_and(|draft| is_plan(draft.text(), checked.claim.span.start as usize))
}

/// Returns whether a claim is a recommendation of a clinical note, which the rules about citations
/// leave to the rule about recommendations.
pub(super) fn is_recommendation(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> bool {
    context.kind == DraftKind::ClinicalNote
        && (is_advice(&checked.claim.text) || is_in_plan(context, checked))
}

/// Returns whether the nearest heading above an offset, or the label of its line, is that of a
/// plan.
fn is_plan(text: &Rope, at: usize) -> bool {
    let line = text.byte_to_line(at.min(text.len_bytes()));
    for number in (line.saturating_sub(MAX_LINES_ABOVE)..=line).rev() {
        let whole = text.line(number).to_string();
        let visible = whole.trim().trim_start_matches(['#', '=', '*', '-', ' ', '\\']);
        let visible =
            visible.strip_prefix("section{").or(visible.strip_prefix("subsection{")).unwrap_or(visible);
        let label = visible.split_once([':', '}']).map(|(label, _)| label);
        let marked = whole.trim_start().starts_with(['#', '=']);
        let Some(name) =
            label.or(Some(visible)).filter(|name| !name.is_empty() && name.len() <= MAX_NAME_BYTES)
        else {
            continue;
        };
        let folded = fold::title(name);
        if PLAN_HEADINGS.contains(&folded.as_str())
            && (label.is_some() || marked || visible.len() <= MAX_NAME_BYTES)
        {
            return true;
        }
        let is_heading = marked
            || label
                .is_some_and(|label| folded.split(' ').count() <= 4 && label.starts_with(char::is_uppercase));
        if is_heading && number < line {
            return false;
        }
    }
    false
}
