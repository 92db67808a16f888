//! How near to each other a record has words that stand beside each other in the sentence.
//!
//! `tumour necrosis` says something else than a tumour in one sentence and a necrosis in another.

use super::terms::{SoughtTerm, WordCounts};

/// How far apart two words may stand, in words, to count.
const MAX_DISTANCE: usize = 3;

/// How near a record has neighbouring words of the text, from 0 to 1: each pair counts one over the least distance between
/// the two. Rare words count no more than others, since they count by themselves already.
#[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
pub(super) fn nearness(sought: &[SoughtTerm<'_>], counted: &WordCounts) -> f32 {
    let own: Vec<&SoughtTerm<'_>> = sought.iter().filter(|one| one.is_of_text()).collect();
    let mut last_place: Vec<Option<usize>> = vec![None; own.len()];
    // The least distance between each word of the text and the next one.
    let mut distances: Vec<Option<usize>> = vec![None; own.len()];
    for (place, number) in counted.in_order() {
        let Some(at) = own.iter().position(|one| one.is_number(number)) else { continue };
        let mut see = |pair: usize, other: usize| {
            let Some(before) = last_place.get(other).copied().flatten() else { return };
            let Some(least) = distances.get_mut(pair) else { return };
            let distance = place - before;
            if distance <= MAX_DISTANCE && least.is_none_or(|known| distance < known) {
                *least = Some(distance);
            }
        };
        see(at, at + 1);
        if let Some(before) = at.checked_sub(1) {
            see(before, before);
        }
        if let Some(last) = last_place.get_mut(at) {
            *last = Some(place);
        }
    }
    let near = distances.into_iter().flatten().map(|distance| 1.0 / distance as f32);
    near.sum::<f32>() / own.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::super::terms::{PoolWords, sought};
    use super::*;
    use crate::query::Query;
    use crate::testing::record;
    use crate::vocabulary::Vocabulary;

    #[test]
    fn words_that_stand_together_are_nearer_than_words_of_two_places() {
        let records = [
            record(1, "A study", "Tumour necrosis was common."),
            record(2, "A study", "Necrosis of the tumour was common."),
            record(3, "A study", "A tumour was seen in all of the patients. Some had a necrosis."),
            record(4, "A tumour", "Necrosis was seen."),
            record(5, "A study", "Some had a tumour. Necrosis was seen in others."),
        ];
        let words = PoolWords::of(records.iter());
        let query = Query::of("tumour necrosis", &Vocabulary::default());
        let sought = sought(&query, &words);
        let near: Vec<f32> = words.records.iter().map(|one| nearness(&sought, one)).collect();
        assert!(near[0] > near[1] && near[1] > 0.0, "{near:?}");
        // The last word of a title or a sentence does not stand beside the first of the next.
        assert_eq!(near[2..], [0.0, 0.0, 0.0]);
    }
}
