//! Implements the rule `citation/preprint-published`.

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::edits;
use crate::{Judgement, Reference};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};
use referee_text::Message;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/preprint-published",
        summary: "A cited preprint was published",
        severity: Some(Severity::Information),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference to a preprint of which a published version is known.

## Why

The published version was reviewed, and its numbers may be others. Most journals ask for it.

## Example

```bibtex
@misc{lee2020, title = {A preprint}, eprint = {2003.00001}, archiveprefix = {arXiv}}
```

## What it cannot tell

Whether the sentence rests on something that only the preprint has. It knows a published version only where a \
record links the two.

## Fixes

- Replace the preprint by its published version: the entry keeps its key and takes the fields and the type of the \
published work.

## Sources

The links between preprints and articles in PubMed, Crossref and arXiv, as far as the library or an online source \
holds them.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    let published = judgement.published.as_ref()?;
    // An entry with the identifier of the published version already cites that version.
    let cites_it =
        published.work.identifiers.iter().any(|id| reference.work.identifiers.iter().any(|own| own == id));
    if cites_it {
        return None;
    }
    let message = Message::written(|language| {
        let mut work = wording::recorded(language, published);
        if let Some(identifier) = published.work.identifiers.iter().next() {
            work.push_str(&format!(", {}", wording::identifier(language, identifier)));
        }
        let fact = language.pick("this preprint was published", "este preprint se publicó");
        let next = language.pick(
            "Cite the published version unless you mean the preprint.",
            "Cite la versión publicada, salvo que se refiera al preprint.",
        );
        format!("{} {next}", wording::fact_and_detail(&wording::about(reference, fact), &work))
    });
    let more =
        published.work.identifiers.iter().next().map(|identifier| ("published", identifier.to_string()));
    Some(Remark { message, data: Data { key: None, more: more.into_iter().collect() }, ..Remark::default() })
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((reference, judgement)) = super::subject::judged(context, finding) else { return Vec::new() };
    let Some(published) = &judgement.published else { return Vec::new() };
    let mut out = Vec::new();
    let edits = edits::replace_work(context, &reference, &published.work);
    super::subject::push(
        context,
        &mut out,
        Message::written(|language| {
            let work = wording::work(language, &published.work);
            language.pick(
                format!("Replace the preprint with {work}"),
                format!("Sustituir el preprint por {work}"),
            )
        }),
        true,
        edits,
    );
    out
}
