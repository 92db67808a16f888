//! Implements the rule `manuscript/registry-differs`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, RelatedPlace, Remark};
use super::wording;
use crate::registration::{OwnRegistration, StatedTrial, differ_in_subject, own_registration, stated};
use crate::{Reference, Verdict};
use referee_bibliography::Date;
use referee_findings::{Data, Rule, Scope, Severity};
use referee_records::{Record, RegisteredTrial, Service};
use referee_syntax::{Document, DraftKind};
use referee_text::{Language, Message, Span};

/// The minimum difference of the numbers of participants, as a share of the larger one. A registry
/// counts enrolled participants and a paper randomised ones: fewer leave between the two, or the
/// paper mentions them.
const MIN_SHARE: f64 = 0.1;

/// The minimum difference in participants.
const MIN_PARTICIPANTS: u32 = 10;

/// The minimum difference of the start dates, in months. Registries give months, and sites start
/// one after the other.
const MIN_MONTHS: i32 = 4;

/// The number of days after the start within which a registration still counts as prospective: US
/// law, which ClinicalTrials.gov implements, allows 21.
const MAX_DAYS_LATE: i32 = 21;

/// The maximum length of the description of an outcome in a message, in characters.
const MAX_QUOTED: usize = 160;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "manuscript/registry-differs",
        summary: "A paper differs from the registry about its own trial",
        severity: Some(Severity::Hint),
        scope: Scope::Document,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

In a manuscript that names one trial, as registered by its own authors, and whose registration was looked up at \
ClinicalTrials.gov:

- a number of participants that were randomised, where the registry has another one as enrolled (not as planned), the two \
differ by more than a tenth and by more than ten, and the registry's number is nowhere in the text and is not a sum of the groups;
- a recruitment that began more than three months before or after the beginning of the trial in the registry;
- “prospectively registered”, where the registration was handed in after the trial had begun: in a later month, and more than \
21 days later where the registry gives the days;
- a primary outcome that has nothing to do with any of those that are registered (body weight for glycated hemoglobin).

## Why

Outcomes that were changed after the results were seen, and numbers that do not add up, are what reviewers of trials look for \
first. A slip in the registry is as easy to mend as one in the paper, before they ask.

## Example

```markdown
We randomly assigned 312 patients to drug or placebo (ClinicalTrials.gov, NCT01234567).
```

The registry has 240 participants as enrolled.

## What it cannot tell

Which of the two is right. Outcomes of the same kind in other words, another time of measurement and secondary outcomes are \
not compared: that takes a reader. It is silent where the paper reports a part of a trial, a protocol, an extension, a \
secondary analysis or several trials, where the number is in a sentence about another trial, and where the \
registry has only a plan. Other registries are not asked.

## Fixes

None: correct the paper, or the registry.

## Sources

The record of ClinicalTrials.gov; the message says as of when. ICMJE Recommendations, section III.L.1: registration at or \
before the first participant.
",
    },
    checks: &[Check::Draft(check)],
    fixes: None,
};

fn check(context: &RuleContext<'_>, draft: &Document) -> Vec<Remark> {
    if context.kind != DraftKind::Manuscript {
        return Vec::new();
    }
    let Some(own) = own_registration(draft) else { return Vec::new() };
    let reference = Reference::from_identifier(context.file, &own.number, own.span);
    let Some(judgement) = (context.judgement)(&reference) else { return Vec::new() };
    let is_known = judgement.verdict == Verdict::Verified;
    let record =
        judgement.record.as_ref().filter(|record| is_known && record.source == Service::ClinicalTrials);
    let Some((record, registered)) = record.and_then(|record| Some((record, record.trial.as_ref()?))) else {
        return Vec::new();
    };
    let stated = stated(draft);
    let comparison = RegistryComparison { own: &own, record, registered, stated: &stated };
    [comparison.participants(), comparison.beginning(), comparison.registered_late(), comparison.outcome()]
        .into_iter()
        .flatten()
        .collect()
}

/// The statements of a paper and a registry about one trial.
struct RegistryComparison<'a> {
    own: &'a OwnRegistration,
    record: &'a Record,
    registered: &'a RegisteredTrial,
    stated: &'a StatedTrial,
}

