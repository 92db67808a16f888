//! `citation/registered-trial`: what a paper says of its trial against what the registry states.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use crate::Reference;
use referee_bibliography::{Date, Identifier};
use referee_findings::{Data, Rule, Scope, Severity};
use referee_records::RegisteredTrial;
use referee_syntax::{Document, Target};
use referee_text::{Span, fold};
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The number enrolled may differ from the number in the paper by this part of it before it is told: some withdraw before
/// they are randomised.
const MAX_SHARE_OFF: f64 = 0.1;
/// The same in participants.
const MAX_COUNT_OFF: u32 = 10;
/// The start may differ by so many months.
const MAX_MONTHS_OFF: i32 = 3;
/// Outcomes with fewer telling words than this are not compared.
const MIN_OUTCOME_WORDS: usize = 2;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/registered-trial",
        summary: "Primary outcome, number or dates of a trial are others than in its registry",
        severity: Some(Severity::Hint),
        scope: Scope::Document,
        needs_reason: false,
        documentation: "\
## What it flags

In a paper that names one number of ClinicalTrials.gov, whose record is known: a primary outcome that shares no word with \
the registered ones; a number of randomised or enrolled participants that differs from the registry's actual enrolment by more \
than a tenth (and by more than ten); a start of recruitment more than three months from the registered one.

## Why

Outcomes that were changed after the registration, and counts that differ without a word, are what reviewers look for first.

## Example

The registry states `Primary outcome: change in HbA1c at 24 weeks`, the paper says `The primary outcome was quality of life.`

## What it cannot tell

Whether the trial is the paper's own: one that names several numbers is passed over. Which of several analyses the number belongs \
to, and whether an outcome in other words is the same: synonyms beyond death, mortality and survival are not known. Outcomes in \
Spanish are not compared with the English ones of the registry.

## Fixes

None: say in the paper what was changed after the registration and why, or have the registry corrected.

## Sources

ClinicalTrials.gov, as the library or the online source holds it. COMPare: Goldacre et al. 2019, DOI 10.1186/s13063-019-3173-2.
",
    },
    checks: &[Check::Draft(check)],
    fixes: None,
};

fn check(context: &RuleContext<'_>, document: &Document) -> Vec<Remark> {
    let mut trials: Vec<(Identifier, Span)> = Vec::new();
    for cited in document.citations() {
        let Target::Identifier(identifier @ Identifier::Trial(number)) = &cited.citation.target else {
            continue;
        };
        if number.starts_with("NCT") && !trials.iter().any(|(known, _)| known == identifier) {
            trials.push((identifier.clone(), cited.span));
        }
    }
    let [(identifier, place)] = trials.as_slice() else { return Vec::new() };
    let reference = Reference::from_identifier(context.file, identifier, *place);
    let Some(judgement) = (context.judgement)(&reference) else { return Vec::new() };
    let Some(trial) = judgement.record.as_ref().and_then(|record| record.trial.as_ref()) else {
        return Vec::new();
    };
    let end = document.list_items().next().map(|listed| listed.start);
    let mut text = document.text().to_string();
    text.truncate(text.floor_char_boundary(end.unwrap_or(text.len())));
    let found = [outcome(&text, trial), number(&text, trial), start(&text, trial)];
    found
        .into_iter()
        .flatten()
        .map(|(span, message)| Remark {
            place: Anchor::Span(span),
            message,
            data: Data { key: Some(reference.label.clone()), ..Data::default() },
            ..Remark::default()
        })
        .collect()
}

/// A place of the text and what is said of it.
type Difference = (Span, String);

/// Words that say nothing of what was measured.
const GENERIC: &[&str] = &[
    "primary",
    "outcome",
    "outcomes",
    "change",
    "changes",
    "from",
    "baseline",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "days",
    "time",
    "rate",
    "number",
    "proportion",
    "percentage",
    "participants",
    "patients",
    "subjects",
    "mean",
    "measured",
    "assessed",
    "using",
    "with",
    "that",
    "this",
    "between",
    "after",
    "defined",
    "score",
    "scale",
    "level",
    "levels",
    "total",
    "incidence",
    "occurrence",
    "first",
    "composite",
    "group",
    "groups",
    "each",
    "treatment",
    "study",
    "will",
    "were",
    "have",
    "which",
    "during",
    "within",
    "than",
    "least",
    "difference",
    "response",
];

/// The words that say what was measured, without their endings; death, mortality and survival are one.
fn telling(text: &str) -> BTreeSet<String> {
    /// So many letters tell a word.
    const STEM_CHARACTERS: usize = 5;
    fold::words(text)
        .into_iter()
        .filter(|word| word.chars().count() > 2 && word.chars().any(char::is_alphabetic))
        .filter(|word| !GENERIC.contains(&word.as_str()))
        .map(|word| {
            let is_of_death =
                ["death", "died", "mortal", "surviv", "fatal"].iter().any(|stem| word.starts_with(stem));
            if is_of_death { "death".to_owned() } else { word.chars().take(STEM_CHARACTERS).collect() }
        })
        .collect()
}

