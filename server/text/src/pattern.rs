//! Regular expressions for English and Spanish.

use regex::Regex;

/// The letters of European texts: Latin with diacritics, combining accents, Greek, and typographic
/// ligatures.
const LETTERS: &str = "A-Za-zªµºÀ-ÖØ-öø-ϿḀ-ỿﬀ-ﬆ";
const DIGITS: &str = "0-9";

/// Compiles a regular expression in which `\w`, `\d` and `\p{L}` match only the letters and digits
/// of European texts.
///
/// Unicode's own classes have hundreds of ranges, so one bounded repetition of `\w` compiles to an
/// automaton of megabytes, which would delay the opening of a draft.
///
/// # Errors
///
/// If the pattern is not a valid regular expression.
pub fn pattern(text: &str) -> Result<Regex, regex::Error> {
    Regex::new(&with_european_classes(text))
}

/// Expands `\w`, `\d` and `\p{L}` in a pattern.
fn with_european_classes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let class = [
            (r"\w", format!("{LETTERS}{DIGITS}_")),
            (r"\d", DIGITS.to_owned()),
            (r"\p{L}", LETTERS.to_owned()),
        ]
        .into_iter()
        .find(|(name, _)| rest.starts_with(name));
        let length = if let Some((name, members)) = class {
            if depth == 0 {
                out.extend(["[", members.as_str(), "]"]);
            } else {
                out.push_str(&members);
            }
            name.len()
        } else {
            let length = match first {
                // Keep escaped characters.
                '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
                _ => first.len_utf8(),
            };
            match first {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            out.push_str(rest.get(..length).unwrap_or_default());
            length
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(text: &str) -> Regex {
        pattern(text).expect("the pattern is valid")
    }

    #[test]
    fn letters_of_european_words_are_met_within_classes_and_outside_of_them() {
        let word = compiled(r"^\w+$");
        for text in ["amoxicilina", "niño", "Ménière", "αβ", "µg", "e\u{301}l", "x_1", "ﬁbrate", "Trần"]
        {
            assert!(word.is_match(text), "{text}");
        }
        assert!(!word.is_match("a b") && !word.is_match("a×b") && !word.is_match(""));
        let names = compiled(r"^[\p{L} -]{1,30}: \d[\d.,]*[^\w]$");
        assert!(names.is_match("señal Ω-ß: 1.250!"));
        assert!(!names.is_match("señal 3: 1.250!") && !names.is_match("señal: 1.250x"));
    }

    #[test]
    fn what_is_escaped_stays_as_it_is() {
        for text in [r"\\w", r"\[\w\]", r"[\[\]]\.\x22\b\s", r"\p{Lu}\p{N}"] {
            assert!(pattern(text).is_ok(), "{text}");
        }
        assert!(compiled(r"^\[\w\]$").is_match("[a]"));
        assert!(compiled(r"^\\w$").is_match(r"\w"));
        assert!(compiled(r"^[\]\w]+$").is_match("]a"));
    }

    #[test]
    fn a_repeated_letter_takes_little_room() {
        let small = regex::RegexBuilder::new(&with_european_classes(r"\b\w{1,40} [\p{L} -]{1,40}\b"))
            .size_limit(100_000)
            .build();
        assert!(small.is_ok());
    }
}
