//! A number exactly as written: digits, decimals and sign.

/// A number as written. `.040` and `.04` differ in precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    /// All digits as one integer: 40 for `.040`.
    pub digits: u64,
    /// The number of digits after the decimal mark.
    pub decimals: u8,
    /// The power of ten that follows: -5 for `2.3 × 10⁻⁵`.
    pub exponent: i16,
    /// Whether a minus precedes it.
    pub negative: bool,
    /// Whether the decimal mark is a comma.
    pub comma: bool,
    /// Whether it has a digit before the decimal mark; false for `.04`.
    pub leading: bool,
}

/// A number with more digits is a serial number, not a measurement.
const MAX_DIGITS: usize = 15;

impl Number {
    /// The value.
    #[must_use]
    pub fn value(self) -> f64 {
        // Division by a power of ten is exact to the last bit; multiplication by its inverse is not.
        let value = match i32::from(self.exponent) - i32::from(self.decimals) {
            down if down < 0 => self.digits as f64 / power(-down),
            up => self.digits as f64 * power(up),
        };
        if self.negative { -value } else { value }
    }

    /// Half a unit of the last place: the printed value represents all values within this distance.
    #[must_use]
    pub fn half_unit(self) -> f64 {
        match i32::from(self.exponent) - i32::from(self.decimals) {
            down if down < 0 => 0.5 / power(-down),
            up => 0.5 * power(up),
        }
    }

    /// Whether it is an integer without decimals or exponent.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.decimals == 0 && self.exponent == 0
    }

    /// The number at the start of `text` and its byte length. A comma is a decimal mark if it cannot separate thousands
    /// (`0,05`, `2,20`) or if `comma` is set.
    #[must_use]
    pub fn read(text: &str, comma: bool) -> Option<(Number, usize)> {
        let bytes = text.as_bytes();
        let mut at = 0;
        let negative = match sign(text) {
            Some((negative, length)) => {
                at += length;
                negative
            }
            None => false,
        };
        let whole = digits_at(bytes, at);
        let mut digits = String::with_capacity(16);
        digits.push_str(text.get(at..at + whole)?);
        at += whole;
        // Thousands: 1,234 and 1,234,567, but not after a leading zero or before further digits.
        let mut grouped = false;
        if (1..=3).contains(&whole) && !digits.starts_with('0') && !comma {
            while bytes.get(at) == Some(&b',') && digits_at(bytes, at + 1) == 3 {
                digits.push_str(text.get(at + 1..at + 4)?);
                at += 4;
                grouped = true;
            }
        }
        let mut decimals = 0;
        let mut is_comma = false;
        if let Some(mark @ (b'.' | b',')) = bytes.get(at).copied() {
            let behind = digits_at(bytes, at + 1);
            let is_decimal = behind > 0 && !(mark == b',' && grouped);
            if is_decimal {
                digits.push_str(text.get(at + 1..at + 1 + behind)?);
                decimals = behind;
                is_comma = mark == b',';
                at += 1 + behind;
            }
        }
        if (whole == 0 && decimals == 0) || digits.len() > MAX_DIGITS {
            return None;
        }
        let (exponent, length) = exponent(text.get(at..)?);
        let number = Number {
            digits: digits.parse().ok()?,
            decimals: u8::try_from(decimals).ok()?,
            exponent,
            negative,
            comma: is_comma,
            leading: whole > 0,
        };
        Some((number, at + length))
    }

    /// Formats a value in the style of this number, with this many decimals.
    #[must_use]
    pub fn in_style(self, value: f64, decimals: usize) -> String {
        let mut text = format!("{value:.decimals$}");
        if !self.leading
            && let Some(rest) = text.strip_prefix("0.")
        {
            text = format!(".{rest}");
        }
        if self.comma {
            text = text.replace('.', ",");
        }
        text
    }
}

/// Whether a text uses decimal commas, so that its `2,021` is about two: it has a number such as `0,048` or `= ,05`,
/// and none with a decimal point.
#[must_use]
pub fn writes_decimal_comma(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut is_written = false;
    for (at, byte) in bytes.iter().enumerate().filter(|(_, byte)| matches!(byte, b'.' | b',')) {
        let behind = digits_at(bytes, at + 1);
        let ahead =
            bytes.get(..at).unwrap_or_default().iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let before = text.get(..at - ahead).and_then(|before| before.chars().next_back());
        match byte {
            // `1.234` may have a thousands separator.
            b'.' if ahead > 0 && behind > 0 && behind != 3 => return false,
            b',' if behind >= 2 => {
                let begins = before
                    .is_none_or(|c| matches!(c, ' ' | '=' | '<' | '>' | '≤' | '≥' | '(' | '[' | '-' | '−'));
                let is_zero = ahead == 1 && bytes.get(at - 1) == Some(&b'0');
                let is_bare = ahead == 0
                    && text.get(..at).is_some_and(|before| {
                        before.trim_end_matches(' ').ends_with(['=', '<', '>', '≤', '≥'])
                    });
                is_written |= is_zero && begins || is_bare;
            }
            _ => {}
        }
    }
    is_written
}

/// Signs that multiply a number by a power of ten.
const TIMES_SIGNS: [char; 8] = ['×', 'x', 'X', '*', '\u{B7}', '\u{22C5}', '\u{2219}', '\u{2022}'];

fn power(exponent: i32) -> f64 {
    10_f64.powi(exponent.clamp(-320, 308))
}

