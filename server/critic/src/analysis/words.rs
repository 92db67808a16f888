//! Tokens: a text split into words, numbers and marks, each word with its lexicon id.
//!
//! The lexicon holds every word of every list (cues of assertion, drugs, routes, …) in folded form: lower case, without
//! accents. Any other word has id 0 and costs one look-up. Phrases are matched as id sequences, so no pattern runs over
//! the text.

pub use crate::analysis::language::is_spanish;

use crate::analysis::folding::{fold, fold_into};
use crate::analysis::meaning::Meaning;
use crate::analysis::{allergens, cues, drugs, terms};
use referee_text::Span;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A word, a number or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its location in the block.
    pub span: Span,
    /// Its lexicon id.
    pub id: Id,
}

/// The lexicon id of a word; a mark has its code point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl Id {
    /// A word outside the lexicon.
    pub const UNKNOWN: Id = Id(0);
    /// A run of digits.
    pub const NUMBER: Id = Id(1);
    const MARK_BIT: u32 = 1 << 24;

    /// A punctuation mark.
    #[must_use]
    pub fn mark(mark: char) -> Id {
        Id(Self::MARK_BIT | u32::from(mark))
    }

    /// The mark, if it is one.
    #[must_use]
    pub fn as_mark(self) -> Option<char> {
        (self.0 & Self::MARK_BIT != 0).then(|| char::from_u32(self.0 & !Self::MARK_BIT)).flatten()
    }

    /// Whether it is a word, known or not.
    #[must_use]
    pub fn is_word(self) -> bool {
        self.0 != 1 && self.0 & Self::MARK_BIT == 0
    }
}

/// A phrase found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhraseMatch {
    /// The first word, by index.
    pub first: usize,
    /// One past the last word, by index.
    pub end: usize,
    /// Its location in the block.
    pub span: Span,
    /// Its meaning.
    pub meaning: Meaning,
}

/// The words of a phrase and its meaning.
type Phrase = (Box<[Id]>, Meaning);

struct Lexicon {
    ids: FxHashMap<Box<str>, Id>,
    /// Phrases by their first word, longest first.
    phrases: FxHashMap<Id, Vec<Phrase>>,
    /// The first id of the words that only rule files look for.
    first_of_rule_files: Id,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon {
        ids: FxHashMap::default(),
        phrases: FxHashMap::default(),
        first_of_rule_files: Id::UNKNOWN,
    };
    for (phrases, cue) in cues::CUES.iter() {
        for phrase in phrases.split('|') {
            lexicon.add(phrase, Meaning::Cue(*cue));
        }
    }
    for (index, drug) in drugs::all().iter().enumerate() {
        for name in &drug.names {
            lexicon.add(name, Meaning::Drug(index));
        }
    }
    for (index, label) in allergens::LABELS.iter().enumerate() {
        for phrase in &label.names {
            lexicon.add(phrase, Meaning::DrugGroup(index));
        }
    }
    for (term, phrase) in terms::forms() {
        lexicon.add(phrase, Meaning::Term(term));
    }
    for word in cues::ASSERTIVE_VERBS.iter() {
        lexicon.intern(word);
    }
    for list in lexicon.phrases.values_mut() {
        list.sort_by_key(|(ids, _)| std::cmp::Reverse(ids.len()));
    }
    lexicon.first_of_rule_files = lexicon.next_id();
    for phrase in referee_knowledge::rule_files().rules().iter().flat_map(|rule| rule.phrases()) {
        cut(phrase, |start, end, id| {
            let word = phrase.get(start..end).unwrap_or_default();
            if id.is_none() {
                lexicon.intern(word);
                lexicon.intern(&plural(word));
            }
        });
    }
    lexicon
});

impl Lexicon {
    /// The id of the next new word.
    fn next_id(&self) -> Id {
        Id(u32::try_from(self.ids.len()).unwrap_or(0) + 2)
    }

    fn intern(&mut self, word: &str) -> Id {
        let next = self.next_id();
        *self.ids.entry(fold(word).into_boxed_str()).or_insert(next)
    }

