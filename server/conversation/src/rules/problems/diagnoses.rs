//! Diseases in a list of diagnoses.

use crate::note::Note;
use crate::rules::definitions::NEGATION_DIFFERS;
use crate::rules::remark::{Evidence, SourceRemark};
use crate::talk::{Mention, State, Talk};
use crate::vocabulary::Reach;
use crate::words::shown;
use referee_findings::Severity;
use referee_text::Message;

/// The sections in which a disease that is only named is one that the patient has.
pub(super) const SECTIONS: [&str; 4] =
    ["past-history", "assessment", "assessment-and-plan", "discharge-diagnosis"];

/// Reports a disease in a list of diagnoses that the source only denies.
pub(super) fn denied(
    note: &Note,
    talk: &Talk,
    words: (usize, usize),
    problem: usize,
    out: &mut Vec<SourceRemark>,
) {
    let mentions: Vec<&Mention> =
        talk.problem(problem).iter().filter(|mention| mention.reach != Reach::Broad).collect();
    let is_denied = |mention: &&Mention| talk.state(mention.words.0, mention.words.1) == State::Denied;
    if mentions.is_empty() || !mentions.iter().all(is_denied) {
        return;
    }
    let name = shown(&note.words[words.0..words.1]);
    out.push(
        SourceRemark::new(
            &NEGATION_DIFFERS,
            Severity::Information,
            note.span(words.0, words.1),
            Message::new(
                format!("{name}: present here, denied in the source."),
                format!("{name}: presente aquí, negado en la fuente."),
            ),
        )
        .with(mentions.iter().map(|mention| Evidence::of(talk, mention.words.0, mention.words.1))),
    );
}
