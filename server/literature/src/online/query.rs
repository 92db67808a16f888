//! Extracts the parts of a reference that are used in a search.

use crate::word_lists::WordLists;
use referee_bibliography::Work;
use std::sync::LazyLock;

/// Returns a list in `data/searches.tsv`.
pub(super) fn words_of(list: &str) -> &'static [&'static str] {
    static LISTS: LazyLock<WordLists> =
        LazyLock::new(|| WordLists::read(include_str!("../../data/searches.tsv")));
    LISTS.of(list)
}

/// The maximum number of title words in one clause of a search.
const MAX_CLAUSE_WORDS: usize = 8;

/// Returns the searchable words of a title, in order. Function words are left out, as are words
/// that sources spell differently (a Greek letter, a single character).
pub(super) fn words(title: &str) -> Vec<String> {
    title
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')))
        .map(|word| word.split(['\'', '’']).next().unwrap_or_default().to_lowercase())
        .filter(|word| !word.is_empty() && !words_of("ignored").contains(&word.as_str()))
        .filter(|word| word.chars().count() > 1 || word.chars().all(|c| c.is_ascii_digit() || !c.is_ascii()))
        .filter(|word| !is_greek(word))
        .collect()
}

/// Returns whether a word is a Greek letter: some sources write the letter and others spell it out.
fn is_greek(word: &str) -> bool {
    let letter = |c: char| ('\u{0370}'..='\u{03ff}').contains(&c) || c == '\u{b5}';
    words_of("greek").contains(&word) || (word.chars().count() <= 2 && word.chars().any(letter))
}

/// Splits the words of a title into two groups that are searched as alternatives: a title with an
/// error in one half is found by the other. A short title is one group.
pub(super) fn halves(work: &Work) -> Vec<Vec<String>> {
    const SHORT: usize = 6;
    let title = work.full_title().unwrap_or_default();
    let all = words(&title);
    if all.len() < SHORT {
        return if all.is_empty() { Vec::new() } else { vec![all] };
    }
    // Sources often omit the subtitle, so split there.
    let main = title.split([':', '?']).next().map(words).unwrap_or_default();
    let middle =
        if (3..=all.len().saturating_sub(3)).contains(&main.len()) { main.len() } else { all.len() / 2 };
    let (first, second) = all.split_at(middle);
    [first, second].into_iter().filter(|half| !half.is_empty()).map(longest).collect()
}

/// Returns the longest words, which are the most specific, in order.
fn longest(words: &[String]) -> Vec<String> {
    let mut by_length: Vec<(usize, &String)> = words.iter().enumerate().collect();
    by_length.sort_by_key(|(at, word)| (std::cmp::Reverse(word.chars().count()), *at));
    by_length.truncate(MAX_CLAUSE_WORDS);
    by_length.sort_by_key(|(at, _)| *at);
    let mut out: Vec<String> = Vec::with_capacity(by_length.len());
    for (_, word) in by_length {
        if !out.contains(word) {
            out.push(word.clone());
        }
    }
    out
}

/// The maximum number of words of a subject to search.
const MAX_SUBJECT_WORDS: usize = 6;

/// Returns the most specific words of a subject, in order.
pub(super) fn subject(text: &str) -> Vec<String> {
    let mut all = longest(&words(text));
    while all.len() > MAX_SUBJECT_WORDS {
        let shortest =
            all.iter().enumerate().min_by_key(|(at, word)| (word.chars().count(), usize::MAX - at));
        let Some((at, _)) = shortest else { break };
        all.remove(at);
    }
    all
}

/// Builds a search for works with at least two of the words: all of them rarely occur together, and
/// one is too unspecific. For two words, either suffices: works with both rank first anyway.
pub(super) fn two_of(words: &[String], clause: &dyn Fn(&str) -> String) -> Option<String> {
    match words {
        [] => None,
        [one] => Some(clause(one)),
        [one, other] => Some(format!("{} OR {}", clause(one), clause(other))),
        all => {
            let mut pairs = Vec::new();
            for (at, one) in all.iter().enumerate() {
                for other in all.iter().skip(at + 1) {
                    pairs.push(format!("({} AND {})", clause(one), clause(other)));
                }
            }
            Some(pairs.join(" OR "))
        }
    }
}

