//! The context of a number: its unit, and the words for what it measures.

use crate::number_words::number_word;
use crate::talk::is_dose_unit;
use crate::vocabulary::{self, Unit, lists};
use crate::words::{Word, WordKind};

/// The number of words around a number that give its context.
const AROUND: usize = 7;

/// Returns the unit after a number, across a hyphen or blank.
pub(crate) fn unit_after(words: &[Word], end: usize) -> Option<&'static Unit> {
    vocabulary::unit(&unit_word(words, end)?.text)
}

/// Returns the word of the unit after a number, as it is written there.
pub(crate) fn unit_word(words: &[Word], end: usize) -> Option<&Word> {
    let at = if words.get(end).is_some_and(|word| word.is_mark('-')) { end + 1 } else { end };
    let own = words.get(at).filter(|word| vocabulary::unit(&word.text).is_some());
    if own.is_some() {
        return own;
    }
    // "3 to 4 weeks", "one or two days".
    let joins = words
        .get(end)
        .is_some_and(|word| word.is_mark('-') || matches!(&*word.text, "to" | "or" | "a" | "o"));
    let is_number =
        |word: &Word| matches!(word.kind, WordKind::Number(_)) || number_word(&word.text).is_some();
    if !joins || !words.get(end + 1).is_some_and(is_number) {
        return None;
    }
    let is_of_time =
        |word: &&Word| vocabulary::unit(&word.text).is_some_and(|unit| !is_dose_unit(&unit.base));
    words.get(end + 2).filter(is_of_time)
}

/// Returns the roots of the words around a number.
pub(crate) fn context(words: &[Word], first: usize, end: usize, within: (usize, usize)) -> Vec<Box<str>> {
    let from = first.saturating_sub(AROUND).max(within.0);
    let to = (end + AROUND).min(within.1);
    let is_content = |word: &Word| {
        word.is_letters()
            && !lists().filler.has(word)
            && vocabulary::unit(&word.text).is_none()
            && number_word(&word.text).is_none()
    };
    let mut out: Vec<Box<str>> = Vec::new();
    let mut at = from;
    while at < to {
        let follow_up = lists().follow_up.length_at(words, at);
        if (first..end).contains(&at) {
            at = end;
        } else if follow_up > 0 {
            out.push("follow-up".into());
            at += follow_up;
        } else {
            out.extend(Some(&words[at]).filter(|word| is_content(word)).map(|word| word.root.clone()));
            at += 1;
        }
    }
    out.sort();
    out.dedup();
    out
}
