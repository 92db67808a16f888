//! Converts raised letters to Unicode superscripts.

/// Returns `words` in superscript characters if they are numbers with separators; else unchanged.
pub(crate) fn raised(words: &str) -> String {
    let is_list = words.chars().any(|c| c.is_ascii_digit())
        && words.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | '–' | '−' | ' ' | ';'));
    if !is_list {
        return words.to_owned();
    }
    let raise = |c: char| match c {
        '-' | '–' | '−' => Some('⁻'),
        ';' => Some(','),
        ' ' => None,
        ',' => Some(','),
        digit => digit.to_digit(10).and_then(|value| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(value as usize)),
    };
    words.chars().filter_map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::raised;

    #[test]
    fn numbers_are_raised_and_words_stay() {
        assert_eq!(raised("1, 3–5"), "¹,³⁻⁵");
        assert_eq!(raised("th"), "th");
        assert_eq!(raised(","), ",");
    }
}
