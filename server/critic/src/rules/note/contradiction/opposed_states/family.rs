//! What a family of opposed states is, and the families of `opposed_states.tsv` of `referee-knowledge`.

use crate::pattern::with_blanks;
use referee_knowledge::{Row, Table, built_in};
use std::sync::LazyLock;

/// Two states of which a patient has one at a time. Patterns are over folded text, without accents and capitals.
pub(super) struct Family {
    /// Pieces of words of which whatever says either state has one, so that most texts are passed over at once.
    pub(super) keys: Vec<&'static str>,
    /// What says the one state.
    pub(super) one: &'static str,
    /// What says the other state.
    pub(super) other: &'static str,
    /// What in a note makes both true; may be empty.
    pub(super) excuses: &'static str,
    /// Whether the state changes from day to day, so that words of time set a sentence apart.
    pub(super) changes: bool,
    /// Whether the states count beside words of time all the same.
    pub(super) allows_time: bool,
    /// Whether the states name relatives themselves: "lives with his wife".
    pub(super) names_others: bool,
    /// What does not go together, for an English message.
    pub(super) english: &'static str,
    /// The same for a Spanish message.
    pub(super) spanish: &'static str,
}

/// All families, in the order of the table.
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
