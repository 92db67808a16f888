//! The organisms of `relations/organisms.tsv`, the words by which notes mention them, and the drugs that do not act on
//! them.

use crate::pattern::{Pattern, any_case};
use referee_knowledge::{Table, UNREVIEWED, built_in};
use std::sync::LazyLock;

/// The id of an ESBL whose organism is not named.
pub(super) const UNNAMED_ESBL: &str = "esbl";

/// The id of organisms that are not in the table.
const OTHER: &str = "other";

/// A row of the table.
pub(super) struct Row {
    /// The organism: two names with one id are of one organism.
    pub(super) organism: &'static str,
    names: &'static str,
    /// Whether EUCAST lists the organism as intrinsically resistant.
    pub(super) is_of_eucast: bool,
    /// Whether the row was compared with its source.
    pub(super) is_compared: bool,
    /// The drugs that do not act on it, by their English generic names.
    pub(super) inactive: Vec<&'static str>,
}

static TABLE: LazyLock<Table> =
    LazyLock::new(|| built_in("relations/organisms.tsv").expect("the built-in table is well-formed"));

/// The rows of the table, in their order.
pub(super) static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let row = |row: &'static referee_knowledge::Row| Row {
        organism: row.get("organism"),
        names: row.get("names"),
        is_of_eucast: row.get("basis") == "eucast",
        is_compared: row.get("checked") != UNREVIEWED,
        inactive: row.list("inactive").collect(),
    };
    TABLE.rows().iter().map(row).collect()
});

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let whole = |row: &Row| any_case(&format!(r"\b(?:{})(?:\b|$)", row.names));
    ROWS.iter().map(whole).collect()
});

/// Matches the beginning of every name; a text without a match mentions no organism.
static ANY_NAME: LazyLock<Pattern> = LazyLock::new(|| {
    let all: Vec<&str> = ROWS.iter().map(|row| row.names).collect();
    any_case(&format!(r"\b(?:{})", all.join("|")))
});

/// Returns the organisms in a text: the row, and the start and end of the name. A name inside of a longer one counts only
/// if both are of one organism.
pub(super) fn named_in(text: &str) -> Vec<(usize, usize, usize)> {
    if !ANY_NAME.is_match(text) {
        return Vec::new();
    }
    let mut out: Vec<(usize, usize, usize)> = Vec::new();
    for (row, pattern) in PATTERNS.iter().enumerate() {
        out.extend(pattern.find_iter(text).map(|found| (row, found.start(), found.end())));
    }
    let all = out.clone();
    out.retain(|(row, start, end)| {
        !all.iter().any(|(other, from, to)| {
            from <= start && end <= to && to - from > end - start && organism(*other) != organism(*row)
        })
    });
    out.sort_by_key(|(row, start, _)| (*start, *row));
    out
}

/// Returns the organism of a row.
pub(super) fn organism(row: usize) -> &'static str {
    ROWS.get(row).map_or(OTHER, |row| row.organism)
}
