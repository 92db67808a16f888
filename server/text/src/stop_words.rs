//! Words without a subject of their own: one table, with the uses of each word.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What a word is left out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum StopWordUse {
    /// The index of subjects, in English. Its words are the keys of an index, some of them stems.
    Topic = 1,
    /// The content of an English sentence: also words that occur in every paper.
    Content = 1 << 1,
    /// Questions, in English and Spanish, in addition to [`Content`](Self::Content).
    Query = 1 << 2,
    /// Before a title.
    LeadingArticle = 1 << 3,
    /// The key by which names of journals are compared.
    JournalKey = 1 << 4,
    /// Abbreviations of names of journals.
    Abbreviation = 1 << 5,
    /// The words that distinguish venues.
    Venue = 1 << 6,
    /// The keys of entries.
    EntryKey = 1 << 7,
    /// The words that may be in lower case within the name of an organisation.
    Organisation = 1 << 8,
}

impl StopWordUse {
    /// Returns the use with a name in the table.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "topic" => StopWordUse::Topic,
            "content" => StopWordUse::Content,
            "query" => StopWordUse::Query,
            "leading-article" => StopWordUse::LeadingArticle,
            "journal-key" => StopWordUse::JournalKey,
            "abbreviation" => StopWordUse::Abbreviation,
            "venue" => StopWordUse::Venue,
            "entry-key" => StopWordUse::EntryKey,
            "organisation" => StopWordUse::Organisation,
            _ => return None,
        })
    }
}

/// Iterates over the rows of the table: a word, its languages, its uses.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    include_str!("../data/stop_words.tsv").lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(
        |line| {
            let mut cells = line.split('\t');
            Some((cells.next()?, cells.next()?, cells.next()?))
        },
    )
}

/// Whether a folded word is left out for a use: `the`, `which`, `showed`, `para`.
///
/// ```
/// use referee_text::stop_words::{StopWordUse, is_stop_word};
///
/// assert!(is_stop_word("the", StopWordUse::JournalKey));
/// assert!(!is_stop_word("because", StopWordUse::Content));
/// assert!(is_stop_word("because", StopWordUse::Query));
/// ```
#[must_use]
pub fn is_stop_word(word: &str, left_out_of: StopWordUse) -> bool {
    static USES: LazyLock<FxHashMap<&str, u16>> = LazyLock::new(|| {
        let mask = |uses: &str| {
            uses.split(' ').filter_map(StopWordUse::named).fold(0, |mask, one| mask | one as u16)
        };
        rows().map(|(word, _, uses)| (word, mask(uses))).collect()
    });
    USES.get(word).is_some_and(|uses| uses & left_out_of as u16 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_language_and_known_uses_and_is_there_once() {
        let all: Vec<_> = rows().collect();
        assert!(all.len() > 150);
        assert!(all.windows(2).all(|pair| pair[0].0 < pair[1].0), "the rows are sorted");
        for (word, languages, uses) in all {
            assert!(languages.split(' ').all(|code| code.len() == 2), "{word}: {languages}");
            assert!(uses.split(' ').all(|name| StopWordUse::named(name).is_some()), "{word}: {uses}");
        }
    }

    #[test]
    fn words_of_grammar_are_left_out_and_those_of_a_subject_are_not() {
        for word in ["the", "which", "showed", "study"] {
            assert!(is_stop_word(word, StopWordUse::Content), "{word}");
        }
        for word in ["metformin", "not", "mortality", "trial"] {
            assert!(!is_stop_word(word, StopWordUse::Content), "{word}");
        }
        assert!(is_stop_word("cuando", StopWordUse::Query));
    }
}
