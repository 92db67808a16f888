//! The organs that are taken out as a whole, how notes say so, and how they say that one is there.

use crate::pattern::{Pattern, contexts, forms};
use std::sync::LazyLock;

/// How notes speak of one organ; the patterns are for folded text, with the side in `before` or `behind`.
pub(super) struct OrganPatterns {
    /// The operation that takes it out.
    pub(super) removed: Pattern,
    /// What shows that it is there.
    pub(super) present: Pattern,
    /// Whether there are two, so that the sides must be the same.
    pub(super) has_sides: bool,
    /// What is told beside the finding of the organ.
    pub(super) operation: Operation,
}

/// Which operations on an organ that is gone are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// The removal planned anew.
    Again,
    /// None: the name of the operation is also that of one on a part of the organ.
    None,
    /// Only what is planned counts, and the state after the removal is told without a date: an artificial lens.
    OnlyPlanned,
}

/// The side before a word, in English.
const ENGLISH_SIDE_BEFORE: &str = r"(?P<before>left|right|bilateral)[ -](?:[a-z]+ ){0,2}?";
/// The side behind a word, in Spanish.
const SPANISH_SIDE_BEHIND: &str =
    r"(?: [a-z]+){0,2}? (?P<behind>izquierd[oa]|derech[oa]|dch[oa]|izd[oa]|bilateral)\b";

/// The side right behind a word, in Spanish, in a group of its own.
const OTHER_SIDE_BEHIND: &str = r" (?P<onside>izquierdo|derecho)";

/// The organs of which there are two.
const PAIRED_ORGANS: &[&str] = &["kidney", "lower-leg", "breast", "testis", "eye", "lens"];
/// The organs whose operation is also one on a part of them.
const OPERATED_IN_PART: &[&str] = &["ovaries", "lower-leg", "breast", "testis", "eye"];

impl OrganPatterns {
    /// An organ by its name in `contexts.tsv`.
    fn of(name: &str) -> Self {
        let pattern = |what: &str| {
            let text = forms(&format!("removed/{name}/{what}"))
                .replace("{side-before}", ENGLISH_SIDE_BEFORE)
                .replace("{side-behind}", SPANISH_SIDE_BEHIND)
                .replace("{other-side-behind}", OTHER_SIDE_BEHIND);
            Pattern::new(&text)
        };
        let operation = match name {
            "lens" => Operation::OnlyPlanned,
            _ if OPERATED_IN_PART.contains(&name) => Operation::None,
            _ => Operation::Again,
        };
        let has_sides = PAIRED_ORGANS.contains(&name);
        OrganPatterns { removed: pattern("gone"), present: pattern("there"), has_sides, operation }
    }
}

/// The organs, in the order in which they are told.
pub(super) static ORGANS: LazyLock<Vec<OrganPatterns>> = LazyLock::new(|| {
    let names = contexts("removed/").filter_map(|(name, _)| name.strip_suffix("/gone"));
    names.map(OrganPatterns::of).collect()
});
