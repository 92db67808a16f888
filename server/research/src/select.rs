//! Choosing what is shown: relevant, and not the same thing twice.

use crate::embed::{Embedder, cosine};

/// Maximal marginal relevance (Carbonell and Goldstein, 1998): how much relevance counts against novelty.
pub const LAMBDA: f32 = 0.7;

/// Picks `n` of `items` that are relevant to `question` and differ from each other. None of nothing; all, in their
/// order, where there are no more than `n`; by relevance where there are no vectors.
#[must_use]
pub fn select_diverse<T: Clone>(
    items: &[T],
    n: usize,
    question: &str,
    embedder: Option<&dyn Embedder>,
    text: &dyn Fn(&T) -> String,
    relevance: &dyn Fn(&T) -> f32,
) -> Vec<T> {
    if items.is_empty() || n >= items.len() {
        return items.to_vec();
    }
    let vectors = embedder.and_then(|embedder| {
        let texts: Vec<String> = items.iter().map(text).collect();
        let all: Vec<&str> = std::iter::once(question).chain(texts.iter().map(String::as_str)).collect();
        embedder.embed(&all).ok().filter(|vectors| vectors.len() == all.len())
    });
    let Some(vectors) = vectors else {
        let mut order: Vec<usize> = (0..items.len()).collect();
        let worth = |index: &usize| items.get(*index).map_or(0.0, relevance);
        order.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        return order.into_iter().take(n).filter_map(|index| items.get(index).cloned()).collect();
    };
    let (question, vectors) = match vectors.split_first() {
        Some((question, rest)) => (question.as_slice(), rest),
        None => return items.iter().take(n).cloned().collect(),
    };
    marginal(question, vectors, n).into_iter().filter_map(|index| items.get(index).cloned()).collect()
}

/// The greedy choice: each next one has the best of relevance less its likeness to what was chosen.
fn marginal(question: &[f32], vectors: &[Vec<f32>], n: usize) -> Vec<usize> {
    let relevance: Vec<f32> = vectors.iter().map(|vector| cosine(question, vector)).collect();
    // How like each is to what was chosen: nothing yet.
    let mut redundancy = vec![0.0_f32; vectors.len()];
    let mut left: Vec<usize> = (0..vectors.len()).collect();
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
        let Some(vector) = vectors.get(index) else { break };
        for &other in &left {
            if let (Some(slot), Some(against)) = (redundancy.get_mut(other), vectors.get(other)) {
                let likeness = cosine(vector, against);
                *slot = if chosen.len() == 1 { likeness } else { slot.max(likeness) };
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::LexicalEmbedder;

    fn pick(items: &[(&'static str, f32)], n: usize, embedder: Option<&dyn Embedder>) -> Vec<&'static str> {
        select_diverse(items, n, "metformin ampk liver", embedder, &|item| item.0.to_owned(), &|item| item.1)
            .into_iter()
            .map(|item| item.0)
            .collect()
    }

    #[test]
    fn nothing_of_nothing_and_everything_where_there_is_little() {
        assert!(pick(&[], 3, Some(&LexicalEmbedder)).is_empty());
        assert_eq!(pick(&[("b", 0.1), ("a", 0.9)], 2, Some(&LexicalEmbedder)), ["b", "a"]);
    }

    #[test]
    fn without_vectors_the_most_relevant_come_first() {
        assert_eq!(pick(&[("b", 0.1), ("a", 0.9), ("c", 0.5)], 2, None), ["a", "c"]);
    }

    #[test]
    fn what_was_said_already_gives_way_to_something_else() {
        let items = [
            ("metformin activates ampk in the liver", 1.0),
            ("metformin activates ampk in the liver of rats", 0.99),
            ("metformin ampk respiration", 0.5),
        ];
        assert_eq!(
            pick(&items, 2, Some(&LexicalEmbedder)),
            ["metformin activates ampk in the liver", "metformin ampk respiration"]
        );
        assert_eq!(cosine(&[0.0, 0.0], &[1.0, 0.0]), 0.0);
    }

    #[test]
    fn twenty_of_five_hundred_are_chosen_at_once() {
        let vectors: Vec<Vec<f32>> =
            (0..500_u16).map(|n| vec![f32::from(n % 17), f32::from(n % 5), 1.0]).collect();
        let chosen = marginal(&[1.0, 2.0, 1.0], &vectors, 20);
        let mut distinct = chosen.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!((chosen.len(), distinct.len()), (20, 20));
    }
}
