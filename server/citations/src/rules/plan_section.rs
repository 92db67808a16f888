//! What a clinical note advises: its plan, and sentences elsewhere that say what is to be done. The rule about
//! recommendations looks there, and the rules about citations do not.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use crate::support::is_advice;
use referee_syntax::DraftKind;
use referee_text::{Rope, fold};

/// Headings below which a note says what is to be done, folded.
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

/// How many lines above a sentence its heading is looked for.
const MAX_LINES_ABOVE: usize = 200;

/// The most bytes of the name of a section.
const MAX_NAME_BYTES: usize = 48;

/// Whether a claim stands in the plan of a note.
pub(super) fn is_in_plan(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> bool {
    context.draft.is_some_and(|draft| is_plan(draft.text(), checked.claim.span.start as usize))
}

/// Whether a claim is a recommendation of a clinical note, which the rules about citations leave to the rule about
/// recommendations.
pub(super) fn is_recommendation(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> bool {
    context.kind == DraftKind::ClinicalNote
        && (is_advice(&checked.claim.text) || is_in_plan(context, checked))
}

/// Whether the nearest heading above a place, or the label of its line, is that of a plan.
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
