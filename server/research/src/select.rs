//! Selects the items that are shown: relevant ones without repetition.

use crate::embed::dot;

/// Maximal marginal relevance (Carbonell and Goldstein, 1998): the weight of relevance against
/// novelty.
pub const LAMBDA: f32 = 0.7;

/// The unit vectors of a question and of items, all from one embedder.
#[derive(Clone, Debug)]
pub struct Vectors<'a> {
    /// The vector of the question, with the same dimension as those of the items.
    pub question: &'a [f32],
    /// The vectors of the items, in item order.
    pub items: Vec<&'a [f32]>,
}

/// Selects `n` of `items` that are relevant to the question and differ from each other. Returns all
/// items in their order if there are at most `n`, and selects by `relevance` without
/// vectors.
#[must_use]
pub fn select_diverse<T: Clone>(
    items: &[T],
    n: usize,
    vectors: Option<&Vectors<'_>>,
    relevance: &dyn Fn(&T) -> f32,
) -> Vec<T> {
    if items.is_empty() || n >= items.len() {
        return items.to_vec();
    }
    let order = match vectors.filter(|vectors| vectors.items.len() == items.len()) {
        Some(vectors) => marginal(vectors, n),
        None => {
            let mut order: Vec<usize> = (0..items.len()).collect();
            let worth = |index: &usize| items.get(*index).map_or(0.0, relevance);
            order.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
            order
        }
    };
    order.into_iter().take(n).filter_map(|index| items.get(index).cloned()).collect()
}

/// Returns the cosine of two unit vectors; 0 if they cannot be compared.
fn likeness(a: &[f32], b: &[f32]) -> f32 {
    let near = if a.len() == b.len() { dot(a, b) } else { 0.0 };
    if near.is_finite() { near } else { 0.0 }
}

/// Selects greedily: each step takes the item with the highest relevance minus its similarity to
/// the items already selected.
fn marginal(vectors: &Vectors<'_>, n: usize) -> Vec<usize> {
    let vectors_of = |index: usize| vectors.items.get(index).copied().unwrap_or_default();
    let relevance: Vec<f32> = vectors.items.iter().map(|vector| likeness(vectors.question, vector)).collect();
    // The similarity of each item to the selected ones; initially zero.
    let mut redundancy = vec![0.0_f32; vectors.items.len()];
    let mut left: Vec<usize> = (0..vectors.items.len()).collect();
    let mut chosen = Vec::with_capacity(n);
    while chosen.len() < n && !left.is_empty() {
        let score = |index: usize| {
            LAMBDA * relevance.get(index).copied().unwrap_or_default()
                - (1.0 - LAMBDA) * redundancy.get(index).copied().unwrap_or_default()
        };
        let mut best = 0;
        for at in 1..left.len() {
            let (Some(&candidate), Some(&known)) = (left.get(at), left.get(best)) else { break };
            if score(candidate) > score(known) {
                best = at;
            }
        }
        let index = left.remove(best);
        chosen.push(index);
        for &other in &left {
            if let Some(slot) = redundancy.get_mut(other) {
                let near = likeness(vectors_of(index), vectors_of(other));
                *slot = if chosen.len() == 1 { near } else { slot.max(near) };
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::lexical;

    fn pick(items: &[(&'static str, f32)], n: usize, by_words: bool) -> Vec<&'static str> {
        let question = lexical("metformin ampk liver");
        let own: Vec<Vec<f32>> = items.iter().map(|item| lexical(item.0)).collect();
        let vectors = Vectors { question: &question, items: own.iter().map(Vec::as_slice).collect() };
        let vectors = by_words.then_some(&vectors);
        select_diverse(items, n, vectors, &|item| item.1).into_iter().map(|item| item.0).collect()
    }

    #[test]
    fn nothing_of_nothing_and_everything_where_there_is_little() {
        assert!(pick(&[], 3, true).is_empty());
        assert_eq!(pick(&[("b", 0.1), ("a", 0.9)], 2, true), ["b", "a"]);
    }

    #[test]
    fn without_vectors_the_most_relevant_come_first() {
        assert_eq!(pick(&[("b", 0.1), ("a", 0.9), ("c", 0.5)], 2, false), ["a", "c"]);
    }

    #[test]
    fn what_was_said_already_gives_way_to_something_else() {
        let items = [
            ("metformin activates ampk in the liver", 1.0),
            ("metformin activates ampk in the liver of rats", 0.99),
            ("metformin ampk respiration", 0.5),
        ];
        assert_eq!(
            pick(&items, 2, true),
            ["metformin activates ampk in the liver", "metformin ampk respiration"]
        );
    }

    #[test]
    fn vectors_that_cannot_be_compared_count_as_far_apart() {
        let items = [&[1.0_f32, 0.0] as &[f32], &[f32::NAN, 1.0], &[], &[0.0, 0.0]];
        let vectors = Vectors { question: &[1.0, 0.0], items: items.to_vec() };
        assert_eq!(select_diverse(&[1, 2, 3, 4], 1, Some(&vectors), &|_| 0.0), [1]);
        assert_eq!(select_diverse(&[1, 2, 3, 4], 3, Some(&vectors), &|_| 0.0).len(), 3);
    }

    #[test]
    fn twenty_of_five_hundred_are_chosen_once_each() {
        let own: Vec<Vec<f32>> =
            (0..500_u16).map(|n| vec![f32::from(n % 17), f32::from(n % 5), 1.0]).collect();
        let vectors = Vectors { question: &[1.0, 2.0, 1.0], items: own.iter().map(Vec::as_slice).collect() };
        let chosen = marginal(&vectors, 20);
        let mut distinct = chosen.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!((chosen.len(), distinct.len()), (20, 20));
    }
}
