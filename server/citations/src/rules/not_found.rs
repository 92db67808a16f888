//! `citation/not-found`

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::{Judgement, Outcome, Reference, Verdict};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/not-found",
        summary: "No source has the work",
        severity: Some(Severity::Warning),
        scope: Scope::Entry,
        needs_reason: false,
        documentation: "\
## What it flags

A reference that no source has, neither by its identifiers nor by its description, although every source that lists \
works of its kind and time answered in full.

## Why

Such a reference is often invented by a language model, or damaged so far that no reader can find the work.

## Example

```text
4. Carter L, Nguyen P. Metformin and hepatic oxidative tone in aging. Lancet Metab Res. 2021;9(2):88-97.
```

## What it cannot tell

Whether the work exists: it says where it was looked for, and nothing more. Books, web pages, theses, guidelines, \
software and standards are not listed by these sources and are not flagged. If a source did not answer, the \
reference is unchecked, and not flagged either. The library on this machine alone is asked for this only where the \
settings call it complete (`[library] complete`).

## Fixes

- Remove the entry and every citation of it, or the citation alone.

## Sources

Those that the message names.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    if judgement.verdict != Verdict::NotFound {
        return None;
    }
    let mut asked: Vec<String> = Vec::new();
    for source in judgement.consulted.iter().filter(|source| source.outcome == Outcome::NoMatch) {
        let name = wording::source(&source.name);
        // Two libraries have one name to a reader.
        if !asked.contains(&name) {
            asked.push(name);
        }
    }
    let identifiers: Vec<String> = reference.work.identifiers.iter().map(wording::identifier).collect();
    let described = reference.work.full_title().is_some();
    let by = match (identifiers.is_empty(), described) {
        (false, true) => format!("by {} and by title", wording::list(&identifiers)),
        (false, false) => format!("by {}", wording::list(&identifiers)),
        (true, _) => String::from("by title, authors and year"),
    };
    let place = if asked.is_empty() { String::from("the sources") } else { wording::list(&asked) };
    let what = if described { wording::work(&reference.work) } else { wording::list(&identifiers) };
    let fact = format!("{what} is not in {place}");
    let found = if wording::fits_first(&fact) {
        wording::fact_and_detail(&fact, &format!("looked for {by}"))
    } else {
        let fact = format!("This work is not in {place}");
        if wording::fits_first(&fact) {
            format!("{} {what}.", wording::fact_and_detail(&fact, &format!("looked for {by}")))
        } else {
            format!("No source has this work. {what} is not in {place}: looked for {by}.")
        }
    };
    let message = format!("{found} Compare the reference with the work itself; if there is none, remove it.");
    let data = Data { key: None, more: [("sources", asked.join(", "))].into() };
    Some(Remark { message, data, ..Remark::default() })
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    super::subject::removals(context, finding)
}
