//! Detects what a sentence states about the authors' own work although it cites another.

use super::word_lists::WordList;
use std::ops::Range;

/// The minimum number of spaces that replace a citation: those of `[1]` and the space before it.
const MIN_CITATION_BLANKS: usize = 4;

/// The maximum number of words between `this` and `study`: `this retrospective single-centre study`.
const MAX_DESCRIBING_WORDS: usize = 3;

/// The maximum number of words before a citation among which a word for a method is searched.
const MAX_METHOD_WORDS: usize = 12;

/// A word of a sentence.
struct Word<'a> {
    /// In lower case.
    folded: String,
    range: Range<usize>,
    /// What follows up to the next word.
    after: &'a str,
}

impl Word<'_> {
    fn is(&self, list: WordList) -> bool {
        list.has(&self.folded)
    }

    /// Whether a citation follows.
    fn is_cited(&self) -> bool {
        has_citation(self.after)
    }

    /// Whether the next word belongs to the same clause.
    fn continues(&self) -> bool {
        !self.is_cited() && !self.after.contains([',', ';', ':', '.', '('])
    }
}

/// Returns whether a text whose citations are replaced by spaces contains one.
fn has_citation(text: &str) -> bool {
    // Blanks at the beginning of a line indent it.
    text.split('\n').enumerate().any(|(number, line)| {
        let line = if number == 0 { line } else { line.trim_start() };
        line.bytes()
            .scan(0, |blanks, byte| {
                *blanks = if byte == b' ' { *blanks + 1 } else { 0 };
                Some(*blanks)
            })
            .any(|blanks| blanks >= MIN_CITATION_BLANKS)
    })
}

fn words(sentence: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '‐' | '‑');
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, c) in sentence.char_indices().filter(|(_, c)| is_part(*c)) {
        match ranges.last_mut() {
            Some(last) if last.end == at => last.end += c.len_utf8(),
            _ => ranges.push(at..at + c.len_utf8()),
        }
    }
    let starts = ranges.iter().skip(1).map(|range| range.start).chain([sentence.len()]);
    let word = |(range, next): (&Range<usize>, usize)| Word {
        folded: sentence.get(range.clone()).unwrap_or_default().to_lowercase(),
        range: range.clone(),
        after: sentence.get(range.end..next).unwrap_or_default(),
    };
    ranges.iter().zip(starts).map(word).collect()
}

/// Returns whether a sentence says that it is about the authors' own study: `in the present cohort`;
/// `this study`, unless the paragraph speaks of another. `around` is the text of the paragraph before
/// it. Citations are replaced by spaces in both.
pub(super) fn names_own_study(sentence: &str, around: &str) -> bool {
    let words = words(sentence);
    let is_about_others = || has_citation(around) || names_others(sentence) || names_others(around);
    words.iter().enumerate().any(|(at, word)| {
        let is_demonstrative = word.is(WordList::OwnDemonstrative);
        if !word.continues() || !(is_demonstrative || word.is(WordList::OwnAdjective)) {
            return false;
        }
        let mut described = words.iter().skip(at + 1).take(MAX_DESCRIBING_WORDS);
        let noun = described.try_fold((), |(), next| match next {
            noun if noun.is(WordList::OwnNoun) => Err(Some(noun)),
            other
                if other.is(WordList::Preposition) || other.is(WordList::Auxiliary) || !other.continues() =>
            {
                Err(None)
            }
            _ => Ok(()),
        });
        let Err(Some(noun)) = noun else { return false };
        !(noun.is_cited() || is_demonstrative && is_about_others())
    })
}

