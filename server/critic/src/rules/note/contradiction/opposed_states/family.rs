//! Families of opposed states, from `opposed_states.tsv` of `referee-knowledge`.

use crate::pattern::with_blanks;
use referee_knowledge::{Row, Table, built_in};
use std::sync::LazyLock;

/// Two mutually exclusive states of a patient. Patterns are over folded text: lower case, without accents.
pub(super) struct Family {
    /// Word fragments, one of which occurs in every match, to skip most texts quickly.
    pub(super) keys: Vec<&'static str>,
    /// Matches the first state.
    pub(super) one: &'static str,
    /// Matches the second state.
    pub(super) other: &'static str,
    /// Matches text that explains both states; may be empty.
    pub(super) excuses: &'static str,
    /// Whether the state changes from day to day, so that a sentence with words of time does not count.
    pub(super) changes: bool,
    /// Whether sentences with words of time count nevertheless.
    pub(super) allows_time: bool,
    /// Whether the states themselves mention relatives: "lives with his wife".
    pub(super) names_others: bool,
    /// The contradiction, for an English message.
    pub(super) english: &'static str,
    /// The contradiction, for a Spanish message.
    pub(super) spanish: &'static str,
}

/// All families, in table order.
pub(super) static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> =
        LazyLock::new(|| built_in("opposed_states.tsv").expect("the built-in table is well-formed"));
    let family = |row: &'static Row| {
        let kind = row.get("kind");
        Family {
            keys: row.list("keys").map(with_blanks).collect(),
            one: row.get("one"),
            other: row.get("other"),
            excuses: row.get("unless"),
            changes: kind != "lasting",
            allows_time: kind != "passing",
            names_others: row.get("others") == "yes",
            english: row.get("english"),
            spanish: row.get("spanish"),
        }
    };
    TABLE.rows().iter().map(family).collect()
});
