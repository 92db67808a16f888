//! Compares the kind of study and its subjects in a sentence with those of the record.

use super::objection::Field;
use crate::study::{Design, Study, Subjects};
use referee_records::Record;
use regex::Regex;
use std::cell::LazyCell;
use std::sync::LazyLock;

/// A contradiction between a sentence and the record about the cited study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clash {
    /// The words of the sentence.
    pub(super) said: String,
    /// The description of the record.
    pub(super) is: String,
    /// The field in which they differ.
    pub(super) field: Field,
}

macro_rules! pattern {
    ($name:ident, $pattern:literal) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| referee_text::pattern($pattern).expect("a pattern"));
    };
}

pattern!(
    SYNTHESIS,
    r"(?i)\b(?:a|an|this|the|recent|large|network|cochrane|\d+)\s+(?:\w+[ -]){0,2}?(meta-?\s?analys[ie]s|systematic review)\b"
);
pattern!(
    TRIAL,
    r"(?i)\b(?:a|an|this|the|one|large|small|\d+)\s+(?:[\w-]+[ -]){0,4}?(randomi[sz]ed(?:[ -](?:controlled|clinical|placebo-controlled|double-blind))*[ -](?:trial|study)|RCT)\b"
);
pattern!(
    PEOPLE,
    r"(?i)(?:^|[,;]\s*)in (?:[\w-]+ ){0,3}?(patients|humans|adults|children|women|men|healthy volunteers|people)\b|\b(?:study|trial|cohort) (?:of|in|with|among) (?:[\w-]+ ){0,3}?(patients|humans|adults|children|women|men|volunteers|people)\b"
);
pattern!(
    ANIMALS,
    r"(?i)\bin (?:[\w-]+ ){0,3}?(mice|rats|mouse models?|rodents|zebrafish|pigs|rabbits|dogs|monkeys)\b"
);

/// Words that indicate that a mention of people does not refer to the subjects of a finding.
const NOT_SUBJECTS_WORDS: &[&str] = &[
    "mice",
    "mouse",
    "rats",
    "rat",
    "animal",
    "animals",
    "murine",
    "rodent",
    "rodents",
    "vitro",
    "preclinical",
];

/// Roots of words for people in an abstract.
const PEOPLE_WORDS: &[&str] = &[
    "patient",
    "human",
    "people",
    "volunteer",
    "participant",
    "women",
    "men ",
    "children",
    "adults",
    "clinical",
];

/// Returns whether the title mentions an animal.
fn names_animal(record: &Record) -> bool {
    let title = record.work.full_title().unwrap_or_default().to_lowercase();
    title
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| NOT_SUBJECTS_WORDS.contains(&word) || word == "zebrafish")
}

pattern!(
    CAUSES,
    r"(?i)\b(causes?|caused|causing|causally|causal effect|prevents?|prevented|is responsible for|proves? that|proved that)\b"
);

/// Finds a verb of causation in a sentence that cites an observational study whose abstract claims
/// no causation; `None` if the abstract claims it, or the sentence itself is cautious.
pub(super) fn causal(sentence: &str, record: &Record) -> Option<Clash> {
    let said = CAUSES.captures(sentence)?.get(1)?;
    let study = Study::of(record);
    if study.design != Design::Observational {
        return None;
    }
    let lower = sentence.to_lowercase();
    let is_careful =
        ["associat", "may ", "might", "could", "suggest", "link", "correlat", "not ", "hypothes", "possib"]
            .iter()
            .any(|words| lower.contains(words));
    let text = format!(
        "{} {}",
        record.work.full_title().unwrap_or_default(),
        record.work.summary.as_deref().unwrap_or_default()
    )
    .to_lowercase();
    let speaks_of_cause =
        ["caus", "prevent", "mendelian", "random", "instrumental", "experiment", "effect of", "led to"]
            .iter()
            .any(|root| text.contains(root));
    let observes = ["associat", "correlat", "hazard ratio", "odds ratio", "relative risk", "linked"]
        .iter()
        .any(|root| text.contains(root));
    (!is_careful && !speaks_of_cause && observes).then(|| Clash {
        said: said.as_str().to_owned(),
        is: study.describe(),
        field: Field::Certainty,
    })
}

/// Finds a contradiction between a sentence and the cited study; `None` if they agree, or the kind
/// of the record is not clear enough.
pub(super) fn clash(sentence: &str, record: &Record) -> Option<Clash> {
    let study = LazyCell::new(|| Study::of(record));
    let text = LazyCell::new(|| {
        format!(
            "{} {}",
            record.work.full_title().unwrap_or_default(),
            record.work.summary.as_deref().unwrap_or_default()
        )
        .to_lowercase()
    });
    let says = |roots: &[&str]| roots.iter().any(|root| text.contains(root));
    let is = || study.describe();
    let lower = sentence.to_lowercase();
    let has = |words: &[&str]| lower.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word));
    if let Some(found) = SYNTHESIS.captures(sentence).and_then(|found| found.get(1)) {
        let other = matches!(
            study.design,
            Design::RandomisedTrial
                | Design::Trial
                | Design::Observational
                | Design::CaseReport
                | Design::Opinion
        );
        if study.stated
            && other
            && !says(&["meta-analy", "metaanaly", "meta analy", "systematic", "pooled", "review"])
        {
            return Some(Clash { said: found.as_str().to_owned(), is: is(), field: Field::Design });
        }
    } else if let Some(found) = TRIAL.captures(sentence).and_then(|found| found.get(1)) {
        let other = matches!(
            study.design,
            Design::CaseReport | Design::Review | Design::Observational | Design::Opinion
        );
        let is_told = study.stated || study.design == Design::Observational;
        // Rats are allocated at random too, but that is not a trial of a treatment in people.
        let is_animal =
            study.subjects == Subjects::Animals && !has(NOT_SUBJECTS_WORDS) && !says(PEOPLE_WORDS);
        if is_animal || (is_told && other && !says(&["random", "trial", "placebo", "allocat"])) {
            return Some(Clash { said: found.as_str().to_owned(), is: is(), field: Field::Design });
        }
    }
    let heading = |name: &str| {
        record.subjects.iter().any(|subject| {
            subject.split('/').next().is_some_and(|head| head.trim_matches('*').eq_ignore_ascii_case(name))
        })
    };
    let (humans, animals) = (heading("Humans"), heading("Animals"));
    if let Some(found) = PEOPLE.captures(sentence) {
        let said = found.get(1).or(found.get(2))?.as_str();
        if study.subjects == Subjects::Animals
            && (animals || names_animal(record))
            && !humans
            && !has(NOT_SUBJECTS_WORDS)
            && !says(PEOPLE_WORDS)
        {
            return Some(Clash {
                said: format!("in {}", said.to_lowercase()),
                is: is(),
                field: Field::Population,
            });
        }
    } else if let Some(found) = ANIMALS.captures(sentence).and_then(|found| found.get(1)) {
        let beasts = [
            "mice",
            "mouse",
            "rat",
            "animal",
            "murine",
            "rodent",
            "zebrafish",
            "pig",
            "rabbit",
            "dog",
            "monkey",
            "vitro",
            "model",
        ];
        if humans && !animals && !says(&beasts) && !has(&["patients", "humans", "people", "human"]) {
            return Some(Clash {
                said: format!("in {}", found.as_str().to_lowercase()),
                is: "study in people".to_owned(),
                field: Field::Population,
            });
        }
    }
    None
}
