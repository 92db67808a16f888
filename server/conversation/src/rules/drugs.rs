//! `source/drug-not-said` and `source/dose-differs`.

mod another;
mod note_drug;
mod uses;

use super::definitions::{DOSE_DIFFERS, DRUG_NOT_SAID};
use super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::number_words::{NumberRole, number_word};
use crate::talk::{DrugMention, Talk, is_dose_unit};
use crate::vocabulary::{self, DrugName, lists};
use crate::words::{Said, Word, count_at, same, shown};
pub(super) use note_drug::NoteDrug;
use note_drug::name_of;
use referee_findings::Severity;
use referee_text::Message;

/// Returns the drugs that a note names, in order.
pub(super) fn named(note: &Note) -> Vec<NoteDrug> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < note.words.len() {
        match vocabulary::drug_at(&note.words, at).filter(|_| note.words[at].text.len() >= 3) {
            Some((DrugName { drugs, is_class, .. }, length)) => {
                out.push(NoteDrug { words: (at, at + length), drugs, is_class: *is_class });
                at += length;
            }
            None => at += 1,
        }
    }
    out
}

pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    let drugs = named(note);
    for drug in &drugs {
        not_said(note, talk, drug, out);
        // A list of medicines says nothing of one that is next to another.
        if !talk.is_talk {
            continue;
        }
        let before = out.len();
        another::check(note, talk, drug, &drugs, out);
        if out.len() == before {
            uses::check(note, talk, drug, &drugs, out);
        }
    }
    for said in &note.numbers {
        dose(note, talk, &drugs, said, out);
    }
}

fn not_said(note: &Note, talk: &Talk, drug: &NoteDrug, out: &mut Vec<SourceRemark>) {
    let (first, end) = drug.words;
    let said = talk.said_drug(drug.drugs);
    if let Some(missing) = missing_ingredient(talk, drug) {
        let name = name_of(note, drug);
        out.push(SourceRemark::new(
            &DRUG_NOT_SAID,
            Severity::Information,
            note.span(first, end),
            Message::new(
                format!("{name} contains {missing}, which the source does not mention."),
                format!("{name} contiene {missing}, que no se menciona en la fuente."),
            ),
        ));
        return;
    }
    if drug.is_class || said.is_some_and(|(_, by_class)| !by_class) {
        return;
    }
    let Some(sentence) = note.sentence_of(first) else { return };
    // The value of a blood test is not a drug that was given.
    let has_value = |at: usize| {
        note.words[at].is_mark(':') || matches!(note.words[at].kind, crate::words::WordKind::Number(_))
    };
    let is_analyte = matches!(sentence.section, "findings" | "objective" | "pathology")
        && (sentence.words.0..sentence.words.1).any(has_value);
    let words_said = (first..end).all(|at| talk.by_root.contains_key(&note.words[at].root));
    if is_analyte || words_said {
        return;
    }
    let name = name_of(note, drug);
    let span = note.span(first, end);
    if let Some((at, _)) = said {
        let class_end =
            talk.drugs.iter().find(|mention| mention.words.0 == at).map_or(at + 1, |mention| mention.words.1);
        let class = shown(&talk.words[at..class_end]);
        out.push(
            SourceRemark::new(
                &DRUG_NOT_SAID,
                Severity::Information,
                span,
                Message::new(
                    format!("The source does not name {name}; it mentions its kind only (“{class}”)."),
                    format!("La fuente no nombra {name}; solo menciona su clase («{class}»)."),
                ),
            )
            .with([Evidence::of(talk, at, class_end)]),
        );
        return;
    }
    out.push(SourceRemark::new(
        &DRUG_NOT_SAID,
        Severity::Warning,
        span,
        Message::new(
            format!("{name} is not mentioned in the source, by this or another name."),
            format!("{name} no se menciona en la fuente, ni con este nombre ni con otro."),
        ),
    ));
}

