//! Decides whether two lists of authors consist of the same words, however they were split into
//! persons.

use super::person::Person;

/// Returns whether every word of either list is in the other, in full or as an initial.
///
/// Programs split a list at wrong places ("Hemminki and Elina"), swap family and given name, and
/// shift initials from one person to the next. Then no two persons agree, but the words still do.
pub(super) fn are_same_words(claimed: &[Person], recorded: &[Person]) -> bool {
    /// The minimum number of words in a list of two persons.
    const MIN_WORDS: usize = 4;
    let words = |persons: &[Person]| -> (Vec<String>, Vec<String>) {
        persons
            .iter()
            .flat_map(|person| person.tokens.iter().cloned())
            .partition(|word| word.chars().count() > 1)
    };
    let ((long, mut initials), (mut other_long, mut other_initials)) = (words(claimed), words(recorded));
    if long.len() + initials.len() < MIN_WORDS || claimed.len().min(recorded.len()) < 2 {
        return false;
    }
    let mut same = 0;
    let mut left = Vec::new();
    for word in long {
        match other_long.iter().position(|other| *other == word) {
            Some(at) => {
                other_long.swap_remove(at);
                same += 1;
            }
            None => left.push(word),
        }
    }
    let stands = |word: &String, initials: &mut Vec<String>| {
        let at = initials.iter().position(|initial| word.starts_with(initial.as_str()));
        at.map(|at| initials.swap_remove(at)).is_some()
    };

    // One of the two lists abbreviates; a given name that both have in full must be the same.
    (left.is_empty() || other_long.is_empty())
        && left.iter().all(|word| stands(word, &mut other_initials))
        && other_long.iter().all(|word| stands(word, &mut initials))
        && same >= recorded.len()
}
