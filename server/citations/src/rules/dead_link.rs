//! Implements the rule `citation/dead-link`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::wording;
use crate::{Judgement, Reference, edits};
use referee_bibliography::{FieldName, Work};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};
use referee_records::source_name;
use referee_text::Message;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/dead-link",
        summary: "A web page in a reference no longer exists",
        severity: Some(Severity::Information),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference to a web page, a report, software or a data set without an identifier, whose address answers that there is \
no such page (HTTP 404 or 410). Pages are asked only where your own settings say so (`[sources.webpage] enabled = \
true`), since their hosts hear of you then.

## Why

A reader cannot follow the reference. The Internet Archive or Software Heritage may have a copy, which the message names.

## Example

```bibtex
@online{plan2012, title = {A plan for the coast}, url = {https://example.org/plan-2012.html}}
```

## What it cannot tell

Whether the page ever was there, or said what it is cited for. A page that moved, needs a login, lets no programs in or \
whose host is down is not flagged, nor is anything said about the work itself: pages vanish.

## Fixes

- Take the address of the archived copy.

## Sources

The page itself; the availability interface of the Internet Archive; the archive of Software Heritage.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    let page = judgement.page.as_ref().filter(|page| page.is_there == Some(false))?;
    let address = &page.address;
    let message = Message::written(|language| {
        let mut message = language.pick(
            format!("the page {address} no longer exists."),
            format!("la página {address} ya no existe."),
        );
        message = wording::about(reference, &message);
        if let Some(copy) = &page.copy {
            let keeper = wording::sentence(source_name(language, &copy.source));
            let (has, of) = language.pick(("has a copy", "of"), ("tiene una copia", "de"));
            let day = copy.date.map_or_else(String::new, |date| format!(" {of} {}", wording::date(date)));
            message.push_str(&format!(" {keeper} {has}{day}: {}.", copy.address));
        }
        message
    });
    let mut data = Data::default();
    if let Some(copy) = &page.copy {
        data.more.insert("copy", copy.address.clone());
    }
    Some(Remark { place: Anchor::Field(FieldName::Url), message, data, ..Remark::default() })
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((reference, judgement)) = super::subject::judged(context, finding) else { return Vec::new() };
    let Some(copy) = judgement.page.as_ref().and_then(|page| page.copy.as_ref()) else { return Vec::new() };
    let archived = Work { url: Some(copy.address.clone()), ..Work::default() };
    let mut out = Vec::new();
    super::subject::push(
        context,
        &mut out,
        Message::written(|language| {
            let source = source_name(language, &copy.source);
            language.pick(
                format!("Replace the address with that of the copy at {source}"),
                format!("Sustituir la dirección por la de la copia en {source}"),
            )
        }),
        false,
        edits::take_record(context, &reference, &archived, &[FieldName::Url]),
    );
    out
}
