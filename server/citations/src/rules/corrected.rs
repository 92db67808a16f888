//! Implements the rule `citation/corrected`.

use super::definition::{Check, CitationRule, Remark};
use super::retracted;
use crate::{Judgement, Reference};
use referee_findings::{Rule, Scope, Severity};
use referee_records::NoticeKind;
use referee_text::Phrase;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/corrected",
        summary: "A correction of the cited work was published",
        severity: Some(Severity::Hint),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference to a work of which a correction or an erratum was published, and that was neither retracted nor doubted \
since. A hint, because most corrections change a name or a figure's label.

## Why

A number that you quote may have been corrected.

## Example

```bibtex
@article{jones2018, doi = {10.1000/example}}
```

An erratum to its table 2 was published in 2019.

## What it cannot tell

What was corrected, and whether the sentence that cites the work rests on it. PubMed counts partial retractions as \
corrections.

## Fixes

None: read the correction.

## Sources

The notices in PubMed and Crossref, as far as the library or an online source holds them.
",
    },
    checks: &[Check::Judged(check)],
    fixes: None,
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    if judgement
        .notices
        .iter()
        .any(|notice| !matches!(notice.kind, NoticeKind::Correction | NoticeKind::Reinstatement))
    {
        return None;
    }
    let notice = judgement
        .notices
        .iter()
        .filter(|notice| notice.kind == NoticeKind::Correction)
        .max_by_key(|notice| notice.date)?;
    let what = Phrase { english: "corrected", spanish: "corregido" };
    let next = Phrase {
        english: "Compare what you quote with the correction.",
        spanish: "Compare lo que cita con la corrección.",
    };
    let message = retracted::notice_message(reference, judgement, notice, what, next);
    Some(Remark { message, data: retracted::notice_data(notice), ..Remark::default() })
}
