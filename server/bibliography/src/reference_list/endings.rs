//! Removes text after authors or a title that belongs to neither: years, dates, the word for
//! editors.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Matches a plausible publication year as the group `y`.
const YEAR_PATTERN: &str = "(?P<y>(?:1[6-9]|20)[0-9]{2})";

/// Removes a date after the last full stop of `text`; also returns the range of its year.
pub(super) fn without_date(text: &str) -> (&str, Option<Range<usize>>) {
    static DATE: LazyLock<Regex> = LazyLock::new(|| {
        let day = "(?:[0-9]{1,2} )?";
        let month =
            "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
        Regex::new(&format!(r"\. (?:{day}(?:{month} ?)?{YEAR_PATTERN}|{day}{month})\.?$"))
            .expect("the pattern is valid")
    });
    let Some(captures) = DATE.captures(text) else { return (text, None) };
    let start = captures.get(0).map_or(text.len(), |whole| whole.start());
    (text.get(..start).unwrap_or(text), captures.name("y").map(|year| year.range()))
}

/// Returns the names before `, editors.`, `(Eds.)` and similar words; `None` without such a word.
pub(super) fn without_editors(text: &str) -> Option<&str> {
    static EDITORS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?:[,;] ?| )\(?(?:[Ee]ditors?|[Ee]ds?\.?|[Ee]ditores?|[Hh]rsg\.?)\)?[.,]? ?$")
            .expect("the pattern is valid")
    });
    let found = EDITORS.find(text)?;
    // `Doe ED.` is a name.
    let mark = found.as_str();
    let has_mark = mark.starts_with([',', ';']) || mark.contains('(') || mark.starts_with(" ed");
    text.get(..found.start()).filter(|_| has_mark)
}

/// Removes a year at the end of `text`; also returns its range. The full stop or comma before the
/// year is kept.
pub(super) fn without_year(text: &str) -> (&str, Option<Range<usize>>) {
    static FINAL_YEAR: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(r"[.,] \(?{YEAR_PATTERN}[a-z]?\)?[.,:]?$")).expect("the pattern is valid")
    });
    let Some(captures) = FINAL_YEAR.captures(text) else { return (text, None) };
    let start = captures.get(0).map_or(text.len(), |whole| whole.start());
    (text.get(..=start).unwrap_or(text), captures.name("y").map(|year| year.range()))
}
