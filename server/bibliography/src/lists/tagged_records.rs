//! RIS and NBIB: one record after the other, in lines of a tag and a value.

use super::listed_reference::ListedReference;
use crate::{FieldName, nbib as medline, ris};
use referee_text::Span;

/// The tags of a format whose values have a place, best first for each field.
type Tags = &'static [(FieldName, &'static [&'static str])];

const RIS_TAGS: Tags = &[
    (FieldName::Title, &["TI", "T1", "CT", "BT"]),
    (FieldName::Authors, &["AU", "A1"]),
    (FieldName::Year, &["PY", "Y1", "DA"]),
    (FieldName::Journal, &["JF", "T2", "JO", "JA"]),
    (FieldName::Volume, &["VL"]),
    (FieldName::Issue, &["IS"]),
    (FieldName::Pages, &["SP"]),
    (FieldName::Doi, &["DO"]),
    (FieldName::Pmid, &["PM", "PMID"]),
    (FieldName::Url, &["UR"]),
];

const NBIB_TAGS: Tags = &[
    (FieldName::Title, &["TI", "BTI"]),
    (FieldName::Authors, &["FAU", "AU"]),
    (FieldName::Year, &["DP"]),
    (FieldName::Journal, &["JT", "TA"]),
    (FieldName::Volume, &["VI"]),
    (FieldName::Issue, &["IP"]),
    (FieldName::Pages, &["PG"]),
    (FieldName::Doi, &["LID", "AID"]),
    (FieldName::Pmid, &["PMID"]),
    (FieldName::Pmcid, &["PMC"]),
];

/// The records of a RIS file.
pub(super) fn ris(text: &str) -> Vec<ListedReference> {
    let read = |record: &str| ris::read(record).next().map(|stated| stated.work);
    records(text, "TY", &["ID", "LB"], RIS_TAGS, &read)
}

/// The records of a NBIB file.
pub(super) fn nbib(text: &str) -> Vec<ListedReference> {
    let read = |record: &str| medline::read(record).next().map(|stated| stated.work);
    records(text, "PMID", &[], NBIB_TAGS, &read)
}

fn records(
    text: &str,
    begins: &str,
    keys: &[&str],
    tags: Tags,
    read: &dyn Fn(&str) -> Option<crate::Work>,
) -> Vec<ListedReference> {
    let mut out = Vec::new();
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if tag_of(line).is_some_and(|(tag, _)| tag == begins) {
            starts.push(at);
        }
        at += line.len();
    }
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(text.len());
        let Some(record) = text.get(*start..end) else { continue };
        let Some(work) = read(record) else { continue };
        let visible = record.trim_end().len();
        let mut reference = ListedReference {
            span: Span::new(*start, start + visible),
            kind: value(record, begins).map(|span| slice(record, span).to_owned()).unwrap_or_default(),
            work,
            ..ListedReference::default()
        };
        if let Some(span) = keys.iter().find_map(|tag| value(record, tag)) {
            let key = slice(record, span);
            // Programs number their records there too: a number of a database is no key.
            if key.contains(char::is_alphabetic) && !key.contains(char::is_whitespace) {
                reference.key = key.to_owned();
                reference.key_span = Some(span.shift(*start));
            }
        }
        for (field, tags) in tags {
            if let Some(span) = tags.iter().find_map(|tag| value(record, tag)) {
                reference.fields.push((*field, span.shift(*start)));
            }
        }
        out.push(reference);
    }
    out
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.range()).unwrap_or_default()
}

/// The place of the first value of a tag in a record.
fn value(record: &str, wanted: &str) -> Option<Span> {
    let mut at = 0;
    for line in record.split_inclusive('\n') {
        if let Some((tag, start)) = tag_of(line)
            && tag == wanted
        {
            let value = line.get(start..)?;
            let trimmed = value.trim();
            let begin = at + start + (value.len() - value.trim_start().len());
            if !trimmed.is_empty() {
                return Some(Span::new(begin, begin + trimmed.len()));
            }
        }
        at += line.len();
    }
    None
}

/// The tag of a line and where its value begins: `TI  - `, `PMID- `.
fn tag_of(line: &str) -> Option<(&str, usize)> {
    let mark = line.len() - line.trim_start_matches('\u{feff}').len();
    let line = line.get(mark..)?;
    let length = line.bytes().take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).count();
    let rest = line.get(length..)?;
    let dash = rest.trim_start_matches(' ');
    let blanks = rest.len() - dash.len();
    let fits = length + blanks == 4 || (length == 2 && blanks == 1);
    ((2..=4).contains(&length) && fits && dash.starts_with('-'))
        .then(|| Some((line.get(..length)?, mark + length + blanks + 1)))
        .flatten()
}
