//! Patterns that are looked for together.

use crate::pattern::exact;
use regex::{Regex, RegexSet};

/// Patterns, each with what it stands for.
///
/// One pass over a text tells which of them match, so that a text that holds none, as most do, is read once and not
/// once for each pattern.
pub(crate) struct PatternTable<T> {
    rows: Vec<(T, Regex)>,
    all: RegexSet,
}

impl<T> PatternTable<T> {
    /// Compiles the patterns of a table, which are part of the program.
    ///
    /// # Panics
    ///
    /// Where one of them is no regular expression, which a test of its rule shows.
    pub(crate) fn new(rows: impl IntoIterator<Item = (T, String)>) -> Self {
        let rows: Vec<(T, Regex)> = rows.into_iter().map(|(meaning, text)| (meaning, exact(&text))).collect();
        let all = RegexSet::new(rows.iter().map(|(_, pattern)| pattern.as_str()));
        Self { rows, all: all.expect("each of the patterns is valid") }
    }

    /// The patterns that match a text, in the order of the table.
    pub(crate) fn matching(&self, text: &str) -> impl Iterator<Item = (&T, &Regex)> {
        let rows = self.all.matches(text).into_iter().filter_map(|at| self.rows.get(at));
        rows.map(|(meaning, pattern)| (meaning, pattern))
    }
}

#[cfg(test)]
mod tests {
    use super::PatternTable;

    #[test]
    fn only_what_matches_is_given_in_the_order_of_the_table() {
        let table =
            PatternTable::new([("one", "b+"), ("two", "c"), ("three", "a")].map(|(m, p)| (m, p.to_owned())));
        let names: Vec<_> = table.matching("ab").map(|(name, _)| *name).collect();
        assert_eq!(names, ["one", "three"]);
        assert_eq!(table.matching("").count(), 0);
    }
}
