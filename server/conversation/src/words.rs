//! Splits a text into words with their places and roots, and reads numbers in digits and words.

mod amounts;
mod joined;
mod word;

use crate::number_words::{NumberRole, number_word};
use amounts::amount_at;
pub(crate) use amounts::count_at;
use joined::{join_decimal, join_digits};
use referee_text::{Span, fold, stem};
pub use word::{Said, Word, WordKind, same, shown, shown_name};

/// Splits `text` into words; `base` is added to their places. `n't` is always a separate word.
#[must_use]
pub fn words(text: &str, base: usize) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::with_capacity(text.len() / 5);
    let mut characters = text.char_indices().peekable();
    while let Some((start, first)) = characters.next() {
        if first == '\n' {
            out.push(word(text, start, start + 1, base, WordKind::LineEnd));
        } else if first.is_whitespace() {
            continue;
        } else if first.is_ascii_digit() || is_decimal(text, start) {
            let mut end = start + 1;
            while let Some(&(at, c)) = characters.peek() {
                let is_next_digit = || text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
                // "38,5", "2,25": two digits at most, since three are thousands.
                let is_decimal = || {
                    let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
                    matches!(digits, 1 | 2) && !text[start..at].contains(['.', ','])
                };
                let is_thousand = || {
                    let rest = &text.as_bytes()[at + 1..];
                    rest.len() >= 3
                        && rest[..3].iter().all(u8::is_ascii_digit)
                        && !rest.get(3).is_some_and(u8::is_ascii_digit)
                };
                let is_comma = c == ',' && (is_thousand() || is_decimal());
                if c.is_ascii_digit() || (c == '.' && is_next_digit()) || is_comma {
                    end = at + 1;
                    characters.next();
                } else {
                    break;
                }
            }
            let value = value(&text[start..end]);
            out.push(word(text, start, end, base, WordKind::Number(value)));
        } else if first.is_alphabetic() {
            let mut end = start + first.len_utf8();
            while let Some(&(at, c)) = characters.peek() {
                let is_inside = c.is_alphanumeric()
                    || (matches!(c, '\'' | '’')
                        && text[at + c.len_utf8()..].starts_with(char::is_alphabetic));
                if !is_inside {
                    break;
                }
                end = at + c.len_utf8();
                characters.next();
            }
            letters(text, start, end, base, &mut out);
        } else {
            out.push(word(text, start, start + first.len_utf8(), base, WordKind::Mark(first)));
        }
    }
    out
}

/// Returns the value of digits: "1,000", "38.5", "38,5", ".7".
fn value(digits: &str) -> f64 {
    let decimals = digits.rsplit_once(',').map_or(3, |(_, decimals)| decimals.len());
    let plain = digits.replace(',', if decimals < 3 { "." } else { "" });
    format!("0{plain}").parse().unwrap_or(f64::NAN)
}

/// Whether a number without its zero begins here: ".7".
fn is_decimal(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at] == b'.'
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        && at.checked_sub(1).is_none_or(|before| bytes[before].is_ascii_whitespace())
}

/// Adds a run of letters: "don't" as two words, "patient's" without its ending.
fn letters(text: &str, start: usize, end: usize, base: usize, out: &mut Vec<Word>) {
    let run = &text[start..end];
    if let Some(at) = run.find(['\'', '’'])
        && at > 1
    {
        let tail = run[at..].trim_start_matches(['\'', '’']);
        if tail.eq_ignore_ascii_case("t") && run[..at].ends_with(['n', 'N']) {
            let cut = start + at - 1;
            out.push(word(text, start, cut, base, WordKind::Letters));
            let mut negation = word(text, cut, end, base, WordKind::Letters);
            negation.text = "n't".into();
            negation.written = None;
            negation.root = "n't".into();
            out.push(negation);
        } else {
            out.push(word(text, start, start + at, base, WordKind::Letters));
        }
        return;
    }
    out.push(word(text, start, end, base, WordKind::Letters));
}

fn word(text: &str, start: usize, end: usize, base: usize, kind: WordKind) -> Word {
    let source = &text[start..end];
    let folded = match kind {
        WordKind::Letters if source.is_ascii() => source.to_ascii_lowercase(),
        WordKind::Letters => fold::title(source).replace(' ', ""),
        _ => source.to_owned(),
    };
    let root = if kind == WordKind::Letters { stem::root(&folded) } else { folded.clone() };
    let is_other = kind == WordKind::Letters && source != folded;
    let written = is_other.then(|| source.into());
    Word { span: Span::new(start + base, end + base), text: folded.into(), written, root: root.into(), kind }
}

