//! Dates in text, and dates that do not exist in the calendar.

use crate::analysis::words::places;
use referee_text::Span;
use referee_text::months::MONTHS;

/// A date as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Date {
    /// Its location.
    pub span: Span,
    /// The year, in four digits.
    pub year: u32,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
    /// Whether day and month could be swapped.
    pub is_ambiguous: bool,
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

fn exists(year: u32, month: u32, day: u32) -> bool {
    (1..=12).contains(&month) && day >= 1 && day <= days(year, month)
}

/// Reads three numbers as a date; `Err` with their location if no order gives a valid date.
#[must_use]
pub fn numeric_dates(text: &str) -> Vec<Result<Date, Span>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(u8::is_ascii_digit)) {
        let start = at + found;
        let mut end = start;
        let mut numbers: Vec<(u32, usize)> = Vec::new();
        let mut mark = None;
        let is_dotted = is_dotted_date(bytes.get(start..).unwrap_or_default());
        loop {
            let len =
                bytes.get(end..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
            if len == 0 || len > 4 {
                break;
            }
            let Some(number) = text.get(end..end + len).and_then(|digits| digits.parse().ok()) else { break };
            numbers.push((number, len));
            end += len;
            match bytes.get(end) {
                Some(byte @ (b'/' | b'-' | b'.'))
                    if numbers.len() < 3
                        && (*byte != b'.' || is_dotted)
                        && mark.is_none_or(|known| known == *byte)
                        && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) =>
                {
                    mark = Some(*byte);
                    end += 1;
                }
                _ => break,
            }
        }
        let alone =
            |at: Option<char>| !at.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '-' | '.' | ','));
        let before = text.get(..start).and_then(|text| text.chars().next_back());
        let behind = text.get(end..).and_then(|text| text.chars().next());
        let clean = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '-' | '.'))
            && (alone(behind) || matches!(behind, Some('.' | ',')));
        let span = Span::new(start, end.max(start + 1));
        match numbers.as_slice() {
            [(year, 4), (month, 1..=2), (day, 1..=2)] if clean && (1900..=2100).contains(year) => {
                out.push(if exists(*year, *month, *day) {
                    Ok(Date { span, year: *year, month: *month, day: *day, is_ambiguous: false })
                } else {
                    Err(span)
                });
            }
            [(first, 1..=2), (second, 1..=2), (year, 4)] if clean && (1900..=2100).contains(year) => {
                let day_first = exists(*year, *second, *first);
                let month_first = exists(*year, *first, *second);
                if is_dotted && !day_first {
                    // A version or section number.
                    at = end.max(start + 1);
                    continue;
                }
                out.push(match (day_first, month_first) {
                    (false, false) => Err(span),
                    (true, other) => Ok(Date {
                        span,
                        year: *year,
                        month: *second,
                        day: *first,
                        is_ambiguous: other && first != second,
                    }),
                    (false, true) => {
                        Ok(Date { span, year: *year, month: *first, day: *second, is_ambiguous: false })
                    }
                });
            }
            _ => {}
        }
        at = end.max(start + 1);
    }
    out
}

/// Whether a text begins with day, month and year separated by full stops: "30.11.1938".
fn is_dotted_date(bytes: &[u8]) -> bool {
    let mut parts = bytes.splitn(4, |byte| *byte == b'.');
    let mut part = || parts.next().unwrap_or_default();
    let (day, month, year) = (part(), part(), part());
    let is_number = |part: &[u8]| (1..=2).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    let digits = year.iter().take_while(|byte| byte.is_ascii_digit()).count();
    is_number(day) && is_number(month) && digits == 4 && (year.starts_with(b"19") || year.starts_with(b"20"))
}

