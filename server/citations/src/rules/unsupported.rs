//! Implements the rule `citation/unsupported`.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use referee_findings::{Rule, Scope, Severity};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/unsupported",
        summary: "The cited work does not seem to say what it is cited for",
        severity: Some(Severity::Information),
        scope: Scope::Sentence,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A sentence that cites one work, whose abstract, or whose results in the full \
text if you have it, speak against it. The message names the field that differs \
(direction, effect or none, comparison, population, treatment, kind of study, certainty):

- a sentence of the abstract says the opposite of the same two things: raised for lowered, no effect for an effect, \
and the other way round;
- the sentence mentions a randomised trial, a meta-analysis, of patients or of mice, of children, adults, women or \
men, and the record is of another kind of study or of others;
- the sentence names one drug, and the title another, which the sentence does not name;
- the sentence says that something causes or prevents something, and the record is an observational study whose abstract reports associations only;
- the sentence and the title, abstract and subject headings have no word in common but those of grammar: the wrong \
work may be cited.

A warning in a passage that referee wrote.

Where `referee.checkSupport` has asked the language model of the author's settings: a sentence that it reads the \
opposite of in a cited abstract, with the sentence of the abstract that it rests on, which is there word for word. \
The finding names the model, and is gone when the sentence is edited.

## Why

A sentence is as good as what it rests on, and about one citation in ten does not say what it is cited for.

## Example

```markdown
Early treatment raised mortality in older adults [@roe2019].
```

The abstract says: early treatment lowered mortality in older adults.

## What it cannot tell

Much: of four contradicted claims it notices about one, and its silence is no support. It \
passes over sentences that cite several works, that describe the authors' own work or compare it with what they cite, \
and over languages other than English.

## Fixes

- Remove the citation; if it is the only one in its place, [citation needed] takes its place.

## Sources

The record, as the library or an online source has it, and the full text; the message says which. How often citations fail \
to support: Jergas and Baethge 2015, DOI 10.7717/peerj.1364.
",
    },
    checks: &[Check::Claim(check)],
    fixes: Some(super::subject::citation_removal),
};

fn check(context: &RuleContext<'_>, checked: &CheckedClaim<'_>) -> Vec<Remark> {
    if super::plan_section::is_recommendation(context, checked) {
        return Vec::new();
    }
    let objections = checked.objections.iter().filter(|_| !checked.is_counted());
    objections
        .filter_map(|objection| checked.claim_remark(objection, Severity::Information))
        .chain(checked.read_against(Severity::Information))
        .collect()
}
