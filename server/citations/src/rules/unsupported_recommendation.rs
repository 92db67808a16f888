//! Implements the rule `note/unsupported-recommendation`.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use referee_findings::{Rule, Scope, Severity};
use referee_text::Phrase;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "note/unsupported-recommendation",
        summary: "The cited source does not contain what the note recommends",
        severity: Some(Severity::Warning),
        scope: Scope::Sentence,
        needs_reason: true,
        kinds: &[],
        documentation: "\
## What it flags

In the plan, the management or the recommendation of a clinical note, and in every other sentence of it that says what \
is to be done: a sentence that cites a source whose text contradicts it. A number (a dose, a duration, a limit) that \
is not there, while the source says the same with another number; another number of doses a day; another way of giving \
it; what the source advises against, or found without benefit or with harm; what the source gives later, given first; \
the worse of two for the better; another kind of study or other subjects; a source that has no word in common with the \
sentence.

What a source says of children, of a pregnancy, of an age or of a laboratory value counts where the paragraph of the \
sentence says that the patient is of that group. Where the source also has a good word for what is advised, the rule is \
silent, unless the group of the patient decides it.

A part of a guideline in the library, named as `[Source: title, page, section]`, is compared as a whole; of other \
sources the abstract is.

- A warning, where the source says the same with another number or in the opposite direction.
- Information otherwise: the words may be in the full text, or elsewhere in the guideline.

## Why

Who acts on a recommendation trusts its source unread.

## Example

```text
Plan: apixaban 10 mg twice daily for the whole first month [Source: PMID 23808982].
```

The abstract says: 10 mg twice daily for 7 days, followed by 5 mg twice daily for 6 months.

## What it cannot tell

Whether the advice is right for this patient; what is in the full text of a paper. A guideline that the library does \
not have, or a place in it that it does not have, is passed over. Advice that cites nothing is not looked at here (doses without a source are: `medication/uncited-dose`). \
It is decision support for a clinician, and no medical device.

## Fixes

- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The record of the cited work, as the library or an online source has it; the message says which, as of when. The \
guidelines that the user imported.
",
    },
    checks: &[Check::Claim(check)],
    fixes: Some(super::subject::citation_removal),
};

fn check(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> Vec<Remark> {
    if !super::plan_section::is_recommendation(context, checked) {
        return Vec::new();
    }
    let compare = Phrase {
        english: "Compare the number before this is acted upon.",
        spanish: "Compare la cifra antes de actuar según ella.",
    };
    // A sentence may both report and recommend; then a number that is missing from the abstract may
    // be the patient's.
    let missing = if super::plan_section::is_in_plan(context, checked) {
        Severity::Information
    } else {
        Severity::Hint
    };
    let objections = checked.objections.iter();
    objections
        .filter_map(|objection| {
            checked
                .number_remark(objection, compare, Severity::Warning, missing)
                .or_else(|| checked.claim_remark(objection, Severity::Warning))
        })
        .chain(checked.read_against(Severity::Warning))
        .collect()
}
