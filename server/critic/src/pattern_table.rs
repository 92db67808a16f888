//! Patterns that are searched together.

use crate::pattern::{Pattern, exact};

/// Patterns with their values. A pattern is skipped if the text lacks its words.
pub(crate) struct PatternTable<T> {
    rows: Vec<(T, Pattern)>,
}

impl<T> PatternTable<T> {
    /// Creates a table from built-in patterns.
    pub(crate) fn new(rows: impl IntoIterator<Item = (T, String)>) -> Self {
        Self { rows: rows.into_iter().map(|(meaning, text)| (meaning, exact(&text))).collect() }
    }

    /// The patterns that match a text, in table order.
    pub(crate) fn matching(&self, text: &str) -> impl Iterator<Item = (&T, &Pattern)> {
        let rows = self.rows.iter().filter(move |(_, pattern)| pattern.is_match(text));
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