/// Returns the numbers in the words, in order.
#[must_use]
pub fn numbers(words: &[Word]) -> Vec<Said> {
    let mut out: Vec<Said> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match number_at(words, at) {
            Some(said) => {
                at = said.words.1;
                out.push(said);
            }
            None => at += 1,
        }
    }
    join_digits(words, &mut out);
    join_decimal(words, &mut out);
    scale_ranges(words, &mut out);
    out
}

/// Adds the reading in hundreds or thousands to the first number of a range: "three to four hundred".
fn scale_ranges(words: &[Word], numbers: &mut [Said]) {
    for first in 0..numbers.len().saturating_sub(1) {
        let (from, to) = (&numbers[first], &numbers[first + 1]);
        let is_range = to.words.0 == from.words.1 + 1
            && matches!(&*words[from.words.1].text, "to" | "or" | "a" | "o")
            && from.value < 10.0;
        let scale = word_of(words, to.words.1 - 1)
            .filter(|(_, role)| matches!(role, NumberRole::Hundred | NumberRole::Thousand))
            .filter(|(factor, _)| to.value < 10.0 * factor);
        if let Some((factor, _)) = scale.filter(|_| is_range) {
            let value = from.value * factor;
            numbers[first].others.push(value);
        }
    }
}

fn number_at(words: &[Word], at: usize) -> Option<Said> {
    let first = words.get(at)?;
    if let WordKind::Number(value) = first.kind {
        return Some(digits(words, at, value));
    }
    if let Some(amount) = amount_at(words, at) {
        return Some(amount);
    }
    let mut run = Run::default();
    let mut end = at;
    let mut is_joined = false;
    // "a hundred", "a thousand".
    if &*first.text == "a"
        && word_of(words, at + 1)
            .is_some_and(|(_, role)| role == NumberRole::Hundred || role == NumberRole::Thousand)
    {
        end = at + 1;
    } else if !matches!(
        word_of(words, at)?.1,
        NumberRole::Unit
            | NumberRole::Teen
            | NumberRole::Ten
            | NumberRole::Hundred
            | NumberRole::Thousand
            | NumberRole::Times
    ) {
        return if word_of(words, at)?.1 == NumberRole::Half {
            Some(Said { words: (at, at + 1), value: word_of(words, at)?.0, others: Vec::new() })
        } else {
            None
        };
    }
    while let Some((value, role)) = word_of(words, end) {
        if role == NumberRole::Times {
            if end > at {
                break;
            }
            return Some(Said { words: (at, at + 1), value, others: Vec::new() });
        }
        // "Five hundred three times a day": how often is another number. "Twenty five a day" is one.
        let count = count_at(words, end).filter(|_| end > at && !is_joined);
        if let Some(count) = count.filter(|count| count.is_of_times || run.value() >= 100.0) {
            run.parts.push(run.value() + count.value);
            break;
        }
        if !run.add(value, role) {
            break;
        }
        end += 1;
        // "a hundred and fifty", "treinta y cinco", "twenty-five".
        is_joined = words.get(end).is_some_and(|joint| matches!(&*joint.text, "and" | "y" | "-"))
            && word_of(words, end + 1).is_some_and(|(_, next)| {
                if words[end].is_mark('-') {
                    is_hyphen(words, end) && run.is_hyphenated_with(next)
                } else {
                    run.joins_with(&words[end].text, next)
                }
            });
        end += usize::from(is_joined);
    }
    if end == at {
        return None;
    }
    let mut said = Said { words: (at, end), value: run.value(), others: run.parts };
    extend(words, &mut said);
    said.others.retain(|other| !same(*other, said.value));
    Some(said)
}

/// Whether a mark joins the words around it without blanks.
fn is_hyphen(words: &[Word], at: usize) -> bool {
    let touches =
        |a: usize, b: usize| words.get(a).zip(words.get(b)).is_some_and(|(a, b)| a.span.end == b.span.start);
    at > 0 && touches(at - 1, at) && touches(at, at + 1)
}

fn word_of(words: &[Word], at: usize) -> Option<(f64, NumberRole)> {
    let word = words.get(at)?;
    if word.is_letters() { number_word(&word.text) } else { None }
}

