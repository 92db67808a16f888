//! Detects drugs that the patient no longer takes by the words after them: "until last winter",
//! "which she finished on Monday", "ya no lo toma".

use super::mentions::{Mention, mentions};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, exact, forms};
use crate::rules::medication::order_words::without_dispensing;
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// The time until which a drug was taken, in the folded words directly after it.
static UNTIL_A_PAST_TIME: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})\b", forms("ended/until"))));

/// A separate clause after a drug that says that it ended, folded.
static ENDED: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?:^|[;,.(–—-] ?)(?:(?:{lead}) )*(?:{ended})(?: ?(?:[;,.:)]|$)| (?:{when})\b)",
        lead = forms("ended/lead"),
        ended = forms("ended/clause"),
        when = forms("ended/when")
    ))
});

/// A clause that is sufficient by itself, folded: "ya no lo toma", "no longer takes it".
static NO_LONGER: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"(?:^|[;,.(–—-] ?)(?:(?:{lead}) )*(?:{no_longer})\b",
        lead = forms("ended/lead"),
        no_longer = forms("ended/no-longer")
    ))
});

/// Returns the words from a drug to the next drug; for a drug in brackets also the words after the
/// brackets.
fn own_words(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention], span: Span) -> String {
    let text = block.slice(Span { start: span.end, end: sentence.span.end.max(span.end) });
    let before = block.slice(Span { start: sentence.span.start, end: span.start });
    let is_inside =
        before.rfind('(').is_some_and(|open| !before.get(open..).is_some_and(|rest| rest.contains(')')));
    let close = text.find(')').filter(|_| is_inside).map_or(0, |at| at + 1);
    let next_from = |from: u32| {
        let next = named.iter().map(|other| other.span.start).filter(|start| *start >= from).min();
        next.unwrap_or(sentence.span.end).max(from)
    };
    let own = block.slice(Span { start: span.end, end: next_from(span.end) });
    let mut out = own.to_owned();
    if close > 0 && own.len() < close {
        let from = span.end + Span::at(close).start;
        out = format!("{own}; {}", block.slice(Span { start: from, end: next_from(from) }));
    } else if next_from(span.end) == sentence.span.end
        && let Some(next) = next_sentence(block, sentence)
        && mentions(block, next.span).is_empty()
    {
        out = format!("{own}; {}", block.slice(next.span));
    }
    out
}

/// Returns the next sentence of the same line.
fn next_sentence(block: &BlockContext<'_>, sentence: Sentence) -> Option<Sentence> {
    let all = block.sentences();
    let nth = all.iter().position(|other| other.span == sentence.span)?;
    all.get(nth + 1).copied().filter(|next| next.unit == sentence.unit)
}

/// Whether the words directly after a drug say that it is no longer taken.
pub(super) fn is_over(block: &BlockContext<'_>, sentence: Sentence, named: &[Mention], span: Span) -> bool {
    /// Words that place the end in the future.
    static TO_COME: LazyLock<Pattern> = LazyLock::new(|| {
        exact(r"\b(?:to be|will be|can be|should be|once|when|after|if|until|cuando|una vez|tras|si|al)$")
    });
    let words = fold(&own_words(block, sentence, named, span));
    let words = &*without_dispensing(&words);
    // "Levofloxacin, finished" has ended; "start levofloxacin until …" has not.
    let clause = words.split(';').next().unwrap_or_default();
    let is_until = UNTIL_A_PAST_TIME.find(clause).is_some();
    let is_said = |pattern: &Pattern| {
        pattern.find(words).is_some_and(|found| {
            let before = words.get(..found.start()).unwrap_or_default();
            !TO_COME.is_match(before.trim_end()) && before.len() < 120
        })
    };
    is_until || is_said(&ENDED) || is_said(&NO_LONGER)
}
