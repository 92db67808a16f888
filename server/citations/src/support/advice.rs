//! Compares the advice of a note with the advice and findings of its source.

/// Defines a static regular expression that is compiled on first use.
macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        static $name: std::sync::LazyLock<regex::Regex> =
            std::sync::LazyLock::new(|| referee_text::pattern(&$pattern).expect("the pattern is valid"));
    };
}

mod names;
mod population;
mod preference;
mod regimen;
mod stance;

use super::objection::{Field, Objection};
use super::sentence_content::{SentenceContent, sentence_content};
use names::Treatment;
use population::Scope;
use referee_text::stem;
use regex::Regex;
use stance::{Advice, AdviceStance};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub(crate) use stance::is_advice;

/// The minimum share of a sentence's subject that a sentence of the source must have to give advice
/// on the same subject.
const MIN_SAME_SUBJECT: f64 = 0.6;

/// The minimum share of the subject of a sentence of the source that the note must have: advice for
/// some patients is not advice against treating the others.
const MIN_SAME_PATIENTS: f64 = 0.5;

/// The minimum number of subject words that both must share.
const MIN_SHARED_WORDS: usize = 2;

/// The minimum share of the source's words for a population or condition that a note must have, if
/// the source speaks both for and against one thing.
const MIN_SAME_CONDITION: f64 = 0.5;

/// Stems of verbs that introduce a recommended action in notes and guidelines.
const ACTION_VERBS: &str = "offer|giv|start|us|prescrib|recommend|administer|initiat|consider|add|begin|continu|order|perform|screen|treat|combin|switch";

/// Words of advice and of dosing, which do not identify the treatment.
const ADVICE_WORDS: &[&str] = &[
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

static ADVISES_AGAINST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let adverb = r"(?:\w+ly\s+)?";
    referee_text::pattern(&format!(
        r"(?i)\b(?:do not|don['’]t|should not|must not|never)\s+{adverb}(?:be\s+)?{adverb}(?:{ACTION_VERBS})\w*\b|\bnot\s+{adverb}(?:recommended|advised|indicated|appropriate)\b|\b(?:recommend|advis)\w*\s+against\b|(?:^|[.:;,]\s+|\b(?:should|must)\s+(?:be\s+)?)avoid(?:ed)?\b|\bcontraindicated\b|\bno\s+(?:se\s+)?(?:ofrec|recomiend|administr|us[ae])\w*\b|(?:^|[.:;,]\s+)evitar\b"
    ))
    .ok()
});

static ADVISES_FOR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    referee_text::pattern(&format!(
        r"(?i)(?:^|[.:;,]\s+|\bplan:\s*|\bthen\s+|\bto\s+|\bwe\s+)(?:{ACTION_VERBS})e?\b|\b(?:is|are)\s+(?:recommended|advised|indicated)\b|\b(?:should|must)\s+(?:be\s+)?(?:{ACTION_VERBS})\w*\b|\b(?:recommend|advis)\w*\b|(?:^|[.:;,]\s+)(?:ofrecer|iniciar|administrar|indicar|dar)\b"
    ))
    .ok()
});

/// The text that a sentence of a note is compared with.
struct Source<'a> {
    /// The sentences of the abstract.
    all: Vec<&'a str>,
    /// The sentences that state a finding or give advice.
    told: Vec<&'a str>,
    /// The words of the title.
    title: BTreeSet<String>,
    /// The abbreviations that the text defines, each with its long form.
    short: Vec<(String, String)>,
}

