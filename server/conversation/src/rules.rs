//! The `source/` rules: each compares one kind of statement in a note with the sources.

mod definitions;
mod drugs;
mod left_out;
mod numbers;
mod problems;
mod procedures;
mod records;
mod remark;
mod sides;
mod stopped;

use crate::note::Note;
use crate::talk::Talk;
pub use definitions::{
    ALL, COPIED, DOSE_DIFFERS, DRUG_NOT_SAID, LEFT_OUT, NEGATION_DIFFERS, NUMBER_DIFFERS, PERSON_DIFFERS,
    PROBLEM_NOT_SAID, PROCEDURE_NOT_SAID, SIDE_DIFFERS, UNREADABLE,
};
use referee_findings::Severity;
use referee_text::{Language, Message, Span};
pub use remark::{Evidence, SourceRemark};

/// Compares a note with a conversation and earlier records. Sentences that the note copies verbatim
/// from a record are also compared with the conversation alone, which may contradict them.
#[must_use]
pub fn compare_sources(note: &Note, all: &Talk, spoken: Option<&Talk>) -> Vec<SourceRemark> {
    let mut out = compare(note, all);
    let Some(spoken) = spoken else { return out };
    for mut remark in compare(note, spoken) {
        let at = note.words.partition_point(|word| word.span.start < remark.span.start);
        let is_copied = note
            .sentence_of(at)
            .is_some_and(|sentence| all.is_recorded(&note.words[sentence.words.0..sentence.words.1]));
        let is_contradiction = remark.rule != DRUG_NOT_SAID.id && remark.rule != PROBLEM_NOT_SAID.id;
        if !is_copied || !is_contradiction || remark.evidence.is_empty() {
            continue;
        }
        remark.rule = COPIED.id;
        remark.severity = Severity::Information;
        let (english, spanish) =
            (remark.message.text(Language::English), remark.message.text(Language::Spanish));
        remark.message = Message::new(
            format!("As in the earlier note. {english}"),
            format!("Como en la nota anterior. {spanish}"),
        );
        out.retain(|known| known.span != remark.span);
        out.push(remark);
    }
    out.sort_by_key(|remark| (remark.span.start, remark.span.end));
    out
}

/// Compares a note with its sources; returns the findings in the order of the note.
#[must_use]
pub fn compare(note: &Note, talk: &Talk) -> Vec<SourceRemark> {
    let mut out = Vec::new();
    if talk.words.iter().all(|word| !word.is_letters()) {
        out.push(not_compared(note, ("The source has no words", "La fuente no tiene palabras")));
        return out;
    }
    if talk.is_talk && common_share(note, talk).is_some_and(|share| share < LEAST_SHARE) {
        out.push(not_compared(
            note,
            (
                "The source has little in common with the note: it may be another visit",
                "La fuente tiene poco en común con la nota: puede ser otra visita",
            ),
        ));
        return out;
    }
    if talk.is_cut {
        out.push(SourceRemark::new(
            &UNREADABLE,
            Severity::Warning,
            first_sentence(note),
            Message::new(
                "The source is longer than 4 MB: only its beginning was compared.",
                "La fuente supera los 4 MB: solo se comparó el principio.",
            ),
        ));
    }
    drugs::check(note, talk, &mut out);
    numbers::check(note, talk, &mut out);
    sides::check(note, talk, &mut out);
    problems::check(note, talk, &mut out);
    procedures::check(note, talk, &mut out);
    records::settle(note, talk, &mut out);
    left_out::check(note, talk, &mut out);
    stopped::check(note, talk, &mut out);
    records::left_out(note, talk, &mut out);
    out.sort_by_key(|remark| (remark.span.start, remark.span.end));
    // Omissions are shown at the first sentence of a note, so several findings share that place.
    out.dedup_by(|a, b| {
        let is_same = a.rule == b.rule && a.span == b.span;
        is_same && (a.rule != LEFT_OUT.id || a.message == b.message)
    });
    out
}

/// The minimum share of the words of a note that must also be in its conversation. Of 122 published
/// notes and their conversations the lowest share was 0.34; of notes paired with another
/// conversation, half had less than 0.2.
const LEAST_SHARE: f64 = 0.27;
/// The minimum number of different words in a note for this comparison.
const MIN_WORDS: usize = 30;
/// The minimum length of such a word, in letters.
const MIN_LETTERS: usize = 5;

/// Returns the share of the words of a note that are also in its sources; `None` if the note is too
/// short.
fn common_share(note: &Note, talk: &Talk) -> Option<f64> {
    let mut roots: Vec<&str> = note
        .words
        .iter()
        .filter(|word| word.is_letters() && word.text.len() >= MIN_LETTERS)
        .map(|word| &*word.root)
        .collect();
    roots.sort_unstable();
    roots.dedup();
    let common = roots.iter().filter(|root| talk.by_root.contains_key(**root)).count();
    (roots.len() >= MIN_WORDS).then(|| common as f64 / roots.len() as f64)
}

/// Returns the first sentence of a note, at which remarks on a whole source are shown.
fn first_sentence(note: &Note) -> Span {
    note.sentences.first().map(|sentence| note.span(sentence.words.0, sentence.words.1)).unwrap_or_default()
}

fn not_compared(note: &Note, why: (&str, &str)) -> SourceRemark {
    let span = first_sentence(note);
    SourceRemark::new(
        &UNREADABLE,
        Severity::Warning,
        span,
        Message::new(
            format!("{}. The note was not compared with it.", why.0),
            format!("{}. No se comparó la nota con ella.", why.1),
        ),
    )
}
