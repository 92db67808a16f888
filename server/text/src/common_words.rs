//! Words without topical meaning.

/// Function words, and words that occur in every paper; English, folded, sorted. Chosen by hand.
const COMMON_WORDS: &[&str] = &[
    "a", "after", "al", "also", "an", "and", "any", "are", "as", "at", "be", "been", "being", "between",
    "both", "by", "can", "could", "did", "do", "does", "during", "each", "et", "for", "from", "had", "has",
    "have", "he", "her", "his", "however", "in", "into", "is", "it", "its", "less", "many", "may", "might",
    "more", "most", "of", "on", "or", "our", "over", "per", "report", "reported", "reports", "she", "should",
    "show", "showed", "shown", "shows", "some", "studies", "study", "such", "than", "that", "the", "their",
    "them", "there", "these", "they", "this", "those", "through", "to", "under", "via", "was", "we", "were",
    "when", "which", "while", "who", "whom", "will", "with", "would",
];

/// Whether a folded word has little topical meaning: `the`, `which`, `showed`, `study`.
#[must_use]
pub fn is_common(word: &str) -> bool {
    COMMON_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_grammar_are_common_and_those_of_a_subject_are_not() {
        assert!(COMMON_WORDS.is_sorted());
        assert!(COMMON_WORDS.iter().all(|word| is_common(word)));
        assert!(!["metformin", "not", "mortality", "trial"].into_iter().any(is_common));
    }
}
