//! Keys: the nearest ones, free ones, new ones in the style of the others.

use crate::rules::Surroundings;
use referee_bibliography::{Bibliography, Work};
use referee_text::{fold, similarity};
use std::collections::HashMap;

/// The most keys that are offered instead of an unknown one.
const OFFERED: usize = 3;
/// So many entries are looked at to learn how a bibliography makes its keys.
const LEARNT_FROM: usize = 200;

/// A key that may have been meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Near {
    /// How far it is: changes of one character; capitals and punctuation count little.
    pub distance: usize,
    /// The key.
    pub key: String,
}

/// The keys that are nearest to `key`, the nearest first, at most three; none where nothing is near.
#[must_use]
pub fn nearest_keys(surroundings: &Surroundings<'_>, key: &str) -> Vec<Near> {
    let bare = |key: &str| -> String {
        key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = bare(key);
    let reach = (key.chars().count() / 3).clamp(1, 4);
    let mut near: Vec<Near> = Vec::new();
    let mut consider = |candidate: &str| {
        if candidate.is_empty() || candidate == key {
            return;
        }
        let folded = bare(candidate);
        let distance = if folded == wanted {
            1
        } else if wanted.len() >= 4
            && (folded.starts_with(&wanted) || wanted.starts_with(&folded) && folded.len() >= 4)
        {
            similarity::edits(&wanted, &folded).min(reach)
        } else if candidate.len().abs_diff(key.len()) <= reach * 4 {
            similarity::edits(key, candidate).min(1 + similarity::edits(&wanted, &folded))
        } else {
            return;
        };
        if distance <= reach {
            near.push(Near { distance, key: candidate.to_owned() });
        }
    };
    for file in surroundings.bibliographies {
        for entry in file.bibliography.entries() {
            consider(entry.key());
        }
    }
    for key in surroundings.memo.list_keys(surroundings) {
        consider(key);
    }
    near.sort();
    near.dedup();
    near.truncate(OFFERED);
    near
}

/// A key that no bibliography around has: `key` itself, or with the first letter behind it that makes it free.
#[must_use]
pub fn free_key(surroundings: &Surroundings<'_>, key: &str) -> String {
    let taken =
        |key: &str| surroundings.bibliographies.iter().any(|file| file.bibliography.get(key).is_some());
    free(key, &taken)
}

fn free(key: &str, taken: &dyn Fn(&str) -> bool) -> String {
    if !taken(key) {
        return key.to_owned();
    }
    let letters = ('b'..='z').map(|letter| format!("{key}{letter}"));
    // There are fewer entries than numbers, so one of them is free.
    letters
        .chain((2..u32::MAX).map(|number| format!("{key}-{number}")))
        .find(|candidate| !taken(candidate))
        .unwrap_or_default()
}

/// How keys are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Style {
    author: Case,
    word: Option<Case>,
    word_first: bool,
    separator: &'static str,
    short_year: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Case {
    Lower,
    Capital,
}

impl Style {
    const USUAL: Style =
        Style { author: Case::Lower, word: None, word_first: false, separator: "", short_year: false };

    fn all() -> impl Iterator<Item = Style> {
        let words = [None, Some(Case::Lower), Some(Case::Capital)];
        ["", "_", "-", ":", "."].into_iter().flat_map(move |separator| {
            words.into_iter().flat_map(move |word| {
                [Case::Lower, Case::Capital].into_iter().flat_map(move |author| {
                    [false, true].into_iter().flat_map(move |short_year| {
                        let orders: &[bool] = if word.is_some() { &[false, true] } else { &[false] };
                        orders.iter().map(move |word_first| Style {
                            author,
                            word,
                            word_first: *word_first,
                            separator,
                            short_year,
                        })
                    })
                })
            })
        })
    }

    fn make(self, parts: &Parts) -> String {
        let year = if self.short_year { parts.year.get(2..).unwrap_or(&parts.year) } else { &parts.year };
        let author = cased(&parts.author, self.author);
        let word = self.word.map(|case| cased(&parts.word, case));
        let pieces: Vec<&str> = match &word {
            Some(word) if self.word_first => vec![&author, word, year],
            Some(word) => vec![&author, year, word],
            None => vec![&author, year],
        };
        pieces.into_iter().filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(self.separator)
    }
}

fn cased(word: &str, case: Case) -> String {
    match case {
        Case::Lower => word.to_owned(),
        Case::Capital => {
            let mut characters = word.chars();
            characters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(characters).collect()
        }
    }
}

/// What keys are made of, in lower-case ASCII letters and digits.
struct Parts {
    author: String,
    year: String,
    word: String,
}

impl Parts {
    fn of(work: &Work) -> Parts {
        const MINOR: &[&str] = &[
            "a", "an", "the", "on", "of", "in", "to", "and", "for", "is", "el", "la", "los", "las", "de",
            "un", "una", "en",
        ];
        let plain =
            |text: &str| -> String { fold::name(text).chars().filter(char::is_ascii_alphanumeric).collect() };
        let author = work
            .authors
            .first()
            .or(work.editors.first())
            .map(|name| plain(&name.surname()))
            .unwrap_or_default();
        let title = work.title.as_deref().unwrap_or_default();
        let word = fold::words(title)
            .into_iter()
            .find(|word| !MINOR.contains(&word.as_str()))
            .map(|word| plain(&word))
            .unwrap_or_default();
        Parts { author, year: work.year().map(|year| year.to_string()).unwrap_or_default(), word }
    }
}

/// A free key for `work` in `bibliography`, made the way most of its keys are made; `smith2020` where they follow
/// no way that is known.
#[must_use]
pub fn new_key(surroundings: &Surroundings<'_>, bibliography: &Bibliography, work: &Work) -> String {
    let parts = Parts::of(work);
    let key = style(bibliography).make(&parts);
    let key = if parts.author.is_empty() && !parts.word.is_empty() {
        format!("{}{}", parts.word, parts.year)
    } else {
        key
    };
    let key = match (key.is_empty(), work.identifiers.iter().next()) {
        (false, _) => key,
        (true, Some(identifier)) => {
            identifier.to_string().chars().filter(char::is_ascii_alphanumeric).collect()
        }
        (true, None) => String::from("reference"),
    };
    free_key(surroundings, &key)
}

fn style(bibliography: &Bibliography) -> Style {
    let mut votes: HashMap<Style, usize> = HashMap::new();
    let mut looked_at = 0;
    for entry in bibliography.entries().take(LEARNT_FROM) {
        let parts = Parts::of(&entry.work());
        if parts.author.is_empty() || parts.year.len() < 4 {
            continue;
        }
        looked_at += 1;
        let key = entry.key();
        // A letter behind the year tells two works of one year apart.
        let stem = key
            .strip_suffix(|c: char| c.is_ascii_lowercase())
            .filter(|stem| stem.ends_with(|c: char| c.is_ascii_digit()));
        for style in Style::all() {
            let made = style.make(&parts);
            if made == key || stem == Some(made.as_str()) {
                *votes.entry(style).or_default() += 1;
            }
        }
    }
    // Of styles with as many votes, the first in the list: the simpler one.
    Style::all()
        .map(|style| (votes.get(&style).copied().unwrap_or(0), style))
        .fold((0, Style::USUAL), |best, next| if next.0 > best.0 { next } else { best })
        .1
        .pick(votes.values().copied().max().unwrap_or(0) * 3 >= looked_at)
}

impl Style {
    fn pick(self, usual_enough: bool) -> Style {
        if usual_enough { self } else { Style::USUAL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::{Date, Name};

    fn parts() -> Parts {
        Parts::of(&Work {
            title: Some("The Reduction of risk".into()),
            authors: vec![Name::person("García-Pérez", "J")],
            date: Some(Date { year: 2020, ..Date::default() }),
            ..Work::default()
        })
    }

    #[test]
    fn keys_are_made_of_plain_letters_of_author_year_and_first_telling_word() {
        let style = Style {
            author: Case::Capital,
            word: Some(Case::Lower),
            word_first: true,
            separator: "_",
            short_year: false,
        };
        assert_eq!(style.make(&parts()), "Garciaperez_reduction_2020");
        assert_eq!(Style::USUAL.make(&parts()), "garciaperez2020");
    }

    #[test]
    fn a_taken_key_gets_a_letter() {
        let taken = ["smith2020", "smith2020b"];
        assert_eq!(free("smith2020", &|key| taken.contains(&key)), "smith2020c");
        assert_eq!(free("jones2020", &|key| taken.contains(&key)), "jones2020");
    }
}