/// Returns whether a text attributes something to other authors: `Roe et al.`, `and colleagues`.
fn names_others(text: &str) -> bool {
    let words = words(text);
    let is_et_al = |pair: &[Word<'_>]| matches!(pair, [et, al] if et.folded == "et" && al.folded == "al");
    words.windows(2).any(is_et_al) || words.iter().any(|word| word.is(WordList::OtherAuthors))
}

/// Returns whether the numbers of a sentence are those of the authors' own analysis: it refers to a
/// table or figure of the draft, or each of its citations is for a method that was used.
pub(super) fn has_own_numbers(sentence: &str) -> bool {
    let words = words(sentence);
    refers_to_own_table(sentence, &words) || (!names_others(sentence) && cites_for_methods_only(&words))
}

/// Returns whether a sentence refers to a table or figure of the draft: `(Table 2)`, but not `Table 2 of
/// Roe et al.`.
fn refers_to_own_table(sentence: &str, words: &[Word<'_>]) -> bool {
    words.windows(2).enumerate().any(|(at, pair)| {
        let [name, number] = pair else { return false };
        if !name.is(WordList::OwnPlace) || !number.folded.starts_with(|c: char| c.is_ascii_digit()) {
            return false;
        }
        let owner = at.checked_sub(1).and_then(|before| words.get(before));
        let is_of_another = number.is_cited()
            || owner.is_some_and(|owner| owner.is(WordList::OtherOwner))
            || words.get(at + 2).is_some_and(|link| {
                let next = words.get(at + 3).and_then(|next| sentence.get(next.range.clone()));
                number.continues()
                    && link.is(WordList::Preposition)
                    && (link.is_cited() || next.is_some_and(|next| next.starts_with(char::is_uppercase)))
            });
        !is_of_another
    })
}

/// Returns whether each citation directly follows words for an instrument that was used: `using the criteria
/// of Fried [1]`.
/// A number between these words and the citation belongs to the cited work.
fn cites_for_methods_only(words: &[Word<'_>]) -> bool {
    let mut cited = words.iter().enumerate().filter(|(_, word)| word.is_cited()).peekable();
    cited.peek().is_some()
        && cited.all(|(at, _)| {
            let mut before = words.iter().take(at + 1).rev().take(MAX_METHOD_WORDS).peekable();
            let mut has_instrument = false;
            while let Some(word) = before.next() {
                has_instrument |= word.is(WordList::Instrument);
                if word.folded.starts_with(|c: char| c.is_ascii_digit()) || word.is(WordList::OwnNoun) {
                    return false;
                }
                if word.is(WordList::MethodWord) {
                    // `a study using the criteria` is a study of others.
                    return has_instrument && !before.peek().is_some_and(|word| word.is(WordList::OwnNoun));
                }
                if before.peek().is_some_and(|word| !word.continues()) {
                    return false;
                }
            }
            false
        })
}

#[cfg(test)]
mod tests {
    use super::{has_own_numbers, names_own_study};

    #[test]
    fn the_own_study_is_told_from_another() {
        for own in [
            "In the present cohort, 23 % withdrew, more than before    .",
            "The current cross-sectional study included 23 % smokers    .",
            "In this retrospective single-centre cohort 23 % withdrew     .",
            "El presente estudio incluyó un 23 % de fumadores    .",
        ] {
            assert!(names_own_study(own, "Withdrawal is common."), "{own}");
        }
        for (sentence, around) in [
            ("This study      found that 23 % withdrew.", ""),
            ("This study found that 23 % withdrew    .", "A cohort was followed in Oslo    ."),
            ("This study found that 23 % withdrew    .", "Roe et al. followed adults."),
            ("Depression was present in 23 % of the cohort    .", ""),
            ("Current trials report 23 %    .", ""),
        ] {
            assert!(!names_own_study(sentence, around), "{sentence}");
        }
    }

    #[test]
    fn own_numbers_are_told_from_cited_ones() {
        for own in [
            "Of the participants, 23 % were frail by the criteria of Fried (Table 2), as elsewhere    .",
            "Using the criteria of Fried    , 23 % were frail.",
            "Frailty, defined by the criteria of Fried    , was present in 23 %.",
            "With the package lmtest     46 firms were compared.",
        ] {
            assert!(has_own_numbers(own), "{own}");
        }
        for cited in [
            "Of the participants, 23 % were frail    .",
            "In Table 2 of Roe and Doe, 23 % were frail    .",
            "In Table 2 of     23 % were frail.",
            "Their Table 2 has 23 % frail adults    .",
            "A study using the criteria of Fried     found 23 % frail adults.",
            "Mortality was reduced by 23 % by statins    .",
            "With statins    , mortality was 23 % lower.",
            "Using the criteria of Fried    , 23 % were frail in Spain    .",
            "Frailty was assessed using a score above 23    .",
            "Roe et al. used the criteria of Fried     and found 23 %.",
        ] {
            assert!(!has_own_numbers(cited), "{cited}");
        }
    }
}
