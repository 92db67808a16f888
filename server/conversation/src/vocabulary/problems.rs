//! The problems of `spoken/problems.tsv`, and where words name them.

use super::{lists, table};
use crate::words::{Word, WordKind};
use referee_text::stem;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A problem of `spoken/problems.tsv`.
#[derive(Debug)]
pub struct Problem {
    /// Its id.
    pub id: String,
    /// The kind: symptom, sign, problem, habit, event or procedure.
    pub kind: String,
    /// The forms in which it is written or spoken.
    pub forms: Vec<Form>,
}

/// What the words of a form say of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// They name it.
    Exact,
    /// They name something broader (the stomach, for its pain): only a denial of it says something.
    Broad,
    /// They name something that is one of it, in a source: vomiting, for the symptoms of the bowel.
    Narrow,
    /// They say that it is absent: clear lungs, for wheezing.
    Absent,
}

/// The words of a form, in order: roots, or beginnings of words.
#[derive(Debug)]
pub struct Form {
    words: Vec<(String, bool)>,
    /// What the words say of the problem.
    pub reach: Reach,
}

/// The maximum number of other words between two words of a form.
const MAX_GAP: usize = 2;

/// Which other words may come between two words of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Any, as people speak.
    Any,
    /// Prepositions and articles, as notes are written: "blood in the stool".
    Link,
}

impl Form {
    /// Returns the end of the form that begins at a word, one past its last word; a form does not
    /// extend over the end of a sentence.
    #[must_use]
    pub fn end_at(&self, words: &[Word], at: usize, gap: Gap) -> Option<usize> {
        let mut place = at;
        for (index, (part, is_beginning)) in self.words.iter().enumerate() {
            let is_it = |word: &Word| {
                if *is_beginning { word.text.starts_with(part.as_str()) } else { *word.root == **part }
            };
            let reach = if index == 0 { 0 } else { MAX_GAP };
            let found = (place..=place + reach).find(|at| words.get(*at).is_some_and(is_it))?;
            let is_end =
                |word: &Word| matches!(word.kind, WordKind::Mark('.' | '?' | '!' | ',') | WordKind::LineEnd);
            let is_crossed = match gap {
                Gap::Any => words[place..found].iter().any(is_end),
                Gap::Link => !words[place..found].iter().all(|word| lists().link.has(word)),
            };
            if is_crossed {
                return None;
            }
            place = found + 1;
        }
        Some(place)
    }

    /// Returns the number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the form is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// Returns all problems.
#[must_use]
pub fn problems() -> &'static [Problem] {
    static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
        let form = |text: &str| Form {
            reach: match text.chars().next() {
                Some('~') => Reach::Broad,
                Some('<') => Reach::Narrow,
                Some('!') => Reach::Absent,
                _ => Reach::Exact,
            },
            words: text
                .trim_start_matches(['~', '<', '!'])
                .split_whitespace()
                .map(|part| match part.strip_suffix('*') {
                    Some(beginning) => (beginning.to_owned(), true),
                    None => (stem::root(part), false),
                })
                .collect(),
        };
        let table = table("spoken/problems.tsv");
        table
            .rows()
            .iter()
            .map(|row| Problem {
                id: row.get("problem").to_owned(),
                kind: row.get("kind").to_owned(),
                forms: row.list("forms").map(form).collect(),
            })
            .collect()
    });
    &PROBLEMS
}

/// A form of a problem that begins at a word.
#[derive(Clone, Copy, Debug)]
pub struct NamedForm {
    /// The problem, by index in [`problems`].
    pub problem: usize,
    /// The place of the form in its problem.
    pub rank: usize,
    /// One past the last word.
    pub end: usize,
    /// What the words say of the problem.
    pub reach: Reach,
}

/// The forms by the root of their first word, and by its beginning.
struct FormIndex {
    roots: FxHashMap<&'static str, Vec<(usize, usize)>>,
    beginnings: FxHashMap<char, Vec<(&'static str, usize, usize)>>,
}

static INDEX: LazyLock<FormIndex> = LazyLock::new(|| {
    let (mut roots, mut beginnings) = (FxHashMap::default(), FxHashMap::default());
    for (problem, one) in problems().iter().enumerate() {
        for (rank, form) in one.forms.iter().enumerate() {
            let Some((first, is_beginning)) = form.words.first() else { continue };
            if *is_beginning && let Some(letter) = first.chars().next() {
                let list: &mut Vec<_> = beginnings.entry(letter).or_default();
                list.push((first.as_str(), problem, rank));
            } else {
                let list: &mut Vec<_> = roots.entry(first.as_str()).or_default();
                list.push((problem, rank));
            }
        }
    }
    FormIndex { roots, beginnings }
});

/// Returns the forms of problems that begin at a word.
pub fn forms_at(words: &[Word], at: usize, gap: Gap) -> impl Iterator<Item = NamedForm> {
    let word = words.get(at).filter(|word| word.is_letters());
    let whole = word.and_then(|word| INDEX.roots.get(&*word.root)).into_iter().flatten().copied();
    let letter = word.and_then(|word| word.text.chars().next());
    let beginnings = letter.and_then(|letter| INDEX.beginnings.get(&letter)).into_iter().flatten();
    let begun = beginnings
        .filter(move |(beginning, _, _)| word.is_some_and(|word| word.text.starts_with(beginning)))
        .map(|(_, problem, rank)| (*problem, *rank));
    whole.chain(begun).filter_map(move |(problem, rank)| {
        let form = &problems()[problem].forms[rank];
        let end = form.end_at(words, at, gap)?;
        Some(NamedForm { problem, rank, end, reach: form.reach })
    })
}
