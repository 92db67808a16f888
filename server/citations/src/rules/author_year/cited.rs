//! Reads the citations by author and year in a text: "(Kim & Lee, 2019; Miura et al., 2008)",
//! "Bixler et al. (2009)".

use crate::judge::names::vocabulary::PARTICLES;
use std::ops::Range;

/// A citation by author and year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CitedWork {
    /// The first surname, as it is written: "van den Berg" is `Berg`.
    pub(super) surname: String,
    /// The year without a letter.
    pub(super) year: u16,
    /// Whether the form is used for works alone: "et al.", "&". A place or an event may have a
    /// comma and a year too: "(Madrid, 2019)".
    pub(super) is_certain: bool,
    /// The span in the text.
    pub(super) range: Range<usize>,
}

/// The maximum length of a group of citations in brackets, in bytes.
const MAX_GROUP_BYTES: usize = 600;

/// The maximum number of words before the first name: "see, for a review, Kim et al., 2019".
const MAX_LEADING_WORDS: usize = 4;

/// Words for further authors, as they follow a name.
const OTHERS: [&[&str]; 8] = [
    &["et", "al"],
    &["and", "colleagues"],
    &["and", "coworkers"],
    &["and", "co-workers"],
    &["y", "cols"],
    &["y", "col"],
    &["y", "colaboradores"],
    &["y", "colegas"],
];

const CONNECTORS: [&str; 6] = ["&", "and", "y", "e", "und", "et"];

/// Returns the citations in a text, in order.
pub(super) fn cited_works(text: &str) -> Vec<CitedWork> {
    let mut out = Vec::new();
    for (open, _) in text.match_indices(['(', '[']) {
        let rest = text.get(open + 1..).unwrap_or_default();
        let Some(length) = rest.find(['(', ')', '[', ']']).filter(|length| *length <= MAX_GROUP_BYTES) else {
            continue;
        };
        let inside = rest.get(..length).unwrap_or_default();
        if rest[length..].starts_with(['(', '[']) || !inside.bytes().any(|byte| byte.is_ascii_digit()) {
            continue;
        }
        if let Some(years) = all_years(inside) {
            let before = text.get(..open).unwrap_or_default();
            out.extend(in_sentence(before, &years).into_iter().map(|(range, surname, year)| CitedWork {
                surname,
                year,
                is_certain: true,
                range: range.start..open + 1 + length + 1,
            }));
            continue;
        }
        let mut start = open + 1;
        for segment in inside.split(';') {
            out.extend(in_brackets(segment, start));
            start += segment.len() + 1;
        }
    }
    out
}

/// Returns the years of a bracket with nothing else in it: "(2009)", "(2009a, 2010)".
fn all_years(inside: &str) -> Option<Vec<u16>> {
    inside.split([',', ';']).map(|part| year(part.trim())).collect()
}

/// Reads "Bixler et al." at the end of the text before the years.
fn in_sentence(before: &str, years: &[u16]) -> Vec<(Range<usize>, String, u16)> {
    let words: Vec<Word<'_>> = last_words(before, 3);
    let [.., name, one, other] = words.as_slice() else { return Vec::new() };
    if !is_others(&[*one, *other]) || !is_name(name.text) || name.ends_part {
        return Vec::new();
    }
    years.iter().map(|year| (name.start..before.len(), name.text.to_owned(), *year)).collect()
}

/// Returns the last words of a text, in order.
fn last_words(text: &str, count: usize) -> Vec<Word<'_>> {
    const MAX_BYTES: usize = 120;
    let mut from = text.len().saturating_sub(MAX_BYTES);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let all = words(text.get(from..).unwrap_or_default(), from);
    all.get(all.len().saturating_sub(count)..).unwrap_or_default().to_vec()
}

/// Reads one citation of a group in brackets, which begins at `start` in the text.
fn in_brackets(segment: &str, start: usize) -> Vec<CitedWork> {
    let all = words(segment, start);
    let lead = all.iter().take_while(|word| !is_name(word.text)).count();
    if lead > MAX_LEADING_WORDS || all.iter().take(lead).any(|word| word.text.starts_with(char::is_numeric)) {
        return Vec::new();
    }
    let Some((words, first)) = all.get(lead..).and_then(|words| Some((words, words.first()?))) else {
        return Vec::new();
    };
    let mut surname: Option<&str> = None;
    let (mut is_certain, mut is_first_name) = (false, true);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if year(word.text).is_some() {
            break;
        }
        if let Some(pair) = words.get(at..at + 2).filter(|pair| is_others(pair)) {
            is_certain = true;
            at += pair.len();
            is_first_name = false;
            continue;
        }
        if CONNECTORS.contains(&word.text) {
            is_certain |= word.text == "&";
            is_first_name = false;
        } else if is_name(word.text) {
            if is_first_name {
                surname = Some(longer(surname.unwrap_or_default(), word.text));
            }
            is_first_name &= !word.ends_part;
        } else if !PARTICLES.contains(&word.text) && !is_initial(word.text) {
            return Vec::new();
        }
        at += 1;
    }
    let Some(surname) = surname else { return Vec::new() };
    let mut out = Vec::new();
    for word in words.get(at..).unwrap_or_default() {
        let Some(year) = year(word.text) else { break };
        out.push(CitedWork {
            surname: surname.to_owned(),
            year,
            is_certain,
            range: first.start..word.start + word.text.len(),
        });
        if !word.ends_part {
            break;
        }
    }
    out
}