/// Returns the ingredient of a combination product that the source lacks, if it names another one:
/// "Percocet" where only Tylenol was said.
fn missing_ingredient(talk: &Talk, drug: &NoteDrug) -> Option<&'static str> {
    let [one] = drug.drugs else { return None };
    let is_itself = |said: &DrugMention| said.sure.contains(one);
    let ingredients = vocabulary::ingredients(*one);
    if ingredients.is_empty() || talk.drugs.iter().any(is_itself) || !talk.similar_to(*one).is_empty() {
        return None;
    }
    let is_said = |part: &&u32| talk.said_drug(&[**part]).is_some();
    let missing = ingredients.iter().find(|part| !is_said(part))?;
    ingredients.iter().any(|part| is_said(&part)).then(|| vocabulary::drug_id(*missing))
}

/// The maximum number of words between a drug and its dose.
const BETWEEN: usize = 5;

fn dose(note: &Note, talk: &Talk, drugs: &[NoteDrug], said: &Said, out: &mut Vec<SourceRemark>) {
    let (first, end) = said.words;
    let mut unit_at = end;
    if note.words.get(unit_at).is_some_and(|word| word.is_mark('-')) {
        unit_at += 1;
    }
    let Some(unit) = note.words.get(unit_at).and_then(|word| vocabulary::unit(&word.text)) else { return };
    // "g/dL" is a result.
    let is_ratio = note.words.get(unit_at + 1).is_some_and(|word| word.is_mark('/')) && unit.id != "puff";
    if !matches!(unit.base.as_str(), "mg" | "unit" | "ml") || is_ratio {
        return;
    }
    let Some(sentence) = note.sentence_of(first) else { return };
    if matches!(sentence.section, "findings" | "objective") {
        return;
    }
    let is_in = |drug: &&NoteDrug| drug.words.0 >= sentence.words.0 && drug.words.1 <= sentence.words.1;
    let before = drugs
        .iter()
        .filter(is_in)
        .rev()
        .find(|drug| drug.words.1 <= first && first - drug.words.1 <= BETWEEN);
    let after = drugs.iter().filter(is_in).find(|drug| drug.words.0 > unit_at && drug.words.0 - unit_at <= 3);
    let drug = before.or(after);
    let value = said.value;
    let in_base = value * unit.factor;
    let number_span = note.span(first, end);
    let Some(drug) = drug else {
        if !talk.says_number(value) && !talk.says_number(in_base) {
            out.push(SourceRemark::new(
                &DOSE_DIFFERS,
                Severity::Warning,
                number_span,
                Message::new(
                    format!("{value} {} is not in the source.", unit.id),
                    format!("{value} {} no consta en la fuente.", unit.id),
                ),
            ));
        }
        return;
    };
    if talk.said_drug(drug.drugs).is_none() {
        return;
    }
    let own = talk.doses_of(drug.drugs);
    let value_of = |dose: usize| {
        let dose = &talk.doses[dose];
        let number = &talk.numbers[dose.number];
        let factor = talk
            .words
            .get(number.words.1)
            .and_then(|word| vocabulary::unit(&word.text))
            .filter(|unit| is_dose_unit(&unit.base))
            .map_or(1.0, |unit| unit.factor);
        (number, factor)
    };
    let agrees = |dose: usize| {
        let (number, factor) = value_of(dose);
        number.may_be(value) || number.may_be(in_base) || same(number.value * factor, in_base)
    };
    let is_implied = talk.drugs.iter().any(|known| {
        vocabulary::share_substance(&known.sure, drug.drugs)
            && known.implied.iter().any(|dose| same(*dose, in_base))
    });
    if is_implied || own.iter().any(|dose| agrees(*dose)) {
        return;
    }
    let span = note.span(drug.words.0.min(first), drug.words.1.max(unit_at + 1));
    let name = name_of(note, drug);
    // The dose in the unit of the note.
    let in_unit = |dose: usize| {
        const DIGITS: f64 = 1e6;
        let (number, factor) = value_of(dose);
        let factor = if talk.doses[dose].has_unit { factor / unit.factor } else { 1.0 };
        (number.value * factor * DIGITS).round() / DIGITS
    };
    let with_unit: Vec<usize> = own.iter().copied().filter(|dose| talk.doses[*dose].has_unit).collect();
    // "Ibuprofen, four hundred", "lisinopril to forty": a number next to its drug.
    let is_next = |dose: &usize| {
        let number = &talk.numbers[talk.doses[*dose].number];
        talk.doses[*dose].drug.is_some_and(|drug| {
            let (_, end) = talk.drugs[drug].words;
            (end..=number.words.0).contains(&number.words.0)
                && number.words.0 - end <= NEXT
                && talk.words[end..number.words.0]
                    .iter()
                    .all(|word| !word.is_letters() || lists().filler.has(word))
                && is_alone(talk, number)
        })
    };
    let said_doses: Vec<usize> =
        if with_unit.is_empty() { own.iter().copied().filter(is_next).collect() } else { with_unit.clone() };
    let evidence = |doses: &[usize]| {
        let of_doses = doses.iter().map(|dose| talk.numbers[talk.doses[*dose].number].words);
        let of_drug = talk
            .drugs
            .iter()
            .filter(|said| doses.is_empty() && vocabulary::share_substance(&said.drugs, drug.drugs));
        of_doses
            .chain(of_drug.map(|said| said.words))
            .map(|words| Evidence::of(talk, words.0, words.1))
            .collect::<Vec<_>>()
    };
    let is_said = talk.says_number(value) || talk.says_number(in_base);
    // "Two tablets of 20", "double it", "half of it".
    let is_multiple = own.iter().any(|dose| {
        let (number, factor) = value_of(*dose);
        MULTIPLES.iter().any(|times| {
            same(number.value * factor * times, in_base) && says_times(talk, number.words.0, *times)
        })
    });
    if !is_said && !is_multiple {
        let is_damaged = own.iter().any(|dose| is_broken_off(talk, value_of(*dose).0.words.0));
        let mut remark = SourceRemark::new(
            &DOSE_DIFFERS,
            if is_damaged { Severity::Information } else { Severity::Warning },
            span,
            dose_message(&name, value, &unit.id, said_doses.iter().map(|dose| in_unit(*dose))),
        )
        .with(evidence(&said_doses));
        if let [one] = with_unit.as_slice() {
            remark.replacement = Some((number_span, format!("{}", in_unit(*one))));
        }
        out.push(remark);
        return;
    }
    if is_multiple {
        return;
    }
    // The source has the number, but for something else.
    let is_near = |number: &Said| {
        talk.drugs
            .iter()
            .filter(|known| vocabulary::share_substance(&known.drugs, drug.drugs))
            .any(|known| known.words.0.abs_diff(number.words.0) <= NEAR)
            || drug
                .drugs
                .iter()
                .flat_map(|one| talk.similar_to(*one))
                .any(|at| at.abs_diff(number.words.0) <= NEAR)
    };
    // The number belongs to another drug, and the source has other doses for this drug.
    let is_of_another = |number: &Said| {
        let is_beside = |other: usize| {
            let (from, to) = talk.drugs[other].words;
            number.words.0.abs_diff(to) <= NEXT || from.abs_diff(number.words.1) <= NEXT
        };
        talk.doses.iter().any(|dose| {
            talk.numbers[dose.number].words == number.words
                && dose.has_unit
                && dose.drug.is_some_and(|other| {
                    !vocabulary::share_substance(&talk.drugs[other].drugs, drug.drugs)
                        && (!with_unit.is_empty() || is_beside(other))
                })
        })
    };
    let is_times =
        |number: &Said| matches!(number_word(&talk.words[number.words.0].text), Some((_, NumberRole::Times)));
    let near = talk.numbers.iter().any(|number| {
        (number.may_be(value) || number.may_be(in_base))
            && is_near(number)
            && !has_other_unit(talk, number)
            && !is_of_another(number)
            && !is_times(number)
    });
    if near {
        return;
    }
    let severity = if with_unit.is_empty() { Severity::Information } else { Severity::Warning };
    out.push(
        SourceRemark::new(
            &DOSE_DIFFERS,
            severity,
            span,
            dose_message(&name, value, &unit.id, said_doses.iter().map(|dose| in_unit(*dose))),
        )
        .with(evidence(&said_doses)),
    );
}

