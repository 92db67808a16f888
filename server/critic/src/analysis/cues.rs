//! Assertion cues: phrases that confirm, negate or qualify a term, in English and Spanish.
//!
//! They come from `cues.tsv` of `referee-knowledge`; its English and Spanish rows are not translations of each other.

use crate::pattern::words;
use referee_knowledge::{Row, Table, built_in};
use std::sync::LazyLock;

/// The state of an asserted term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// Asserted as true.
    Confirmed,
    /// True in the past.
    Historical,
    /// Thought possible, or hypothetical.
    Uncertain,
    /// Requested, planned or awaited.
    Pending,
    /// Denied.
    Negated,
}

/// A cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// Its effect.
    pub effect: Effect,
    /// The side on which its terms are.
    pub side: Side,
}

/// The effect of a cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Assigns this state.
    Is(State),
    /// Uncertain, but affirmative in a pathologist's report ("compatible with").
    Reading,
    /// A condition ("if", "until"); applies to the end of the sentence.
    Case,
    /// Assigns the term to a relative.
    Relative,
    /// A pseudo-cue: looks like a cue but is ignored.
    Nothing,
    /// Ends the scope of other cues.
    End,
}

/// The position of a cue relative to its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The cue precedes the term.
    Ahead,
    /// The cue follows the term.
    Behind,
    /// Either side.
    Both,
}

/// The cues of `cues.tsv` of `referee-knowledge`: folded phrases, separated by `|`.
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

/// Verbs that assert their clause, so that a negation does not reach across the comma before it.
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
