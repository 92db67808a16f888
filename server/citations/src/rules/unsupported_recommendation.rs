//! `note/unsupported-recommendation`

use super::{Check, CitationRule, Looked, Remark, RuleContext, wording};
use crate::support::Objection;
use referee_findings::{Rule, Scope, Severity};
use referee_syntax::Kind;
use referee_text::{Rope, fold};

/// The rule.
pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "note/unsupported-recommendation",
        summary: "What a note recommends does not stand in the source that it cites",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        documentation: "\
## What it flags

In the plan, the management or the recommendation of a clinical note: a sentence that cites a source whose text \
speaks against it. A number (a dose, a duration, a limit) that is not there, while the source says the same with \
another number; the opposite direction; another kind of study or other subjects; a source that has no word in common \
with the sentence.

A part of a guideline in the library, named as `[Source: title, page, section]`, is compared as a whole; of other \
sources the abstract is.

- A warning, where the source says the same with another number or in the opposite direction.
- Information otherwise: the words may stand in the full text, or elsewhere in the guideline.

## Why

Who acts on a recommendation trusts its source unread.

## Example

```text
Plan: apixaban 10 mg twice daily for the whole first month [Source: PMID 23808982].
```

The abstract says: 10 mg twice daily for 7 days, followed by 5 mg twice daily for 6 months.

## What it cannot tell

Whether the advice is right for this patient; what stands in the full text of a paper. A guideline that the library does \
not have, or a place in it that it does not have, is passed over. Advice that cites nothing is not looked at here (doses without a source are: `medication/uncited-dose`). \
It is decision support for a clinician, and no medical device.

## Fixes

- Remove the citation.

## Sources

The record of the cited work, as the library or an online source has it; the message says which, as of when. The \
guidelines that the user imported.
",
    },
    checks: &[Check::Claim(check)],
    fixes: Some(super::claim::fixes),
};

/// Headings below which a note says what is to be done, folded.
const PLANS: &[&str] = &[
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
const REACH: usize = 200;

/// The longest name of a section, in bytes.
const LONGEST: usize = 48;

/// Whether a claim is this rule's affair: then the rules about citations leave it alone.
pub(super) fn takes(context: &RuleContext<'_>, looked: &Looked<'_>) -> bool {
    context.kind == Kind::ClinicalNote
        && context.draft.is_some_and(|draft| is_plan(draft.text(), looked.claim.span.start as usize))
}

/// Whether the nearest heading above a place, or the label of its line, is that of a plan.
fn is_plan(text: &Rope, at: usize) -> bool {
    let line = text.byte_to_line(at.min(text.len_bytes()));
    for number in (line.saturating_sub(REACH)..=line).rev() {
        let whole = text.line(number).to_string();
        let visible = whole.trim().trim_start_matches(['#', '=', '*', '-', ' ', '\\']);
        let visible =
            visible.strip_prefix("section{").or(visible.strip_prefix("subsection{")).unwrap_or(visible);
        let label = visible.split_once([':', '}']).map(|(label, _)| label);
        let marked = whole.trim_start().starts_with(['#', '=']);
        let Some(name) = label.or(Some(visible)).filter(|name| !name.is_empty() && name.len() <= LONGEST)
        else {
            continue;
        };
        let folded = fold::title(name);
        if PLANS.contains(&folded.as_str()) && (label.is_some() || marked || visible.len() <= LONGEST) {
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

fn check(context: &RuleContext<'_>, looked: &Looked<'_>) -> Vec<Remark> {
    if !takes(context, looked) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for objection in looked.objections.iter() {
        out.extend(match objection {
            Objection::NumberNotInSource { number, at, instead } => {
                let told = format!("{number} does not stand in {}", looked.looked_at());
                Some(match instead {
                    Some(sentence) => looked.remark(
                        Some(at),
                        format!(
                            "{told}; that says: {}. Compare the number before this is acted upon.",
                            wording::quoted(sentence.trim_end_matches('.'))
                        ),
                        Severity::Warning,
                        &[("number", number), ("passage", sentence)],
                    ),
                    None => looked.remark(
                        Some(at),
                        format!("{told}. {}", looked.advice()),
                        Severity::Information,
                        &[("number", number)],
                    ),
                })
            }
            objection => super::unsupported::told(looked, objection).map(|(message, passage)| {
                let severity = if passage.is_some() { Severity::Warning } else { Severity::Information };
                let more: &[(&'static str, &str)] = match &passage {
                    Some(passage) => &[("passage", passage)],
                    None => &[],
                };
                looked.remark(None, message, severity, more)
            }),
        });
    }
    out.extend(looked.read_against(Severity::Warning));
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::early_treatment::{told_of, world};
    use referee_findings::Severity;

    fn said(text: &str) -> Vec<(String, Severity)> {
        told_of(text, super::RULE.rule.id)
    }

    #[test]
    fn advice_with_another_number_than_its_source_is_a_warning() {
        let note = "# Assessment\n\nSepsis.\n\n# Plan\n\nGive early treatment; it lowered mortality in older adults with sepsis by 21.5% (PMID: 1).\n";
        let world = world("note.md", note).notes();
        let told = world.finding("note.md", super::RULE.rule.id);
        assert_eq!((world.place("note.md", &told).as_str(), told.severity), ("21.5", Severity::Warning));
        assert!(world.findings_of("note.md", "citation/number-not-in-source").is_empty(), "told once");
    }

    #[test]
    fn what_a_note_says_elsewhere_and_what_papers_say_is_not_this_rules_affair() {
        let text = "# Assessment\n\nEarly treatment lowered mortality in older adults with sepsis by 21.5% (PMID: 1).\n";
        assert!(world("note.md", text).notes().findings_of("note.md", super::RULE.rule.id).is_empty());
        assert!(said("# Plan\n\nEarly treatment raised mortality in older adults [@roe].\n").is_empty());
    }

    #[test]
    fn plain_notes_have_labels_for_headings() {
        let note =
            "ASSESSMENT: sepsis.\nPLAN: early treatment; it raised mortality in older adults (PMID: 1).\n";
        let world = world("note.txt", note).notes();
        assert_eq!(world.findings_of("note.txt", super::RULE.rule.id).len(), 1);
    }
}