    fn add(&mut self, phrase: &str, meaning: Meaning) {
        let mut ids = Vec::new();
        cut(phrase, |start, end, id| {
            let text = phrase.get(start..end).unwrap_or_default();
            let id = id.unwrap_or_else(|| self.intern(text));
            if id != Id::mark('-') {
                ids.push(id);
            }
        });
        if let Some(first) = ids.first().copied() {
            self.phrases.entry(first).or_default().push((ids.into_boxed_slice(), meaning));
        }
    }
}

/// A word with the ending of an English or Spanish plural.
fn plural(word: &str) -> String {
    format!("{word}s")
}

/// A word, number or mark of a phrase that a rule file looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A word, and its plural where the phrase ends with it.
    Word(Id, Option<Id>),
    /// The beginning of a word, folded.
    Beginning(Box<str>),
    /// A number, as written.
    Number(Box<str>),
    /// A mark.
    Mark(Id),
}

/// The tokens of a phrase; a word that ends with `*` fits any ending. Hyphens are left out: between words of a text they
/// are optional.
pub(crate) fn tokens(phrase: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut last = "";
    cut(phrase, |start, end, mark| {
        let text = phrase.get(start..end).unwrap_or_default();
        match mark {
            None => out.push(Token::Word(id(&fold(text)), None)),
            Some(Id::NUMBER) => out.push(Token::Number(text.into())),
            Some(mark) if mark == Id::mark('-') => {}
            Some(mark) if mark == Id::mark('*') => {
                out.pop();
                out.push(Token::Beginning(fold(last).into()));
            }
            Some(mark) => out.push(Token::Mark(mark)),
        }
        last = text;
    });
    if let Some(Token::Word(_, plural_id)) = out.last_mut() {
        *plural_id = Some(id(&fold(&plural(last))));
    }
    out
}

/// The index after a phrase of a rule file that begins at the word `first` of a text.
pub(crate) fn end_of_phrase(text: &str, words: &[Word], first: usize, phrase: &[Token]) -> Option<usize> {
    let mut at = first;
    for (index, token) in phrase.iter().enumerate() {
        if index > 0 && words.get(at)?.id == Id::mark('-') {
            at += 1;
        }
        let word = words.get(at)?;
        let shown = || text.get(word.span.range()).unwrap_or_default();
        let fits = match token {
            Token::Word(id, plural) => word.id == *id || Some(word.id) == *plural,
            Token::Mark(id) => word.id == *id,
            Token::Number(number) => word.id == Id::NUMBER && shown() == &**number,
            Token::Beginning(start) => word.id.is_word() && fold(shown()).starts_with(&**start),
        };
        if !fits {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Splits a text; `each` receives the range of each token and, unless it is a word, its id.
fn cut(text: &str, mut each: impl FnMut(usize, usize, Option<Id>)) {
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut end = start + c.len_utf8();
        if c.is_ascii_digit() {
            while let Some((at, _)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                end = at + 1;
            }
            each(start, end, Some(Id::NUMBER));
        } else if c.is_alphabetic() {
            let letter = |c: char| c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36f}');
            while let Some((at, c)) = chars.next_if(|(_, c)| letter(*c)) {
                end = at + c.len_utf8();
            }
            each(start, end, None);
        } else {
            let mark = match c {
                '’' | '‘' | '´' | '`' => '\'',
                '–' | '—' | '‐' | '‑' | '−' => '-',
                c => c,
            };
            each(start, end, Some(Id::mark(mark)));
        }
    }
}

/// The words, numbers and marks of a text.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut out = Vec::with_capacity(text.len() / 5);
    let mut buffer = String::new();
    let lexicon = &*LEXICON;
    cut(text, |start, end, id| {
        let id = id.unwrap_or_else(|| {
            let word = text.get(start..end).unwrap_or_default();
            fold_into(word, &mut buffer);
            lexicon.ids.get(buffer.as_str()).copied().unwrap_or(Id::UNKNOWN)
        });
        out.push(Word { span: Span::new(start, end), id });
    });
    out
}

/// The id of a folded word; [`Id::UNKNOWN`] if it is not in the lexicon.
#[must_use]
pub fn id(word: &str) -> Id {
    LEXICON.ids.get(word).copied().unwrap_or(Id::UNKNOWN)
}

