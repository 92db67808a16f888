//! Reads RIS and NBIB: consecutive records whose lines have a tag and a value.

use super::listed_reference::ListedReference;
use crate::{FieldName, nbib as medline, ris};
use referee_text::Span;
use std::ops::Range;

/// The tags of a format whose values need a span, the preferred tag first for each field.
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
    (FieldName::Pmid, &["PMID"]),
    (FieldName::Pmcid, &["PMC"]),
];

/// Reads the records of a RIS file.
pub(super) fn ris(text: &str) -> Vec<ListedReference> {
    let read = |record: &str| ris::read(record).next().map(|stated| stated.work);
    let ranges: Vec<Range<usize>> = ris::record_ranges(text).collect();
    records(text, &ranges, "TY", &["ID", "LB"], RIS_TAGS, &read)
}

/// Reads the records of an NBIB file.
pub(super) fn nbib(text: &str) -> Vec<ListedReference> {
    let read = |record: &str| medline::read(record).next().map(|stated| stated.work);
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if tag_of(line).is_some_and(|(tag, _)| tag == "PMID") {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let ranges: Vec<Range<usize>> = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    let mut references = records(text, &ranges, "PMID", &[], NBIB_TAGS, &read);
    for reference in &mut references {
        let start = reference.span.start as usize;
        let record = text.get(reference.span.range()).unwrap_or_default();
        reference.fields.extend(medline_doi(record).map(|span| (FieldName::Doi, span.shift(start))));
    }
    references
}

/// Returns the span of the DOI in a MEDLINE record. An article has several identifiers under one
/// tag, with their kind in brackets (`btk021 [pii]`, `NBK1116 [bookaccession]`, `10.1000/1 [doi]`).
fn medline_doi(record: &str) -> Option<Span> {
    ["LID", "AID"].iter().flat_map(|tag| values(record, tag)).find_map(|span| {
        let doi = slice(record, span).strip_suffix("[doi]")?.trim_end();
        (!doi.is_empty()).then(|| Span { start: span.start, end: span.start + doi.len() as u32 })
    })
}

/// Reads the records at `ranges`; the value of the tag `kind` is the kind of work.
fn records(
    text: &str,
    ranges: &[Range<usize>],
    kind: &str,
    keys: &[&str],
    tags: Tags,
    read: &dyn Fn(&str) -> Option<crate::Work>,
) -> Vec<ListedReference> {
    let mut out = Vec::new();
    for Range { start, end } in ranges {
        let Some(record) = text.get(*start..*end) else { continue };
        let Some(work) = read(record) else { continue };
        let visible = record.trim_end().len();
        let mut reference = ListedReference {
            span: Span::new(*start, start + visible),
            kind: value(record, kind).map(|span| slice(record, span).to_owned()).unwrap_or_default(),
            work,
            ..ListedReference::default()
        };
        if let Some(span) = keys.iter().find_map(|tag| value(record, tag)) {
            let key = slice(record, span);
            // Programs also write record numbers there: a database number is not a key.
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

/// Returns the span of the first value of a tag in a record.
fn value(record: &str, wanted: &str) -> Option<Span> {
    values(record, wanted).next()
}

/// Returns the spans of all values of a tag in a record.
fn values<'a>(record: &'a str, wanted: &'a str) -> impl Iterator<Item = Span> + 'a {
    let mut at = 0;
    record.split_inclusive('\n').filter_map(move |line| {
        let from = at;
        at += line.len();
        let (_, start) = tag_of(line).filter(|(tag, _)| *tag == wanted)?;
        let value = line.get(start..)?;
        let trimmed = value.trim();
        let begin = from + start + (value.len() - value.trim_start().len());
        (!trimmed.is_empty()).then(|| Span::new(begin, begin + trimmed.len()))
    })
}

/// Returns the tag of a line and the offset of its value: `TI - `, `PMID- `.
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
