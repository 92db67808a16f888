//! The forms of the verbs, by word: built once, so that a word of a sentence is looked up and not
//! compared with every verb.

use super::verbs::{IRREGULAR_FORMS, VERBS, VerbForm, VerbMeaning};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The meaning and the form of a verb, and the rank of the way in which the form was made: of two
/// verbs with the same form the lower rank is read (`dosed` is of `dose`, not of `dos`).
type Read = (VerbMeaning, VerbForm, u8);

/// Returns the meaning and the form of a verb; `None` for other words, including nouns derived from
/// verbs.
pub(in crate::hypotheses) fn verb(word: &str) -> Option<(VerbMeaning, VerbForm)> {
    static FORMS: OnceLock<HashMap<String, Read>> = OnceLock::new();
    FORMS.get_or_init(all_forms).get(word).map(|(meaning, form, _)| (*meaning, *form))
}

fn all_forms() -> HashMap<String, Read> {
    let mut out: HashMap<String, Read> = HashMap::new();
    let mut add = |word: String, read: Read| {
        let known = out.entry(word).or_insert(read);
        if read.2 < known.2 {
            *known = read;
        }
    };
    for (word, meaning, form) in IRREGULAR_FORMS {
        add((*word).to_owned(), (*meaning, *form, 0));
    }
    for (lemmas, meaning) in VERBS {
        for lemma in *lemmas {
            add((*lemma).to_owned(), (*meaning, VerbForm::Present, 1));
            add(format!("{lemma}s"), (*meaning, VerbForm::Present, 2));
            add(format!("{lemma}es"), (*meaning, VerbForm::Present, 3));
            for (ending, form, rank) in [("ed", VerbForm::Past, 4), ("ing", VerbForm::Gerund, 8)] {
                let mut add_form = |stem: &str, rank| add(format!("{stem}{ending}"), (*meaning, form, rank));
                add_form(lemma, rank);
                if let Some(stem) = lemma.strip_suffix('e') {
                    add_form(stem, rank + 1);
                }
                // `permitted`.
                if let Some(last) = lemma.chars().next_back() {
                    add_form(&format!("{lemma}{last}"), rank + 2);
                }
                // `intensified`.
                if let Some(stem) = lemma.strip_suffix('y') {
                    add_form(&format!("{stem}i"), rank + 3);
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_read_in_all_their_forms() {
        use VerbForm::{Gerund, Past, Present};
        for (word, form) in [
            ("inhibit", Present),
            ("inhibits", Present),
            ("reduces", Present),
            ("suppresses", Present),
            ("reduced", Past),
            ("inhibited", Past),
            ("controlled", Past),
            ("intensified", Past),
            ("blocking", Gerund),
            ("stopping", Gerund),
            ("reducing", Gerund),
        ] {
            assert_eq!(verb(word).map(|(_, read)| read), Some(form), "{word}");
        }
        for word in ["", "inhibition", "reducer", "reducely", "the"] {
            assert_eq!(verb(word), None, "{word}");
        }
    }
}
