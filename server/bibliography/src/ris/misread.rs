//! Dates and names of a RIS record that Pandoc reads differently from what the format means.

use crate::misreading::{Misreading, Row, ris_rows};
use crate::name::is_organisation;
use crate::tagged;
use referee_text::Span;

/// Returns the places of a record that Pandoc reads differently, relative to its start.
///
/// Source: `findings/ris-in-pandoc.sh`. Pandoc takes the first `PY` or `Y1` for the date and reads
/// names as BibTeX does.
pub(crate) fn misread(record: &str) -> Vec<Misreading> {
    let mut out = Vec::new();
    let mut is_dated = false;
    let mut at = 0;
    for line in record.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((name, value)) = tagged::tag(line).zip(line.split_once('-').map(|(_, value)| value)) else {
            continue;
        };
        let value = value.trim();
        let row = match name {
            "PY" | "Y1" if !is_dated && !value.is_empty() => {
                is_dated = true;
                misread_date(value)
            }
            "AU" | "A1" => misread_name(value),
            _ => None,
        };
        let place = line.rfind(value).filter(|_| !value.is_empty()).map(|place| start + place);
        if let Some((row, place)) = row.zip(place) {
            out.push(Misreading::new(row, Span::new(place, place + value.len()), value));
        }
    }
    out
}

fn misread_date(value: &str) -> Option<&'static Row> {
    super::slashed(value)?;
    let rest = value.get(4..).filter(|rest| rest.starts_with('/'))?;
    let is_bare = rest.chars().all(|c| c == '/');
    Some(if is_bare { &ris_rows::RIS_YEAR_WITH_SLASHES } else { &ris_rows::RIS_DATE })
}

fn misread_name(value: &str) -> Option<&'static Row> {
    let parts: Vec<&str> = value.split(',').map(str::trim).collect();
    match parts[..] {
        [name] if !name.contains(' ') => None,
        [name] if is_organisation(name) => Some(&ris_rows::RIS_GROUP),
        [name] => are_initials(name.rsplit(' ').next()?).then_some(&ris_rows::RIS_INITIALS_LAST),
        [_, given, suffix] => (!given.is_empty() && is_suffix(suffix)).then_some(&ris_rows::RIS_SUFFIX),
        _ => None,
    }
}

/// Whether a word is initials: `R.`, `W.C.`, `AB`.
fn are_initials(word: &str) -> bool {
    const MAX_LETTERS: usize = 3;
    let letters = word.chars().filter(|c| *c != '.').count();
    (1..=MAX_LETTERS).contains(&letters) && word.chars().all(|c| c.is_uppercase() || c == '.')
}

fn is_suffix(text: &str) -> bool {
    matches!(text.trim_end_matches('.'), "Jr" | "Sr" | "Jnr" | "Snr" | "II" | "III" | "IV")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of misreading in a record with one more line, and their values.
    fn found(lines: &str) -> Vec<(&'static str, String)> {
        let record = format!("TY  - JOUR\nID  - k\n{lines}\nTI  - A trial\nER  - \n");
        let seen = misread(&record);
        for one in &seen {
            assert_eq!(record.get(one.span.range()), Some(one.value.as_str()));
        }
        seen.into_iter().map(|one| (one.row.id, one.value)).collect()
    }

    fn one(id: &'static str, value: &str) -> Vec<(&'static str, String)> {
        vec![(id, value.to_owned())]
    }

    #[test]
    fn the_first_date_counts() {
        assert_eq!(found("PY  - 2020"), []);
        assert_eq!(found("PY  - 2020-12-05"), []);
        assert_eq!(found("PY  - 2020\nY1  - 2020/12/05"), []);
        assert_eq!(found("DA  - 2020/12/05/\nPY  - 2020"), []);
        assert_eq!(found("PY  - 2020/12/05/"), one("ris-date", "2020/12/05/"));
        assert_eq!(found("Y1  - 2020/12/05\nPY  - 2020"), one("ris-date", "2020/12/05"));
        assert_eq!(found("PY  - 2020//"), one("ris-year-with-slashes", "2020//"));
        assert_eq!(found("PY  - in press\r"), []);
        assert_eq!(found("PY  - 2020 Dec"), []);
    }

    #[test]
    fn names_are_read_as_bibtex_reads_them() {
        for right in ["Smith, John", "van der Berg, William", "WHO", "World Health Organization,", "Ada Poe"]
        {
            assert_eq!(found(&format!("AU  - {right}")), [], "{right}");
        }
        assert_eq!(found("AU  - Smith, Jr., John"), []);
        assert_eq!(found("AU  - Smith, John, Jr."), one("ris-suffix", "Smith, John, Jr."));
        assert_eq!(found("A1  - King, Martin, III\r"), one("ris-suffix", "King, Martin, III"));
        let group = "World Health Organization";
        assert_eq!(found(&format!("AU  - {group}")), one("ris-group", group));
        assert_eq!(found("AU  - Liu R."), one("ris-initials-last", "Liu R."));
    }
}
