//! Implements the rule `citation/not-found`.

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::{Judgement, Outcome, Reference, Verdict};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};
use referee_records::source_name;
use referee_text::{Language, Message};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/not-found",
        summary: "No source lists the work",
        severity: Some(Severity::Warning),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference that no source has, neither by its identifiers nor by its description, although every source that lists \
works of its kind and time answered in full. A warning; an error where the register of an identifier does not know it: \
a DOI that doi.org does not know, a PMID that PubMed does not know, a trial number that its register does not know.

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
settings call it complete (`[library] complete`). Numbers that look like DOIs and were never registered (JSTOR's \
10.2307, ACM's 10.5555 with a number) are not held against a reference.

## Fixes

- Remove the entry and every citation of it, or the citation alone. [citation needed] takes the place of a citation of nothing else.

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
    let message = Message::written(|language| message(language, reference, judgement));
    let asked = asked(Language::English, judgement).join(", ");
    let data = Data { key: None, more: [("sources", asked)].into() };
    // A work may be missing from every list; an identifier that its register does not know is
    // wrong.
    let severity = (!judgement.unregistered.is_empty()).then_some(Severity::Error);
    Some(Remark { message, severity, data, ..Remark::default() })
}

/// Lists the sources that were asked and do not have the work, as messages call them.
fn asked(language: Language, judgement: &Judgement) -> Vec<String> {
    let mut asked: Vec<String> = Vec::new();
    for source in judgement.consulted.iter().filter(|source| source.outcome == Outcome::NoMatch) {
        let name = source_name(language, &source.name).to_owned();
        // Several libraries are shown under one name.
        if !asked.contains(&name) {
            asked.push(name);
        }
    }
    asked
}

fn message(language: Language, reference: &Reference, judgement: &Judgement) -> String {
    let asked = asked(language, judgement);
    let place = match asked.is_empty() {
        true => language.pick("the sources", "las fuentes").to_owned(),
        false => wording::denied_list(language, &asked),
    };
    let mut ways: Vec<String> = Vec::new();
    for identifier in reference.work.identifiers.iter() {
        let kind = wording::kind(language, identifier).to_owned();
        if !ways.contains(&kind) {
            ways.push(kind);
        }
    }
    let is_described = reference.work.full_title().is_some();
    if is_described {
        ways.push(language.pick("title", "título").to_owned());
    }
    let what = match wording::label(reference) {
        Some(label) => label.into_owned(),
        None => wording::work(language, &reference.work),
    };
    // The message shows a bare identifier anyway.
    let by = match is_described {
        true => wording::denied_list(language, &ways),
        false => String::new(),
    };
    let by = match by.is_empty() {
        true => by,
        false => language.pick(format!(", by {by}"), format!(", por {by}")),
    };
    let found = language.pick(
        format!("{what} was not found in {place}{by}."),
        format!("{what} no se encontró en {place}{by}."),
    );
    let denied: String = judgement
        .unregistered
        .iter()
        .map(|(identifier, register)| {
            let identifier = wording::identifier(language, identifier);
            let register = source_name(language, register);
            language.pick(
                format!(" {identifier} is not registered ({register})."),
                format!(" {identifier} no está registrado ({register})."),
            )
        })
        .collect();
    let next = language.pick(
        "Check the reference against the paper itself; if there is no such paper, remove it.",
        "Compare la referencia con el artículo; si ese artículo no existe, quítela.",
    );
    format!("{found}{denied} {next}")
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    super::subject::removals(context, finding)
}
