//! A reference that was read from a printed list, whose text holds the title of a record.
//!
//! Where authors end and a title begins cannot always be told from the text of a printed reference. Whether the title of
//! a record stands in it can, and then a title that was read otherwise accuses nobody.

use referee_bibliography::{Name, Work};
use referee_text::fold;

/// A title of fewer words than these may stand in a longer text by chance.
const MIN_TITLE_WORDS: usize = 3;

/// A title of fewer letters than these, without its spaces, may stand in a longer text by chance.
const MIN_TITLE_LETTERS: usize = 18;

/// Words that make another work of the title behind them.
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

/// Whether the text from which `work` was read holds the title of `recorded`, as a title and not behind the words of
/// another work on it.
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

/// Whether the authors that were read from the text of `work` say nothing against `recorded`: the text names the first
/// of its authors, or what was read as a name is a part of its title.
pub(super) fn may_name_authors_of(work: &Work, recorded: &Work) -> bool {
    let title = fold::words(&recorded.full_title().unwrap_or_default());
    let is_of_title = |name: &Name| fold::words(&name.surname()).iter().all(|word| title.contains(word));
    work.authors.first().is_some_and(is_of_title)
        || recorded.authors.is_empty()
        || names_first_author_of(work, recorded)
}

/// Whether the text from which `work` was read holds the surname of the first author of `recorded`.
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

/// The number of the word at which `words`, of which there is one at least, stand one behind the other in `text`.
fn position(text: &[String], words: &[String]) -> Option<usize> {
    text.windows(words.len()).position(|window| window == words)
}