/// The factors by which a dose is multiplied in words.
const MULTIPLES: [f64; 4] = [2.0, 0.5, 3.0, 4.0];

/// Whether the source multiplies the dose at a word: "double it", "half of that", "two tablets".
fn says_times(talk: &Talk, at: usize, times: f64) -> bool {
    let (from, to) = (at.saturating_sub(TIMES_WITHIN), (at + TIMES_WITHIN).min(talk.words.len()));
    (from..to).any(|place| {
        let word = &talk.words[place];
        let Some(number) = number_word(&word.text) else { return lists().multiple.has(word) };
        let next = talk.words.get(place + 1);
        match number {
            // "Half of it", not "a year and a half".
            (value, NumberRole::Half) => {
                same(value, times)
                    && next.is_some_and(|next| {
                        matches!(&*next.text, "of" | "the" | "a" | "that" | "la" | "de" | "tablet" | "pill")
                    })
            }
            (value, _) => {
                same(value, times)
                    && next
                        .and_then(|next| vocabulary::unit(&next.text))
                        .is_some_and(|unit| unit.id == "tablet")
            }
        }
    })
}

/// The maximum distance of "twice" or "half" from the dose, in words.
const TIMES_WITHIN: usize = 15;

/// The maximum distance of a number from its drug, in words of the source, if the source lacks a
/// dose for the drug.
const NEAR: usize = 40;

