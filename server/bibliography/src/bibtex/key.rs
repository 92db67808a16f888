//! Suggests keys in the style of the file.

use crate::{Bibliography, Work};
use referee_text::fold;
use referee_text::stop_words::{StopWordUse, is_stop_word};

/// The number of entries sampled to learn how the file builds its keys.
const SAMPLE: usize = 60;

/// The pattern of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pattern {
    /// Whether the family name is capitalised.
    capital: bool,
    /// Whether the year has four digits.
    long_year: bool,
    /// The text between the parts.
    separator: &'static str,
    word: KeyPattern,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyPattern {
    None,
    /// After the year: `smith2020effects`.
    Last(bool),
    /// Between name and year: `smith_effects_2020`.
    Middle(bool),
}

impl Pattern {
    fn all() -> impl Iterator<Item = Pattern> {
        let words = [
            KeyPattern::None,
            KeyPattern::Last(false),
            KeyPattern::Last(true),
            KeyPattern::Middle(false),
            KeyPattern::Middle(true),
        ];
        words.into_iter().flat_map(|word| {
            ["", "_", ":", "-", "."].into_iter().flat_map(move |separator| {
                [(false, true), (true, true), (false, false), (true, false)]
                    .into_iter()
                    .map(move |(capital, long_year)| Pattern { capital, long_year, separator, word })
            })
        })
    }

    fn write(self, parts: &KeyParts) -> String {
        let case = |text: &str, capital: bool| if capital { capitalised(text) } else { text.to_owned() };
        let name = case(&parts.name, self.capital);
        let year = if self.long_year { parts.year.as_str() } else { parts.year.get(2..).unwrap_or_default() };
        let pieces = match self.word {
            KeyPattern::None => vec![name, year.to_owned()],
            KeyPattern::Last(capital) => vec![name, year.to_owned(), case(&parts.word, capital)],
            KeyPattern::Middle(capital) => vec![name, case(&parts.word, capital), year.to_owned()],
        };
        pieces.into_iter().filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join(self.separator)
    }
}

/// The parts of a key, in lower-case ASCII.
struct KeyParts {
    name: String,
    year: String,
    word: String,
}

impl KeyParts {
    fn of(work: &Work) -> Self {
        let squeeze = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        let first = work.authors.first().or(work.editors.first());
        let name = match first {
            Some(crate::Name::Person { family, .. }) => squeeze(&fold::name(family)),
            Some(crate::Name::Organisation { name }) => organisation(name),
            None => String::new(),
        };
        let title = work.title.as_deref().map(fold::title).unwrap_or_default();
        let word = title
            .split(' ')
            .map(squeeze)
            .find(|word| word.len() > 2 && !is_stop_word(word, StopWordUse::EntryKey))
            .unwrap_or_default();
        let name = if name.is_empty() { word.clone() } else { name };
        KeyParts { name, year: work.year().map(|year| year.to_string()).unwrap_or_default(), word }
    }
}

