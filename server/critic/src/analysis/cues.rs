//! Cues of assertion: the phrases that say whether something is so, in English and Spanish.
//!
//! `cues.tsv` of `referee-knowledge` holds them; its English and Spanish rows are no translation of each other.

use crate::pattern::words;
use referee_knowledge::{Row, Table, built_in};
use std::sync::LazyLock;

/// Whether something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// It is so.
    Confirmed,
    /// It was so.
    Historical,
    /// It is thought possible, or spoken of as a case that may come.
    Uncertain,
    /// It is asked for, planned or awaited.
    Pending,
    /// It is not so.
    Negated,
}

/// A cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// What it does.
    pub effect: Effect,
    /// To terms on which side.
    pub side: Side,
}

/// What a cue does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It gives this state.
    Is(State),
    /// Uncertain, but affirmative in the line of a pathologist ("compatible with").
    Reading,
    /// A case that may come ("if", "until"): to the end of the sentence.
    Case,
    /// It speaks of a relative.
    Relative,
    /// It looks like a cue and is none.
    Nothing,
    /// It ends the reach of cues.
    End,
}

/// On which side of the cue the term stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The cue stands before the term.
    Ahead,
    /// The cue stands behind the term.
    Behind,
    /// Either.
    Both,
}

/// The cues of `cues.tsv` of `referee-knowledge`: phrases, folded, separated by `|`.
pub(crate) static CUES: LazyLock<Vec<(&'static str, Cue)>> = LazyLock::new(|| {
    static TABLE: LazyLock<Table> =
        LazyLock::new(|| built_in("cues.tsv").expect("the built-in table is well-formed"));
    let cue = |row: &'static Row| {
        let effect = match row.get("effect") {
            "negated" => Effect::Is(State::Negated),
            "uncertain" => Effect::Is(State::Uncertain),
            "pending" => Effect::Is(State::Pending),
            "historical" => Effect::Is(State::Historical),
            "reading" => Effect::Reading,
            "case" => Effect::Case,
            "relative" => Effect::Relative,
            "nothing" => Effect::Nothing,
            "end" => Effect::End,
            _ => return None,
        };
        let side = match row.get("side") {
            "ahead" => Side::Ahead,
            "behind" => Side::Behind,
            "both" => Side::Both,
            _ => return None,
        };
        Some((row.get("forms"), Cue { effect, side }))
    };
    TABLE.rows().iter().filter_map(cue).collect()
});

/// Verbs that assert their clause, so that a negation does not reach over the comma before it.
pub(crate) static ASSERTIVE_VERBS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("cues/assertive-verbs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_a_cue() {
        let rows = built_in("cues.tsv").map_or(0, |table| table.rows().len());
        assert!(rows > 0);
        assert_eq!(CUES.len(), rows);
    }
}