impl RegistryComparison<'_> {
    fn participants(&self) -> Option<Remark> {
        let (place, here) = self.stated.randomised?;
        let there = self.registered.enrolled?;
        let difference = here.abs_diff(there);
        let sizes = &self.stated.group_sizes;
        let is_sum = sizes.iter().enumerate().any(|(at, one)| {
            let others = sizes.get(at + 1..).unwrap_or_default();
            others.iter().enumerate().any(|(next, other)| {
                let two = one.saturating_add(*other);
                let third = others.get(next + 1..).unwrap_or_default();
                two == there || third.iter().any(|third| two.saturating_add(*third) == there)
            })
        });
        let is_told = self.stated.numbers.contains(&there) || is_sum;
        if is_told
            || difference <= MIN_PARTICIPANTS
            || f64::from(difference) <= MIN_SHARE * f64::from(here.max(there))
        {
            return None;
        }
        Some(self.remark(place, |language, number, source| {
            language.pick(
                format!(
                    "{here} are randomised here; {source} has {there} as enrolled in {number}. Compare the two, or say who the others are."
                ),
                format!(
                    "Aquí se aleatorizan {here}; {source} da {there} como incluidos en {number}. Compare ambos, o diga quiénes son los demás."
                ),
            )
        }))
    }

    fn beginning(&self) -> Option<Remark> {
        let (place, here) = self.stated.recruited_from?;
        let there = self.registered.start.filter(|_| self.registered.has_started)?;
        if (months(here)? - months(there)?).abs() < MIN_MONTHS {
            return None;
        }
        let (here, there) = (wording::date(here), wording::date(there));
        Some(self.remark(place, |language, number, source| {
            language.pick(
                format!("Recruitment begins in {here} here; {source} has {there} as the beginning of {number}. Compare the dates."),
                format!("Aquí el reclutamiento empieza en {here}; {source} da {there} como inicio de {number}. Compare las fechas."),
            )
        }))
    }

    fn registered_late(&self) -> Option<Remark> {
        let place = self.stated.prospective?;
        let start = self.registered.start.filter(|_| self.registered.has_started)?;
        let submitted = self.registered.first_submitted?;
        let is_later_month = months(submitted)? > months(start)?;
        let is_late = match (days(submitted), days(start)) {
            (Some(submitted), Some(start)) => submitted - start > MAX_DAYS_LATE,
            _ => true,
        };
        if !(is_later_month && is_late) {
            return None;
        }
        let (start, submitted) = (wording::date(start), wording::date(submitted));
        Some(self.remark(place, |language, number, source| {
            language.pick(
                format!("{number} began on {start} and was first submitted on {submitted}, by {source}. Call the registration retrospective, or correct the registry."),
                format!("{number} empezó el {start} y se envió por primera vez el {submitted}, según {source}. Llame retrospectivo al registro, o corrija el registro."),
            )
        }))
    }

    fn outcome(&self) -> Option<Remark> {
        let (place, here) = self.stated.primary_outcome.as_ref()?;
        let there = &self.registered.primary_outcomes;
        if there.is_empty() || !differ_in_subject(here, there) {
            return None;
        }
        let shown: String = there.join("; ").chars().take(MAX_QUOTED).collect();
        Some(self.remark(*place, |language, number, source| {
            let quoted = wording::quoted(language, &shown);
            language.pick(
                format!("The primary outcome of {number} is {quoted}, by {source}; here it is another one. Say when and why it changed."),
                format!("El desenlace principal de {number} es {quoted}, según {source}; aquí es otro. Diga cuándo y por qué cambió."),
            )
        }))
    }

    fn remark(&self, place: Span, say: impl Fn(Language, &str, &str) -> String) -> Remark {
        let number = wording::value(&self.own.number);
        let message = Message::written(|language| {
            let source = wording::attribution(language, self.record);
            wording::sentence(&say(language, &number, &source))
        });
        Remark {
            place: Anchor::Span(place),
            message,
            data: Data { key: Some(number.clone()), ..Data::default() },
            related: vec![RelatedPlace {
                file: None,
                span: self.own.span,
                message: Message::new("registered here", "aquí se nombra el registro"),
            }],
            ..Remark::default()
        }
    }
}

/// Returns the months since the year 0; `None` if only the year is known.
fn months(date: Date) -> Option<i32> {
    Some(date.year * 12 + i32::from(date.month?))
}

/// Returns days since a fixed day, counting 31 days a month: precise enough to compare with three
/// weeks.
fn days(date: Date) -> Option<i32> {
    Some(months(date)? * 31 + i32::from(date.day?))
}
