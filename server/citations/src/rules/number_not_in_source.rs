//! Implements the rule `citation/number-not-in-source`.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use referee_findings::{Rule, Scope, Severity};
use referee_text::Phrase;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/number-not-in-source",
        summary: "A number is not in the abstract of the cited work",
        severity: Some(Severity::Information),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A number, in a sentence that cites, that is in the abstract of none of the works that the sentence cites, although the abstract is about the same subject as the sentence. Thousands separators, decimal commas, numbers in words, rounding, \
fractions, complements, changes for ratios, and units of mass and of time count as the same number.

- Information, where the abstract says the same with another number: its sentence is shown.
- A hint otherwise: only the abstract is known, and the number may be in the full text.
- A warning in a passage that referee wrote: that holds no number that is not stored.

## Why

A figure is what readers take away, and a slip in copying it is not seen again.

## Example

```markdown
Early treatment lowered mortality by 31% [@roe2019].
```

The abstract says: early treatment lowered mortality by 13%.

## What it cannot tell

What is in the full text and in tables. It passes over years, single digits, limits of significance, levels of \
confidence and numbers that are names (`IL-6`, type 2); sentences in which the authors describe their own work or compare it with what they cite; and it is silent where the abstract of any cited work is not known.

## Fixes

- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The abstract, as the library or an online source has it; the message says which, as of when.
",
    },
    checks: &[Check::Claim(check)],
    fixes: Some(super::subject::citation_removal),
};

fn check(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> Vec<Remark> {
    if checked.is_counted() || super::plan_section::is_recommendation(context, checked) {
        return Vec::new();
    }
    let compare = Phrase { english: "Compare the number.", spanish: "Compare la cifra." };
    let objections = checked.objections.iter();
    objections
        .filter_map(|objection| {
            checked.number_remark(objection, compare, Severity::Information, Severity::Hint)
        })
        .collect()
}
