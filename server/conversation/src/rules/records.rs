//! Sources that are earlier records of the patient: what changed since then is no difference.

use super::definitions::{
    DOSE_DIFFERS, DRUG_NOT_SAID, LEFT_OUT, NEGATION_DIFFERS, NUMBER_DIFFERS, PROBLEM_NOT_SAID,
    PROCEDURE_NOT_SAID,
};
use super::drugs;
use super::left_out::{is_named, whole};
use super::remark::{Evidence, SourceRemark};
use crate::note::{Note, Sentence};
use crate::reader::Role;
use crate::readings::{WRITTEN_WITHIN, reading};
use crate::talk::{DrugMention, Talk};
use crate::vocabulary::{self, lists};
use crate::words::WordKind;
use referee_findings::Severity;
use referee_text::Message;

/// The sections of a note whose statements hold for years.
const LASTING: [&str; 5] =
    ["past-history", "allergies", "family-history", "discharge-diagnosis", "social-history"];
/// The sections of a note that order drugs.
const ORDERS: [&str; 5] =
    ["medications", "discharge-medications", "plan", "assessment-and-plan", "management"];
/// Measurements that change little from one note to the next.
const STEADY: [&str; 2] = ["ejection-fraction", "a1c"];

/// Removes remarks on what may have changed since a record was written, and lowers others to information. Remarks with
/// evidence from a conversation or a table of results stay.
pub(super) fn settle(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    out.retain_mut(|remark| {
        let is_of_record = match remark.evidence.as_slice() {
            [] => !talk.is_talk && talk.turns.iter().any(|turn| !turn.is_row),
            all => all.iter().all(|evidence| is_of_record(talk, evidence)),
        };
        if !is_of_record {
            return true;
        }
        let at = note.words.partition_point(|word| word.span.end <= remark.span.start);
        let Some(sentence) = note.sentence_of(at) else { return true };
        let rule = remark.rule;
        if rule == DRUG_NOT_SAID.id {
            remark.severity = Severity::Information;
            ORDERS.contains(&sentence.section) && !says_change(note, sentence)
        } else if rule == DOSE_DIFFERS.id {
            !says_change(note, sentence)
        } else if rule == NUMBER_DIFFERS.id {
            is_comparable(note, at, sentence, remark)
        } else if rule == NEGATION_DIFFERS.id || rule == PROBLEM_NOT_SAID.id || rule == PROCEDURE_NOT_SAID.id
        {
            let is_same_state = rule == NEGATION_DIFFERS.id || sentence.section != "discharge-diagnosis";
            LASTING.contains(&sentence.section) && is_same_state
        } else {
            true
        }
    });
}

fn is_of_record(talk: &Talk, evidence: &Evidence) -> bool {
    talk.turns.iter().any(|turn| {
        turn.source == evidence.source
            && turn.role == Role::Record
            && !turn.is_row
            && turn.span.start <= evidence.span.start
            && evidence.span.start < turn.span.end.max(turn.span.start + 1)
    })
}

/// Whether a sentence says that a drug or its dose is new: "started", "increased to", "(new)".
fn says_change(note: &Note, sentence: &Sentence) -> bool {
    let (start, end) = sentence.words;
    (start..end).any(|at| lists().changed.length_at(&note.words, at) > 0)
}

/// Whether a number is of the time of the record: an age, a value "on admission", or one that changes little.
fn is_comparable(note: &Note, at: usize, sentence: &Sentence, remark: &mut SourceRemark) -> bool {
    let Some(index) = note.numbers.iter().position(|said| said.words.0 <= at && at < said.words.1) else {
        return true;
    };
    let said = &note.numbers[index];
    let own = reading(&note.words, &note.numbers, said, sentence.words.0, WRITTEN_WITHIN, true);
    let is_value = own.is_some()
        || note.words.get(said.words.1).and_then(|word| vocabulary::unit(&word.text)).is_some_and(|unit| {
            // A weight is a value without a name, an age is none.
            !matches!(unit.id.as_str(), "year" | "month" | "week" | "day" | "hour" | "minute")
        });
    if !is_value {
        return true;
    }
    if let Some(is_earlier) = time_before(note, said.words.0, sentence) {
        return is_earlier;
    }
    remark.severity = Severity::Information;
    own.is_some_and(|own| STEADY.contains(&own.measure.id.as_str()))
}

/// Whether the nearest word of time before a number is an earlier one: "on admission", "fell from"; `None` without one.
fn time_before(note: &Note, at: usize, sentence: &Sentence) -> Option<bool> {
    const FROM_WITHIN: usize = 2;
    (sentence.words.0..at).rev().find_map(|place| {
        let word = &note.words[place];
        if lists().from.has(word) && at - place <= FROM_WITHIN || lists().at_admission.has(word) {
            Some(true)
        } else if lists().later.has(word) {
            Some(false)
        } else {
            None
        }
    })
}

/// Reports allergies and home medicines of a record that a discharge letter lacks.
pub(super) fn left_out(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    let drugs = &drugs::named(note);
    let is_discharge = note.sentences.iter().any(|sentence| sentence.section == "discharge-medications");
    let names_allergy = note.words.iter().any(|word| lists().allergy.has(word));
    let is_named = |drug: &DrugMention| is_named(note, drugs, drug);
    if is_discharge || names_allergy {
        for drug in of_section(talk, "allergies").filter(|drug| !is_named(drug)) {
            let name = talk.name_of(drug);
            let message = Message::new(
                format!("The allergy to {name} that the source mentions is not in the note."),
                format!("La alergia a {name} que menciona la fuente no está en la nota."),
            );
            out.push(remark(note, talk, drug, Severity::Warning, message));
        }
    }
    let (kept, missing): (Vec<&DrugMention>, Vec<&DrugMention>) =
        of_section(talk, "medications").filter(|drug| !drug.is_class).partition(|drug| is_named(drug));
    // The note is about the same list.
    if !is_discharge || kept.len() < 2 || kept.len() < missing.len() {
        return;
    }
    for drug in missing {
        let name = talk.name_of(drug);
        let message = Message::new(
            format!("{name} is among the medicines of the source; the note does not say what becomes of it."),
            format!("{name} figura en la medicación de la fuente; la nota no dice qué se hace con ella."),
        );
        out.push(remark(note, talk, drug, Severity::Information, message));
    }
}

fn remark(
    note: &Note,
    talk: &Talk,
    drug: &DrugMention,
    severity: Severity,
    message: Message,
) -> SourceRemark {
    SourceRemark::new(&LEFT_OUT, severity, whole(note), message).with([Evidence::of(
        talk,
        drug.words.0,
        drug.words.1,
    )])
}

/// Returns the drugs that a section of a record names and does not deny.
fn of_section<'t>(talk: &'t Talk, section: &'static str) -> impl Iterator<Item = &'t DrugMention> {
    talk.drugs.iter().filter(move |drug| {
        let place = talk.words[drug.words.0].span.start;
        let source = talk.turn(drug.words.0).map(|turn| turn.source);
        let is_listed = talk.records.iter().any(|record| {
            record.section == section
                && source == Some(record.source)
                && record.span.start <= place
                && place < record.span.end
        });
        let before = talk.segment(drug.words.0).0..drug.words.0;
        let line = talk.turn_of[drug.words.0];
        is_listed
            && !before.into_iter().any(|at| talk.turn_of[at] == line && lists().negation.has(&talk.words[at]))
            && talk.words.get(drug.words.1).is_none_or(|next| next.kind != WordKind::Mark('?'))
    })
}
