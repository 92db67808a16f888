//! The word keys for finding records.
//!
//! These keys are looser than the comparisons that decide a verdict: singular and plural, British
//! and American spelling, and all transliterations have the same key, so that a reference finds its
//! record despite such differences. Whether the two agree is decided elsewhere, on the original
//! words.
//!
//! The library on disk stores these keys: changing them requires a new format version there.

use referee_text::fold;
use referee_text::stop_words::{StopWordUse, is_stop_word};

/// Calls `each` with the key of every word of `text`, in order.
pub fn for_each_stem(text: &str, mut each: impl FnMut(&str)) {
    let mut key = String::with_capacity(24);
    // An abstract has only a few non-ASCII words; only those need full folding.
    let mut word = String::with_capacity(24);
    for part in text.split_ascii_whitespace() {
        if part.is_ascii() {
            for byte in part.bytes() {
                if byte.is_ascii_alphanumeric() {
                    word.push(byte.to_ascii_lowercase() as char);
                } else {
                    each_word(&word, &mut key, &mut each);
                    word.clear();
                }
            }
            each_word(&word, &mut key, &mut each);
            word.clear();
        } else {
            for word in fold::title(part).split(' ') {
                each_word(word, &mut key, &mut each);
            }
        }
    }
}

/// Calls `each` with the key of a folded word.
fn each_word(word: &str, key: &mut String, each: &mut impl FnMut(&str)) {
    // "Crohn's disease" becomes "Crohn disease".
    if !word.is_empty() && word != "s" {
        stem(word, key);
        each(key);
    }
}

/// Whether the key is that of a word without topical meaning.
#[must_use]
pub fn is_function_word(key: &str) -> bool {
    is_stop_word(key, StopWordUse::Topic)
}

/// Unifies the spellings and the number of a folded word: `tumours` and `tumor`, `randomised` and
/// `randomizes`. It merges too much rather than too little, in a single pass, because it is also
/// used for abstracts.
fn stem(word: &str, out: &mut String) {
    out.clear();
    if word.len() <= 3 {
        out.push_str(word);
        return;
    }
    // Most words need no replacement.
    let bytes = word.as_bytes();
    let replaceable = bytes.windows(2).any(|pair| {
        matches!(pair, b"ae" | b"oe" | b"ou" | b"mm" | b"tr" | b"is" | b"ys") || !pair[0].is_ascii()
    });
    if !replaceable {
        out.push_str(word);
        singular(out);
        return;
    }
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let (replacement, taken) = match first {
            'a' if rest.starts_with("ae") => ("e", 2),
            'o' if rest.starts_with("oe") => ("e", 2),
            'o' if rest.starts_with("our") => ("or", 3),
            't' if rest == "tre" || rest == "tres" => ("ter", rest.len()),
            'm' if rest == "mme" || rest == "mmes" => ("m", rest.len()),
            's' if out.ends_with(['i', 'y'])
                && matches!(rest.as_bytes().get(1), Some(b'a' | b'e' | b'i' | b'o')) =>
            {
                ("z", 1)
            }
            _ => {
                out.push(first);
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
                continue;
            }
        };
        out.push_str(replacement);
        rest = rest.get(taken..).unwrap_or_default();
    }
    singular(out);
}

fn singular(out: &mut String) {
    if out.len() > 4 && out.ends_with("ies") {
        out.truncate(out.len() - 3);
        out.push('y');
    } else if out.len() > 3 && out.ends_with('s') && !out.ends_with("ss") {
        out.pop();
    }
}

/// Returns the keys of the words of a title, in order.
#[must_use]
pub fn stems(text: &str) -> Vec<String> {
    let mut out = Vec::with_capacity(16);
    for_each_stem(text, |word| out.push(word.to_owned()));
    out
}

/// Particles and suffixes, which only some sources count as part of the surname.
const PARTICLES: &[&str] = &[
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "la", "le", "el", "al", "bin",
    "ibn", "ten", "ter", "jr", "sr", "ii", "iii",
];

