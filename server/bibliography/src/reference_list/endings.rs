//! What stands behind names or a title and belongs to neither: years, dates, and the word for editors.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The years that a reference may be from, as the group `y`.
const YEAR_PATTERN: &str = "(?P<y>(?:1[6-9]|20)[0-9]{2})";

/// `text` without a date behind its last full stop, and where the year of it stands.
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

/// The names in front of `, editors.`, `(Eds.)` and their like; `None` where nothing says that they are editors.
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

/// `text` without a year at its end, and where the year stands. The stop or comma before the year stays.
pub(super) fn without_year(text: &str) -> (&str, Option<Range<usize>>) {
    static FINAL_YEAR: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(r"[.,] \(?{YEAR_PATTERN}[a-z]?\)?[.,:]?$")).expect("the pattern is valid")
    });
    let Some(captures) = FINAL_YEAR.captures(text) else { return (text, None) };
    let start = captures.get(0).map_or(text.len(), |whole| whole.start());
    (text.get(..=start).unwrap_or(text), captures.name("y").map(|year| year.range()))
}
