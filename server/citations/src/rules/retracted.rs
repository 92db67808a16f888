//! Implements the rule `citation/retracted`.

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::{Judgement, ListedRetraction, Reference};
use referee_bibliography::Date;
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity, Tag};
use referee_records::{Notice, NoticeKind, source_name};
use referee_text::{Message, Phrase};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/retracted",
        summary: "The cited work was retracted",
        severity: Some(Severity::Warning),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference to a work that was retracted, withdrawn or removed. Information where the title of the reference itself \
says so (`RETRACTED: …`). A retraction that was taken back is not flagged, nor is a reference to the notice itself.

## Why

A retracted work supports nothing. It is a warning and no error, because a retracted work may be cited as such: in a \
review of retractions, or in a correction of one's own earlier work.

## Example

```bibtex
@article{wakefield1998, doi = {10.1016/S0140-6736(97)11096-0}}
```

## What it cannot tell

Why the work is cited. If it is cited as a retracted one, say so in the sentence and silence the rule with that reason.

## Fixes

- Remove the entry and every citation of it, or the citation alone. [citation needed] takes the place of a citation of nothing else.

## Sources

The notices of retraction in PubMed, Crossref and the Retraction Watch database, as far as the library or an online \
source holds them. Without them, two tables that are part of the program and need no network: the DOIs and PMIDs that \
Retraction Watch lists, and the PMIDs that PubMed lists. The message then says *listed as retracted by Retraction Watch* \
(or *by PubMed*), with the day of the list; the tables do not contain the days of the retractions. If PubMed, \
Crossref or another online source has the work and no notice of a retraction, that is said, as information. \
`referee library update retractions` replaces the first table by a newer one. The tables keep 48 bits for each identifier: \
another identifier is taken for a listed one with a probability of 3 in 10,000,000,000.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    if let Some(listed) = &judgement.listed_retraction {
        return Some(listed_remark(reference, judgement, listed));
    }
    let notice = judgement
        .notices
        .iter()
        .filter(|notice| {
            matches!(notice.kind, NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Removal)
        })
        .max_by_key(|notice| (notice.kind, notice.date))?;
    let what = match notice.kind {
        NoticeKind::Withdrawal => Phrase { english: "withdrawn", spanish: "retirado" },
        NoticeKind::Removal => Phrase { english: "removed", spanish: "suprimido" },
        _ => Phrase { english: "retracted", spanish: "retractado" },
    };
    let next = Phrase {
        english: "Cite another work, or say in the text why this one is cited.",
        spanish: "Cite otro trabajo, o diga en el texto por qué se cita este.",
    };
    let message = notice_message(reference, judgement, notice, what, next);
    Some(Remark {
        message,
        severity: is_known_to_author(reference).then_some(Severity::Information),
        data: notice_data(notice),
        tag: Some(Tag::Deprecated),
        ..Remark::default()
    })
}

/// Returns whether the title that the author wrote says that the work was retracted.
fn is_known_to_author(reference: &Reference) -> bool {
    let claimed = reference
        .work
        .title
        .as_deref()
        .unwrap_or_default()
        .trim_start_matches(['[', '(', '*', ' '])
        .to_lowercase();
    ["retracted", "withdrawn", "removed:", "retraction", "retractado", "retirado:"]
        .iter()
        .any(|word| claimed.starts_with(word))
}

