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
    let identifiers = reference.work.identifiers.iter();
    let identifiers: Vec<String> =
        identifiers.map(|identifier| wording::identifier(language, identifier)).collect();
    let named = wording::list(language, &identifiers);
    let described = reference.work.full_title().is_some();
    let looked = match (identifiers.is_empty(), described) {
        (false, true) => language.pick(
            format!("looked for by {named} and by title"),
            format!("se buscó por {named} y por título"),
        ),
        (false, false) => language.pick(format!("looked for by {named}"), format!("se buscó por {named}")),
        (true, _) => language
            .pick("looked for by title, authors and year", "se buscó por título, autores y año")
            .to_owned(),
    };
    let place = match asked.is_empty() {
        true => language.pick("the sources", "las fuentes").to_owned(),
        false => wording::denied_list(language, &asked),
    };
    let what = if described { wording::work(language, &reference.work) } else { named };
    let is_not_in = language.pick("is not in", "no está en");
    let fact = format!("{what} {is_not_in} {place}");
    let found = if wording::fits_first(&fact) {
        wording::fact_and_detail(&fact, &looked)
    } else {
        let unnamed = format!("{} {is_not_in} {place}", language.pick("This work", "Esta obra"));
        if wording::fits_first(&unnamed) {
            format!("{} {what}.", wording::fact_and_detail(&unnamed, &looked))
        } else {
            let none = language.pick("No source has this work", "Ninguna fuente tiene esta obra");
            format!("{none}. {fact}: {looked}.")
        }
    };
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
        "Compare the reference with the work itself; if there is none, remove it.",
        "Compare la referencia con la propia obra; si no existe, quite la referencia.",
    );
    format!("{found}{denied} {next}")
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    super::subject::removals(context, finding)
}