/// Whether a word near a number breaks off, so that the number may be damaged: "twenty phil- 25".
fn is_broken_off(talk: &Talk, at: usize) -> bool {
    const NEAR_BREAK: usize = 4;
    (at.saturating_sub(NEAR_BREAK)..(at + NEAR_BREAK).min(talk.words.len())).any(|place| {
        let word = &talk.words[place];
        let touches = |next: &Word| next.is_mark('-') && next.span.start == word.span.end;
        let is_apart = |after: &Word| after.span.start > word.span.end + 1;
        word.is_letters()
            && talk.words.get(place + 1).is_some_and(touches)
            && talk.words.get(place + 2).is_none_or(is_apart)
    })
}

/// The maximum distance of a dose from the drug that it certainly belongs to, in words.
const NEXT: usize = 3;

/// Whether no word follows that says what a number counts: "four hundred, twice a day".
fn is_alone(talk: &Talk, number: &Said) -> bool {
    talk.words.get(number.words.1).is_none_or(|next| !next.is_letters() || lists().after_object.has(next))
        || count_at(&talk.words, number.words.1).is_some()
        || matches!(number_word(&talk.words[number.words.1].text), Some((_, NumberRole::Times)))
}

/// Whether a unit follows that is not one of drugs: "10 days".
fn has_other_unit(talk: &Talk, number: &Said) -> bool {
    talk.words
        .get(number.words.1)
        .and_then(|word| vocabulary::unit(&word.text))
        .is_some_and(|unit| !is_dose_unit(&unit.base))
}

fn dose_message(name: &str, value: f64, unit: &str, said: impl Iterator<Item = f64>) -> Message {
    let mut values: Vec<f64> = said.collect();
    values.dedup_by(|a, b| same(*a, *b));
    let said: Vec<String> = values.iter().take(3).map(f64::to_string).collect();
    if said.is_empty() {
        return Message::new(
            format!("The source does not give the dose {value} {unit} of {name}."),
            format!("En la fuente no consta la dosis {value} {unit} de {name}."),
        );
    }
    Message::new(
        format!("{name}: {value} {unit} here, {} in the source.", said.join(" and ")),
        format!("{name}: {value} {unit} aquí, {} en la fuente.", said.join(" y ")),
    )
}

/// Whether the note says that the drug at a word is stopped: a word for stopping is near.
pub(super) fn is_stopped(note: &Note, at: usize) -> bool {
    const NEAR_STOP: usize = 10;
    let Some(sentence) = note.sentence_of(at) else { return false };
    let (from, to) =
        (at.saturating_sub(NEAR_STOP).max(sentence.words.0), (at + NEAR_STOP).min(sentence.words.1));
    note.words[from..to].iter().any(|word| lists().stop.has(word) && &*word.text != "off")
}
