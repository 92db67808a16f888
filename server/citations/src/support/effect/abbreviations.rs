//! Reads the abbreviations that a text defines: `fine particulate matter (PM2.5)`.

use referee_text::stem;
use std::collections::BTreeMap;

/// The maximum length of an abbreviation, in characters.
const MAX_SHORT_CHARACTERS: usize = 10;

/// The maximum number of words in a long form, beyond one for each letter of the abbreviation.
const MAX_WORDS_MORE: usize = 3;

/// The minimum number of letters in a single word that is abbreviated, as in `pyridostatin (PDS)`.
const MIN_SINGLE_WORD: usize = 8;

/// The minimum number of letters in the abbreviation of a single word.
const MIN_SINGLE_LETTERS: usize = 3;

/// The abbreviations of one text, in lower case, with the roots of the words of each long form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abbreviations(BTreeMap<String, Vec<String>>);

impl Abbreviations {
    /// Reads the abbreviations that a text defines in parentheses.
    pub(crate) fn of(text: &str) -> Abbreviations {
        let mut out = BTreeMap::new();
        for (open, _) in text.match_indices('(') {
            let inside = text.get(open + 1..).unwrap_or_default();
            let Some(short) = inside.find(')').and_then(|end| inside.get(..end)) else { break };
            if let Some(long) = long_form(text.get(..open).unwrap_or_default(), short) {
                out.entry(short.to_lowercase()).or_insert(long);
            }
        }
        Abbreviations(out)
    }

    /// Returns the roots of the words that an abbreviation replaces; empty if the text does not
    /// define it.
    pub(crate) fn roots_of(&self, word: &str) -> impl Iterator<Item = &str> {
        self.0.get(word).into_iter().flatten().map(String::as_str)
    }
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
    }
}