/// Returns the surname of the first author who is a person; of a surname with several words, the
/// longest one.
pub(super) fn first_surname(work: &Work) -> Option<String> {
    work.authors.iter().find_map(|name| match name {
        referee_bibliography::Name::Person { family, .. } => {
            let word = family.split([' ', '-']).max_by_key(|part| part.chars().count())?;
            let clean: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
            (clean.chars().count() > 1).then_some(clean)
        }
        referee_bibliography::Name::Organisation { .. } => None,
    })
}

/// Cleans a title for use as a quoted phrase: removes characters that would end the quotation.
pub(super) fn phrase(title: &str) -> String {
    let kept: String = title
        .chars()
        .map(|c| if matches!(c, '"' | '[' | ']' | '\\' | '“' | '”') { ' ' } else { c })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the years of the decade that the question is about, and some years around it. The date
/// of the question is the middle of the decade.
pub(super) fn years_around(work: &Work) -> impl Iterator<Item = i32> + use<> {
    const AROUND: i32 = 8;
    let year = work.year().filter(|year| (1000..=9000).contains(year));
    year.into_iter().flat_map(|year| year - AROUND..=year + AROUND)
}

/// Returns whether a question is about a journal and not about a work in it: it lacks other
/// fields.
pub(super) fn is_about_journal(work: &Work) -> bool {
    work.container.is_some()
        && work.title.is_none()
        && work.authors.is_empty()
        && work.pages.is_none()
        && work.volume.is_none()
        && work.identifiers.is_empty()
}

/// Combines several searches with OR.
pub(super) fn either<'a>(terms: impl ExactSizeIterator<Item = &'a str>) -> String {
    if terms.len() == 1 {
        return terms.collect();
    }
    // Terms in brackets are not wrapped again: not every service supports nested brackets.
    let alone = |term: &str| if term.starts_with('(') { term.to_owned() } else { format!("({term})") };
    terms.map(alone).collect::<Vec<_>>().join(" OR ")
}

/// Returns the number of candidates to request for several searches together; a single search
/// requests `alone`.
pub(super) fn candidates_of(searches: usize, alone: &str) -> String {
    /// Both services return at most 200, or recommend that many.
    const MAX_TOGETHER: usize = 100;
    let alone: usize = alone.parse().unwrap_or(1);
    alone.saturating_mul(searches).min(MAX_TOGETHER).to_string()
}

/// Returns the address of a question about a web page, which has at most a date as another field.
pub(super) fn web_address(work: &Work) -> Option<&str> {
    let is_alone = work.title.is_none()
        && work.container.is_none()
        && work.authors.is_empty()
        && work.identifiers.is_empty();
    work.url.as_deref().filter(|_| is_alone)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_bibliography::Name;

    fn titled(title: &str) -> Work {
        Work { title: Some(title.to_owned()), ..Work::default() }
    }

    #[test]
    fn small_words_and_greek_letters_are_not_searched_for() {
        assert_eq!(
            words("The role of TNF-α and IL-6 in Crohn's disease"),
            ["role", "tnf", "il", "6", "crohn", "disease"]
        );
        assert_eq!(words("Лечение рака"), ["лечение", "рака"]);
        assert!(words("…").is_empty());
    }

    #[test]
    fn a_long_title_is_searched_by_either_half() {
        let halves = halves(&titled("Metformin in older adults: effects on gait speed and frailty scores"));
        assert_eq!(halves.len(), 2);
        assert_eq!(halves[0], ["metformin", "older", "adults"]);
        assert_eq!(halves[1], ["effects", "gait", "speed", "frailty", "scores"]);
        assert_eq!(super::halves(&titled("Septic shock")).len(), 1);
        assert!(super::halves(&Work::default()).is_empty());
    }

    #[test]
    fn a_surname_of_several_words_gives_its_longest() {
        let work =
            Work { authors: vec![Name::from_parts("García-Montalvo", "E", "").unwrap()], ..Work::default() };
        assert_eq!(first_surname(&work).as_deref(), Some("Montalvo"));
    }

    proptest::proptest! {
        #[test]
        fn any_title_can_be_searched_for(title in "\\PC{0,200}") {
            for half in halves(&titled(&title)) {
                proptest::prop_assert!(!half.is_empty() && half.len() <= MAX_CLAUSE_WORDS);
            }
            proptest::prop_assert!(!phrase(&title).contains('"'));
        }
    }
}