impl<'a> Source<'a> {
    /// Parses a title, a line break and an abstract.
    fn read(text: &'a str) -> Source<'a> {
        let (title, summary) = text.split_once('\n').unwrap_or(("", text));
        let read = stance::read(summary);
        Source {
            all: read.iter().map(|(sentence, _)| *sentence).collect(),
            told: read.iter().filter(|(_, is_told)| *is_told).map(|(sentence, _)| *sentence).collect(),
            title: names::keys(title),
            short: names::with_short_names(text),
        }
    }

    /// Expands the abbreviations of a sentence.
    fn spelled_out(&self, sentence: &'a str) -> Cow<'a, str> {
        let mut out = Cow::Borrowed(sentence);
        for (short, long) in &self.short {
            if sentence.contains(short.as_str()) {
                out = Cow::Owned(out.replace(short.as_str(), &format!("{long} {short}")));
            }
        }
        out
    }
}

/// Returns the objections to the advice of a sentence from the text of the one work that it cites.
/// `around` is the surrounding text in the note; the first line of `text` is the title of the work.
pub(super) fn objections(sentence: &str, around: &str, text: &str) -> Vec<Objection> {
    let claim = subject(&sentence_content(sentence));
    if claim.is_empty() {
        return Vec::new();
    }
    let source = Source::read(text);
    let passages: Vec<(&str, BTreeSet<String>)> =
        source.all.iter().map(|passage| (*passage, subject(&sentence_content(passage)))).collect();
    let mut out = Vec::new();
    let advised = stance::advised(sentence);
    let against = advised.iter().find_map(|advice| advised_against(advice, sentence, around, &source));
    let line = || {
        advised.iter().find_map(|advice| {
            preference::other_line(&advice.clause, &advice.treatment, &source.all, &source.title)
        })
    };
    let better = || preference::other_is_better(sentence, &source.told);
    match against.or_else(line).or_else(better) {
        Some(sentence) => {
            out.push(Objection::OppositeDirection { sentence: sentence.to_owned(), field: Field::Direction })
        }
        None => out.extend(opposite(sentence, &claim, &passages)),
    }
    let is_about = |passage: &str| {
        let about = subject(&sentence_content(passage));
        // A drug is one word: for dosing, one shared word is enough if it is most of the sentence.
        let shared = claim.intersection(&about).count();
        shared > 0 && (share(shared, claim.len()) >= MIN_SAME_SUBJECT || shared >= MIN_SHARED_WORDS)
            || advised.iter().any(|advice| is_dosed(&advice.treatment, passage, &source.title))
    };
    out.extend(regimen::other_frequency(sentence, &source.all, &is_about));
    if out.is_empty() && is_advice(sentence) {
        out.extend(regimen::objections(sentence, around, &source.all, &source.title));
    }
    out
}

/// Returns whether a sentence of a source is about a treatment, or gives the dosing of the
/// treatment in its title.
fn is_dosed(treatment: &Treatment, passage: &str, title: &BTreeSet<String>) -> bool {
    treatment.is_named(passage, title) || regimen::is_of_title(passage) && treatment.shared(title) > 0
}

/// Returns the sentence of the source that advises against the treatment, if no sentence is in
/// favour of it, or those in favour concern other patients than the note.
fn advised_against<'a>(
    advice: &Advice,
    sentence: &str,
    around: &str,
    source: &Source<'a>,
) -> Option<&'a str> {
    let note = format!("{around} {sentence}");
    let beside = names::keys(&note);
    // If a source mentions the drug itself, its statements about the class concern other drugs.
    let itself = advice.treatment.without_classes();
    let mut spoken = stances(&itself, &beside, source);
    if spoken.is_empty() {
        spoken = stances(&advice.treatment, &beside, source);
    }
    let scope = |passage: &str| population::scope(passage, &note);
    let of = |wanted: AdviceStance| -> Vec<&'a str> {
        spoken.iter().filter(|(_, stance)| *stance == wanted).map(|(passage, _)| *passage).collect()
    };
    let (mut against, mut favour) = (of(AdviceStance::Against), of(AdviceStance::For));
    against.retain(|passage| matches!(scope(passage), Scope::Anyone | Scope::Theirs));
    favour.retain(|passage| scope(passage) != Scope::Others);
    // `Indefinite anticoagulation` is mentioned only if both words occur.
    let shared = |passage: &&str| advice.treatment.shared(&names::keys(&source.spelled_out(passage)));
    let most = against.iter().map(&shared).max()?;
    favour.retain(|passage| shared(passage) >= most);
    if favour.is_empty() {
        return against.first().copied();
    }
    // The source says both, about different patients: its statement about the patients of the note
    // counts.
    let condition = |passage: &str| {
        let own: BTreeSet<String> =
            names::keys(passage).into_iter().filter(|word| !advice.treatment.has(word)).collect();
        let there = own.iter().filter(|word| beside.iter().any(|other| names::is_same(word, other))).count();
        (there, share(there, own.len()))
    };
    let favoured = favour.iter().map(|passage| condition(passage).1).fold(0.0, f64::max);
    let is_favoured_here = favour.iter().any(|passage| scope(passage) == Scope::Theirs);
    against.into_iter().find(|passage| {
        let (there, part) = condition(passage);
        let is_same = there >= MIN_SHARED_WORDS && part >= MIN_SAME_CONDITION;
        !is_favoured_here && (scope(passage) == Scope::Theirs || is_same && part > favoured)
    })
}

