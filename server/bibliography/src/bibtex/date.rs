//! Dates as bibliographies write them.

use crate::Date;
use referee_text::months::Month;

/// Reads a date from the field `date` (`2020-05-01`, `2020-05-01/2020-06`), or from `year`, `month`
/// and `day`.
pub(super) fn date(
    date: Option<&str>,
    year: Option<&str>,
    month: Option<&str>,
    day: Option<&str>,
) -> Option<Date> {
    if let Some(found) = date.and_then(parse) {
        return Some(found);
    }
    let mut found = year.and_then(parse)?;
    if let Some(month) = month {
        let (named, number) = month_and_day(month);
        if named.is_some() {
            found.month = named;
            found.day = number;
        }
    }
    if let Some(day) = day.and_then(|day| day.trim().parse().ok()).filter(|day| (1..=31).contains(day)) {
        found.day = Some(day);
    }
    if found.month.is_none() {
        found.day = None;
    }
    Some(found)
}

/// Parses one date, or the start of a range: `2020`, `2020-05-01`, `2020/21`, `May 2020`,
/// `1 May 2020`, `2020a`, `[c. 1990]`. `None` for "in press" and similar.
pub(crate) fn parse(text: &str) -> Option<Date> {
    let text = text.trim();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let (at, year) = words.iter().enumerate().find_map(|(at, word)| Some((at, year_of(word)?)))?;
    let mut found = Date { year, month: None, day: None };
    if text.starts_with('-')
        && at == 0
        && text.get(1..5).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    {
        found.year = year.saturating_neg();
    }
    if let Some(month) = words.iter().find_map(|word| month_of(word)) {
        found.month = Some(month);
        found.day = words
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .find_map(|(_, word)| word.trim_end_matches(char::is_alphabetic).parse().ok())
            .filter(|day| (1..=31).contains(day));
        return Some(found);
    }
    // `2020-05` and `2020-05-01`; slashes require three parts, because `2020/21` is two years.
    let tail =
        text.find(|c: char| c.is_ascii_digit()).and_then(|start| text.get(start + 4..)).unwrap_or_default();
    let separator = tail.chars().next();
    if at == 0 && matches!(separator, Some('-' | '/' | '.')) {
        let number = |nth: usize, max: u8| {
            // `09T22:36` is the 9th.
            let word = words.get(nth)?.split('T').next().filter(|word| word.len() <= 2)?;
            word.parse().ok().filter(|number: &u8| (1..=max).contains(number))
        };
        let month = number(1, 12);
        // The part after a slash is the end of a range; it does not contain the day.
        let day =
            number(2, 31).filter(|_| separator != Some('-') || !tail.get(..4).unwrap_or(tail).contains('/'));
        if separator == Some('-') || day.is_some() {
            found.month = month;
            found.day = day.filter(|_| month.is_some());
        }
    } else if at == 2 && words.len() == 3 {
        // `01.05.2020`: day and month, unless the second number cannot be a month.
        let number = |nth: usize| words.get(nth).and_then(|word| word.parse::<u8>().ok());
        if let (Some(first), Some(second)) = (number(0), number(1)) {
            found = match (first, second) {
                (1..=31, 1..=12) if first > 12 || text.contains('.') => {
                    Date { month: Some(second), day: Some(first), ..found }
                }
                (1..=12, 13..=31) => Date { month: Some(first), day: Some(second), ..found },
                _ => found,
            };
        }
    }
    Some(found)
}

/// Returns a year of four digits; `2020a` and `2020T10` are 2020.
fn year_of(word: &str) -> Option<i32> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let year: i32 = word.get(..digits).filter(|_| digits == 4)?.parse().ok()?;
    (year >= 100 || word.starts_with("00")).then_some(year)
}

/// Returns the month in `field`, and the day next to it: `may`, `5`, `May 1`, `10~jan`, `Jul-Aug`.
fn month_and_day(field: &str) -> (Option<u8>, Option<u8>) {
    let words = || field.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let numbers: Vec<u8> = words().filter_map(|word| word.parse().ok()).collect();
    match words().find_map(month_of) {
        Some(month) => (Some(month), numbers.first().copied().filter(|day| (1..=31).contains(day))),
        None => (numbers.first().copied().filter(|month| (1..=12).contains(month)), None),
    }
}

/// Returns the number of a month from its name in English, Spanish, German or French, abbreviated
/// to three letters or more.
fn month_of(word: &str) -> Option<u8> {
    Month::of_abbreviation(word).map(|month| month.number)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    fn parts(text: &str) -> (i32, u8, u8) {
        parse(text).map_or((0, 0, 0), |date| (date.year, date.month.unwrap_or(0), date.day.unwrap_or(0)))
    }

    #[test]
    fn dates_are_read_as_far_as_they_are_known() {
        for (text, expected) in [
            ("2020-05-01", (2020, 5, 1)),
            ("2020-05", (2020, 5, 0)),
            ("2020", (2020, 0, 0)),
            ("2020-05-01/2020-06-02", (2020, 5, 1)),
            ("2020/2021", (2020, 0, 0)),
            ("2020/21", (2020, 0, 0)),
            ("2011/12", (2011, 0, 0)),
            ("2020/05/03", (2020, 5, 3)),
            ("2020-05/2020-07", (2020, 5, 0)),
            ("2020-21", (2020, 0, 0)),
            ("2014-10-09T22:36:07Z", (2014, 10, 9)),
            ("2003--2004", (2003, 0, 0)),
            ("May 2020", (2020, 5, 0)),
            ("1 May 2020", (2020, 5, 1)),
            ("May 1st, 2020", (2020, 5, 1)),
            ("21.04.2019", (2019, 4, 21)),
            ("2020a", (2020, 0, 0)),
            ("[c. 1990]", (1990, 0, 0)),
            ("~1875?", (1875, 0, 0)),
            ("in press", (0, 0, 0)),
            ("n.d.", (0, 0, 0)),
            ("", (0, 0, 0)),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
        assert_eq!(
            date(None, Some("2020"), Some("10~jan"), None).unwrap(),
            Date { year: 2020, month: Some(1), day: Some(10) }
        );
        assert_eq!(date(None, Some("2020"), Some("Jul-Aug"), None).unwrap().month, Some(7));
        assert_eq!(date(None, Some("2020"), Some("05"), Some("3")).unwrap().day, Some(3));
        assert_eq!(date(Some("in press"), Some("2019"), None, None).unwrap().year, 2019);
    }

    proptest! {
        #[test]
        fn anything_may_stand_for_a_date(text in "[0-9/\\-. aMé]{0,16}|\\PC{0,12}") {
            parse(&text);
        }
    }
}
