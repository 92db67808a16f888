//! A drug in a note.

use crate::note::Note;

/// A drug in a note.
pub(in crate::rules) struct NoteDrug {
    pub(in crate::rules) words: (usize, usize),
    pub(in crate::rules) drugs: &'static [u32],
    pub(in crate::rules) is_class: bool,
}

pub(super) fn name_of(note: &Note, drug: &NoteDrug) -> String {
    note.words[drug.words.0..drug.words.1].iter().map(|word| &*word.text).collect::<Vec<_>>().join(" ")
}
