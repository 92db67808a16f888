//! `source/procedure-not-said`.

use super::definitions::PROCEDURE_NOT_SAID;
use super::remark::SourceRemark;
use crate::note::Note;
use crate::talk::Talk;
use crate::vocabulary::{Gap, forms_at, lists, problems};
use crate::words::shown;
use referee_findings::Severity;
use referee_text::Message;

/// The number of words before a procedure in which the order is looked for.
const ORDERED_WITHIN: usize = 6;

pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    let mut reported: Vec<usize> = Vec::new();
    for at in 0..note.words.len() {
        for form in forms_at(&note.words, at, Gap::Link) {
            let index = form.problem;
            let is_own = problems()[index].kind == "procedure" && form.rank == 0;
            if !is_own || reported.contains(&index) {
                continue;
            }
            let end = form.end;
            let Some(sentence) = note.sentence_of(at) else { continue };
            let before = &note.words[at.saturating_sub(ORDERED_WITHIN).max(sentence.words.0)..at];
            if !before.iter().any(|word| lists().order.has(word)) || !talk.problem(index).is_empty() {
                continue;
            }
            reported.push(index);
            let name = shown(&note.words[at..end]);
            out.push(SourceRemark::new(
                &PROCEDURE_NOT_SAID,
                Severity::Information,
                note.span(at, end),
                Message::new(
                    format!("{name} is not mentioned in the source, by this or another name."),
                    format!("{name} no se menciona en la fuente, ni con este nombre ni con otro."),
                ),
            ));
        }
    }
}
