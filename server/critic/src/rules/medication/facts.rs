//! Finds the part of a pattern's match that a message quotes.

use referee_text::Span;
use regex::Match;

/// Returns the span of a fact in a text whose sentence begins at byte `start`: from its first
/// letter or digit to its last letter, digit, `%`, `+` or closing bracket.
///
/// Patterns also match the character that ends a fact: "FG 22." and "(80 kg," are quoted as "FG 22"
/// and "80 kg".
pub(super) fn fact_span(start: usize, found: Match<'_>) -> Span {
    let whole = found.as_str();
    let begin = whole.find(char::is_alphanumeric).unwrap_or(0);
    let fact = &whole[begin..];
    let ends = |at: usize, c: char| {
        let opening = match c {
            ')' => Some('('),
            ']' => Some('['),
            _ => None,
        };
        c.is_alphanumeric()
            || matches!(c, '%' | '+')
            || opening.is_some_and(|opening| fact[..at].contains(opening))
    };
    let end = fact.char_indices().rev().find(|(at, c)| ends(*at, *c));
    let length = end.map_or(fact.len(), |(at, c)| at + c.len_utf8());
    let begin = start + found.start() + begin;
    Span::new(begin, begin + length)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::pattern::Pattern;

    #[test]
    fn a_fact_ends_with_a_letter_a_digit_or_a_bracket_that_it_opens() {
        let all = Pattern::new("(?s).+");
        for (found, fact) in [
            ("FG 22.", "FG 22"),
            ("FG 22)", "FG 22"),
            (" (80 kg,", "80 kg"),
            ("eGFR (CKD-EPI): 22", "eGFR (CKD-EPI): 22"),
            ("HD (MWF)", "HD (MWF)"),
            ("| K+ | 6.4 |", "K+ | 6.4"),
            ("FE 25 %.", "FE 25 %"),
            ("C. diff +", "C. diff +"),
            ("gestante\n", "gestante"),
            ("lactante de 8 años", "lactante de 8 años"),
        ] {
            let span = fact_span(10, all.find(found).unwrap());
            let (start, end) = (span.start as usize - 10, span.end as usize - 10);
            assert_eq!(&found[start..end], fact);
        }
    }
}
