//! A drug in a note, and the remark on one in whose place the source has another.

use super::super::definitions::DRUG_NOT_SAID;
use super::super::remark::{Evidence, SourceRemark};
use crate::note::Note;
use crate::talk::{DrugMention, Talk};
use crate::words::shown_name;
use referee_findings::Severity;
use referee_text::Message;

pub(crate) struct NoteDrug {
    pub(crate) words: (usize, usize),
    pub(crate) drugs: &'static [u32],
    pub(crate) is_class: bool,
}

/// Returns the name of a drug as the note writes it.
pub(super) fn name_of(note: &Note, drug: &NoteDrug) -> String {
    shown_name(&note.words, drug.words)
}

/// Returns a remark on a drug in whose place the source has another; `message` makes it of the two
/// names.
pub(super) fn instead_of(
    note: &Note,
    talk: &Talk,
    drug: &NoteDrug,
    other: &DrugMention,
    message: impl Fn(&str, &str) -> Message,
) -> SourceRemark {
    let (first, end) = drug.words;
    SourceRemark::new(
        &DRUG_NOT_SAID,
        Severity::Information,
        note.span(first, end),
        message(&name_of(note, drug), &talk.name_of(other)),
    )
    .with([Evidence::of(talk, other.words.0, other.words.1)])
}
