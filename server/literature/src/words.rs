//! The words under which records are found.
//!
//! These keys are looser than anything a verdict rests on: plural and singular, British and American spelling
//! and all kinds of transliteration fall together, so that a reference finds its record in spite of them.
//! Whether the two agree is judged elsewhere, on the words as written.
//!
//! The library on disk holds these keys: a change here needs a new format version there.

use deunicode::deunicode_char;

/// Calls `each` with every word of `text`: folded to lower-case ASCII, not yet stemmed.
pub(crate) fn for_each_word(text: &str, mut each: impl FnMut(&str)) {
    let mut word = String::with_capacity(16);
    for character in text.chars() {
        match character {
            'a'..='z' | '0'..='9' => word.push(character),
            'A'..='Z' => word.push(character.to_ascii_lowercase()),
            // "Crohn's" and "Crohns" are one word, and a soft hyphen is none.
            '\'' | '\u{2019}' | '\u{2018}' | '\u{ad}' | '\u{200b}'..='\u{200d}' => {}
            '\0'..='\u{7f}' => flush(&mut word, &mut each),
            // Accents that stand behind their letter.
            '\u{300}'..='\u{36f}' => {}
            _ => push_folded(character, &mut word, &mut each),
        }
    }
    flush(&mut word, &mut each);
}

fn flush(word: &mut String, each: &mut impl FnMut(&str)) {
    if !word.is_empty() {
        each(word);
        word.clear();
    }
}

fn push_folded(character: char, word: &mut String, each: &mut impl FnMut(&str)) {
    if let Some(name) = greek(character) {
        word.push_str(name);
        return;
    }
    let Some(folded) = deunicode_char(character) else {
        flush(word, each);
        return;
    };
    for letter in folded.chars() {
        if letter.is_ascii_alphanumeric() {
            word.push(letter.to_ascii_lowercase());
        } else {
            flush(word, each);
        }
    }
}

/// The name of a Greek letter: titles write `β-catenin` or `beta-catenin`, and a transliteration to `b` would
/// tell them apart.
fn greek(character: char) -> Option<&'static str> {
    Some(match character {
        'α' | 'Α' | 'ά' => "alpha",
        'β' | 'Β' | 'ϐ' => "beta",
        'γ' | 'Γ' => "gamma",
        'δ' | 'Δ' | '∆' => "delta",
        'ε' | 'Ε' | 'ϵ' => "epsilon",
        'ζ' | 'Ζ' => "zeta",
        'η' | 'Η' => "eta",
        'θ' | 'Θ' | 'ϑ' => "theta",
        'ι' | 'Ι' => "iota",
        'κ' | 'Κ' => "kappa",
        'λ' | 'Λ' => "lambda",
        'μ' | 'Μ' | 'µ' => "mu",
        'ν' | 'Ν' => "nu",
        'ξ' | 'Ξ' => "xi",
        'π' | 'Π' => "pi",
        'ρ' | 'Ρ' => "rho",
        'σ' | 'ς' | 'Σ' => "sigma",
        'τ' | 'Τ' => "tau",
        'υ' | 'Υ' => "upsilon",
        'φ' | 'Φ' | 'ϕ' => "phi",
        'χ' | 'Χ' => "chi",
        'ψ' | 'Ψ' => "psi",
        'ω' | 'Ω' | '\u{2126}' => "omega",
        _ => return None,
    })
}

/// Brings spellings and numbers of a folded word together: `tumours` and `tumor`, `randomised` and
/// `randomizes`. Deliberately too much rather than too little.
pub(crate) fn stem(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    if word.len() <= 3 {
        out.push_str(word);
        return out;
    }
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let (replacement, taken) = if rest.starts_with("ae") || rest.starts_with("oe") {
            ("e", 2)
        } else if rest.starts_with("our") {
            ("or", 3)
        } else if first == 's'
            && out.ends_with(['i', 'y'])
            && rest.get(1..).is_some_and(|next| next.starts_with(['a', 'e', 'i', 'o']))
        {
            ("z", 1)
        } else if rest == "tre" {
            ("ter", 3)
        } else if rest == "mme" {
            ("m", 3)
        } else {
            out.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        };
        out.push_str(replacement);
        rest = rest.get(taken..).unwrap_or_default();
    }
    if out.len() > 4 && out.ends_with("ies") {
        out.truncate(out.len() - 3);
        out.push('y');
    } else if out.len() > 3 && out.ends_with('s') && !out.ends_with("ss") {
        out.pop();
    }
    out
}

/// The stemmed words of a title, in order.
#[must_use]
pub(crate) fn stems(text: &str) -> Vec<String> {
    let mut out = Vec::with_capacity(16);
    for_each_word(text, |word| out.push(stem(word)));
    out
}

/// The key of a surname's last part of at least two letters: `van Gogh`, `Van Gogh` and `Gogh` meet in `gogh`,
/// `Müller` and `Mueller` in `muller`.
#[must_use]
pub(crate) fn surname_keys(surname: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(2);
    for_each_word(surname, |word| {
        // DBLP numbers namesakes: `Rohit Agrawal 0002`.
        if word.len() > 1 && !word.bytes().all(|byte| byte.is_ascii_digit()) {
            out.push(word.replace("ae", "a").replace("oe", "o").replace("ue", "u"));
        }
    });
    if out.len() > 1 {
        out.retain(|word| {
            !matches!(
                word.as_str(),
                "van"
                    | "von"
                    | "der"
                    | "den"
                    | "de"
                    | "del"
                    | "della"
                    | "di"
                    | "da"
                    | "dos"
                    | "la"
                    | "le"
                    | "el"
                    | "al"
                    | "bin"
                    | "ibn"
                    | "ten"
                    | "ter"
                    | "jr"
                    | "sr"
                    | "ii"
                    | "iii"
            )
        });
    }
    out
}

/// The key of the name of a journal: folded words, without what is in brackets and without the small words
/// that abbreviations leave out.
#[must_use]
pub(crate) fn journal_key(name: &str) -> String {
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
    for_each_word(&plain, |word| {
        if !matches!(
            word,
            "the"
                | "of"
                | "and"
                | "for"
                | "in"
                | "on"
                | "a"
                | "an"
                | "de"
                | "la"
                | "le"
                | "der"
                | "die"
                | "und"
                | "et"
                | "y"
        ) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
    });
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

    proptest::proptest! {
        #[test]
        fn any_text_has_plain_words(text in "\\PC*") {
            for word in stems(&text) {
                proptest::prop_assert!(!word.is_empty());
                proptest::prop_assert!(word.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{}", word);
            }
            proptest::prop_assert!(surname_keys(&text).iter().all(|key| !key.is_empty()));
            proptest::prop_assert!(!journal_key(&text).ends_with(' '));
        }
    }
}
