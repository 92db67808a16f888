//! Advice against advice: a source that says "do not offer" of what a sentence offers, and another number of doses a
//! day.

use super::gist::{Gist, gist};
use super::objection::Objection;
use referee_text::sentences::sentences;
use referee_text::stem;
use regex::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// The least share of a sentence's subject that a sentence of the source must have to advise on the same.
const MIN_SAME_SUBJECT: f64 = 0.6;

/// The least share of the subject of a sentence of the source that must be spoken of: advice for some patients alone
/// is no advice against the rest.
const MIN_SAME_PATIENTS: f64 = 0.5;

/// The least number of words of the subject that both must have.
const MIN_SHARED_WORDS: usize = 2;

/// What is advised to be done, in the forms in which notes and guidelines say it.
const ACTIONS: &str = "offer|giv|start|us|prescrib|recommend|administer|initiat|consider|add|begin|continu|order|perform|screen|treat|combin|switch";

/// Words of advice and of dosing, which say nothing about what is advised.
const NOT_SUBJECT: &[&str] = &[
    "offer",
    "give",
    "start",
    "use",
    "prescribe",
    "recommend",
    "recommended",
    "administer",
    "initiate",
    "consider",
    "add",
    "begin",
    "continue",
    "order",
    "perform",
    "avoid",
    "avoided",
    "contraindicated",
    "advise",
    "advised",
    "indicated",
    "should",
    "must",
    "patient",
    "patients",
    "people",
    "person",
    "adults",
    "adult",
    "mg",
    "daily",
    "day",
    "once",
    "twice",
    "times",
    "week",
    "weekly",
    "plan",
    "therapy",
    "treatment",
    "routine",
    "routinely",
    "generally",
    "every",
    "hour",
    "hours",
    "hourly",
    "dose",
    "dosage",
    "usual",
    "tablet",
    "oral",
    "orally",
    "mouth",
    "bid",
    "tid",
    "qid",
    "qd",
    "una",
    "dos",
    "tres",
    "cuatro",
    "vez",
    "veces",
    "al",
    "dia",
    "cada",
    "horas",
    "semana",
    "dosis",
];

static AGAINST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let adverb = r"(?:\w+ly\s+)?";
    Regex::new(&format!(
        r"(?i)\b(?:do not|don['’]t|should not|must not|never)\s+{adverb}(?:be\s+)?{adverb}(?:{ACTIONS})\w*\b|\bnot\s+{adverb}(?:recommended|advised|indicated|appropriate)\b|\b(?:recommend|advis)\w*\s+against\b|(?:^|[.:;,]\s+|\b(?:should|must)\s+(?:be\s+)?)avoid(?:ed)?\b|\bcontraindicated\b|\bno\s+(?:se\s+)?(?:ofrec|recomiend|administr|us[ae])\w*\b|(?:^|[.:;,]\s+)evitar\b"
    ))
    .ok()
});

static FOR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)(?:^|[.:;,]\s+|\bplan:\s*|\bthen\s+|\bto\s+|\bwe\s+)(?:{ACTIONS})e?\b|\b(?:is|are)\s+(?:recommended|advised|indicated)\b|\b(?:should|must)\s+(?:be\s+)?(?:{ACTIONS})\w*\b|\b(?:recommend|advis)\w*\b|(?:^|[.:;,]\s+)(?:ofrecer|iniciar|administrar|indicar|dar)\b"
    ))
    .ok()
});

static FREQUENCY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        \b(?P<count>once|twice|thrice|one\ time|two\ times|three\ times|four\ times|[1-4]\ ?x)[\ -]*(?:a|per|each|every)?\ *(?P<unit>day|daily|week|weekly|nightly)\b
        | \b(?:every|q|each)\ ?-?(?P<hours>4|6|8|12|24)\ ?-?\ ?h(?:ours?|rs?|ourly)?\b
        | \b(?P<twelfth>4|6|8|12|24)-hourly\b
        | \b(?P<latin>qd|bid|tid|qid|b\.i\.d\.?|t\.i\.d\.?|q\.i\.d\.?)(?:\b|\s|$)
        | \b(?P<veces>una\ vez|dos\ veces|tres\ veces|cuatro\ veces)\ (?:al\ d[ií]a|por\ semana|a\ la\ semana)
        | \bcada\ (?P<horas>4|6|8|12|24)\ h(?:oras)?\b
        | \b(?P<alone>daily|every\ day|weekly|every\ week)\b",
    )
    .ok()
});

