//! Implements the rule `citation/misidentified`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::wording;
use crate::edits;
use crate::{Judgement, Reference, Verdict};
use referee_bibliography::{Identifier, Work};
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_text::{Message, Phrase, fold, similarity};

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

- Write the right identifier, where a record of the described work is known.
- Keep the identifier and replace the entry with its work, if that is the one that was meant.
- Take the identifier out.

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
    let message = Message::written(|language| {
        let belongs = language.pick("belongs to another work", "es de otra obra");
        let fact = format!("{} {belongs}", wording::identifier(language, identifier));
        let next = language
            .pick("Correct the identifier or the description.", "Corrija el identificador o la descripción.");
        let mut message = format!(
            "{} {}.",
            wording::fact_and_detail(&fact, &wording::work(language, &other.work)),
            wording::sentence(&wording::attribution(language, other))
        );
        let Some(title) = reference.work.full_title() else { return format!("{message} {next}") };
        let title_is = language.pick("The title here is", "El título aquí es");
        message.push_str(&format!(" {title_is} {}", wording::quoted(language, &title)));
        let right = judgement.record.as_ref().and_then(|record| wording::same_kind(identifier, &record.work));
        match right.filter(|right| *right != identifier) {
            Some(right) => {
                let (kind, value) = (wording::kind(language, right), wording::value(right));
                message.push_str(
                    &language.pick(format!("; its {kind} is {value}."), format!("; su {kind} es {value}.")),
                );
            }
            None => message.push_str(&format!(". {next}")),
        }
        message
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

/// Returns the title of a fix: a verb and the identifier.
fn titled(identifier: &Identifier, verb: Phrase) -> Message {
    Message::written(|language| {
        format!("{} {}", verb.text(language), wording::identifier(language, identifier))
    })
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
        let title = titled(right, Phrase { english: "Write", spanish: "Escribir" });
        super::subject::push(context, &mut out, title, true, edits);
    }
    let edits = edits::take_record(context, &reference, &other.work, edits::FIELDS);
    super::subject::push(
        context,
        &mut out,
        Message::written(|language| {
            let named = wording::identifier(language, identifier);
            language.pick(
                format!("Keep {named} and replace the entry with its work"),
                format!("Conservar {named} y sustituir la entrada por su obra"),
            )
        }),
        false,
        edits,
    );
    if right.is_none()
        && let Some(field) = wording::field_of(identifier)
    {
        let edits = edits::remove_field(context, &reference, field);
        let title = titled(identifier, Phrase { english: "Take out", spanish: "Quitar" });
        super::subject::push(context, &mut out, title, false, edits);
    }
    debug_assert!(
        out.iter().all(|fix| fix.kind == FixKind::Chosen),
        "only the author knows which side is right"
    );
    out
}
