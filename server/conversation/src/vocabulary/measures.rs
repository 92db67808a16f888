//! Vital signs, measurements and laboratory values.

use super::lists::List;
use super::table;
use referee_knowledge::Row;
use std::sync::LazyLock;

/// A vital sign, a measurement or a laboratory value.
#[derive(Debug)]
pub struct Measure {
    /// The id.
    pub id: String,
    /// The words that precede its value.
    pub words: List,
    /// Short names that are only written: "K", "Na".
    pub written: List,
    /// The lowest and the highest value, in any of its units.
    pub range: (f64, f64),
}

/// Returns the measures of `spoken/measures.tsv`, and the laboratory values of `relations/analytes.tsv`.
#[must_use]
pub fn measures() -> &'static [Measure] {
    static MEASURES: LazyLock<Vec<Measure>> = LazyLock::new(|| {
        let read = |row: &Row, id: &str, names: &str| {
            let list = |column: &str| {
                let mut list = List::default();
                row.list(column).for_each(|entry| list.insert(entry));
                list
            };
            let bound = |column: &str, other: f64| row.get(column).parse().unwrap_or(other);
            Measure {
                id: row.get(id).to_owned(),
                words: list(names),
                written: list("exact"),
                range: (bound("low", 0.0), bound("high", f64::MAX)),
            }
        };
        let (spoken, analytes) = (table("spoken/measures.tsv"), table("relations/analytes.tsv"));
        let mut out: Vec<Measure> = spoken.rows().iter().map(|row| read(row, "measure", "words")).collect();
        let others: Vec<Measure> = analytes
            .rows()
            .iter()
            .map(|row| read(row, "analyte", "names"))
            .filter(|one| out.iter().all(|known| known.id != one.id))
            .collect();
        out.extend(others);
        out
    });
    &MEASURES
}
