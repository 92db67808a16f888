//! Words that place an allergy in the past.

use crate::analysis::folding::fold;
use crate::pattern::word_list;

/// Whether a sentence says that something is known, or gives its time: a year, "six years ago",
/// "hace 3 años".
pub(crate) fn tells_of_past(sentence: &str) -> bool {
    let folded = fold(sentence);
    let has_year = folded
        .split(|c: char| !c.is_ascii_digit())
        .any(|number| number.len() == 4 && (number.starts_with("19") || number.starts_with("20")));
    let is_known = folded
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| matches!(word, "known" | "conocida" | "conocido" | "previa" | "previo"));
    has_year
        || is_known
        || word_list!("allergy-conflict/note-allergies/past-allergy/tells-of-past")
            .iter()
            .any(|words| folded.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_only_contains_known_tells_of_no_past() {
        assert!(tells_of_past("Known penicillin allergy."));
        assert!(tells_of_past("Alergia conocida a penicilina."));
        assert!(!tells_of_past("Cause of the rash unknown."));
        assert!(!tells_of_past("Causa desconocida."));
    }
}
