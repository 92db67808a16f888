//! Vital signs and measurements.

use super::lists::List;
use super::table;
use referee_knowledge::Row;
use std::sync::LazyLock;

/// A vital sign or measurement.
#[derive(Debug)]
pub struct Measure {
    /// The id.
    pub id: String,
    /// The words that precede its value.
    pub words: List,
    /// The lowest and the highest value, in any of its units.
    pub range: (f64, f64),
}

/// Returns the vital signs and measurements of `spoken/measures.tsv`.
#[must_use]
pub fn measures() -> &'static [Measure] {
    static MEASURES: LazyLock<Vec<Measure>> = LazyLock::new(|| {
        let read = |row: &Row| {
            let mut words = List::default();
            row.list("words").for_each(|entry| words.insert(entry));
            let bound = |column: &str, other: f64| row.get(column).parse().unwrap_or(other);
            Measure {
                id: row.get("measure").to_owned(),
                words,
                range: (bound("low", 0.0), bound("high", f64::MAX)),
            }
        };
        table("spoken/measures.tsv").rows().iter().map(read).collect()
    });
    &MEASURES
}
