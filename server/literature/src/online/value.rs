//! Reads values from the JSON of services.

use referee_bibliography::{Date, html_text};
use referee_text::months::Month;
use serde_json::Value;

/// Returns a member of an object or of nested objects: `"journalInfo.journal.title"`.
pub(super) fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, name| value.get(name)).filter(|value| !value.is_null())
}

/// Returns a string or a number as trimmed text; `None` if it is missing or empty.
pub(super) fn text(value: &Value, path: &str) -> Option<String> {
    match at(value, path)? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns a text without markup, in one line.
pub(super) fn plain(value: &Value, path: &str) -> Option<String> {
    let text = text(value, path)?;
    let plain = html_text::plain(&text);
    let flat = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    (!flat.is_empty()).then_some(flat)
}

/// Returns a title without markup and without the full stop that some sources append.
pub(super) fn title(value: &Value, path: &str) -> Option<String> {
    let title = plain(value, path)?;
    let bare = match title.strip_suffix('.') {
        // Keep "…" and "et al.".
        Some(bare) if !bare.ends_with('.') => bare.trim_end().to_owned(),
        _ => title,
    };
    (!bare.is_empty()).then_some(bare)
}

/// Iterates over the elements of a list; empty if it is missing.
pub(super) fn list<'a>(value: &'a Value, path: &str) -> impl Iterator<Item = &'a Value> {
    at(value, path).and_then(Value::as_array).into_iter().flatten()
}

/// Parses a date such as `2020-05-17`, `2020-05`, `2020` or `2020 May 17`, or a year as a number.
pub(super) fn date(text: &str) -> Option<Date> {
    let mut parts = text.split(['-', '/', 'T', ' ']);
    let year: i32 = parts.next()?.trim().parse().ok().filter(|year| (1000..=9999).contains(year))?;
    let month = parts.next().and_then(month);
    let day = parts.next().and_then(|day| day.parse().ok()).filter(|day| (1..=31).contains(day));
    Some(Date { year, month, day: day.filter(|_| month.is_some()) })
}

fn month(text: &str) -> Option<u8> {
    if let Ok(number) = text.parse() {
        return Some(number).filter(|number| (1..=12).contains(number));
    }
    Month::of_start(text).map(|month| month.number)
}

/// Returns a date that consists of a year only.
pub(super) fn year(value: &Value, path: &str) -> Option<Date> {
    date(&text(value, path)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn dates_are_read_in_every_form() {
        let day = |month, day| Some(Date { year: 2020, month, day });
        assert_eq!(date("2020"), day(None, None));
        assert_eq!(date("2020-05"), day(Some(5), None));
        assert_eq!(date("2020-05-17T00:00:00Z"), day(Some(5), Some(17)));
        assert_eq!(date("2020 May 17"), day(Some(5), Some(17)));
        assert_eq!(date("2020 Jan-Feb"), day(Some(1), None));
        assert_eq!(date("2020-00-00"), day(None, None));
        assert_eq!(date("spring"), None);
    }

    #[test]
    fn titles_lose_markup_and_their_full_stop() {
        let value =
            json!({"a": {"t": "Effect of <i>BRCA1</i>\n   on  CO<sub>2</sub>."}, "b": "P&lt;0.05 or so..."});
        assert_eq!(title(&value, "a.t").as_deref(), Some("Effect of BRCA1 on CO2"));
        assert_eq!(title(&value, "b").as_deref(), Some("P<0.05 or so..."));
        assert_eq!(title(&value, "c.d"), None);
    }
}
