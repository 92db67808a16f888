//! ISBNs and their check digits.

use referee_text::Phrase;

const LENGTH: Phrase =
    Phrase { english: "an ISBN has 10 or 13 digits", spanish: "un ISBN tiene 10 o 13 cifras" };
const CHECK: Phrase = Phrase {
    english: "the check digit of the ISBN does not fit",
    spanish: "el dígito de control del ISBN no cuadra",
};

/// Parses the ISBN at the start of `text`, of 10 or 13 digits separated by hyphens or blanks.
/// Returns its 13 digits and its length in bytes, or why the text is invalid and the length of that
/// text.
pub(super) fn read(text: &str) -> Result<(String, usize), (Phrase, usize)> {
    let mut digits = Vec::with_capacity(14);
    // The end of the n-th digit.
    let mut ends = Vec::with_capacity(14);
    let mut separators = 0;
    for (at, c) in text.char_indices() {
        match c {
            '0'..='9' | 'x' | 'X' => {
                digits.push(c.to_ascii_uppercase());
                ends.push(at + 1);
                separators = 0;
            }
            '-' | ' ' | '\u{a0}' | '\u{2010}'..='\u{2013}' if separators == 0 && !digits.is_empty() => {
                separators += 1
            }
            _ => break,
        }
        if digits.len() > 17 || c.eq_ignore_ascii_case(&'x') {
            break;
        }
    }
    let value = |c: &char| c.to_digit(10).unwrap_or(10);
    let starts_13 = matches!(digits.get(..3), Some(['9', '7', '8' | '9']));
    let ten: Option<&[char]> = digits.get(..10);
    let thirteen = digits.get(..13).filter(|d| starts_13 && !d.contains(&'X'));
    let runs_on = |n: usize| match (ends.get(n - 1), ends.get(n)) {
        (Some(this), Some(next)) => next - this == 1,
        _ => false,
    };
    if let Some(thirteen) = thirteen
        && !runs_on(13)
    {
        let sum: u32 = thirteen.iter().zip([1, 3].iter().cycle()).map(|(d, w)| value(d) * w).sum();
        let end = ends.get(12).copied().unwrap_or_default();
        return if sum.is_multiple_of(10) { Ok((thirteen.iter().collect(), end)) } else { Err((CHECK, end)) };
    }
    if let Some(ten) = ten
        && !runs_on(10)
        && (digits.len() == 10 || !starts_13)
    {
        let end = ends.get(9).copied().unwrap_or_default();
        let sum: u32 = ten.iter().zip((1..=10).rev()).map(|(d, w)| value(d) * w).sum();
        let plain = ten.get(..9).is_some_and(|head| !head.contains(&'X'));
        return if plain && sum.is_multiple_of(11) { Ok((converted(ten), end)) } else { Err((CHECK, end)) };
    }
    Err((LENGTH, ends.last().copied().unwrap_or_default()))
}

/// Converts an ISBN of 10 digits into one of 13.
fn converted(ten: &[char]) -> String {
    let mut isbn: String = "978".to_owned();
    isbn.extend(ten.iter().take(9));
    let sum: u32 =
        isbn.chars().zip([1, 3].iter().cycle()).map(|(d, w)| d.to_digit(10).unwrap_or(0) * w).sum();
    isbn.push(char::from_digit((10 - sum % 10) % 10, 10).unwrap_or('0'));
    isbn
}
