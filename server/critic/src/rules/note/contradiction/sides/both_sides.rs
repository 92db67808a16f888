//! Decides which side is operated on if one sentence mentions an organ on both sides.

use super::organ_mention::OrganMention;
use super::words::{OPERATIONS, side_of, side_of_letter};
use crate::BlockContext;
use crate::analysis::folding::fold;
use referee_text::Span;
use std::sync::LazyLock;

/// In a sentence with an organ on both sides, an operation belongs to the side next to it. If the sentence covers two
/// times or plans nothing, both sides are meant.
pub(super) fn assign_operation_side(
    block: &BlockContext<'_>,
    words: &[(String, Span)],
    folded: &str,
    here: &mut [OrganMention],
    both: &mut Vec<usize>,
) {
    static TWO_TIMES_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| crate::pattern::words("contradiction/sides/both-sides/two-times-words"));
    static PLANNED_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| crate::pattern::words("contradiction/sides/both-sides/planned-words"));
    let organs: Vec<usize> = here
        .iter()
        .filter(|one| here.iter().any(|other| other.organ == one.organ && other.side != one.side))
        .map(|one| one.organ)
        .collect();
    if organs.is_empty() {
        return;
    }
    let one_time = PLANNED_WORDS.iter().any(|word| folded.contains(word))
        && !TWO_TIMES_WORDS.iter().any(|word| folded.contains(word));
    for one in here.iter_mut().filter(|one| organs.contains(&one.organ)) {
        if !one_time {
            both.push(one.organ);
            continue;
        }
        let Some(at) = words.iter().position(|(_, span)| span.start >= one.span.start) else { continue };
        let is_side = |at: usize| {
            words
                .get(at)
                .is_some_and(|(word, span)| side_of(word).or(side_of_letter(block.slice(*span))).is_some())
        };
        // From the mention to the next side, at most four words; the mention itself contains one side.
        let mut end = at;
        let mut sides = 0;
        while end < words.len() && end < at + 5 {
            sides += usize::from(is_side(end));
            if sides > 1 {
                break;
            }
            end += 1;
        }
        let from = words.get(at).map_or(one.span.start, |(_, span)| span.start);
        let to =
            end.checked_sub(1).and_then(|last| words.get(last)).map_or(one.span.end, |(_, span)| span.end);
        let near = fold(block.slice(Span { start: from, end: to.max(one.span.end) }));
        one.is_operation = OPERATIONS.iter().any(|stem| near.contains(stem));
    }
}