fn outcome(text: &str, trial: &RegisteredTrial) -> Option<Difference> {
    static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:the )?primary (?:efficacy |study )?(?:outcome|end ?-?point)(?: measure)? (?:was|is) ([^.;\n]{6,240})").ok()
    });
    let registered: BTreeSet<String> =
        trial.primary_outcomes.iter().flat_map(|outcome| telling(outcome)).collect();
    if registered.len() < MIN_OUTCOME_WORDS {
        return None;
    }
    // A paper that names it more than once is right if one of them fits.
    let mut differing = None;
    for found in PATTERN.as_ref()?.captures_iter(text) {
        let (Some(whole), Some(said)) = (found.get(0), found.get(1)) else { continue };
        let words = telling(said.as_str());
        if words.len() < MIN_OUTCOME_WORDS {
            continue;
        }
        if words.intersection(&registered).next().is_some() {
            return None;
        }
        differing.get_or_insert(Span::new(whole.start(), whole.end()));
    }
    let first: String = trial.primary_outcomes.first()?.chars().take(160).collect();
    Some((
        differing?,
        format!(
            "The registry states another primary outcome: “{first}”. Say what was changed and why, or check the number of the trial."
        ),
    ))
}

fn number(text: &str, trial: &RegisteredTrial) -> Option<Difference> {
    static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?i)\b([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{2,6}) (?:[\p{L}-]+ ){0,4}?(?:were|was) (?:randomi[sz]ed|randomly (?:assigned|allocated)|enrolled)|\b(?:we )?(?:randomi[sz]ed|randomly assigned|enrolled) ([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{2,6}) (?:[\p{L}-]+ ){0,3}?(?:patients|participants|women|men|children|adults|subjects|people|infants|individuals)|se (?:aleatorizaron|incluyeron|asignaron al azar)(?: a)? ([0-9]{2,6})\b").ok()
    });
    let enrolled = trial.enrolled.filter(|enrolled| *enrolled > 0)?;
    let mut differing = None;
    for found in PATTERN.as_ref()?.captures_iter(text) {
        let (Some(whole), Some(digits)) = (found.get(0), found.iter().skip(1).flatten().next()) else {
            continue;
        };
        let digits: String = digits.as_str().chars().filter(char::is_ascii_digit).collect();
        let Ok(said) = digits.parse::<u32>() else { continue };
        let off = said.abs_diff(enrolled);
        if off <= MAX_COUNT_OFF || f64::from(off) <= f64::from(enrolled) * MAX_SHARE_OFF {
            return None;
        }
        differing.get_or_insert((Span::new(whole.start(), whole.end()), said));
    }
    let (span, said) = differing?;
    Some((
        span,
        format!(
            "The registry states {enrolled} participants, the paper {said}. Say where the others are, or check the number of the trial."
        ),
    ))
}

/// The months in English and Spanish, by their first letters.
const MONTHS: [(&str, u8); 17] = [
    ("jan", 1),
    ("ene", 1),
    ("feb", 2),
    ("mar", 3),
    ("apr", 4),
    ("abr", 4),
    ("may", 5),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("ago", 8),
    ("sep", 9),
    ("set", 9),
    ("oct", 10),
    ("nov", 11),
    ("dec", 12),
    ("dic", 12),
];

fn start(text: &str, trial: &RegisteredTrial) -> Option<Difference> {
    static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:recruit|enrol|randomi|reclut|inclu)\p{L}*[^.;\n]{0,80}?\b(?:between|from|entre|desde|de) (?:[0-9]{1,2} (?:de )?)?(jan|feb|mar|apr|may|jun|jul|aug|sep|set|oct|nov|dec|ene|abr|ago|dic)\p{L}*\.?,? (?:[0-9]{1,2},? )?(?:de )?((?:19|20)[0-9]{2})\b").ok()
    });
    let Date { year, month, .. } = trial.start?;
    let month = month?;
    let found = PATTERN.as_ref()?.captures(text)?;
    let (whole, said, said_year) =
        (found.get(0)?, found.get(1)?, found.get(2)?.as_str().parse::<i32>().ok()?);
    let said = said.as_str().to_lowercase();
    let said_month = MONTHS.iter().find(|(name, _)| said == *name).map(|(_, month)| *month)?;
    let months = (said_year - year) * 12 + i32::from(said_month) - i32::from(month);
    (months.abs() > MAX_MONTHS_OFF).then(|| {
        (
            Span::new(whole.start(), whole.end()),
            format!("The registry states that the trial began in {year}-{month:02}, the paper {said_year}-{said_month:02}. Check the dates, or the number of the trial."),
        )
    })
}