/// Returns the acronym in brackets after an organisation's name, otherwise the initials of a name
/// of more than two words, otherwise its first word.
fn organisation(name: &str) -> String {
    let inside = name.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(inside, _)| inside);
    let folded = fold::name(inside.filter(|inside| !inside.contains(' ')).unwrap_or(name));
    let words: Vec<&str> =
        folded.split(' ').filter(|word| !is_stop_word(word, StopWordUse::EntryKey)).collect();
    if words.len() > 2 {
        words.iter().filter_map(|word| word.chars().next()).take(8).collect()
    } else {
        words.first().map(|word| (*word).to_owned()).unwrap_or_default()
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Suggests a key for `work` in the style of the bibliography (`smith2020`, `Smith2020`,
/// `smith2020word`, `smith:2020`). A letter is appended if the key is in use in the bibliography or
/// according to `taken`.
#[must_use]
pub fn suggest_key(bibliography: &Bibliography, work: &Work, taken: &dyn Fn(&str) -> bool) -> String {
    let parts = KeyParts::of(work);
    let pattern = learn(bibliography);
    let mut base = pattern.write(&parts);
    if base.is_empty() {
        base = "reference".to_owned();
    }
    let free = |key: &str| bibliography.get(key).is_none() && !taken(key);
    if free(&base) {
        return base;
    }
    let letters = ('a'..='z').map(|letter| letter.to_string());
    let numbers = (2..).map(|number: u32| format!("-{number}"));
    letters.chain(numbers).map(|suffix| format!("{base}{suffix}")).find(|key| free(key)).unwrap_or(base)
}

/// Returns the pattern that most keys of the bibliography follow; name and year by default.
fn learn(bibliography: &Bibliography) -> Pattern {
    let step = (bibliography.len() / SAMPLE).max(1);
    let mut seen = 0;
    let mut votes: Vec<(Pattern, usize)> = Pattern::all().map(|pattern| (pattern, 0)).collect();
    for entry in bibliography.entries().step_by(step) {
        let parts = KeyParts::of(&entry.work());
        if parts.name.is_empty() || parts.year.len() != 4 {
            continue;
        }
        seen += 1;
        let key = entry.key();
        // A letter that distinguishes two works of one year is not part of the pattern.
        let bare = key.strip_suffix(|c: char| c.is_ascii_lowercase());
        for (pattern, count) in &mut votes {
            let written = pattern.write(&parts);
            *count +=
                usize::from(written == key || (pattern.word == KeyPattern::None && bare == Some(&written)));
        }
    }
    // Among equals take the first, which is the plainest.
    let best = votes.iter().rev().max_by_key(|(_, count)| *count).copied();
    match best {
        Some((pattern, count)) if count * 4 >= seen.max(1) => pattern,
        _ => Pattern { capital: false, long_year: true, separator: "", word: KeyPattern::None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Date, Format, Name};
    use referee_text::Rope;

    fn suggested(keys: [&str; 3]) -> String {
        let text = format!(
            "@article{{{}, author={{Müller, A}}, title={{The effects of x}}, year=2019}}\n@article{{{}, author={{Van Dam, B}}, title={{On trials}}, year=2020}}\n@article{{{}, author={{Smith, C}}, title={{Outcome}}, date={{2021-03}}}}",
            keys[0], keys[1], keys[2]
        );
        let work = Work {
            authors: vec![Name::person("O'Neill", "J")],
            title: Some("A randomised trial".into()),
            date: Some(Date { year: 2022, month: None, day: None }),
            ..Work::default()
        };
        suggest_key(&Bibliography::read(Format::Bibtex, Rope::from_str(&text)), &work, &|key| {
            key == "oneill2022b"
        })
    }

    #[test]
    fn keys_follow_those_of_the_file() {
        assert_eq!(suggested(["muller2019", "vandam2020a", "smith2021"]), "oneill2022");
        assert_eq!(suggested(["Muller2019", "VanDam2020", "Smith2021"]), "Oneill2022");
        assert_eq!(
            suggested(["muller2019effects", "vandam2020trials", "smith2021outcome"]),
            "oneill2022randomised"
        );
        assert_eq!(
            suggested(["muller_effects_2019", "vandam_trials_2020", "smith_outcome_2021"]),
            "oneill_randomised_2022"
        );
        assert_eq!(suggested(["muller:2019", "vandam:2020", "smith:2021"]), "oneill:2022");
        assert_eq!(suggested(["muller19", "vandam20", "smith21"]), "oneill22");
        assert_eq!(suggested(["ref1", "ref2", "ref3"]), "oneill2022");
        assert_eq!(suggested(["ref1", "oneill2022", "oneill2022a"]), "oneill2022c");
        assert_eq!(suggested(["", "", ""]), "oneill2022");
    }

    #[test]
    fn works_without_names_or_years_get_keys() {
        let empty = Bibliography::read(Format::Bibtex, Rope::new());
        let key = |work: &Work| suggest_key(&empty, work, &|_| false);
        assert_eq!(key(&Work::default()), "reference");
        assert_eq!(key(&Work { title: Some("The β-blocker".into()), ..Work::default() }), "beta");
        let who = Work { authors: vec![Name::organisation("World Health Organization")], ..Work::default() };
        assert_eq!(key(&who), "who");
    }
}
