//! Dates and years that a program reads differently.

use super::message;
use crate::bibtex::date;
use crate::misreading::{Misreading, Row, rows};
use referee_text::{Span, TextEdit};

/// The notation of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Valid ISO 8601-2.
    Iso,
    /// ISO 8601-2, but with one digit for the month or the day.
    OneDigit,
    /// ISO 8601-2 notation, but the day does not exist.
    Impossible,
    Other,
}

/// Checks the field `date`; `year` is the value of the field `year`.
pub(super) fn misread_date(value: &str, year: Option<&str>) -> Option<Misreading> {
    let span = Span::new(0, value.len());
    let written = value.trim();
    if written.is_empty() {
        let is_hiding = year.is_some_and(|year| !year.trim().is_empty());
        return is_hiding.then(|| Misreading::new(&rows::EMPTY_DATE, span, ""));
    }
    // The result of LaTeX commands is unknown here.
    if written.contains(['\\', '{', '}', '$']) {
        return None;
    }
    let row: &'static Row = match form(written) {
        Form::Iso => return None,
        Form::OneDigit => &rows::DATE_ONE_DIGIT,
        Form::Impossible => &rows::DATE_IMPOSSIBLE,
        Form::Other if year.is_some_and(|year| !year.trim().is_empty()) => &rows::DATE_BESIDE_YEAR,
        Form::Other => &rows::DATE_FORM,
    };
    let misreading = Misreading::new(row, span, written);
    let Some(iso) = iso(written).filter(|_| form(written) != Form::Impossible) else {
        // If the day does not exist, only the month or the year is certain.
        let known = written.split('-').take(2).collect::<Vec<_>>().join("-");
        let known = if form(&known) == Form::Iso { known } else { written.chars().take(4).collect() };
        let is_part =
            form(written) == Form::Impossible && !written.contains(['/', 'T']) && form(&known) == Form::Iso;
        let title = message(&format!("Write {known}"), &format!("Escribir {known}"));
        return Some(match is_part {
            true => misreading.with(title, vec![TextEdit::new(span, known)], false),
            false => misreading,
        });
    };
    let title = message(&format!("Write {iso}"), &format!("Escribir {iso}"));
    Some(misreading.with(title, vec![TextEdit::new(span, iso)], true))
}

/// Checks another date field, such as `urldate`.
pub(super) fn misread_other_date(value: &str) -> Option<Misreading> {
    let found = misread_date(value, None)?;
    Some(Misreading { row: &rows::OTHER_DATE, ..found })
}

fn form(written: &str) -> Form {
    written.split('/').map(form_of_one).fold(
        if written.matches('/').count() > 1 { Form::Other } else { Form::Iso },
        |all, one| match (all, one) {
            (Form::Other, _) | (_, Form::Other) => Form::Other,
            (Form::Iso, one) => one,
            (all, _) => all,
        },
    )
}

/// Returns the notation of one date, or of one end of a range.
fn form_of_one(written: &str) -> Form {
    let written = written.trim();
    if matches!(written, "" | "..") {
        return Form::Iso;
    }
    let written = written.split('T').next().unwrap_or_default().trim_end_matches(['~', '?', '%']);
    let bare = written.strip_prefix('-').unwrap_or(written);
    // Years of more than four digits: `Y170000002`.
    if let Some(long) = bare.strip_prefix('Y').or_else(|| bare.strip_prefix('y')) {
        return if long.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) {
            Form::Iso
        } else {
            Form::Other
        };
    }
    let parts: Vec<&str> = bare.split('-').collect();
    let is_number = |part: &str, len: usize| {
        part.len() == len && part.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'X' | b'u'))
    };
    let Some((year, rest)) = parts.split_first().filter(|(year, _)| is_number(year, 4)) else {
        return Form::Other;
    };
    if rest.len() > 2 {
        return Form::Other;
    }
    if rest.iter().any(|part| !is_number(part, 2)) {
        let is_short = rest.iter().all(|part| is_number(part, 1) || is_number(part, 2));
        return if is_short { Form::OneDigit } else { Form::Other };
    }
    let month = rest.first().and_then(|month| month.parse::<u8>().ok());
    let day = rest.get(1).and_then(|day| day.parse::<u8>().ok());
    let year: Option<i32> = year.parse().ok();
    let is_month =
        month.is_none_or(|month| matches!(month, 1..=12) || day.is_none() && matches!(month, 21..=41));
    let is_day = day.is_none_or(|day| day >= 1 && day <= month.map_or(31, |month| days(year, month)));
    if is_month && is_day { Form::Iso } else { Form::Impossible }
}