fn longer<'a>(one: &'a str, other: &'a str) -> &'a str {
    if other.len() > one.len() { other } else { one }
}

/// A word without the punctuation around it.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    /// The start in the text.
    start: usize,
    /// Whether a comma, a colon or a semicolon follows.
    ends_part: bool,
}

fn words(text: &str, start: usize) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    let mut from = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        let trimmed = piece.trim();
        let word = trimmed.trim_end_matches([',', ':', ';', '.']);
        if !word.is_empty() {
            out.push(Word {
                text: word,
                start: start + from + (piece.len() - piece.trim_start().len()),
                ends_part: trimmed.get(word.len()..).is_some_and(|end| end.contains([',', ':', ';'])),
            });
        }
        from += piece.len();
    }
    out
}

/// Returns whether two words mean further authors: "et al".
fn is_others(pair: &[Word<'_>]) -> bool {
    let [one, other] = pair else { return false };
    OTHERS.iter().any(|others| others[0] == one.text && others[1] == other.text)
}

/// Returns whether a word may be a surname: letters with a capital first and a small one.
fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase)
        && chars.clone().any(char::is_lowercase)
        && chars.all(|c| c.is_alphabetic() || matches!(c, '-' | '‐' | '\'' | '’'))
}

fn is_initial(word: &str) -> bool {
    word.chars().count() <= 3 && word.chars().all(|c| c.is_uppercase() || matches!(c, '.' | '-'))
}

/// Returns the year in "2019" or "2019a".
fn year(word: &str) -> Option<u16> {
    const YEARS: Range<u16> = 1600..2100;
    let digits = word.get(..4)?;
    let letters = word.get(4..)?;
    let is_letter =
        letters.is_empty() || letters.len() == 1 && letters.bytes().all(|b| b.is_ascii_lowercase());
    let year: u16 = digits.parse().ok()?;
    (digits.bytes().all(|byte| byte.is_ascii_digit()) && is_letter && YEARS.contains(&year)).then_some(year)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, u16, bool, &str)> {
        let cited = cited_works(text).into_iter();
        cited
            .map(|cited| {
                (cited.surname, cited.year, cited.is_certain, text.get(cited.range).unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn citations_in_brackets_and_in_sentences_are_read() {
        for (text, surname, year, is_certain, shown) in [
            ("A (Grande et al., 2006).", "Grande", 2006, true, "Grande et al., 2006"),
            ("B (Kim & Lee, 2019).", "Kim", 2019, true, "Kim & Lee, 2019"),
            ("B (see, e.g., Kim, Lee, & Park, 2019, p. 4).", "Kim", 2019, true, "Kim, Lee, & Park, 2019"),
            ("B (van den Berg et al. 2019a).", "Berg", 2019, true, "Berg et al. 2019a"),
            ("B (García López y cols., 2019).", "García", 2019, true, "García López y cols., 2019"),
            ("B (Kim and Lee, 2019).", "Kim", 2019, false, "Kim and Lee, 2019"),
            ("B [Kim, 2019].", "Kim", 2019, false, "Kim, 2019"),
            ("Bixler et al. (2009) agree.", "Bixler", 2009, true, "Bixler et al. (2009)"),
            ("Bixler and colleagues (2009) agree.", "Bixler", 2009, true, "Bixler and colleagues (2009)"),
        ] {
            assert_eq!(found(text), [(surname.to_owned(), year, is_certain, shown)], "{text}");
        }
        let several = found("C (Miura et al., 2008; Roe, 2010, 2012b).");
        let all: Vec<(&str, u16)> = several.iter().map(|(name, year, ..)| (name.as_str(), *year)).collect();
        assert_eq!(all, [("Miura", 2008), ("Roe", 2010), ("Roe", 2012)]);
    }

    #[test]
    fn other_brackets_with_years_are_no_citations() {
        for text in [
            "in March (2009)",
            "the war (1939-1945)",
            "(SPSS Inc., Chicago, IL, 2010, version 21)x",
            "(n = 2019)",
            "(from 2006 to 2019)",
            "(the data of all patients who were admitted to Madrid, 2019)",
            "(95% CI 2000 to 2019)",
            "(see Figure 2, 2019)",
            "(PRISMA 2020)",
            "(ISO 9001, 2015)",
            "Spain (2010)",
        ] {
            let certain: Vec<_> =
                found(text).into_iter().filter(|(_, _, is_certain, _)| *is_certain).collect();
            assert_eq!(certain, [], "{text}");
        }
    }
}
