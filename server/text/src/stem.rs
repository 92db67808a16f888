//! Stems of English words for searching: `activ` for `activates`, `activated` and `activation`.
//!
//! A stem is a key for comparison, not a word for display. It is shorter than the result of
//! [`crate::fold::spelling`] and also unifies unrelated words (`organ`, `organic`), which is
//! acceptable for ranking but not for a verdict.

use crate::fold;

/// Suffixes to remove, the longest first.
const ENDINGS: &[&str] = &[
    "ational", "ations", "nesses", "ation", "ators", "ating", "ments", "ities", "ically", "ator", "ated",
    "ates", "ment", "ness", "ives", "ions", "ings", "edly", "ally", "ical", "ate", "ity", "ive", "ion",
    "ing", "ies", "ers", "ors", "ics", "als", "ed", "es", "er", "or", "ic", "al", "ly", "e", "s", "y",
];

/// The minimum length in bytes of a stem after the removal of a suffix.
const MIN_ROOT_BYTES: usize = 4;

/// Returns the stem of a folded word.
#[must_use]
pub fn root(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    write_root(word, &mut out);
    out
}

/// Writes the stem of a folded word into `out`, replacing its content.
fn write_root(word: &str, out: &mut String) {
    out.clear();
    if word.len() <= 3 || !word.is_ascii() || word.bytes().any(|byte| byte.is_ascii_digit()) {
        out.push_str(word.strip_suffix('s').filter(|rest| rest.len() > 2).unwrap_or(word));
        return;
    }
    let has_digraph = word.as_bytes().windows(2).any(|pair| matches!(pair, b"ae" | b"oe" | b"ou"));
    if has_digraph {
        out.push_str(&word.replace("ae", "e").replace("oe", "e").replace("our", "or"));
    } else {
        out.push_str(word);
    }
    if out.len() > 4 && out.ends_with("ies") {
        out.truncate(out.len() - 3);
        out.push('y');
    } else if out.len() > 3 && out.ends_with('s') && !out.ends_with("ss") && !out.ends_with("us") {
        out.pop();
    }
    // British and American spelling: `randomised`, `randomized`.
    if let Some(at) = out.rfind("is").filter(|at| *at >= MIN_ROOT_BYTES)
        && matches!(out.get(at + 2..), Some("e" | "ed" | "ing" | "ation"))
    {
        out.replace_range(at..at + 2, "iz");
    }
    // `virus` and `viruses`, `mass` and `masses`: the `s` at the end of a singular is part of the
    // word.
    let own_s = out.ends_with("ss") || out.ends_with("us");
    let ending = ENDINGS.iter().find(|ending| {
        out.len() >= ending.len() + MIN_ROOT_BYTES && out.ends_with(**ending) && !(own_s && **ending == "s")
    });
    if let Some(ending) = ending {
        out.truncate(out.len() - ending.len());
    }
}

/// Calls `each` with the stems of the words of a text, in order.
///
/// It processes every abstract of an import, so only non-ASCII words are fully folded.
pub fn for_each_root(text: &str, mut each: impl FnMut(&str)) {
    let mut root = String::with_capacity(24);
    let mut word = String::with_capacity(24);
    let mut take = |word: &str| {
        // "Crohn's disease" becomes "Crohn disease".
        if !word.is_empty() && word != "s" {
            write_root(word, &mut root);
            each(&root);
        }
    };
    for part in text.split_ascii_whitespace() {
        if !part.is_ascii() {
            fold::title(part).split(' ').for_each(&mut take);
            continue;
        }
        for byte in part.bytes() {
            if byte.is_ascii_alphanumeric() {
                word.push(char::from(byte.to_ascii_lowercase()));
            } else {
                take(&word);
                word.clear();
            }
        }
        take(&word);
        word.clear();
    }
}

/// Returns the stems of the words of a text, in order.
#[must_use]
pub fn roots(text: &str) -> Vec<String> {
    let mut out = Vec::with_capacity(16);
    for_each_root(text, |root| out.push(root.to_owned()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_meet() {
        for family in [
            &["activates", "activated", "activation", "activating", "activate"][..],
            &["inhibition", "inhibits", "inhibited", "inhibitor", "inhibitors"],
            &["randomised", "randomized", "randomization", "randomisation"],
            &["tumour", "tumor", "tumors"],
            &["metabolism", "metabolisms"],
        ] {
            for word in family {
                assert_eq!(root(word), root(family[0]), "{word}");
            }
        }
        assert_ne!(root("insulin"), root("insult"));
        assert_eq!(roots("β-catenin in Crohn’s disease"), ["beta", "catenin", "in", "crohn", "diseas"]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn any_text_has_roots(text in "\\PC*") {
            for root in roots(&text) {
                proptest::prop_assert!(!root.is_empty() && !root.contains(' '));
            }
            let folded = fold::title(&text);
            let words = folded.split(' ').filter(|word| !word.is_empty() && *word != "s");
            proptest::prop_assert_eq!(roots(&text), words.map(root).collect::<Vec<_>>());
        }
    }
}
