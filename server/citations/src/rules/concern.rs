//! Implements the rule `citation/concern`.

use super::definition::{Check, CitationRule, Remark};
use super::retracted;
use crate::{Judgement, Reference};
use referee_findings::{Rule, Scope, Severity};
use referee_records::NoticeKind;
use referee_text::Phrase;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/concern",
        summary: "An expression of concern was published about the cited work",
        severity: Some(Severity::Information),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference to a work about which its journal published an expression of concern, and which was not retracted since.

## Why

The journal doubts the work, and its inquiry may not have ended.

## Example

```bibtex
@article{smith2015, doi = {10.1000/example}}
```

The journal published an expression of concern in 2019.

## What it cannot tell

How the inquiry ended, unless that was announced too. An inquiry that cleared the work is often not announced.

## Fixes

None: read the notice, and decide whether the sentence can stay.

## Sources

The notices in PubMed, Crossref and the Retraction Watch database, as far as the library or an online source holds \
them.
",
    },
    checks: &[Check::Judged(check)],
    fixes: None,
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    let worse = |kind| matches!(kind, NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Removal);
    if judgement.notices.iter().any(|notice| worse(notice.kind)) {
        return None;
    }
    let notice = judgement
        .notices
        .iter()
        .filter(|notice| notice.kind == NoticeKind::Concern)
        .max_by_key(|notice| notice.date)?;
    let what = if notice.date.is_some() {
        Phrase {
            english: "expression of concern, published",
            spanish: "expresión de preocupación, publicada",
        }
    } else {
        Phrase { english: "expression of concern", spanish: "expresión de preocupación" }
    };
    let next = Phrase {
        english: "Read it before you rely on the work.",
        spanish: "Léala antes de apoyarse en el trabajo.",
    };
    let message = retracted::notice_message(reference, judgement, notice, what, next);
    Some(Remark { message, data: retracted::notice_data(notice), ..Remark::default() })
}
