//! Implements the rule `citation/misidentified`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::wording;
use crate::edits;
use crate::{Judgement, Reference, Verdict};
use referee_bibliography::Work;
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_text::{Message, fold, similarity};

/// Titles with a lower similarity are of different works, whatever else agrees.
const MAX_SIMILARITY_OF_DIFFERENT_TITLES: f64 = 0.5;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/misidentified",
        summary: "An identifier belongs to another work",
        severity: Some(Severity::Error),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference whose DOI, PMID or other identifier belongs to another work than the one it describes. An error where \
the two titles have little in common; a warning where they are alike or one is not known.

## Why

A reader who follows the identifier reads something else. It happens with a slip of one digit, and it is the usual \
mark of references that a language model made up: a real identifier on an invented title.

## Example

```bibtex
@article{knowler2002,
  title = {Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin},
  doi = {10.1056/NEJMoa1603827}
}
```

That DOI belongs to a trial of liraglutide.

## What it cannot tell

Which of the two is right, the identifier or the description. Only the author knows what was read.

## Fixes

- Change the identifier to the right one, where a record of the described work is known.
- Keep the identifier and replace the entry with its work, if that is the one that was meant.
- Remove the identifier.

## Sources

The record that the message names, as its source gave it on that date.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    if judgement.verdict != Verdict::Misidentified {
        return None;
    }
    let (identifier, other) = judgement.other.as_ref()?;
    let right = judgement.record.as_ref().and_then(|record| wording::same_kind(identifier, &record.work));
    let right = right.filter(|right| *right != identifier);
    let message = Message::written(|language| {
        let (named, other) = (wording::identifier(language, identifier), wording::recorded(language, other));
        let fact = wording::about(
            reference,
            &language.pick(format!("{named} belongs to {other}"), format!("{named} es de {other}")),
        );
        let fact = if wording::fits_first(&fact) {
            fact
        } else {
            let short = wording::about(
                reference,
                &language
                    .pick(format!("{named} belongs to another work"), format!("{named} es de otro trabajo")),
            );
            format!("{short}. {}", wording::sentence(&other))
        };
        let kind = wording::kind(language, identifier);
        let next = match right {
            Some(right) => {
                let value = wording::value(right);
                language.pick(
                    format!("The {kind} of the work described here is {value}."),
                    format!("El {kind} del trabajo que se describe aquí es {value}."),
                )
            }
            None => language.pick(
                format!("Correct the {kind} or the description."),
                format!("Corrija el {kind} o la descripción."),
            ),
        };
        format!("{fact}. {next}")
    });
    let severity = (!wholly_different(&reference.work, &other.work)).then_some(Severity::Warning);
    let mut data = Data::default();
    data.more.insert("identifier", wording::value(identifier));
    data.more.insert("belongs-to", other.work.full_title().unwrap_or_default());
    Some(Remark {
        place: wording::field_of(identifier).map_or(Anchor::Subject, Anchor::Field),
        message,
        severity,
        data,
        ..Remark::default()
    })
}

/// Returns whether the two titles are certainly of different works.
fn wholly_different(claimed: &Work, recorded: &Work) -> bool {
    let titles = |work: &Work| -> Vec<String> {
        [work.full_title(), work.title.clone(), work.original_title.clone()]
            .into_iter()
            .flatten()
            .map(|title| fold::title(&title))
            .collect()
    };
    let (claimed, recorded) = (titles(claimed), titles(recorded));
    if claimed.is_empty() || recorded.is_empty() {
        return false;
    }
    claimed
        .iter()
        .all(|a| recorded.iter().all(|b| similarity::token_sort(a, b) < MAX_SIMILARITY_OF_DIFFERENT_TITLES))
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((reference, judgement)) = super::subject::judged(context, finding) else { return Vec::new() };
    let Some((identifier, other)) = &judgement.other else { return Vec::new() };
    let mut out = Vec::new();
    let right = judgement
        .record
        .as_ref()
        .and_then(|record| wording::same_kind(identifier, &record.work))
        .filter(|right| *right != identifier);
    if let Some(right) = right {
        let edits = edits::set_identifier(context, &reference, right);
        let title = Message::written(|language| {
            let (kind, value) = (wording::kind(language, right), wording::value(right));
            language.pick(format!("Change {kind} to {value}"), format!("Cambiar el {kind} a {value}"))
        });
        super::subject::push(context, &mut out, title, true, edits);
    }
    let edits = edits::take_record(context, &reference, &other.work, edits::FIELDS);
    super::subject::push(
        context,
        &mut out,
        Message::written(|language| {
            let named = wording::identifier(language, identifier);
            let work =
                wording::author_and_year(&other.work).map(|work| format!(" ({work})")).unwrap_or_default();
            language.pick(
                format!("Keep {named} and replace the entry with its work{work}"),
                format!("Conservar {named} y sustituir la entrada por la de su trabajo{work}"),
            )
        }),
        false,
        edits,
    );
    if right.is_none()
        && let Some(field) = wording::field_of(identifier)
    {
        let edits = edits::remove_field(context, &reference, field);
        let title = Message::written(|language| {
            let named = wording::identifier(language, identifier);
            language.pick(format!("Remove {named}"), format!("Quitar {named}"))
        });
        super::subject::push(context, &mut out, title, false, edits);
    }
    debug_assert!(
        out.iter().all(|fix| fix.kind == FixKind::Chosen),
        "only the author knows which side is right"
    );
    out
}