/// Returns the number of days in a month.
fn days(year: Option<i32>, month: u8) -> u8 {
    let is_leap = year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Returns the date in ISO 8601 notation; `None` if it is ambiguous.
fn iso(written: &str) -> Option<String> {
    // `07/02/2002` is in February or in July.
    let starts_with_year = written.bytes().take(4).filter(u8::is_ascii_digit).count() == 4;
    let has_letters = written.chars().any(char::is_alphabetic);
    if !starts_with_year && !has_letters && !written.contains('.') {
        return None;
    }
    let date = date::parse(written)?;
    let (year, month) = (u16::try_from(date.year).ok()?, date.month);
    // Do not discard parts that were not understood.
    let parts = written.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).count();
    let known = 1 + usize::from(month.is_some()) + usize::from(date.day.is_some());
    if parts != known {
        return None;
    }
    Some(match (month, date.day) {
        (Some(month), Some(day)) => format!("{year:04}-{month:02}-{day:02}"),
        (Some(month), None) => format!("{year:04}-{month:02}"),
        _ => format!("{year:04}"),
    })
}

/// Checks the field `year` of an entry without a date.
pub(super) fn misread_year(value: &str) -> Option<Misreading> {
    let span = Span::new(0, value.len());
    let written = value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}'));
    if written.is_empty() {
        return Some(Misreading::new(&rows::EMPTY_YEAR, span, ""));
    }
    let bare = written.strip_prefix('-').unwrap_or(written);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=4).contains(&digits) || written.contains('\\') {
        return None;
    }
    let misreading = Misreading::new(&rows::YEAR_IN_WORDS, span, written);
    let mut years = written.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4);
    Some(match (years.next(), years.next()) {
        (Some(year), None) => {
            let title = message(&format!("Write {year} alone"), &format!("Escribir solo {year}"));
            misreading.with(title, vec![TextEdit::new(span, year)], false)
        }
        _ => misreading,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_the_form_of_iso_8601_are_left_alone() {
        for value in [
            "2020",
            "2020-05",
            "2020-05-01",
            "2020-05-01/2020-06",
            "2020/",
            "/2020",
            "2020/..",
            "../2020",
            "1985~",
            "2004-06?",
            "199X",
            "-0044",
            "2001-21",
            "2020-02-29",
            "2020-05-01T10:00:00",
            " 2020 ",
            "y17000",
            "2020/2021",
        ] {
            assert!(misread_date(value, None).is_none(), "{value}");
        }
    }

    #[test]
    fn other_dates_are_written_in_that_form() {
        for (value, id, written) in [
            ("Feb 2002", "date-form", "2002-02"),
            ("2002/02/07", "date-form", "2002-02-07"),
            ("7 February 2002", "date-form", "2002-02-07"),
            ("07.02.2002", "date-form", "2002-02-07"),
            ("2020-5-3", "date-one-digit", "2020-05-03"),
            ("2002-02-30", "date-impossible", "2002-02"),
            ("2020-13", "date-impossible", "2020"),
            ("07/02/2002", "date-form", ""),
            ("in press", "date-form", ""),
        ] {
            let misreading = misread_date(value, None).unwrap_or_else(|| panic!("{value}"));
            assert_eq!(misreading.row.id, id, "{value}");
            let edit = misreading.corrections.first().and_then(|one| one.edits.first());
            assert_eq!(edit.map_or("", |edit| edit.text.as_str()), written, "{value}");
        }
        assert!(misread_date("", None).is_none());
        assert!(misread_date("", Some("2020")).is_some());
    }

    #[test]
    fn typst_wants_a_year_that_begins_with_its_digits() {
        for value in ["2020", "2020a", "2020-2021", "2020/21", "{2020}", " 2020 ", "-44", "98", "2020?"] {
            assert!(misread_year(value).is_none(), "{value}");
        }
        for value in [
            "in press",
            "n.d.",
            "c. 1850",
            "[2020]",
            "submitted 2020",
            "",
            "{}",
            "May 2020",
            "12345",
            "~2020",
        ] {
            assert!(misread_year(value).is_some(), "{value}");
        }
    }
}
