//! The table of series of books and proceedings.

use crate::judge::tables::rows;
use std::sync::LazyLock;

/// A series, as the index of its row in `book_series.tsv`.
pub(super) type Series = usize;

/// Returns the series with this folded name.
pub(super) fn series(folded: &str) -> Option<Series> {
    SERIES.iter().position(|series| {
        series.names.iter().any(|name| match name.strip_prefix('=') {
            Some(whole) => whole == folded,
            None => folded.starts_with(name),
        })
    })
}

/// Returns the conferences that have separate proceedings but also appear in a series, as given in
/// the first column of the table.
pub(super) fn guests(series: Series) -> &'static str {
    SERIES.get(series).map_or("-", |series| series.guests)
}

struct BookSeries {
    guests: &'static str,
    names: Vec<&'static str>,
}

static SERIES: LazyLock<Vec<BookSeries>> = LazyLock::new(|| {
    rows(include_str!("../../../data/book_series.tsv"))
        .filter_map(|(_, text)| {
            let mut columns = text.split('\t');
            Some(BookSeries { guests: columns.next()?, names: columns.collect() })
        })
        .collect()
});
