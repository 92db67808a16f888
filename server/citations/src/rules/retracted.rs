//! `citation/retracted`

use super::context::RuleContext;
use super::definition::{Check, CitationRule, Remark};
use super::wording;
use crate::{Judgement, Reference};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity, Tag};
use referee_records::{Notice, NoticeKind};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/retracted",
        summary: "The cited work was retracted",
        severity: Some(Severity::Warning),
        scope: Scope::Entry,
        needs_reason: false,
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

- Remove the entry and every citation of it, or the citation alone.

## Sources

The notices of retraction in PubMed, Crossref and the Retraction Watch database, as far as the library or an online \
source holds them.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    let notice = judgement
        .notices
        .iter()
        .filter(|notice| {
            matches!(notice.kind, NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Removal)
        })
        .max_by_key(|notice| (notice.kind, notice.date))?;
    let what = match notice.kind {
        NoticeKind::Withdrawal => "Withdrawn",
        NoticeKind::Removal => "Removed",
        _ => "Retracted",
    };
    let mut message = notice_message(reference, judgement, notice, what);
    message.push_str(" Cite another work, or say in the text why this one is cited.");
    let claimed = reference
        .work
        .title
        .as_deref()
        .unwrap_or_default()
        .trim_start_matches(['[', '(', '*', ' '])
        .to_lowercase();
    let known =
        ["retracted", "withdrawn", "removed:", "retraction"].iter().any(|word| claimed.starts_with(word));
    Some(Remark {
        message,
        severity: known.then_some(Severity::Information),
        data: notice_data(notice),
        tag: Some(Tag::Deprecated),
        ..Remark::default()
    })
}

/// What was announced about the work, when, by whom and why: also for expressions of concern and corrections.
/// `what` begins the sentence, since a narrow window shows no more than its beginning.
pub(super) fn notice_message(
    reference: &Reference,
    judgement: &Judgement,
    notice: &Notice,
    what: &str,
) -> String {
    let named = match (&judgement.record, reference.work.full_title()) {
        (_, Some(_)) => wording::work(&reference.work),
        (Some(record), None) => wording::work(&record.work),
        (None, None) => wording::work(&reference.work),
    };
    let mut message = String::from(what);
    if let Some(date) = notice.date {
        message.push_str(&format!(" on {}", wording::date(date)));
    }
    let source = wording::source(&notice.source);
    let said_at = notice.identifiers.first().map(wording::identifier);
    let in_one = said_at.as_ref().map(|identifier| format!("{message} ({source}, notice: {identifier})"));
    match (in_one.filter(|in_one| wording::fits_first(in_one)), said_at) {
        (Some(in_one), _) => message = in_one,
        (None, Some(identifier)) => message.push_str(&format!(" ({source}). The notice: {identifier}")),
        (None, None) => message.push_str(&format!(" ({source})")),
    }
    message = wording::fact_and_detail(&message, &named);
    if let Some(reason) = &notice.reason {
        message.push_str(&format!(" Reason: {}.", reason.trim().trim_end_matches('.')));
    }
    message
}

/// The notice as data of a finding.
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