/// Reads a number in digits with the words that continue it: "100 . 4", "25 hundred", "2 and a
/// half".
fn digits(words: &[Word], at: usize, value: f64) -> Said {
    let mut said = Said { words: (at, at + 1), value, others: Vec::new() };
    match word_of(words, at + 1) {
        Some((factor, NumberRole::Hundred | NumberRole::Thousand)) => {
            said.value = value * factor;
            said.others.push(value);
            said.words.1 += 1;
        }
        _ => extend(words, &mut said),
    }
    said
}

/// Extends a number by a decimal part or a half.
fn extend(words: &[Word], said: &mut Said) {
    let end = said.words.1;
    let text = |at: usize| words.get(at).map_or("", |word| &*word.text);
    let digit = |at: usize| match words.get(at).map(|word| word.kind) {
        Some(WordKind::Number(value)) if value.fract() == 0.0 && value < 1000.0 => Some(format!("{value}")),
        Some(WordKind::Letters) => word_of(words, at)
            .filter(|(_, role)| {
                matches!(role, NumberRole::Unit | NumberRole::Teen | NumberRole::Ten | NumberRole::Oh)
            })
            .map(|(value, _)| format!("{value}")),
        _ => None,
    };
    let is_point = matches!(word_of(words, end), Some((_, NumberRole::Point)))
        || (words.get(end).is_some_and(|word| word.is_mark('.'))
            && words.get(end + 1).is_some_and(|next| next.span.start > words[end].span.start)
            && said.value.fract() == 0.0);
    if is_point && let Some(mut decimals) = digit(end + 1) {
        let mut last = end + 2;
        while decimals.len() < 3
            && let Some(more) = digit(last).filter(|more| more.len() == 1)
        {
            decimals.push_str(&more);
            last += 1;
        }
        if let Ok(value) = format!("{}.{decimals}", said.value).parse::<f64>() {
            let is_spoken = matches!(word_of(words, end), Some((_, NumberRole::Point)));
            if is_spoken {
                said.others.push(said.value);
                said.value = value;
                said.words.1 = last;
            } else {
                said.others.push(value);
            }
        }
        return;
    }
    let (half, length) = if matches!(text(end), "and" | "y") {
        if text(end + 1) == "a" { (end + 2, 3) } else { (end + 1, 2) }
    } else {
        (end, 1)
    };
    if let Some((part, NumberRole::Half)) = word_of(words, half)
        && length > 1
    {
        said.others.push(said.value);
        said.value += part;
        said.words.1 = end + length;
    }
}

/// A number in words while it is read.
#[derive(Default)]
struct Run {
    /// The value before the last "thousand".
    thousands: f64,
    /// The value since then.
    current: f64,
    last: Option<(f64, NumberRole)>,
    /// The values of its parts, as other readings.
    parts: Vec<f64>,
}

impl Run {
    fn value(&self) -> f64 {
        self.thousands + self.current
    }

    /// Whether a word of this role may follow after "and".
    fn joins_with(&self, joint: &str, next: NumberRole) -> bool {
        match self.last {
            Some((_, NumberRole::Hundred | NumberRole::Thousand)) => {
                matches!(next, NumberRole::Unit | NumberRole::Teen | NumberRole::Ten)
            }
            Some((_, NumberRole::Ten)) => joint == "y" && next == NumberRole::Unit,
            _ => false,
        }
    }

    /// Whether a word of this role may follow after a hyphen: "twenty-five", "one-twenty"; not "twenty-thirty",
    /// a range.
    fn is_hyphenated_with(&self, next: NumberRole) -> bool {
        match self.last {
            Some((_, NumberRole::Ten)) => next == NumberRole::Unit,
            Some((value, NumberRole::Unit)) => {
                matches!(next, NumberRole::Hundred | NumberRole::Thousand)
                    || same(value, 1.0) && matches!(next, NumberRole::Ten | NumberRole::Teen)
            }
            Some((_, NumberRole::Hundred | NumberRole::Thousand)) => {
                matches!(next, NumberRole::Unit | NumberRole::Teen | NumberRole::Ten)
            }
            _ => false,
        }
    }

