//! The lines of the tables in `data/` that have no columns with names.

/// The rows of a table, each with the number of its line from 0. Empty lines and comments, which begin with `#`, are left out.
pub(super) fn rows(text: &'static str) -> impl Iterator<Item = (usize, &'static str)> {
    text.lines().enumerate().filter(|(_, row)| !row.starts_with('#') && !row.is_empty())
}
