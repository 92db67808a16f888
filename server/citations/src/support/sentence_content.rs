//! Extracts the content words and the direction of a sentence.

use super::word_lists::WordList;
use referee_text::stop_words::{StopWordUse, is_stop_word};
use referee_text::{fold, stem};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The content of a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct SentenceContent {
    /// The roots of the content words.
    pub(super) content: BTreeSet<String>,
    /// `Some(true)` for more, `Some(false)` for less; `None` if neither or both.
    pub(super) direction: Option<bool>,
    /// Whether the sentence denies something.
    pub(super) denied: bool,
    /// The number of words of denial.
    pub(super) denials: usize,
}

/// The sense of a word in a sentence, in order of priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sense {
    Denies,
    More,
    Less,
    Empty,
    Other,
}

/// Returns the sense of a word with this root; if two lists have it, the one with the higher
/// priority.
fn sense(word: &str, root: &str) -> Sense {
    static SENSE_OF_WORD: LazyLock<FxHashMap<&str, Sense>> = LazyLock::new(|| {
        let lists = [
            (WordList::Uninformative, Sense::Empty),
            (WordList::LessRoot, Sense::Less),
            (WordList::MoreRoot, Sense::More),
            (WordList::ContentDenial, Sense::Denies),
        ];
        lists.into_iter().flat_map(|(list, sense)| list.words().map(move |word| (word, sense))).collect()
    });
    let of = |word: &str| SENSE_OF_WORD.get(word).copied().unwrap_or(Sense::Other);
    // Uninformative words are listed as words, not as roots.
    let of_root = Some(of(root)).filter(|sense| *sense != Sense::Empty).unwrap_or(Sense::Other);
    of(word).min(of_root)
}

/// Parses a sentence.
pub(super) fn sentence_content(text: &str) -> SentenceContent {
    let folded = fold::title(text);
    let (mut more, mut less) = (0, 0);
    let mut out = SentenceContent::default();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        let root = stem::root(word);
        match sense(word, &root) {
            Sense::Denies => out.denials += 1,
            Sense::More => more += 1,
            Sense::Less => less += 1,
            Sense::Empty => {}
            Sense::Other
                if is_stop_word(word, StopWordUse::Content)
                    || word.len() < 2
                    || word.bytes().all(|byte| byte.is_ascii_digit()) => {}
            Sense::Other => {
                out.content.insert(root);
            }
        }
    }
    out.denied = out.denials % 2 == 1;
    out.direction = match (more, less) {
        (1, 0) => Some(true),
        (0, 1) => Some(false),
        _ => None,
    };
    out
}

impl SentenceContent {
    /// Returns the share of its content that another sentence has, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    pub(super) fn shared(&self, other: &SentenceContent) -> f64 {
        let shared = self.content.intersection(&other.content).count();
        shared as f64 / self.content.len().max(1) as f64
    }
}

/// Returns whether a text is in English, by its function words: a sentence in another language
/// shares no words with an abstract, which is not evidence.
pub(super) fn is_english(text: &str) -> bool {
    let (english, others) = words_of_grammar(text);
    english > 0 && english > 2 * others
}

/// Returns whether the function words of a sentence are those of another language. A sentence
/// without function words may be in English.
pub(super) fn is_in_another_language(text: &str) -> bool {
    let (english, others) = words_of_grammar(text);
    others > 0 && english <= 2 * others || (english == 0 && !text.is_ascii() && !has_english_verb(text))
}

/// Returns whether a sentence has a verb with an English ending: `reduces`, `lowered`.
fn has_english_verb(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| {
        let lower = word.to_lowercase();
        (lower.ends_with('s') || lower.ends_with("ed"))
            && !matches!(sense(&lower, &stem::root(&lower)), Sense::Other | Sense::Empty)
    })
}

/// Returns the number of English function words in a text, and the number of those in other
/// languages.
fn words_of_grammar(text: &str) -> (usize, usize) {
    static IS_ENGLISH_GRAMMAR: LazyLock<FxHashMap<&str, bool>> = LazyLock::new(|| {
        let of = |list: WordList, english| list.words().map(move |word| (word, english));
        of(WordList::OtherGrammar, false).chain(of(WordList::EnglishGrammar, true)).collect()
    });
    let folded = fold::title(text);
    let (mut english, mut others) = (0, 0);
    for word in folded.split(' ') {
        match IS_ENGLISH_GRAMMAR.get(word) {
            Some(true) => english += 1,
            Some(false) => others += 1,
            None => {}
        }
    }
    (english, others)
}

impl SentenceContent {
    /// Returns its words, without those that are common in all papers.
    pub(super) fn subject(&self) -> BTreeSet<&str> {
        self.content.iter().map(String::as_str).filter(|root| !WordList::PaperRoot.has(root)).collect()
    }
}

/// Returns the clauses of a sentence.
pub(super) fn clauses(sentence: &str) -> Vec<&str> {
    let mut out = vec![sentence];
    for link in
        ["; ", ", but ", ", and ", ", although ", ", whereas ", ", while ", " but ", ", which ", ", however"]
    {
        out = out.into_iter().flat_map(|part| part.split(link)).collect();
    }
    out
}
