//! What a note finds normal.

use super::patient::is_of_patient_alone;
use super::weigh::{Aspect, weigh};
use crate::note::Note;
use crate::rules::definitions::NEGATION_DIFFERS;
use crate::rules::remark::{Evidence, SourceRemark};
use crate::talk::{Mention, Talk};
use crate::vocabulary::{Gap, Reach, forms_at, lists};
use crate::words::shown;
use referee_findings::Severity;
use referee_text::Message;

/// Reports what the note finds normal where the source only has the opposite: clear lungs, where the
/// clinician hears crackles.
pub(super) fn check(note: &Note, talk: &Talk, out: &mut Vec<SourceRemark>) {
    let mut reported = 0;
    for at in 0..note.words.len() {
        if at < reported {
            continue;
        }
        for form in forms_at(&note.words, at, Gap::Link).filter(|form| form.reach == Reach::Absent) {
            let is_denied =
                note.words[at.saturating_sub(2)..form.end].iter().any(|word| lists().denial.has(word));
            let mentions: Vec<Mention> = talk
                .problem(form.problem)
                .iter()
                .filter(|one| matches!(one.reach, Reach::Exact | Reach::Absent))
                .filter(|one| {
                    !talk.is_asked(one.words.0) && !is_of_patient_alone(talk, one.words.0, one.words.1)
                })
                .copied()
                .collect();
            let seen = weigh(talk, &mentions, Aspect::default());
            if is_denied || seen.present.is_empty() || !seen.denied.is_empty() || seen.unclear > 0 {
                continue;
            }
            reported = form.end;
            let (first, stop) = seen.present[0];
            let (own, theirs) = (shown(&note.words[at..form.end]), shown(&talk.words[first..stop]));
            let message = Message::new(
                format!("{own} here, {theirs} in the source."),
                format!("{own} aquí, {theirs} en la fuente."),
            );
            let span = note.span(at, form.end);
            out.push(
                SourceRemark::new(&NEGATION_DIFFERS, Severity::Information, span, message)
                    .with(seen.present.iter().map(|(at, stop)| Evidence::of(talk, *at, *stop))),
            );
            break;
        }
    }
}
