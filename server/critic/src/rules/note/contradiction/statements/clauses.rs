//! Clauses within a part of a sentence.

use super::tokens::{Gap, Tokens};
use crate::pattern::words;
use referee_text::Span;
use std::ops::Range;
use std::sync::LazyLock;

/// Words that begin another clause: "because", "but".
static CONJUNCTIONS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/statements/conjunctions"));
/// Words after "and" that begin another clause: "and has".
static VERBS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/statements/verbs-after-and"));
/// Verbs with which somebody tells about the patient.
static TELLS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("contradiction/statements/tells"));
/// Words that join the items of a denied list.
static JOINS_LIST: &[&str] = &["or", "nor", "ni", "o", "u"];

/// Whether a clause begins at a token.
fn begins(tokens: &Tokens, at: usize) -> bool {
    let word = tokens.text(at);
    // "No infection since 2022, when she reacted to trimethoprim".
    let is_after_comma = || tokens.get(at).is_some_and(|token| token.gap >= Gap::Comma);
    matches!(word, "when" | "cuando") && is_after_comma()
        || CONJUNCTIONS.contains(&word)
        || matches!(word, "and" | "y" | "e") && VERBS.contains(&tokens.text(at + 1))
}

/// The part of `range` around `found` up to the next words that begin another clause.
pub(super) fn within(tokens: &Tokens, range: Range<usize>, found: Range<usize>) -> Range<usize> {
    let start =
        (range.start..found.start).rev().find(|at| begins(tokens, *at)).map_or(range.start, |at| at + 1);
    let end = (found.end..range.end).find(|at| begins(tokens, *at)).unwrap_or(range.end);
    start..end
}

/// Where in `range` what somebody tells about the patient begins: "wife reports that he drinks".
pub(super) fn after_teller(tokens: &Tokens, range: Range<usize>, found: usize) -> usize {
    let tells = (range.start..found).rev().find(|at| TELLS.contains(&tokens.text(*at)));
    tells.map_or(range.start, |at| at + 1)
}

/// Whether a denial reaches the statement whose first token is `found`: its cue is in the same clause, or the list between
/// them has "or" or "nor". In "hyperglycaemia without ketosis, type 2 diabetes" and "avoid in Parkinson's" it does not.
pub(super) fn reaches(
    tokens: &Tokens,
    cue: Option<Span>,
    found: usize,
    clause: &Range<usize>,
    list: &Range<usize>,
) -> bool {
    /// Words after which something else is denied: "not required in cirrhosis".
    const ENDS: &[&str] =
        &["in", "en", "for", "para", "by", "due", "required", "needed", "given", "per", "if", "con"];
    let Some(cue) = cue else { return false };
    let is_at = |at: usize| tokens.get(at).is_some_and(|token| token.span.start >= cue.start);
    let Some(at) = list.clone().find(|at| is_at(*at)) else { return true };
    if (at..found).any(|at| ENDS.contains(&tokens.text(at))) {
        return false;
    }
    // "Niega HTA, diabetes, asma": what somebody denies is a list.
    let denies = ["deni", "nieg", "nega"].iter().any(|stem| tokens.text(at).starts_with(stem));
    clause.contains(&at)
        || denies && is_plain_list(tokens, at..found)
        || (at..list.end).any(|at| JOINS_LIST.contains(&tokens.text(at)))
        || (at + 1..=found).all(|at| tokens.get(at).is_none_or(|token| token.gap < Gap::Comma))
}

/// Whether the items between commas in a range have at most four words.
fn is_plain_list(tokens: &Tokens, range: Range<usize>) -> bool {
    const MAX_WORDS: usize = 4;
    let mut words = 0;
    range.into_iter().all(|at| {
        words = if tokens.get(at).is_some_and(|token| token.gap >= Gap::Comma) { 1 } else { words + 1 };
        words <= MAX_WORDS + 1
    })
}
