//! Organs that are removed as a whole, with patterns for their removal and their presence.

use crate::pattern::{Pattern, contexts, forms, word_list};
use std::sync::LazyLock;

/// The patterns for one organ, over folded text; the groups `before` and `behind` capture the side.
pub(super) struct OrganPatterns {
    /// The operation that removes it.
    pub(super) removed: Pattern,
    /// Evidence that it is present.
    pub(super) present: Pattern,
    /// Whether it is paired, so that the sides must match.
    pub(super) has_sides: bool,
    /// Which operations on the removed organ count in addition to findings.
    pub(super) operation: Operation,
}

/// Which operations on a removed organ are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// A second removal.
    Again,
    /// None, because the operation's name also covers operations on part of the organ.
    None,
    /// Only planned ones, and the state after the removal is undated: an artificial lens.
    OnlyPlanned,
}

/// The side before a word, in English.
const ENGLISH_SIDE_BEFORE: &str = r"(?P<before>left|right|bilateral)[ -](?:[a-z]+ ){0,2}?";
/// The side after a word, in Spanish.
const SPANISH_SIDE_BEHIND: &str =
    r"(?: [a-z]+){0,2}? (?P<behind>izquierd[oa]|derech[oa]|dch[oa]|izd[oa]|bilateral)\b";

/// The side directly after a word, in Spanish, in a separate group.
const OTHER_SIDE_BEHIND: &str = r" (?P<onside>izquierdo|derecho)";

/// Whether an organ is one of two.
fn is_paired(organ: &str) -> bool {
    word_list!("removed-organ/paired").iter().any(|paired| *paired == organ)
}

/// Whether an operation on an organ can also be on a part of it.
fn is_operated_in_part(organ: &str) -> bool {
    word_list!("removed-organ/operated-in-part").iter().any(|in_part| *in_part == organ)
}

/// The sides in Spanish.
const SPANISH_SIDE: &str = "derech[oa]|izquierd[oa]|dch[oa]|izd[oa]";

/// The pattern of an organ with its size or its aspect: “kidney 12.4 cm”, “smooth prostate”.
fn described(names: &str, has_sides: bool) -> String {
    let (size, aspect) = (forms("removed-organ/size"), forms("removed-organ/aspect"));
    let (part, verb, degree) =
        (forms("removed-organ/part"), forms("removed-organ/verb"), forms("removed-organ/degree"));
    let behind = format!(r"(?: (?:{part}))?:? (?:(?:{verb}) )*(?:(?:{degree}) )?(?:{size}|(?:{aspect})\b)");
    if has_sides {
        format!(
            r"\b(?P<left>left|right)[ -](?:{names}){behind}|\b(?:{aspect}) (?P<aspect>left|right) (?:{names})\b|\b(?:in|of|from|within) the (?P<within>left|right) (?:{names})\b|\b(?:{names}) (?P<lado>{SPANISH_SIDE}){behind}"
        )
    } else {
        format!(r"\b(?:{names}){behind}|\b(?:{aspect}) (?:{names})\b")
    }
}

impl OrganPatterns {
    /// An organ by its name in `contexts.tsv`.
    fn of(name: &str) -> Self {
        let pattern = |what: &str, more: Option<String>| {
            let text = more
                .into_iter()
                .fold(forms(&format!("removed/{name}/{what}")), |all, one| format!("{all}|{one}"))
                .replace("{side-before}", ENGLISH_SIDE_BEFORE)
                .replace("{side-behind}", SPANISH_SIDE_BEHIND)
                .replace("{other-side-behind}", OTHER_SIDE_BEHIND);
            Pattern::new(&text)
        };
        let operation = match name {
            "lens" => Operation::OnlyPlanned,
            _ if is_operated_in_part(name) => Operation::None,
            _ => Operation::Again,
        };
        let has_sides = is_paired(name);
        let there = contexts(&format!("removed/{name}/")).find(|(what, _)| *what == "name");
        let there = there.map(|(_, names)| described(&names, has_sides));
        OrganPatterns {
            removed: pattern("gone", None),
            present: pattern("there", there),
            has_sides,
            operation,
        }
    }
}

/// The organs, in report order.
pub(super) static ORGANS: LazyLock<Vec<OrganPatterns>> = LazyLock::new(|| {
    let names = contexts("removed/").filter_map(|(name, _)| name.strip_suffix("/gone"));
    names.map(OrganPatterns::of).collect()
});