/// Returns the sentences of a source that are for or against a treatment.
fn stances<'a>(
    treatment: &Treatment,
    beside: &BTreeSet<String>,
    source: &Source<'a>,
) -> Vec<(&'a str, AdviceStance)> {
    let mut is_spoken_of = false;
    let mut out = Vec::new();
    for passage in &source.told {
        let whole = source.spelled_out(passage);
        let going_on = || stance::stance_going_on(passage).filter(|_| is_spoken_of);
        let spoken = stance::stance(&whole, treatment, &source.title, beside).or_else(going_on);
        out.extend(spoken.map(|stance| (*passage, stance)));
        is_spoken_of = treatment.is_named(&whole, &source.title);
    }
    out
}

/// Returns the words for the recommended treatment and its patients.
fn subject(sentence_content: &SentenceContent) -> BTreeSet<String> {
    static ADVICE_ROOTS: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| ADVICE_WORDS.iter().map(|word| stem::root(word)).collect());
    sentence_content.content.iter().filter(|root| !ADVICE_ROOTS.contains(*root)).cloned().collect()
}

/// Returns whether a sentence recommends an action (`true`) or advises against one (`false`);
/// `None` if it gives no advice.
fn advises(sentence: &str) -> Option<bool> {
    if ADVISES_AGAINST.as_ref()?.is_match(sentence) {
        return Some(false);
    }
    ADVISES_FOR.as_ref()?.is_match(sentence).then_some(true)
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
                found.get_or_insert_with(|| Objection::OppositeDirection {
                    sentence: (*passage).to_owned(),
                    field: Field::Negation,
                });
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
    fn what_is_told_of_something_else_than_giving_the_treatment_is_passed_over() {
        for (sentence, text) in [
            ("Start insulin.", "Insulin resistance was associated with an increased risk of death."),
            ("Start vitamin D.", "Low levels of vitamin D were associated with a higher risk of fracture."),
            ("Offer antibiotics.", "The overuse of antibiotics increases the risk of resistant infections."),
            ("Start clozapine.", "Clozapine may be associated with a small increase in mortality."),
            (
                "Offer cardiac surgery.",
                "Kidney injury after cardiac surgery was associated with higher mortality.",
            ),
            (
                "Offer pelvic surgery.",
                "This position in pelvic surgery is not associated with lower limb ischaemia.",
            ),
            ("Start erlotinib.", "Erlotinib combined with entinostat did not improve survival."),
            (
                "Start insulin glargine.",
                "Although insulin glargine increased the risk of hypoglycaemia, it was well tolerated.",
            ),
            (
                "Offer antibiotics.",
                "Antibiotics increase the risk of candidiasis. In this trial we gave nystatin to 40 women.",
            ),
            ("Give tamoxifen 20 mg daily.", "Tamoxifen was given with diindolylmethane at 150 mg daily."),
            ("Give vitamin E 10 mg daily.", "The intake of vitamin B6 was 4 mg daily."),
            ("Start methadone.", "Methadone should not be used routinely but can be used if morphine fails."),
        ] {
            assert_eq!(said(sentence, text), [""; 0], "{sentence}");
        }
        for (sentence, text) in [
            ("Start clozapine.", "Clozapine was associated with an increased risk of death."),
            ("Offer meniscectomy.", "Outcomes after meniscectomy were no better than after sham surgery."),
            ("Start vitamin D.", "Vitamin D did not reduce the risk of fracture."),
        ] {
            assert_eq!(said(sentence, text), ["opposite"], "{sentence}");
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
