//! Splits a text into words for comparing names.

use referee_text::fold;
use std::ops::Range;

/// Returns the words of a text for comparing names, with their ranges: folded, and singular and
/// plural as one. `Alzheimer's` is `alzheimer`, `IL-1β` is `il`, `1`, `beta`.
pub(crate) fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut out = Vec::new();
    let mut start = None;
    let mut previous = ' ';
    let mut push = |from: usize, to: usize| {
        let Some(word) = text.get(from..to) else { return };
        for folded in fold::title(word).split(' ').filter(|word| !word.is_empty()) {
            out.push((singular(folded), from..to));
        }
    };
    for (at, c) in text.char_indices() {
        // Letters of another script, digits after letters: `TNFα` is two words, `IL6` one.
        let greek = |c: char| ('α'..='ω').contains(&c) || ('Α'..='Ω').contains(&c);
        let inside = c.is_alphanumeric();
        if let Some(from) = start
            && (!inside || greek(c) != greek(previous))
        {
            push(from, at);
            start = None;
        }
        if inside && start.is_none() {
            start = Some(at);
        }
        previous = c;
    }
    if let Some(from) = start {
        push(from, text.len());
    }
    // The `s` of a genitive.
    let mut kept: Vec<(String, Range<usize>)> = Vec::with_capacity(out.len());
    for (word, range) in out {
        let genitive = word == "s"
            && kept.last().is_some_and(|(_, last)| {
                text.get(last.end..range.start).is_some_and(|between| matches!(between, "'" | "’"))
            });
        if genitive {
            if let Some((_, last)) = kept.last_mut() {
                last.end = range.end;
            }
        } else {
            kept.push((word, range));
        }
    }
    kept
}

fn singular(word: &str) -> String {
    let spelled = fold::spelling(word);
    match spelled.strip_suffix('s') {
        Some(rest) if rest.len() >= 4 && !rest.ends_with(['s', 'u', 'i']) => rest.to_owned(),
        _ => spelled,
    }
}