    /// Adds a word; returns `false` if it does not continue the number.
    fn add(&mut self, value: f64, role: NumberRole) -> bool {
        let last = self.last;
        match (last, role) {
            // "Five hundred, five hundred": a repetition.
            (Some((again, NumberRole::Unit)), NumberRole::Hundred) if self.current > 100.0 => {
                self.parts.push(self.current - again);
                self.current = again * value;
            }
            (_, NumberRole::Hundred) => self.current = self.current.max(1.0) * value,
            (_, NumberRole::Thousand) => {
                self.thousands += self.current.max(1.0) * value;
                self.current = 0.0;
            }
            (
                None | Some((_, NumberRole::Hundred | NumberRole::Thousand)),
                NumberRole::Unit | NumberRole::Teen | NumberRole::Ten,
            ) => {
                self.current += value;
            }
            (Some((_, NumberRole::Ten)), NumberRole::Unit) if value > 0.0 => self.current += value,
            (Some((tens, NumberRole::Ten)), NumberRole::Ten | NumberRole::Teen)
                if tens >= 100.0 && value < 100.0 =>
            {
                self.current += value
            }
            (Some((_, NumberRole::Oh)), NumberRole::Unit) => self.current += value,
            // "one oh five", "one twenty", "seven fifty", "twenty twenty one".
            (Some((_, NumberRole::Unit | NumberRole::Teen | NumberRole::Ten)), NumberRole::Oh)
            | (Some((_, NumberRole::Unit)), NumberRole::Ten | NumberRole::Teen)
            | (Some((_, NumberRole::Ten | NumberRole::Teen)), NumberRole::Ten | NumberRole::Teen)
                if self.current < 100.0 =>
            {
                self.parts.push(self.current);
                self.parts.push(value);
                self.current = self.current * 100.0 + value;
            }
            _ => return false,
        }
        self.last = Some((value, role));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<f64> {
        numbers(&words(text, 0)).iter().map(|said| said.value).collect()
    }

    #[test]
    fn numbers_are_read_as_people_speak_them() {
        for (text, value) in [
            ("two point five milligrams", 2.5),
            ("a hundred and fifty twice", 150.0),
            ("one hundred twenty five", 125.0),
            ("one and a half tablets", 1.5),
            ("seven fifty", 750.0),
            ("one oh five", 105.0),
            ("twenty five hundred", 2500.0),
            ("a thousand milligrams", 1000.0),
            ("forty five", 45.0),
            ("twenty twenty one", 2021.0),
            ("1,000 mg", 1000.0),
            ("0.5 mg", 0.5),
            ("2,5 mg", 2.5),
            ("was .7 today", 0.7),
            ("treinta y ocho con cinco", 38.5),
            ("treinta y cinco", 35.0),
            ("ciento veinte", 120.0),
            ("quinientos", 500.0),
            ("one twenty-five", 125.0),
            ("twenty-five milligrams", 25.0),
            ("five-hundred", 500.0),
            ("twenty-thirty minutes", 20.0),
            ("five hundred three times a day", 500.0),
            ("four hundred two or three times a day", 400.0),
            ("twenty two times a day", 20.0),
            ("five hundred and three tablets", 503.0),
            ("twenty five a day", 25.0),
            ("one hundred twelve a day", 112.0),
            ("twenty two tablets", 22.0),
            ("quinientos tres veces al día", 500.0),
            ("treinta y dos veces al día", 32.0),
            ("mil una vez al día", 1000.0),
            ("a gram three times a day", 1.0),
            ("a gram and a half", 1.5),
            ("half a gram", 0.5),
            ("half of a gram", 0.5),
            ("del gramo cada ocho horas", 1.0),
            ("medio gramo", 0.5),
        ] {
            assert_eq!(said(text).first(), Some(&value), "{text}");
        }
        assert_eq!(said("one twenty over eighty"), [120.0, 80.0]);
        assert_eq!(said("ciento treinta ochenta"), [130.0, 80.0]);
        assert_eq!(said("four hundred two or three times a day"), [400.0, 2.0, 3.0]);
        assert!(numbers(&words("i blinked twenty five times", 0))[0].may_be(25.0));
        assert!(numbers(&words("in the three to four hundreds", 0))[0].may_be(300.0));
        assert!(numbers(&words("five or six hundred", 0))[0].may_be(500.0));
        assert!(!numbers(&words("one or two people", 0))[0].may_be(100.0));
        assert!(numbers(&words("one twenty", 0))[0].may_be(20.0));
    }

    #[test]
    fn a_negation_is_a_word_whether_it_is_written_apart_or_not() {
        for text in ["I don't have it", "I do n't have it", "I don’t have it"] {
            assert!(words(text, 0).iter().any(|word| &*word.text == "n't"), "{text}");
        }
    }
}
