//! Separates the raised numbers of references from the words and numbers before them.
//!
//! `12.5 mg³ daily.⁴⁻⁶` becomes `12.5 mg [3] daily [4–6].`; powers (`cm²`, `10⁻³`) stay.

use super::parts::parts;

const RAISED_DIGITS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/// Returns the raised form of a digit or a sign; `None` for other characters.
pub(super) fn superscript(c: char) -> Option<char> {
    match c {
        '+' => Some('⁺'),
        '-' | '−' | '–' => Some('⁻'),
        '(' | ')' => None,
        _ => c.to_digit(10).and_then(|value| RAISED_DIGITS.chars().nth(value as usize)),
    }
}

fn digit(c: char) -> Option<char> {
    let value = RAISED_DIGITS.chars().position(|raised| raised == c)?;
    char::from_digit(u32::try_from(value).ok()?, 10)
}

/// Adds numbers of references in brackets to a text; a full stop or comma at its end follows them.
pub(super) fn push(numbers: &str, out: &mut String) {
    let kept = out.trim_end_matches(['.', ',', ';', ':']).len();
    // A decimal point or an abbreviation within brackets does not move.
    let stops = out.split_off(kept);
    if !out.is_empty() && !out.ends_with([' ', '(', '[']) {
        out.push(' ');
    }
    out.push('[');
    out.push_str(numbers);
    out.push(']');
    out.push_str(&stops);
}

/// Writes the raised numbers of references in a text in brackets.
pub(super) fn bracketed(text: &str) -> String {
    if !text.contains(|c| digit(c).is_some()) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(start) = rest.find(|c| digit(c).is_some() || c == '⁻') {
        let (before, run) = rest.split_at_checked(start).unwrap_or_default();
        out.push_str(before);
        let len = len_of_run(run);
        let (run, after) = run.split_at_checked(len).unwrap_or_default();
        rest = after;
        // A name may have a raised number within it: `mc²155`.
        if is_power(&out, run) || after.starts_with(char::is_alphanumeric) {
            out.push_str(run);
            continue;
        }
        let numbers: String =
            run.chars().map(|c| digit(c).unwrap_or(if c == '⁻' { '–' } else { c })).collect();
        push(&numbers, &mut out);
    }
    out.push_str(rest);
    out
}

/// Returns the length of raised digits with the commas and dashes between them.
fn len_of_run(text: &str) -> usize {
    let mut len = 0;
    for (at, c) in text.char_indices() {
        if digit(c).is_some() {
            len = at + c.len_utf8();
        } else if !matches!(c, '⁻' | ',') {
            break;
        }
    }
    // A lone sign.
    if len == 0 { text.chars().next().map_or(0, char::len_utf8) } else { len }
}

/// Returns whether a raised number is a power of what is before it.
fn is_power(before: &str, run: &str) -> bool {
    let digits: Vec<char> = run.chars().filter_map(digit).collect();
    if run.starts_with('⁻') || digits.is_empty() {
        return true;
    }
    let Some(last) = before.chars().next_back() else { return true };
    if run.contains([',', '⁻']) {
        return false;
    }
    let word = before.rsplit(|c: char| !(c.is_alphanumeric())).next().unwrap_or_default();
    if last.is_ascii_digit() {
        let is_ten = word == "10" || word.ends_with("×10") || word.ends_with("x10");
        return is_ten || word.len() <= 2 && digits.len() == 1;
    }
    if last.is_whitespace() || matches!(last, '(' | '[' | '/' | '=' | '<' | '>' | '×' | '±') {
        return true;
    }
    let is_small = matches!(digits.as_slice(), ['2'..='4']);
    is_small && (word.chars().count() == 1 || parts().is_length(word))
}

#[cfg(test)]
mod tests {
    use super::bracketed;

    #[test]
    fn numbers_of_references_are_set_apart_and_powers_stay() {
        for (printed, read) in [
            ("12.5 mg³ daily", "12.5 mg [3] daily"),
            ("fell.¹,³⁻⁵ Then", "fell [1,3–5]. Then"),
            ("of patients,⁷ and", "of patients [7], and"),
            ("30 kg/m² and 5 cm³", "30 kg/m² and 5 cm³"),
            ("10⁻³ and 10⁵ and I² = 40%", "10⁻³ and 10⁵ and I² = 40%"),
            ("¹⁴C and (²H)", "¹⁴C and (²H)"),
            ("by 45%¹² in 2019⁴", "by 45% [12] in 2019 [4]"),
            ("strain mc²155 grew", "strain mc²155 grew"),
            ("no mark", "no mark"),
        ] {
            assert_eq!(bracketed(printed), read);
        }
    }
}
