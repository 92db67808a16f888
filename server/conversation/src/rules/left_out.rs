//! `source/left-out`.

use super::definitions::LEFT_OUT;
use super::drugs::{self, NoteDrug};
use super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::reader::Role;
use crate::talk::{DrugMention, State, Talk};
use crate::vocabulary::{self, lists};
use referee_findings::Severity;
use referee_text::{Message, Span};

/// The number of words after "allergic" in which the allergen is looked for.
const ALLERGEN_WITHIN: usize = 8;
pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    let drugs = drugs::named(note);
    if talk.is_talk {
        allergy(note, talk, &drugs, out);
    }
}

/// The range of a finding about the whole note: its first line.
pub(super) fn whole(note: &Note) -> Span {
    note.sentences.first().map(|sentence| note.span(sentence.words.0, sentence.words.1)).unwrap_or_default()
}

/// Whether a note names a drug. A class counts next to a word for allergies only: "no antibiotics" names none.
pub(super) fn is_named(note: &Note, drugs: &[NoteDrug], drug: &DrugMention) -> bool {
    drugs.iter().filter(|own| vocabulary::share_substance(own.drugs, &drug.drugs)).any(|own| {
        let is_of_allergies = || {
            note.sentence_of(own.words.0).is_some_and(|sentence| {
                let (start, end) = sentence.words;
                sentence.section == "allergies"
                    || note.words[start..end].iter().any(|word| lists().allergy.has(word))
            })
        };
        !own.is_class || is_of_allergies()
    })
}

/// The range of a finding about the allergies: the first statement of the note on allergies, otherwise
/// its first line.
fn allergies(note: &Note) -> Span {
    let named = (0..note.words.len()).filter(|at| lists().allergy.has(&note.words[*at])).find_map(|at| {
        let sentence = note.sentence_of(at).map(|sentence| (at, sentence.words.1));
        // "Allergies: none".
        sentence.or_else(|| {
            let (_, end) = note.label_of(at)?;
            let next = note.sentences.iter().find(|sentence| sentence.words.0 > at)?;
            Some((at, if next.words.0 <= end + 1 { next.words.1 } else { end }))
        })
    });
    named.map_or_else(|| whole(note), |(first, end)| note.span(first, end))
}

fn allergy(note: &Note, talk: &Talk, drugs: &[NoteDrug], out: &mut Vec<SourceRemark>) {
    let names_allergy = note.words.iter().any(|word| lists().allergy.has(word));
    for at in 0..talk.words.len() {
        let word = &talk.words[at];
        if !lists().allergy.has(word) {
            continue;
        }
        let of = |place: usize| {
            talk.drugs.iter().find(|drug| {
                drug.words.0 > place
                    && drug.words.0 <= place + ALLERGEN_WITHIN
                    && !drug.drugs.is_empty()
                    && talk.turn_of[drug.words.0] == talk.turn_of[place]
            })
        };
        // "Any allergies?" - "Penicillin."
        let answer = || {
            let is_asked = talk.turn(at).is_some_and(|turn| turn.role == Role::Clinician);
            let next = talk.turn_of.partition_point(|turn| *turn <= talk.turn_of[at]);
            is_asked
                .then(|| {
                    talk.drugs
                        .iter()
                        .find(|drug| drug.words.0 >= next && drug.words.0 <= next + ALLERGEN_WITHIN)
                })
                .flatten()
        };
        let (drug, is_answer) = match of(at) {
            Some(drug) => (drug, false),
            None => match answer() {
                Some(drug) => (drug, true),
                None => continue,
            },
        };
        if !is_answer && talk.state(at, at + 1) != State::Present {
            continue;
        }
        if names_allergy && is_named(note, drugs, drug) {
            continue;
        }
        let name = talk.name_of(drug);
        let evidence = if is_answer {
            vec![Evidence::of(talk, at, at + 1), Evidence::of(talk, drug.words.0, drug.words.1)]
        } else {
            vec![Evidence::of(talk, at, drug.words.1)]
        };
        out.push(
            SourceRemark::new(
                &LEFT_OUT,
                Severity::Warning,
                allergies(note),
                Message::new(
                    format!("The allergy to {name} that the source mentions is not in the note."),
                    format!("La alergia a {name} que menciona la fuente no está en la nota."),
                ),
            )
            .with(evidence),
        );
        return;
    }
}
