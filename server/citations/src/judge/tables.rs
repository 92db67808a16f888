//! Reads the tables in `data/` without column headers.

/// Returns the rows of a table, each with its line number from 0; skips empty lines and comments,
/// which begin with `#`.
pub(super) fn rows(text: &'static str) -> impl Iterator<Item = (usize, &'static str)> {
    text.lines().enumerate().filter(|(_, row)| !row.starts_with('#') && !row.is_empty())
}