/// The phrases of a text, in order. A longer phrase hides shorter ones of the same kind inside it.
#[must_use]
pub fn phrases(text: &str, words: &[Word]) -> Vec<PhraseMatch> {
    let mut out: Vec<PhraseMatch> = Vec::new();
    // The end of the last phrase of each kind.
    let mut covered = [0_usize; PHRASE_SORTS];
    for first in 0..words.len() {
        let Some(word) = words.get(first) else { break };
        let is_unknown =
            word.id == Id::UNKNOWN || word.id.is_word() && word.id >= LEXICON.first_of_rule_files;
        if is_unknown || word.id == Id::NUMBER {
            if is_unknown
                && let Some(meaning) = drugs::by_suffix(text.get(word.span.range()).unwrap_or_default())
                && first >= covered[sort_of(meaning)]
            {
                out.push(PhraseMatch { first, end: first + 1, span: word.span, meaning });
            }
            continue;
        }
        let Some(list) = LEXICON.phrases.get(&word.id) else { continue };
        // The end of the phrase of each kind that starts here; 0 without one.
        let mut taken = [0_usize; PHRASE_SORTS];
        for (ids, meaning) in list {
            let sort = sort_of(*meaning);
            if first < covered[sort] {
                continue;
            }
            let Some(end) = matches(words, first, ids) else { continue };
            // The same words may have several meanings; a longer phrase hides a shorter one.
            if taken[sort] != 0 && taken[sort] != end {
                continue;
            }
            taken[sort] = end;
            let last = words.get(end - 1).map_or(word.span, |word| word.span);
            out.push(PhraseMatch { first, end, span: word.span.cover(last), meaning: *meaning });
        }
        for (covered, taken) in covered.iter_mut().zip(taken) {
            *covered = (*covered).max(taken);
        }
    }
    out
}

/// The number of phrase kinds that do not hide each other.
const PHRASE_SORTS: usize = 4;

fn sort_of(meaning: Meaning) -> usize {
    match meaning {
        Meaning::Cue(_) => 0,
        Meaning::Drug(_) | Meaning::DrugGroup(_) => 1,
        Meaning::Term(term) if term.is_of_allergies() => 3,
        Meaning::Term(_) => 2,
    }
}

/// The end of a phrase that begins at `first`; hyphens between its words are optional.
fn matches(words: &[Word], first: usize, ids: &[Id]) -> Option<usize> {
    let mut at = first;
    for (index, id) in ids.iter().enumerate() {
        if index > 0 && words.get(at)?.id == Id::mark('-') {
            at += 1;
        }
        if words.get(at)?.id != *id {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// The offsets of a name in a text, without overlaps. Texts are short and names many, so it avoids the set-up
/// of `str::match_indices`.
fn matches_of<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let (text, name) = (text.as_bytes(), name.as_bytes());
    let mut from = 0;
    std::iter::from_fn(move || {
        let first = *name.first()?;
        loop {
            let at = from + memchr::memchr(first, text.get(from..)?)?;
            if text.get(at..).is_some_and(|rest| rest.starts_with(name)) {
                from = at + name.len();
                return Some(at);
            }
            from = at + 1;
        }
    })
}

/// All locations of a name as a separate word in a text.
pub(crate) fn places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = Span> + 't {
    matches_of(text, name).filter_map(move |at| {
        let before = text.get(..at)?.chars().next_back();
        let end = at + name.len();
        let behind = text.get(end..)?.chars().next();
        let alone = !before.is_some_and(char::is_alphanumeric)
            && (!behind.is_some_and(char::is_alphanumeric) || name.ends_with('+'));
        alone.then(|| Span::new(at, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_numbers_and_marks_are_apart() {
        let text = "10mg de Metformína, r/o";
        let pieces: Vec<&str> = words(text).iter().map(|word| &text[word.span.range()]).collect();
        assert_eq!(pieces, ["10", "mg", "de", "Metformína", ",", "r", "/", "o"]);
        assert_eq!(words(text)[3].id, id("metformina"));
    }

    proptest! {
        #[test]
        fn words_cover_everything_visible_in_any_text(text in ".{0,80}") {
            let found = words(&text);
            let mut at = 0;
            for word in &found {
                let range = word.span.range();
                prop_assert!(text.get(at..range.start).is_some_and(|gap| gap.trim().is_empty()));
                prop_assert!(text.get(range.clone()).is_some());
                at = range.end;
            }
            let _ = phrases(&text, &found);
        }
    }
}