/// Dates with the month as a word and a year: "12 March 1950", "March 12, 1950", "12 de marzo de 1950".
#[must_use]
pub fn written_dates(text: &str) -> Vec<Date> {
    // A year has four digits.
    let mut out = Vec::new();
    if !text.as_bytes().split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() == 4) {
        return out;
    }
    let lower = text.to_ascii_lowercase();
    for named in &MONTHS {
        let month = u32::from(named.number);
        for place in named.forms().flat_map(|name| places(&lower, name)) {
            let ahead = lower.get(..place.start as usize).unwrap_or_default().trim_end();
            let ahead = ahead.strip_suffix(" de").map_or(ahead, str::trim_end);
            let ahead = ["st", "nd", "rd", "th", "-"]
                .iter()
                .find_map(|end| {
                    ahead.strip_suffix(end).filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
                })
                .unwrap_or(ahead);
            let digits = ahead.bytes().rev().take_while(u8::is_ascii_digit).count();
            let day_ahead = ahead.get(ahead.len() - digits..).filter(|_| (1..=2).contains(&digits));
            let behind = lower.get(place.end as usize..).unwrap_or_default();
            let number = |text: &str| {
                let rest = text.trim_start_matches([' ', '.', ',', '-']);
                let rest = rest.strip_prefix("de ").or_else(|| rest.strip_prefix("del ")).unwrap_or(rest);
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let value: u32 = rest.get(..digits)?.parse().ok()?;
                Some((value, digits, lower.len() - rest.len() + digits))
            };
            let Some((first, first_len, first_end)) = number(behind) else { continue };
            let (day, year, end) = if first_len == 4 {
                (day_ahead.and_then(|day| day.parse().ok()), first, first_end)
            } else {
                let rest = lower.get(first_end..).unwrap_or_default();
                let rest =
                    ["st", "nd", "rd", "th"].iter().find_map(|end| rest.strip_prefix(end)).unwrap_or(rest);
                let Some((year, 4, end)) = number(rest) else { continue };
                (Some(first), year, end)
            };
            let Some(day) = day.filter(|day| (1900..=2100).contains(&year) && exists(year, month, *day))
            else {
                continue;
            };
            let start = if first_len == 4 { ahead.len() - digits } else { place.start as usize };
            out.push(Date { span: Span::new(start, end), year, month, day, is_ambiguous: false });
        }
    }
    out.sort_by_key(|date| date.span);
    out
}

/// Impossible dates with the month as a word: "31 February 2024", "February 30", "31 de abril".
#[must_use]
pub fn named_dates(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return out;
    }
    let lower = text.to_ascii_lowercase();
    // The other months have 31 days, and more is no day of any month.
    for month in MONTHS.iter().filter(|month| matches!(month.number, 2 | 4 | 6 | 9 | 11)) {
        for name in month.forms() {
            for place in places(&lower, name) {
                let ahead = lower.get(..place.start as usize).unwrap_or_default();
                let trimmed = ahead.trim_end();
                let trimmed = trimmed.strip_suffix("de").map_or(trimmed, str::trim_end);
                let trimmed = ["st", "nd", "rd", "th"]
                    .iter()
                    .find_map(|end| trimmed.strip_suffix(end))
                    .unwrap_or(trimmed);
                let digits = trimmed.bytes().rev().take_while(u8::is_ascii_digit).count();
                let number =
                    trimmed.get(trimmed.len() - digits..).and_then(|digits| digits.parse::<u32>().ok());
                let most = if month.number == 2 { 29 } else { 30 };
                let stands_alone = !trimmed
                    .get(..trimmed.len() - digits)
                    .and_then(|text| text.chars().next_back())
                    .is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | ','));
                if digits > 0
                    && digits <= 2
                    && stands_alone
                    && number.is_some_and(|day| day > most && day < 60)
                {
                    out.push(Span::new(trimmed.len() - digits, place.end as usize));
                    continue;
                }
                // Matches "February 30" and "February 30, 2024", but neither "February 2024" nor "Feb 45 mg".
                let rest = lower.get(place.end as usize..).unwrap_or_default().trim_start_matches(['.', ' ']);
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let day = rest.get(..digits).and_then(|digits| digits.parse::<u32>().ok());
                let behind = rest.get(digits..).unwrap_or_default();
                let ends = behind.is_empty()
                    || behind.starts_with([',', '.', ';', ')', '\n'])
                    || behind.starts_with("th")
                    || behind.starts_with("st");
                if (1..=2).contains(&digits) && ends && day.is_some_and(|day| day > most && day <= 31) {
                    let end = text.len() - rest.len() + digits;
                    out.push(Span::new(place.start as usize, end));
                }
            }
        }
    }
    out
}
