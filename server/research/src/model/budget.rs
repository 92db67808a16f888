//! Estimates token counts without the tables of a particular model.

/// Returns an upper estimate of the number of tokens in a text: one token for every four letters of
/// a Latin word and every punctuation mark, two for every character of other scripts.
#[must_use]
pub fn tokens(text: &str) -> usize {
    let (mut total, mut run) = (0_usize, 0_usize);
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            run += 1;
            continue;
        }
        total += run.div_ceil(4);
        run = 0;
        total += match c {
            ' ' => 0,
            c if c.is_ascii() || ('\u{a0}'..='\u{24f}').contains(&c) => 1,
            _ => 2,
        };
    }
    total + run.div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn words_marks_and_other_scripts_are_counted() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("Metformin activated AMPK."), 3 + 3 + 1 + 1);
        assert!(tokens("二甲双胍") >= 4);
    }
}
