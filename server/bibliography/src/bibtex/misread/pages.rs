//! Lists of pages, whose commas Typst does not print.

use super::message;
use crate::misreading::{Misreading, notation_rows};
use referee_text::{Span, TextEdit};

/// Checks the field `pages`: several numbers or ranges of numbers with commas between them.
///
/// Letters (`e1, e5`) are printed as they are written.
pub(super) fn misread(value: &str) -> Option<Misreading> {
    const DIGITS_OF_A_THOUSAND: usize = 3;
    let parts: Vec<&str> = value.split(',').map(str::trim).collect();
    let are_pages = parts.len() > 1 && parts.iter().all(|part| are_ascending(part));
    // “1,024” may be one page.
    let may_be_thousand =
        |part: &&str| part.bytes().take_while(u8::is_ascii_digit).count() == DIGITS_OF_A_THOUSAND;
    if !are_pages || parts.len() == 2 && parts.last().is_some_and(may_be_thousand) && !value.contains(", ") {
        return None;
    }
    let span = Span::new(0, value.len());
    let new = parts.join("; ");
    let title = message(&format!("Write {new}"), &format!("Escribir {new}"));
    Some(Misreading::new(&notation_rows::PAGES_WITH_COMMAS, span, value).with(
        title,
        vec![TextEdit::new(span, new)],
        false,
    ))
}

/// Whether a text is a page, or two in ascending order with dashes between them.
fn are_ascending(part: &str) -> bool {
    let number = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        is_number.then(|| text.parse::<u32>().ok()).flatten()
    };
    match part.split_once(['-', '\u{2013}']) {
        None => number(part).is_some(),
        Some((first, last)) => {
            let last = last.trim_start_matches(['-', '\u{2013}']).trim_start();
            number(first.trim_end()).zip(number(last)).is_some_and(|(first, last)| first < last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::misread;

    #[test]
    fn only_lists_of_numbers_lose_their_commas() {
        for list in ["496--502, 510", "7,41,73--97", "12, 345", "1-3,5"] {
            assert!(misread(list).is_some(), "{list}");
        }
        for other in
            ["1--9", "e1, e5", "1,024--1,030", "1,024", "i--x, 5", "5--2, 7", "", ",", "12+", "496--502; 510"]
        {
            assert!(misread(other).is_none(), "{other}");
        }
    }
}
