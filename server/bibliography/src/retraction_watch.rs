//! Reads the table of Retraction Watch, which Crossref publishes as CSV.

use crate::name::Name;
use crate::{Date, Identifier, ReadError, ReadProblem, SourceNotice, SourceRecord, Work, WorkKind};
use std::io::Read;

/// The columns that are read, found by name because their order has changed.
const COLUMNS: [&str; 14] = [
    "Record ID",
    "Title",
    "Journal",
    "Publisher",
    "Author",
    "ArticleType",
    "RetractionDate",
    "RetractionDOI",
    "RetractionPubMedID",
    "OriginalPaperDate",
    "OriginalPaperDOI",
    "OriginalPaperPubMedID",
    "RetractionNature",
    "Reason",
];

/// Whether the beginning of a file looks like the table.
#[must_use]
pub fn recognises(head: &str) -> bool {
    let line = head.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
    line.contains("OriginalPaperDOI") && line.contains("RetractionNature")
}

/// Reads the table, row by row. Each record is a paper with one notice about it, whose
/// [`SourceNotice::ref_type`] is the nature as written: `Retraction`, `Expression of concern`,
/// `Correction`, `Reinstatement`.
///
/// # Errors If the columns for the paper and the nature of the notice are missing.
pub fn read<R: Read>(input: R) -> Result<impl Iterator<Item = Result<SourceRecord, ReadError>>, ReadError> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(input);
    let headers = reader.byte_headers().map_err(|error| failure(error, 0))?;
    let index = |name: &str| {
        headers.iter().position(|header| {
            decoded(header).trim_start_matches('\u{feff}').trim().eq_ignore_ascii_case(name)
        })
    };
    let columns = COLUMNS.map(index);
    let [.., doi, pmid, nature, _] = columns;
    if nature.is_none() || (doi.is_none() && pmid.is_none()) {
        return Err(ReadError { problem: ReadProblem::NoRetractionWatchTable, offset: 0 });
    }
    let mut row = csv::ByteRecord::new();
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        while !ended {
            match reader.read_byte_record(&mut row) {
                Ok(true) => {
                    if let Some(record) = record(&row, &columns) {
                        return Some(Ok(record.without_controls()));
                    }
                }
                Ok(false) => ended = true,
                Err(error) => {
                    ended = error.is_io_error();
                    return Some(Err(failure(error, reader.position().byte())));
                }
            }
        }
        None
    }))
}

fn failure(error: csv::Error, offset: u64) -> ReadError {
    ReadError { problem: ReadProblem::Table(error), offset }
}

/// Decodes a field as UTF-8, otherwise as Latin-1: the table has been published in both.
fn decoded(field: &[u8]) -> String {
    match std::str::from_utf8(field) {
        Ok(text) => text.to_owned(),
        Err(_) => field.iter().copied().map(char::from).collect(),
    }
}