/// Returns the keys of the parts of a surname, without particles: `gogh` for `van Gogh`, `Van Gogh`
/// and `Gogh`, `muller` for `Müller` and `Mueller`.
#[must_use]
pub fn surname_keys(surname: &str) -> Vec<String> {
    let folded = fold::name(surname);
    // dblp numbers people with the same name: `Rohit Agrawal 0002`.
    let is_part = |word: &&str| word.len() > 1 && !word.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = folded.split(' ').filter(is_part).collect();
    let without: Vec<String> =
        parts.iter().filter(|part| !PARTICLES.contains(part)).map(|part| fold::name_key(part)).collect();
    if without.is_empty() { parts.into_iter().map(fold::name_key).collect() } else { without }
}

/// Returns the key of a journal's name: folded words, without bracketed text and without the words
/// that abbreviations omit.
#[must_use]
pub fn journal_key(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut depth = 0_u32;
    for character in name.chars() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth = depth.saturating_sub(1);
                plain.push(' ');
            }
            _ if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    let mut out = String::with_capacity(plain.len());
    for word in fold::title(&plain).split(' ') {
        if !word.is_empty() && !is_stop_word(word, StopWordUse::JournalKey) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(left: &str, right: &str) {
        assert_eq!(stems(left), stems(right), "{left} / {right}");
    }

    #[test]
    fn spellings_of_one_title_have_the_same_words() {
        same("Randomised trial in paediatric tumours", "Randomized Trial in Pediatric Tumor");
        same("β-catenin and TNF-α", "beta-catenin and TNF alpha");
        same("Crohn’s disease", "Crohn's Diseases");
        same("Crohn’s disease", "Crohn disease");
        same("Bjo\u{308}rk naïve", "Björk naive");
        same("Oestrogen programme behaviour centre", "Estrogen program behavior center");
        same("Analysing studies", "analyzing study");
        same("H₂O and ﬁbres", "H2O and fibres");
    }

    #[test]
    fn surnames_meet_in_spite_of_particles_and_umlauts() {
        assert_eq!(surname_keys("van Gogh"), ["gogh"]);
        assert_eq!(surname_keys("Müller-Lüdenscheidt"), ["muller", "ludenscheidt"]);
        assert_eq!(surname_keys("Mueller"), ["muller"]);
        assert_eq!(surname_keys("Agrawal 0002"), ["agrawal"]);
        assert_eq!(surname_keys("de"), ["de"]);
    }

    #[test]
    fn journals_lose_what_abbreviations_leave_out() {
        assert_eq!(journal_key("Lancet (London, England)"), journal_key("The Lancet"));
        assert_eq!(journal_key("N. Engl. J. Med."), "n engl j med");
    }

    #[test]
    fn the_function_words_are_keys() {
        for word in ["The", "these", "has", "does", "with", "between"] {
            assert!(stems(word).iter().all(|key| is_function_word(key)), "{word}");
        }
        assert!(!is_function_word("metformin"));
    }

    proptest::proptest! {
        #[test]
        fn a_word_folds_the_same_among_others(text in "[a-zA-Z0-9 '.,βé–-]{0,60}") {
            let whole: Vec<String> = fold::title(&text).split(' ').filter(|word| !word.is_empty() && *word != "s").map(|word| {
                let mut key = String::new();
                stem(word, &mut key);
                key
            }).collect();
            proptest::prop_assert_eq!(stems(&text), whole);
        }

        #[test]
        fn any_text_has_plain_words(text in "\\PC*") {
            for word in stems(&text) {
                proptest::prop_assert!(!word.is_empty());
                proptest::prop_assert!(!word.contains(' '), "{}", word);
            }
            proptest::prop_assert!(surname_keys(&text).iter().all(|key| !key.is_empty()));
            proptest::prop_assert!(!journal_key(&text).ends_with(' '));
        }
    }
}
