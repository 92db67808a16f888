//! Compares a reference from a printed list, whose text contains the title of a record.
//!
//! The text of a printed reference does not always show where the authors end and the title begins.
//! Whether it contains the title of a record can be checked; if so, a title that was parsed
//! differently is not held against the reference.

use referee_bibliography::{Name, Work};
use referee_text::fold;

/// The minimum number of words in a title; a title of fewer words may occur in a longer text by
/// chance.
const MIN_TITLE_WORDS: usize = 3;

/// The minimum number of letters in a title, without spaces; a shorter one may occur in a longer
/// text by chance.
const MIN_TITLE_LETTERS: usize = 18;

/// Words before a title that announce another work about it.
const SEPARATE_WORK_WORDS: &[&str] = &[
    "reply",
    "response",
    "respuesta",
    "comment",
    "comments",
    "commentary",
    "comentario",
    "correction",
    "corrigendum",
    "erratum",
    "retraction",
    "retracted",
    "review",
    "editorial",
    "letter",
    "on",
    "to",
    "about",
    "sobre",
];

/// Returns whether the text from which `work` was parsed contains the title of `recorded`, as a
/// title and not after the words that announce another work about it.
pub(super) fn holds_title_of(work: &Work, recorded: &Work) -> bool {
    let (Some(printed), Some(title)) = (work.printed.as_deref(), recorded.full_title()) else { return false };
    let title = fold::words(&title);
    let letters: usize = title.iter().map(|word| word.chars().count()).sum();
    if title.len() < MIN_TITLE_WORDS || letters < MIN_TITLE_LETTERS {
        return false;
    }
    let printed = fold::words(printed);
    let Some(at) = position(&printed, &title) else { return false };
    let before = at.checked_sub(1).and_then(|before| printed.get(before));
    !before.is_some_and(|word| SEPARATE_WORK_WORDS.contains(&word.as_str()))
}

/// Returns whether the authors parsed from the text of `work` are compatible with `recorded`: the
/// text contains its first author, or the first parsed name is a part of its title.
pub(super) fn may_name_authors_of(work: &Work, recorded: &Work) -> bool {
    let title = fold::words(&recorded.full_title().unwrap_or_default());
    let is_of_title = |name: &Name| fold::words(&name.surname()).iter().all(|word| title.contains(word));
    work.authors.first().is_some_and(is_of_title)
        || recorded.authors.is_empty()
        || names_first_author_of(work, recorded)
}

/// Returns whether the text from which `work` was parsed contains the surname of the first author
/// of `recorded`.
fn names_first_author_of(work: &Work, recorded: &Work) -> bool {
    let (Some(printed), Some(first)) = (work.printed.as_deref(), recorded.authors.first()) else {
        return false;
    };
    let family = match first {
        Name::Person { family, .. } => fold::words(family),
        Name::Organisation { name } => fold::words(name),
    };
    !family.is_empty() && position(&fold::words(printed), &family).is_some()
}

/// Returns the index of the first word of `words` in `text` if they occur there as a contiguous
/// sequence; `words` must not be empty.
fn position(text: &[String], words: &[String]) -> Option<usize> {
    text.windows(words.len()).position(|window| window == words)
}
