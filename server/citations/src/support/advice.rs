//! What a note advises, against what its source advises or found.

mod names;
mod population;
mod preference;
mod regimen;
mod stance;

use super::gist::{Gist, gist};
use super::objection::Objection;
use referee_text::sentences::sentences;
use referee_text::stem;
use regex::Regex;
use stance::{Advice, Stance};
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub(crate) use stance::is_advice;

/// The least share of a sentence's subject that a sentence of the source must have to advise on the same.
const MIN_SAME_SUBJECT: f64 = 0.6;

/// The least share of the subject of a sentence of the source that must be spoken of: advice for some patients alone
/// is no advice against the rest.
const MIN_SAME_PATIENTS: f64 = 0.5;

/// The least number of words of the subject that both must have.
const MIN_SHARED_WORDS: usize = 2;

/// The least share of the words for whom or what a source speaks that a note must have, where the source speaks for and
/// against one thing.
const MIN_SAME_CONDITION: f64 = 0.5;

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

/// The text that a sentence of a note is compared with.
struct Source<'a> {
    /// Its sentences, with those of background and methods.
    all: Vec<&'a str>,
    /// The words of its title.
    title: BTreeSet<String>,
}

/// What speaks against the advice of a sentence in the text of the one work that it cites. `around` is what stands
/// about it in the note; the first line of `text` is the title of the work.
pub(super) fn objections(sentence: &str, around: &str, text: &str) -> Vec<Objection> {
    let claim = subject(&gist(sentence));
    if claim.is_empty() {
        return Vec::new();
    }
    let (title, summary) = text.split_once('\n').unwrap_or(("", text));
    let source = Source {
        all: sentences(summary).into_iter().filter_map(|range| summary.get(range)).collect(),
        title: names::keys(title),
    };
    let passages: Vec<(&str, BTreeSet<String>)> =
        source.all.iter().map(|passage| (*passage, subject(&gist(passage)))).collect();
    let mut out = Vec::new();
    let advised = stance::advised(sentence);
    let against = advised.iter().find_map(|advice| advised_against(advice, sentence, around, &source));
    let line = || advised.iter().find_map(|advice| preference::other_line(&advice.clause, &advice.treatment, &source.all, &source.title));
    let better = || preference::other_is_better(sentence, &stance::told(&source.all));
    let opposite_sentence = against.or_else(line).or_else(better);
    match opposite_sentence {
        Some(sentence) => out.push(Objection::OppositeDirection { sentence: sentence.to_owned() }),
        None => out.extend(opposite(sentence, &claim, &passages)),
    }
    let is_about = |passage: &str| {
        let about = subject(&gist(passage));
        // A drug is one word: where dosing is told, one that is shared is enough if it is most of the sentence.
        let shared = claim.intersection(&about).count();
        shared > 0 && (share(shared, claim.len()) >= MIN_SAME_SUBJECT || shared >= MIN_SHARED_WORDS)
            || advised.iter().any(|advice| advice.treatment.is_named(passage, &source.title))
    };
    out.extend(regimen::other_frequency(sentence, &source.all, &is_about));
    if out.is_empty() && is_advice(sentence) {
        out.extend(regimen::objections(sentence, &source.all));
    }
    out
}

/// The sentence of the source that speaks against what is advised, where none speaks for it, or where those that speak
/// for it speak of others than the note does.
fn advised_against<'a>(
    advice: &Advice,
    sentence: &str,
    around: &str,
    source: &Source<'a>,
) -> Option<&'a str> {
    let note = format!("{around} {sentence}");
    let beside = names::keys(&note);
    let told = stance::told(&source.all);
    let mut against: Vec<&str> = Vec::new();
    let mut favour: Vec<&str> = Vec::new();
    let mut before: Option<&str> = None;
    for passage in told {
        let spoken = match stance::stance(passage, &advice.treatment, &source.title, &beside) {
            // `In adults it may be used`, behind a sentence about the treatment.
            None if before.is_some() && stance::goes_on(passage) => Some(Stance::For),
            spoken => spoken,
        };
        match spoken {
            Some(Stance::Against) => against.push(passage),
            Some(Stance::For) => favour.push(passage),
            None => {}
        }
        before = advice.treatment.is_named(passage, &source.title).then_some(passage);
    }
    against.retain(|passage| population::applies(passage, &note));
    if favour.is_empty() {
        return against.first().copied();
    }
    let condition = |passage: &str| {
        let own: BTreeSet<String> =
            names::keys(passage).into_iter().filter(|word| !advice.treatment.has(word)).collect();
        let there = own.iter().filter(|word| beside.iter().any(|other| names::is_same(word, other))).count();
        (there, share(there, own.len()))
    };
    let favoured = favour.iter().map(|passage| condition(passage).1).fold(0.0, f64::max);
    against.into_iter().find(|passage| {
        let (there, part) = condition(passage);
        there >= MIN_SHARED_WORDS && part >= MIN_SAME_CONDITION && part > favoured
    })
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

#[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(sentence: &str, text: &str) -> Vec<&'static str> {
        objections(sentence, "", &format!("\n{text}"))
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
