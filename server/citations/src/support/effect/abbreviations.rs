//! Reads the abbreviations that a text defines: `fine particulate matter (PM2.5)`.

use referee_text::stem;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// The maximum length of an abbreviation, in characters.
const MAX_SHORT_CHARACTERS: usize = 10;

/// The maximum number of words in a long form, beyond one for each letter of the abbreviation.
const MAX_WORDS_MORE: usize = 3;

/// The minimum number of letters in a single word that is abbreviated, as in `pyridostatin (PDS)`.
const MIN_SINGLE_WORD: usize = 8;

/// The minimum number of letters in the abbreviation of a single word.
const MIN_SINGLE_LETTERS: usize = 3;

/// The abbreviations of one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abbreviations {
    /// The roots of the words of each long form, by the abbreviation in lower case.
    roots: BTreeMap<String, Vec<String>>,
    /// The abbreviations as written, in the order of the text.
    written: Vec<String>,
}

impl Abbreviations {
    /// Reads the abbreviations that a text defines in parentheses.
    pub(crate) fn of(text: &str) -> Abbreviations {
        let mut out = Abbreviations::default();
        for (open, _) in text.match_indices('(') {
            let inside = text.get(open + 1..).unwrap_or_default();
            let Some(short) = inside.find(')').and_then(|end| inside.get(..end)) else { break };
            if let Some(long) = long_form(text.get(..open).unwrap_or_default(), short) {
                out.roots.entry(short.to_lowercase()).or_insert_with(|| {
                    out.written.push(short.to_owned());
                    long
                });
            }
        }
        out
    }

    /// Returns the roots of the words that an abbreviation replaces; empty if the text does not
    /// define it.
    pub(crate) fn roots_of(&self, word: &str) -> impl Iterator<Item = &str> {
        self.roots.get(word).into_iter().flatten().map(String::as_str)
    }

    /// Returns a text with the abbreviation for each of its long forms of two or more words.
    pub(crate) fn shortened<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.roots.values().all(|long| long.len() < 2) {
            return Cow::Borrowed(text);
        }
        let words: Vec<(Range<usize>, String)> = words(text)
            .into_iter()
            .map(|range| {
                let root = stem::root(&text.get(range.clone()).unwrap_or_default().to_lowercase());
                (range, root)
            })
            .collect();
        let mut out = String::new();
        let (mut copied, mut at) = (0, 0);
        while at < words.len() {
            let long = self.written.iter().filter_map(|short| {
                let long = self.roots.get(&short.to_lowercase())?;
                let here = words.get(at..at + long.len())?;
                let is_same = long.len() > 1 && here.iter().map(|(_, root)| root).eq(long);
                let is_close = here.windows(2).all(|pair| {
                    let between = text.get(pair[0].0.end..pair[1].0.start).unwrap_or_default();
                    between.chars().all(|c| c.is_whitespace() || matches!(c, '-' | '‐' | '‑' | '–'))
                });
                (is_same && is_close).then_some((short, long.len()))
            });
            let Some((short, count)) = long.max_by_key(|(_, count)| *count) else {
                at += 1;
                continue;
            };
            let (Some((first, _)), Some((last, _))) = (words.get(at), words.get(at + count - 1)) else {
                break;
            };
            out.push_str(text.get(copied..first.start).unwrap_or_default());
            out.push_str(short);
            copied = last.end;
            at += count;
        }
        if copied == 0 {
            return Cow::Borrowed(text);
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Cow::Owned(out)
    }
}

/// Returns the ranges of the words of a text.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let end = at + c.len_utf8();
        match out.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = end,
            None => out.push(at..end),
        }
    }
    out
}

/// Returns the roots of the last words of `before` that contain the letters of the abbreviation in
/// order.
fn long_form(before: &str, short: &str) -> Option<Vec<String>> {
    let is_short = (2..=MAX_SHORT_CHARACTERS).contains(&short.chars().count())
        && short.chars().next().is_some_and(char::is_alphabetic)
        && short.chars().any(char::is_uppercase)
        && short.chars().all(|c| c.is_alphanumeric() || c == '-');
    if !is_short {
        return None;
    }
    let letters: Vec<char> = short.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    let most = letters.len() + MAX_WORDS_MORE;
    let mut words: Vec<String> = before
        .rsplit(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(most)
        .map(str::to_lowercase)
        .collect();
    words.reverse();
    for start in (0..words.len()).rev() {
        let long = words.get(start..)?;
        if let [only] = long
            && (only.len() < MIN_SINGLE_WORD || letters.len() < MIN_SINGLE_LETTERS)
        {
            continue;
        }
        if long.first().and_then(|word| word.chars().next()) != letters.first().copied() {
            continue;
        }
        let mut wanted = letters.iter().peekable();
        for c in long.iter().flat_map(|word| word.chars()) {
            wanted.next_if(|letter| **letter == c);
        }
        if wanted.peek().is_none() {
            return Some(long.iter().map(|word| stem::root(word)).collect());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_form_stands_for_the_words_before_it() {
        let read = Abbreviations::of(
            "Use of angiotensin converting enzyme (ACE) and others (n = 12) and (see there).",
        );
        assert_eq!(read.roots_of("ace").collect::<Vec<_>>(), ["angiotensin", "convert", "enzym"]);
        assert_eq!(read.roots_of("n").count(), 0);
        assert_eq!(
            read.shortened("Angiotensin-converting enzymes and angiotensin, converting enzyme."),
            "ACE and angiotensin, converting enzyme."
        );
    }
}
