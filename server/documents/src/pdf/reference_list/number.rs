//! Recognizes the markers of list items: numbers, and labels of author and year.

/// The style of item numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberStyle {
    /// `[1]`
    Brackets,
    /// `(1)`
    Parentheses,
    /// `1.`
    Dot,
    /// `1)`
    Closing,
    /// `1`
    Bare,
}

/// Returns the number at the start of a line, its style, and the offset of the text after it.
pub(super) fn number(line: &str) -> Option<(u32, NumberStyle, usize)> {
    let (open, body) = match line.chars().next()? {
        '[' => (Some('['), line.get(1..)?),
        '(' => (Some('('), line.get(1..)?),
        _ => (None, line),
    };
    let body = body.trim_start();
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=3).contains(&digits) {
        return raised_number(line);
    }
    let number: u32 = body.get(..digits)?.parse().ok()?;
    let rest = body.get(digits..)?.trim_start_matches(' ');
    let mark = rest.chars().next();
    let (style, skip) = match (open, mark) {
        (Some('['), Some(']')) => (NumberStyle::Brackets, 1),
        (Some('('), Some(')')) => (NumberStyle::Parentheses, 1),
        (None, Some('.')) => (NumberStyle::Dot, 1),
        (None, Some(')' | ']')) => (NumberStyle::Closing, 1),
        (None, Some(c)) if c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '\'') => {
            (NumberStyle::Bare, 0)
        }
        (None, None) => (NumberStyle::Bare, 0),
        _ => return None,
    };
    let rest = rest.get(skip..)?;
    // `12.5` and `3.2` are values.
    if style == NumberStyle::Dot && rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let start = line.len() - rest.trim_start().len();
    (number > 0).then_some((number, style, start))
}

/// Reads a raised number at the beginning of a line: `¹² Smith`.
fn raised_number(line: &str) -> Option<(u32, NumberStyle, usize)> {
    let mut value = 0_u32;
    let mut len = 0;
    for c in line.chars().take(3) {
        let Some(digit) = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c) else { break };
        value = value * 10 + u32::try_from(digit).unwrap_or(0);
        len += c.len_utf8();
    }
    let rest = line.get(len..)?;
    (value > 0).then(|| (value, NumberStyle::Bare, line.len() - rest.trim_start().len()))
}

/// Returns the offset of the text after a label of author and year: `[Knu84]`, `[Aks+06]`, `[Smith
/// et al., 2004]`, `[WHO22a]`.
pub(super) fn behind_label(line: &str) -> Option<usize> {
    const MAX_LABEL_BYTES: usize = 60;
    let label = line.strip_prefix('[')?;
    let end = label.find(']').filter(|end| *end <= MAX_LABEL_BYTES)?;
    let rest = label.get(end + 1..)?;
    let label = label.get(..end)?.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let label = label.trim_end_matches(')');
    let digits = label.bytes().rev().take_while(u8::is_ascii_digit).count();
    let is_label = label.starts_with(char::is_alphabetic) && matches!(digits, 2 | 4);
    is_label.then(|| line.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::behind_label;

    #[test]
    fn labels_of_names_and_years_are_told_from_words_in_brackets() {
        for (line, words) in [
            ("[Knu84] Donald E. Knuth. The book.", Some("Donald E. Knuth. The book.")),
            ("[Aks+06] Mark Akso. Letters.", Some("Mark Akso. Letters.")),
            ("[WHO22a] World Health Organization.", Some("World Health Organization.")),
            ("[Smith et al., 2004] Smith, J.", Some("Smith, J.")),
            ("[Smith and Doe(2004)] J. Smith.", Some("J. Smith.")),
            ("[12] Smith J.", None),
            ("[Article in Spanish]", None),
            ("[Epub 12] none", Some("none")),
            ("Smith J [2004]", None),
        ] {
            assert_eq!(behind_label(line).and_then(|at| line.get(at..)), words, "{line}");
        }
    }
}