/// Returns the paper of a row with the notice about it; `None` if the row identifies no paper.
fn record(row: &csv::ByteRecord, columns: &[Option<usize>; 14]) -> Option<SourceRecord> {
    let value = |column: usize| {
        let field = columns.get(column).copied().flatten().and_then(|index| row.get(index))?;
        let text = decoded(field);
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let [
        _,
        title,
        journal,
        publisher,
        author,
        article_type,
        date,
        notice_doi,
        notice_pmid,
        paper_date,
        paper_doi,
        paper_pmid,
        nature,
        reason,
    ] = std::array::from_fn(value);
    let doi = |text: &Option<String>| text.as_deref().and_then(Identifier::doi);
    let pmid = |text: &Option<String>| Identifier::pmid(text.as_deref()?.trim_end_matches(".0"));
    let work = Work {
        kind: WorkKind::Article,
        title: title
            .map(|title| crate::html_text::plain(&title).trim_end_matches('.').to_owned())
            .filter(|title| !title.is_empty()),
        authors: author.map(|names| names.split(';').filter_map(Name::parse).collect()).unwrap_or_default(),
        container: journal,
        publisher,
        date: paper_date.as_deref().and_then(american_date),
        identifiers: doi(&paper_doi).into_iter().chain(pmid(&paper_pmid)).collect(),
        ..Work::default()
    };
    if work.identifiers.is_empty() && work.title.is_none() {
        return None;
    }
    let notice = SourceNotice {
        ref_type: nature?,
        identifiers: doi(&notice_doi).into_iter().chain(pmid(&notice_pmid)).collect(),
        date: date.as_deref().and_then(american_date),
        text: reason.map(|reason| listed(&reason, "; ")).filter(|reason| !reason.is_empty()),
    };
    Some(SourceRecord {
        work,
        notices: vec![notice],
        types: article_type
            .map(|types| {
                types.split(';').map(str::trim).filter(|kind| !kind.is_empty()).map(str::to_owned).collect()
            })
            .unwrap_or_default(),
        ..SourceRecord::default()
    })
}

/// Joins the parts of `+Concerns About Data;+Paper Mill;`.
fn listed(text: &str, between: &str) -> String {
    text.split(';')
        .map(|part| part.trim().trim_start_matches('+'))
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(between)
}

/// Parses `7/12/2023 0:00`, month first; also `2023-07-12`.
fn american_date(text: &str) -> Option<Date> {
    let day = text.split_whitespace().next()?;
    let parts: Vec<i32> = day.split(['/', '-']).map(str::parse).collect::<Result<_, _>>().ok()?;
    let (year, month, day) = match parts.as_slice() {
        [year, month, day] if *year > 31 => (*year, *month, *day),
        [month, day, year] => (*year, *month, *day),
        _ => return None,
    };
    // The table's years of two digits are in this century.
    let year = if (0..100).contains(&year) { year + 2000 } else { year };
    let month = u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    let day = u8::try_from(day).ok().filter(|day| (1..=31).contains(day));
    Some(Date { year, month: Some(month), day })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    const TABLE: &str = "Record ID,Title,Subject,Journal,Author,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Notes\n\
        1,\"A title, with a comma\",x,The Lancet,Jos\u{e9} P\u{e9}rez;Jane Q. Doe,Research Article;,7/12/2023 0:00,10.1000/N1,0,8/18/2022 0:00,10.1000/P1,36035816.0,Retraction,+Paper Mill;+Concerns/Issues About Data;,\n\
        2,Second,x,BMJ,,,1/2/2020 0:00,unavailable,0,,Unavailable,123,Reinstatement,,\n\
        3,,x,,,,,,,,unavailable,0,Retraction,,\n";

    fn all(bytes: &[u8]) -> Vec<SourceRecord> {
        read(bytes).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn a_row_is_a_paper_and_its_notice() {
        let records = all(TABLE.as_bytes());
        assert_eq!(records.len(), 2);
        let first = &records[0];
        assert_eq!(first.work.title.as_deref(), Some("A title, with a comma"));
        assert_eq!(first.work.authors[0].surname(), "P\u{e9}rez");
        assert_eq!(first.work.identifiers.doi(), Some("10.1000/p1"));
        assert_eq!(first.work.identifiers.pmid(), Some(36_035_816));
        assert_eq!(first.work.date, Some(Date { year: 2022, month: Some(8), day: Some(18) }));
        let notice = &first.notices[0];
        assert_eq!(notice.ref_type, "Retraction");
        assert_eq!(notice.identifiers, [Identifier::Doi("10.1000/n1".into())]);
        assert_eq!(notice.date, Some(Date { year: 2023, month: Some(7), day: Some(12) }));
        assert_eq!(notice.text.as_deref(), Some("Paper Mill; Concerns/Issues About Data"));
        assert_eq!(first.types, ["Research Article"]);
        let second = &records[1];
        assert_eq!(second.work.identifiers.doi(), None);
        assert_eq!(second.work.identifiers.pmid(), Some(123));
        assert_eq!(second.notices[0].ref_type, "Reinstatement");
        assert!(second.notices[0].identifiers.is_empty());
    }

    #[test]
    fn latin_1_and_a_byte_order_mark_are_read() {
        let latin: Vec<u8> = TABLE.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        assert_eq!(all(&latin), all(TABLE.as_bytes()));
        assert_eq!(all(format!("\u{feff}{TABLE}").as_bytes()), all(TABLE.as_bytes()));
    }

    #[test]
    fn another_table_is_refused() {
        assert!(read("a,b\n1,2\n".as_bytes()).is_err());
        assert!(read("".as_bytes()).is_err());
        assert!(recognises(TABLE) && !recognises("a,b"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let mut input = b"OriginalPaperDOI,RetractionNature,RetractionDate,OriginalPaperPubMedID\n".to_vec();
            input.extend(bytes);
            let _ = read(input.as_slice()).unwrap().count();
        }
    }
}