fn digits_at(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// A sign at the start of `text`: whether it is a minus, and its length. A dash counts as a minus.
fn sign(text: &str) -> Option<(bool, usize)> {
    match text.chars().next()? {
        '-' => Some((true, 1)),
        '+' => Some((false, 1)),
        dash @ '–' => Some((true, dash.len_utf8())),
        _ => None,
    }
}

/// The power of ten at the start of `text` and its length: `e-5`, `E-05`, ` × 10^-5`, `x10-5`, ` · 10^(-5)`.
fn exponent(text: &str) -> (i16, usize) {
    read_exponent(text).unwrap_or((0, 0))
}

fn read_exponent(text: &str) -> Option<(i16, usize)> {
    let mut rest;
    let mut plain = false;
    if let Some(behind) = text.strip_prefix(['e', 'E']) {
        rest = behind;
        plain = true;
    } else {
        let suffix = text.trim_start_matches(' ').strip_prefix(TIMES_SIGNS)?;
        rest = suffix.trim_start_matches(' ').strip_prefix("10")?;
        rest = rest.strip_prefix('^').unwrap_or(rest);
    }
    let opened = rest;
    rest = if plain { rest } else { rest.trim_start_matches(['(', ' ']) };
    let is_bracketed = opened.get(..opened.len() - rest.len()).is_some_and(|skipped| skipped.contains('('));
    let (negative, length) = sign(rest).unwrap_or((false, 0));
    if plain && length == 0 {
        // `5e2` may also be a name.
        return None;
    }
    rest = rest.get(length..)?;
    let count = digits_at(rest.as_bytes(), 0);
    let value: i16 = rest.get(..count)?.parse().ok()?;
    rest = rest.get(count..)?;
    rest = rest.strip_prefix('^').unwrap_or(rest);
    if is_bracketed {
        rest = rest.strip_prefix(')').unwrap_or(rest);
    }
    (value <= 300).then(|| (if negative { -value } else { value }, text.len() - rest.len()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> (f64, u8, usize) {
        let (number, length) = Number::read(text, false).unwrap();
        (number.value(), number.decimals, length)
    }

    #[test]
    fn a_text_shows_by_its_other_numbers_that_it_writes_decimals_with_a_comma() {
        for text in ["t(54) = 2,021; p = 0,048", "p = ,025", "OR 1,523 (IC 95 % 0,912-2,541)"] {
            assert!(writes_decimal_comma(text), "{text}");
        }
        for text in [
            "t(54) = 2.021; p = 0.048",
            "1,234 patients",
            "F(1,138) = 5.1",
            "[0,1]",
            "in 1,234 patients, p = 0.04 and 0,05",
            "t(54) = 2,021",
        ] {
            assert!(!writes_decimal_comma(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        assert_eq!(read(".036"), (0.036, 3, 4));
        assert_eq!(read("0.50)"), (0.5, 2, 4));
        assert_eq!(read("2,20; "), (2.2, 2, 4));
        assert_eq!(read("0,036"), (0.036, 3, 5));
        assert_eq!(read("1,234 patients"), (1234.0, 0, 5));
        assert_eq!(read("1,234.5"), (1234.5, 1, 7));
        assert_eq!(read("12,345,678"), (12_345_678.0, 0, 10));
        assert_eq!(read("-0.66;"), (-0.66, 2, 5));
        assert_eq!(read("–1.2"), (-1.2, 1, 6));
        assert_eq!(read("28, p"), (28.0, 0, 2));
        assert_eq!(read("3."), (3.0, 0, 1));
        assert_eq!(Number::read("1,234", true).unwrap().0.value(), 1.234);
        assert_eq!(Number::read("p", false), None);
        assert_eq!(Number::read("12345678901234567890", false), None);
    }

    #[test]
    fn powers_of_ten_in_every_spelling() {
        for text in [
            "2.3e-5",
            "2.3E-05",
            "2.3 × 10^-5",
            "2.3×10-5",
            "2.3x10^-5",
            "2.3 × 10^–5^",
            "2.3 * 10^-5",
            "2.3 · 10^-5",
            "2.3⋅10^-5",
            "2.3 × 10^(-5)",
            "2.3 ×10^( -5)",
        ] {
            let (number, length) = Number::read(text, false).unwrap();
            assert_eq!(length, text.len(), "{text}");
            assert!((number.value() / 2.3e-5 - 1.0).abs() < 1e-12, "{text}");
        }
        assert_eq!(read("2.3 × 4"), (2.3, 1, 3));
        assert_eq!(read("2.3 · 4"), (2.3, 1, 3));
        assert_eq!(read("2.3 × 10^-5) and"), (2.3e-5, 1, "2.3 × 10^-5".len()));
    }

    #[test]
    fn a_value_is_written_in_the_style_of_its_neighbour() {
        let style = |text| Number::read(text, false).unwrap().0;
        assert_eq!(style(".04").in_style(0.0362, 3), ".036");
        assert_eq!(style("0,04").in_style(0.0362, 3), "0,036");
        assert_eq!(style("0.04").in_style(0.0362, 2), "0.04");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn any_text_is_read_without_panic_and_within_its_length(text in "\\PC{0,24}") {
            if let Some((number, length)) = Number::read(&text, false) {
                prop_assert!(text.is_char_boundary(length));
                prop_assert!(!number.value().is_nan());
            }
        }

        #[test]
        fn what_is_printed_is_read_again(value in -9_999.0..9_999.0_f64, decimals in 0_usize..6) {
            let text = format!("{value:.decimals$}");
            let (number, length) = Number::read(&text, false).unwrap();
            prop_assert_eq!(length, text.len());
            prop_assert!((number.value() - text.parse::<f64>().unwrap()).abs() < 1e-9);
            prop_assert_eq!(usize::from(number.decimals), decimals);
        }
    }
}