/// What speaks against the advice of a sentence in the text of the one work that it cites.
pub(super) fn objections(sentence: &str, text: &str) -> Vec<Objection> {
    let claim = subject(&gist(sentence));
    if claim.is_empty() {
        return Vec::new();
    }
    let passages: Vec<(&str, BTreeSet<String>)> = sentences(text)
        .into_iter()
        .filter_map(|range| text.get(range))
        .map(|passage| (passage, subject(&gist(passage))))
        .collect();
    let mut out = Vec::new();
    out.extend(opposite(sentence, &claim, &passages));
    out.extend(other_frequency(sentence, &claim, &passages));
    out
}

/// The words that say what is advised and for whom.
fn subject(gist: &Gist) -> BTreeSet<String> {
    static OTHER: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| NOT_SUBJECT.iter().map(|word| stem::root(word)).collect());
    gist.content.iter().filter(|root| !OTHER.contains(*root)).cloned().collect()
}

/// Whether a sentence advises to do something; `None` where it advises nothing.
fn advises(sentence: &str) -> Option<bool> {
    if AGAINST.as_ref()?.is_match(sentence) {
        return Some(false);
    }
    FOR.as_ref()?.is_match(sentence).then_some(true)
}

fn opposite(
    sentence: &str,
    claim: &BTreeSet<String>,
    passages: &[(&str, BTreeSet<String>)],
) -> Option<Objection> {
    let said = advises(sentence)?;
    let mut found = None;
    for (passage, about) in passages {
        let shared = claim.intersection(about).count();
        let fits = shared >= MIN_SHARED_WORDS
            && share(shared, claim.len()) >= MIN_SAME_SUBJECT
            && share(shared, about.len()) >= MIN_SAME_PATIENTS;
        match advises(passage).filter(|_| fits) {
            Some(other) if other == said => return None,
            Some(_) => {
                found.get_or_insert_with(|| Objection::OppositeDirection { sentence: (*passage).to_owned() });
            }
            None => {}
        }
    }
    found
}

/// A number of doses that the source gives in no sentence on the same, while it gives another.
fn other_frequency(
    sentence: &str,
    claim: &BTreeSet<String>,
    passages: &[(&str, BTreeSet<String>)],
) -> Option<Objection> {
    let said = frequencies(sentence);
    let [(at, per_week)] = said.as_slice() else { return None };
    let mut instead = None;
    for (passage, about) in passages {
        // A drug is one word: where dosing is told, one that is shared is enough if it is most of the sentence.
        let shared = claim.intersection(about).count();
        if shared == 0 || (share(shared, claim.len()) < MIN_SAME_SUBJECT && shared < MIN_SHARED_WORDS) {
            continue;
        }
        let theirs = frequencies(passage);
        if theirs.iter().any(|(_, other)| other == per_week) {
            return None;
        }
        if !theirs.is_empty() {
            instead.get_or_insert_with(|| (*passage).to_owned());
        }
    }
    let number = sentence.get(at.clone())?.to_owned();
    instead.map(|instead| Objection::NumberNotInSource { number, at: at.clone(), instead: Some(instead) })
}