/// Returns the remark about a work that only a table of retracted works lists. If an online source
/// has the work without such a notice, the remark says so instead of accusing.
fn listed_remark(reference: &Reference, judgement: &Judgement, listed: &ListedRetraction) -> Remark {
    let is_denied = !listed.denied_by.is_empty();
    let work = match (&judgement.record, reference.work.full_title()) {
        (Some(record), None) => &record.work,
        (_, Some(_)) | (None, None) => &reference.work,
    };
    let message = Message::written(|language| {
        let day = wording::date(listed.as_of);
        let source = source_name(language, listed.source);
        let fact = language.pick(
            format!("listed as retracted by {source} (list of {day})"),
            format!("{source} lo lista como retractado (lista del {day})"),
        );
        let identifier = wording::identifier(language, &listed.identifier);
        let work = match wording::work(language, work) {
            work if work.is_empty() => identifier.clone(),
            work => work,
        };
        let fact = wording::fact_and_detail(&wording::about(reference, &fact), &work);
        let next = if is_denied {
            let sources: Vec<&str> =
                listed.denied_by.iter().map(|name| source_name(language, name)).collect();
            let sources = sources.join(", ");
            language.pick(
                format!(
                    "{sources} has {identifier} without such a notice: the retraction may have been taken back, or not be registered yet. Look at the publisher's page before you rely on either."
                ),
                format!(
                    "{sources} tiene {identifier} sin tal aviso: la retractación puede haberse anulado, o no estar registrada aún. Consulte la página de la editorial antes de confiar en una u otra."
                ),
            )
        } else {
            language.pick(
                format!(
                    "The list has {identifier}, without a date or a reason; an online look-up confirms it and gives both. Cite another work, or say in the text why this one is cited."
                ),
                format!(
                    "La lista tiene {identifier}, sin fecha ni motivo; una consulta en línea lo confirma y da ambos. Cite otro trabajo, o diga en el texto por qué se cita este."
                ),
            )
        };
        format!("{fact} {next}")
    });
    let mut data = Data::default();
    data.more.insert("listed", wording::date(listed.as_of));
    data.more.insert("source", listed.source.to_owned());
    Remark {
        message,
        severity: (is_denied || is_known_to_author(reference)).then_some(Severity::Information),
        data,
        tag: (!is_denied).then_some(Tag::Deprecated),
        ..Remark::default()
    }
}

/// The notice about the work, with its date, source and reason; also for expressions of concern and corrections. The
/// key and `what` come first, because a narrow window cuts off the rest.
pub(super) fn notice_message(
    reference: &Reference,
    judgement: &Judgement,
    notice: &Notice,
    what: Phrase,
    next: Phrase,
) -> Message {
    let work = match (&judgement.record, reference.work.full_title()) {
        (Some(record), None) => &record.work,
        (_, Some(_)) | (None, None) => &reference.work,
    };
    Message::written(|language| {
        let mut message = wording::about(reference, what.text(language));
        if let Some(date) = notice.date {
            let on = language.pick(english_on(date), spanish_on(date));
            message.push_str(&format!(" {on} {}", wording::date(date)));
        }
        let source = source_name(language, &notice.source);
        let said_at = notice.identifiers.first().map(|identifier| wording::identifier(language, identifier));
        let (inside, behind) = language.pick(("notice", "The notice"), ("aviso", "El aviso"));
        let in_one =
            said_at.as_ref().map(|identifier| format!("{message} ({source}, {inside}: {identifier})"));
        match (in_one.filter(|in_one| wording::fits_first(in_one)), said_at) {
            (Some(in_one), _) => message = in_one,
            (None, Some(identifier)) => message.push_str(&format!(" ({source}). {behind}: {identifier}")),
            (None, None) => message.push_str(&format!(" ({source})")),
        }
        message = wording::fact_and_detail(&message, &wording::work(language, work));
        if let Some(reason) = &notice.reason {
            let label = language.pick("Reason", "Motivo");
            message.push_str(&format!(" {label}: {}.", reason.trim().trim_end_matches('.')));
        }
        format!("{message} {}", next.text(language))
    })
}

/// Returns the English preposition before a date: `on 2020-03-01`, but `in 2020-03` and `in 2020`.
fn english_on(date: Date) -> &'static str {
    if date.day.is_some() { "on" } else { "in" }
}

/// Returns the Spanish preposition before a date: `el 2020-03-01`, but `en 2020-03` and `en 2020`.
fn spanish_on(date: Date) -> &'static str {
    if date.day.is_some() { "el" } else { "en" }
}

/// Returns the notice as data of a finding.
pub(super) fn notice_data(notice: &Notice) -> Data {
    let mut data = Data::default();
    if let Some(date) = notice.date {
        data.more.insert("date", wording::date(date));
    }
    if let Some(identifier) = notice.identifiers.first() {
        data.more.insert("notice", identifier.to_string());
    }
    data.more.insert("source", notice.source.clone());
    data
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    super::subject::removals(context, finding)
}
