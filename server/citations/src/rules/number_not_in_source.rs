//! Implements the rule `citation/number-not-in-source`.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use referee_findings::{Rule, Scope, Severity};
use referee_text::Phrase;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/number-not-in-source",
        summary: "A number is not in the cited work, as far as its text is known",
        severity: Some(Severity::Information),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A number, in a sentence that cites, that no cited work has. It is looked up in the full \
text if you have it, with its tables and captions, else in the abstract, if that \
speaks of what the sentence speaks of. Thousands separators, decimal commas, numbers in words, rounding, fractions, n \
of N, complements, changes for ratios, and units of mass and of time count as the same number.

| compared with | nothing of the kind there | a passage has another number |
|---|---|---|
| the whole text of every cited work | warning | warning |
| a text of which pages could not be read, or of some works only | hint | information |
| abstracts | hint | information |

In a full text, where nearly every small number occurs somewhere, a number counts as found in the passages about the \
sentence, in tables and captions, and elsewhere with the same unit. A warning in a passage that referee wrote: that \
holds no number that is not stored.

## Why

A figure is what readers take away, and a slip in copying it is not seen again.

## Example

```markdown
Early treatment lowered mortality by 31% [@roe2019].
```

The abstract says: early treatment lowered mortality by 13%.

## What it cannot tell

What is in a full text that you do not have. It passes over years, single digits, limits of significance, levels of \
confidence and numbers that are names (`IL-6`, type 2); sentences in which the authors speak of their own work or set \
it against what they cite; and it is silent if nothing is known of the text of a cited work.

## Fixes

- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The full text, with its file and version; else the abstract, as the library or an online source has it, with its date.
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
