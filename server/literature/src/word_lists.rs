//! Word lists in tables that are compiled into the program.

use rustc_hash::FxHashMap;

/// The lists of a table, by key.
pub(crate) struct WordLists(FxHashMap<&'static str, Vec<&'static str>>);

impl WordLists {
    /// Parses a table. Each line has the key of a list, a tab, and words separated by spaces. Lines
    /// that begin with `#` are comments.
    pub(crate) fn read(table: &'static str) -> Self {
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        let lists = lines.filter_map(|line| line.split_once('\t'));
        WordLists(lists.map(|(name, words)| (name, words.split(' ').collect())).collect())
    }

    /// Returns the words of a list; empty for an unknown list.
    pub(crate) fn of(&self, name: &str) -> &[&'static str] {
        self.0.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::WordLists;

    #[test]
    fn every_line_of_the_tables_is_a_list_of_words() {
        for table in [
            include_str!("../data/withdrawal.tsv"),
            include_str!("../data/searches.tsv"),
            include_str!("../data/actions.tsv"),
        ] {
            for line in table.lines().filter(|line| !line.starts_with('#')) {
                let (name, _) = line.split_once('\t').unwrap_or((line, ""));
                let lists = WordLists::read(table);
                let words = lists.of(name);
                assert!(words.len() > 1 && words.iter().all(|word| !word.trim().is_empty()), "{line}");
            }
        }
    }
}
