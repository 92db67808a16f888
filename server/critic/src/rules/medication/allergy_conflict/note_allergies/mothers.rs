//! What the note of a baby says about the allergies of the mother.

use crate::BlockContext;
use crate::pattern::{Pattern, any_case, any_of};
use referee_text::Span;
use std::sync::LazyLock;

/// Whether a line attributes the words at `span` to the mother, by the name that a child has for
/// her: "Mum penicillin allergic", "Mum: no known allergies". What she reports about the child does
/// not count ("Mum says he …", "Mum: came out in hives").
pub(crate) fn is_of_mum(block: &BlockContext<'_>, span: Span) -> bool {
    static MUM_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        let stated = any_of("allergy-conflict/note-allergies/mothers/mum-before-stated");
        any_case(&format!(r"(?:^|[.;] )\W*(?:mum|mummy|mum['’]s)(?: ?[:–—-])?(?: {stated})*[ :]*$"))
    });
    let before = block.prose().get(..span.start as usize).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let behind = block.prose().get(span.end as usize..).unwrap_or_default();
    let behind = behind.split(['\n', '.']).next().unwrap_or_default();
    // "Mum: amoxicillin made him wheeze" is about the child.
    let is_of_child = ["him", "his", "he ", "her face", "the baby", "the child", "made", "gave", "came out"];
    MUM_BEFORE.is_match(before.get(line..).unwrap_or_default())
        && !is_of_child.iter().any(|word| behind.contains(word))
}