/// The numbers of doses in a week that a sentence names, with their places.
fn frequencies(sentence: &str) -> Vec<(Range<usize>, u32)> {
    let Some(pattern) = FREQUENCY.as_ref() else { return Vec::new() };
    let mut out = Vec::new();
    for found in pattern.captures_iter(sentence) {
        let Some(whole) = found.get(0) else { continue };
        let named = |name: &str| found.name(name).map(|part| part.as_str().to_lowercase());
        let by_hours =
            |hours: String| hours.parse::<u32>().ok().filter(|hours| *hours > 0).map(|hours| 168 / hours);
        let weekly = whole.as_str().to_lowercase().contains("week")
            || whole.as_str().to_lowercase().contains("semana");
        let days = if weekly { 1 } else { 7 };
        let times = match (named("count").or_else(|| named("veces")), named("latin")) {
            (Some(count), _) => count_of(&count).map(|count| count * days),
            (None, Some(latin)) => match latin.replace('.', "").as_str() {
                "qd" => Some(7),
                "bid" => Some(14),
                "tid" => Some(21),
                _ => Some(28),
            },
            (None, None) => {
                let hours = named("hours").or_else(|| named("twelfth")).or_else(|| named("horas"));
                hours.and_then(by_hours).or_else(|| named("alone").map(|_| days))
            }
        };
        out.extend(
            times.map(|times| (whole.start()..whole.start() + whole.as_str().trim_end().len(), times)),
        );
    }
    out
}

fn count_of(word: &str) -> Option<u32> {
    let first = word.split([' ', 'x']).next()?;
    Some(match first {
        "once" | "one" | "una" | "1" => 1,
        "twice" | "two" | "dos" | "2" => 2,
        "thrice" | "three" | "tres" | "3" => 3,
        "four" | "cuatro" | "4" => 4,
        _ => return None,
    })
}

#[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(sentence: &str, text: &str) -> Vec<&'static str> {
        objections(sentence, text)
            .into_iter()
            .map(|one| match one {
                Objection::OppositeDirection { .. } => "opposite",
                Objection::NumberNotInSource { .. } => "frequency",
                _ => "other",
            })
            .collect()
    }

    #[test]
    fn advice_against_what_is_advised_is_the_opposite() {
        for (sentence, text) in [
            (
                "Offer aspirin for primary prevention of stroke.",
                "Do not offer aspirin for the primary prevention of stroke.",
            ),
            ("Start warfarin for portal vein thrombosis.", "Avoid warfarin in portal vein thrombosis."),
            ("Give oral codeine for chronic cough.", "Codeine is not recommended for chronic cough."),
            (
                "Plan: prescribe amoxicillin for viral bronchitis.",
                "Amoxicillin should not be prescribed for viral bronchitis.",
            ),
            (
                "Do not offer statins for secondary prevention.",
                "Statins are recommended for secondary prevention.",
            ),
        ] {
            assert_eq!(said(sentence, text), ["opposite"], "{sentence}");
        }
    }

    #[test]
    fn advice_that_agrees_or_is_for_others_is_passed_over() {
        for (sentence, text) in [
            (
                "Offer aspirin for secondary prevention of stroke.",
                "Offer aspirin for the secondary prevention of stroke.",
            ),
            ("Offer metformin to this man.", "Do not offer metformin to people whose eGFR is below 30."),
            ("To avoid hypoglycaemia, start metformin for diabetes.", "Start metformin for diabetes."),
            (
                "Offer aspirin after stroke.",
                "Do not offer aspirin after haemorrhagic stroke without advice. Offer aspirin after stroke.",
            ),
        ] {
            assert_eq!(said(sentence, text), [""; 0], "{sentence}");
        }
    }

    #[test]
    fn another_number_of_doses_a_day_is_told() {
        for (sentence, text) in [
            ("Apixaban 5 mg once daily.", "Give apixaban 5 mg twice daily."),
            ("Give apixaban 5 mg every 24 hours.", "Apixaban 5 mg BID is the usual dose."),
            ("Methotrexate 10 mg daily.", "Methotrexate 10 mg once weekly."),
            ("Amoxicilina 500 mg dos veces al día.", "Amoxicilina 500 mg cada 8 horas."),
        ] {
            assert_eq!(said(sentence, text), ["frequency"], "{sentence}");
        }
        for (sentence, text) in [
            ("Apixaban 5 mg twice a day.", "Give apixaban 10 mg twice daily for 7 days, then 5 mg bid."),
            ("Amoxicillin 500 mg three times a day.", "Amoxicillin 500 mg every 8 hours."),
            ("Apixaban 5 mg once daily.", "Rivaroxaban 15 mg twice daily."),
        ] {
            assert_eq!(said(sentence, text), [""; 0], "{sentence}");
        }
    }
}
