//! A drug in a note.

use crate::note::Note;

pub(crate) struct NoteDrug {
    pub(crate) words: (usize, usize),
    pub(crate) drugs: &'static [u32],
    pub(crate) is_class: bool,
}

pub(super) fn name_of(note: &Note, drug: &NoteDrug) -> String {
    note.words[drug.words.0..drug.words.1].iter().map(|word| &*word.text).collect::<Vec<_>>().join(" ")
}
