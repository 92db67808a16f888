//! Measures how close together a record has words that are neighbours in the sentence.
//!
//! `tumour necrosis` differs in meaning from a tumour in one sentence and a necrosis in another.

use super::terms::{SoughtTerm, WordCounts};

/// The maximum distance of two words that counts, in words.
const MAX_DISTANCE: usize = 3;

/// Returns the proximity of neighbouring words of the text in a record, from 0 to 1: each pair
/// counts one divided by its smallest distance. Rarity is ignored, because the word scores already
/// include it.
#[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
pub(super) fn nearness(sought: &[SoughtTerm<'_>], counted: &WordCounts) -> f32 {
    let own: Vec<&SoughtTerm<'_>> = sought.iter().filter(|one| one.is_of_text()).collect();
    let mut last_place: Vec<Option<usize>> = vec![None; own.len()];
    // The smallest distance between each word of the text and the next one.
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
        // The last word of a title or a sentence is not adjacent to the first word of the next.
        assert_eq!(near[2..], [0.0, 0.0, 0.0]);
    }
}
