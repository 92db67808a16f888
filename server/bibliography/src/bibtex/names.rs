//! Parses name lists in BibTeX's and BibLaTeX's notation.
//!
//! The rules are BibTeX's: `First von Last`, `von Last, First`, `von Last, Jr, First`; a name in
//! braces is an organisation. `biblatex` mistakes a letter in braces for a particle
//! (`{\'A}lvarez, J`), so this module detects the three forms itself, on words that still have
//! their braces.

use crate::name::{is_organisation, read_names};
use crate::{Name, latex_text};
use regex::Regex;
use std::sync::LazyLock;

/// Parses the value of an `author` field; also returns whether the list ends with "and others".
pub(crate) fn parse(list: &str) -> (Vec<Name>, bool) {
    let mut truncated = false;
    let mut names = Vec::new();
    let mut parts = split_and(list);
    if let [only] = parts.as_slice() {
        // Other styles separate names by semicolons; an entity such as `&amp;` also has one.
        if only.contains(';') && !only.contains('&') {
            parts = split_outside(only, |bytes, at| (bytes.get(at) == Some(&b';')).then_some(1));
        } else if let Some(found) = without_and(only) {
            return found;
        }
    }
    for raw in parts {
        let raw = raw.trim().trim_end_matches([',', ';']).trim();
        if raw.is_empty() {
            continue;
        }
        let plain = latex_text::plain(raw);
        let bare = plain.trim_end_matches('.').trim().to_lowercase();
        if matches!(bare.as_str(), "others" | "et al" | "et al." | "…" | "..." | "") {
            truncated |= !bare.is_empty();
            continue;
        }
        if let Some(people) = without_final_et_al(raw) {
            truncated = true;
            // `Guo Wenbo, Song Dawn, et al.`: commas separate the authors.
            let pieces: Vec<&str> = people.split(',').map(str::trim).collect();
            let is_list = pieces.len() > 1 && pieces.iter().all(|piece| words(piece).len() > 1);
            let people = if is_list { pieces } else { vec![people] };
            names.extend(
                people.into_iter().filter_map(|raw| one(raw, &latex_text::plain(raw), &mut truncated)),
            );
            continue;
        }
        names.extend(one(raw, &plain, &mut truncated));
    }
    (names, truncated)
}

/// Returns the text before "et al." at the end of a name: `Guo, W.` for `Guo, W. et al.`; `None` if
/// the name does not end with it.
pub(super) fn without_final_et_al(raw: &str) -> Option<&str> {
    static ET_AL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)[\s,~]\{?et\.?[\s~]+al\.?\}?[.\s]*$").expect("the pattern is valid")
    });
    let found = ET_AL.find(raw)?;
    let before = raw.get(..found.start())?.trim_end_matches([' ', '~', ',', '\n', '\t']);
    (!before.is_empty() && !before.starts_with('{')).then_some(before)
}

/// Parses a list whose names are separated by commas instead of "and", as in other styles:
/// `Smith, J., Doe, A. & Roe, B.`. BibTeX reads it as one name; the author meant several.
fn without_and(list: &str) -> Option<(Vec<Name>, bool)> {
    let commas = split_outside(list, |bytes, at| (bytes.get(at) == Some(&b',')).then_some(1)).len() - 1;
    if list.contains('=') || whole_group(list).is_some() || commas < 3 {
        return None;
    }
    let found = read_names(&latex_text::plain(list)).filter(|found| found.names.len() > 1)?;
    Some((found.names, found.truncated))
}

fn one(raw: &str, plain: &str, truncated: &mut bool) -> Option<Name> {
    if let Some(inner) = whole_group(raw) {
        // `{WHO}` is an organisation; a program has put `{Smith, John}` into braces.
        if !inner.contains(',')
            || inner.split(',').count() > 2
            || inner.contains(" of ")
            || inner.contains(" and ")
        {
            return organisation(plain);
        }
        if let Some((family, given)) = inner.split_once(',')
            && given.split_whitespace().count() <= 3
            && family.split_whitespace().count() <= 3
        {
            return one(inner, plain, truncated);
        }
        return organisation(plain);
    }
    if let Some(name) = extended(raw) {
        return Some(name);
    }
    let parts: Vec<&str> = split_outside(raw, |bytes, at| (bytes.get(at) == Some(&b',')).then_some(1))
        .into_iter()
        .map(str::trim)
        .collect();
    match parts.as_slice() {
        [only] => {
            let words = words(only);
            // Recognise an organisation without braces.
            if words.len() > 1 && is_organisation(plain) {
                return organisation(plain);
            }
            // `Smith J et al.`
            let (words, cut) = without_et_al(words);
            *truncated |= cut;
            first_von_last(&words)
        }
        [family, ""] => von_last(family, "", ""),
        [family, given] if is_suffix(given) => {
            // `John Smith, Jr`
            let name = first_von_last(&words(family))?;
            Some(with_suffix(name, latex_text::plain(given).trim_end_matches('.').to_owned()))
        }
        [family, given] => von_last(family, given, ""),
        [family, second, third, ..] => {
            if is_suffix(third) && !is_suffix(second) {
                von_last(family, second, third)
            } else if is_suffix(second) {
                von_last(family, third, second)
            } else {
                // Names separated by commas are ambiguous here.
                von_last(family, second, "")
            }
        }
        [] => None,
    }
}

fn organisation(plain: &str) -> Option<Name> {
    let name = plain.trim();
    (!name.is_empty()).then(|| Name::organisation(name))
}

/// Reads `family=Beethoven, given=Ludwig, prefix=van`.
fn extended(raw: &str) -> Option<Name> {
    if !raw.contains('=') {
        return None;
    }
    let (mut family, mut given, mut particle, mut suffix) = Default::default();
    let mut known = false;
    for part in split_outside(raw, |bytes, at| (bytes.get(at) == Some(&b',')).then_some(1)) {
        let Some((name, value)) = part.split_once('=') else {
            continue;
        };
        let value = value.trim();
        let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
        let target: &mut String = match name.trim().to_ascii_lowercase().as_str() {
            "family" => &mut family,
            "given" => &mut given,
            "prefix" => &mut particle,
            "suffix" => &mut suffix,
            _ => continue,
        };
        known = true;
        *target = latex_text::plain(value);
    }
    if !known {
        return None;
    }
    if family.is_empty() {
        return organisation(&given);
    }
    Some(Name::Person { family, given, particle, suffix })
}

fn with_suffix(name: Name, suffix: String) -> Name {
    match name {
        Name::Person { family, given, particle, .. } => Name::Person { family, given, particle, suffix },
        organisation => organisation,
    }
}

fn is_suffix(part: &str) -> bool {
    let plain = latex_text::plain(part);
    let bare = plain.trim_end_matches('.').to_lowercase();
    matches!(
        bare.as_str(),
        "jr" | "sr" | "junior" | "senior" | "ii" | "iii" | "iv" | "2nd" | "3rd" | "4th" | "jnr" | "snr"
    )
}

/// Reads `von Last`; `First` and `Jr` are already split off.
fn von_last(family: &str, given: &str, suffix: &str) -> Option<Name> {
    let (given, suffix) = (latex_text::plain(given), latex_text::plain(suffix));
    let words = words(family);
    if given.is_empty()
        && let Some(inner) = whole_group(family)
    {
        return organisation(&latex_text::plain(inner));
    }
    // The particle extends to the last word in lower case, but never includes the last word.
    let last_lower = words.iter().rposition(|word| is_lower(word)).filter(|_| words.len() > 1);
    let split = last_lower.map_or(0, |at| (at + 1).min(words.len().saturating_sub(1)));
    // A particle counts only at the start: `Ortega y Gasset` is one name.
    let split =
        if words.first().is_some_and(|word| is_lower(word)) { leading_lower(&words).min(split) } else { 0 };
    person(words.get(split..).unwrap_or_default(), given, words.get(..split).unwrap_or_default(), suffix)
}

fn leading_lower(words: &[&str]) -> usize {
    words.iter().take_while(|word| is_lower(word)).count()
}

/// Reads a name in the form `First von Last`.
fn first_von_last(words: &[&str]) -> Option<Name> {
    let last = words.len().checked_sub(1)?;
    let von = words.iter().take(last).position(|word| is_lower(word));
    let (given, particle, family) = match von {
        Some(start) => {
            let end = words.iter().take(last).rposition(|word| is_lower(word)).map_or(start, |at| at + 1);
            // `Ludwig van Beethoven`. BibTeX reads `José Ortega y Gasset` the same way.
            (words.get(..start)?, words.get(start..end)?, words.get(end..)?)
        }
        None => (words.get(..last)?, &[][..], words.get(last..)?),
    };
    if given.is_empty() && particle.is_empty() && family.len() == 1 {
        let family = latex_text::plain(family.first()?);
        return (!family.is_empty()).then(|| Name::person(family, ""));
    }
    // `Smith JA`: family name first, then initials, as in PubMed.
    if let ([first, ..], [initials]) = (given, family)
        && particle.is_empty()
        && is_initials(initials)
        && first.contains(char::is_lowercase)
        && !first.ends_with('.')
        && let Some(name) = Name::vancouver(&latex_text::plain(&words.join(" ")))
    {
        return Some(name);
    }
    person(family, latex_text::plain(&given.join(" ")), particle, String::new())
}

/// Whether a word is one to three capitals: `JA`.
fn is_initials(word: &str) -> bool {
    (1..=3).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn person(family: &[&str], given: String, particle: &[&str], suffix: String) -> Option<Name> {
    let family = latex_text::plain(&family.join(" "));
    let before = latex_text::plain(&particle.join(" "));
    if family.is_empty() {
        return if given.is_empty() { organisation(&before) } else { Some(Name::person(given, "")) };
    }
    let mut name = Name::from_parts(&family, &given, &suffix)?;
    if let Name::Person { particle, .. } = &mut name
        && !before.is_empty()
    {
        *particle = format!("{before} {particle}").trim_end().to_owned();
    }
    Some(name)
}

fn without_et_al(mut words: Vec<&str>) -> (Vec<&str>, bool) {
    let ends = |words: &[&str], tail: &[&str]| {
        words.len() > tail.len()
            && words
                .iter()
                .rev()
                .zip(tail.iter().rev())
                .all(|(word, wanted)| word.trim_matches(['.', ',']).eq_ignore_ascii_case(wanted))
    };
    let cut = ends(&words, &["et", "al"]);
    if cut {
        words.truncate(words.len() - 2);
    }
    (words, cut)
}

/// Returns the words of a name, separated by blanks and ties outside of braces.
fn words(name: &str) -> Vec<&str> {
    split_outside(name, |bytes, at| {
        let escaped = at > 0 && bytes.get(at - 1) == Some(&b'\\');
        match bytes.get(at) {
            Some(b'~') if !escaped => Some(1),
            Some(byte) if byte.is_ascii_whitespace() => Some(1),
            _ => None,
        }
    })
    .into_iter()
    .filter(|word| !word.is_empty())
    .collect()
}

/// Whether BibTeX treats a word as lower case: by its first letter outside of braces, or by the
/// letter of an accent command (`{\'e}tienne`). A word in plain braces lacks a case and counts as
/// upper case.
fn is_lower(word: &str) -> bool {
    for (at, c) in word.char_indices() {
        match c {
            '{' if word.get(at + 1..).is_some_and(|rest| rest.trim_start().starts_with('\\')) => {
                let letter = latex_text::plain(word.get(at..).unwrap_or_default());
                return letter.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
            }
            '{' => return false,
            '\\' => {
                let letter = latex_text::plain(word.get(at..).unwrap_or_default());
                return letter.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
            }
            c if c.is_alphabetic() => return c.is_lowercase(),
            _ => {}
        }
    }
    false
}

/// Returns the content of `text` if it is a single group in braces.
fn whole_group(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let mut depth = 0usize;
    for byte in inner.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    // `{\'E}` alone is a letter.
    (depth == 0 && !inner.trim_start().starts_with('\\')).then_some(inner)
}

/// Splits at " and ", in any case and with any white space, outside of braces.
fn split_and(list: &str) -> Vec<&str> {
    split_outside(list, |bytes, at| {
        let blank = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_whitespace);
        if !blank(at) || at.checked_sub(1).is_some_and(blank) {
            return None;
        }
        let mut end = at;
        while bytes.get(end).is_some_and(u8::is_ascii_whitespace) {
            end += 1;
        }
        let and = bytes.get(end..end + 3)?.eq_ignore_ascii_case(b"and");
        let behind = bytes.get(end + 3).is_none_or(|byte| byte.is_ascii_whitespace());
        (and && behind).then_some(end + 3 - at)
    })
}

/// Splits outside of braces at the bytes for which `separator` returns a length.
fn split_outside(text: &str, separator: impl Fn(&[u8], usize) -> Option<usize>) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match separator(bytes, at).filter(|_| depth == 0) {
            Some(len) => {
                out.push(text.get(start..at).unwrap_or_default());
                at += len.max(1);
                start = at;
            }
            None => at += 1,
        }
    }
    out.push(text.get(start..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(list: &str) -> Vec<String> {
        let (names, truncated) = parse(list);
        let mut out: Vec<String> = names
            .into_iter()
            .map(|name| match name {
                Name::Person { family, given, particle, suffix } => {
                    format!("{particle}|{family}|{suffix}|{given}")
                }
                Name::Organisation { name } => format!("[{name}]"),
            })
            .collect();
        if truncated {
            out.push("...".to_owned());
        }
        out
    }

    #[test]
    fn the_three_forms_and_organisations_are_told_apart() {
        for (list, names) in [
            ("Donald E. Knuth", vec!["|Knuth||Donald E"]),
            ("Knuth, Donald E.", vec!["|Knuth||Donald E"]),
            (
                "Ludwig van Beethoven and van Gogh, Vincent Willem",
                vec!["van|Beethoven||Ludwig", "van|Gogh||Vincent Willem"],
            ),
            ("de la Cruz, Mar{\\'\\i}a", vec!["de la|Cruz||María"]),
            ("King, Jr, Martin Luther", vec!["|King|Jr|Martin Luther"]),
            ("Steele, G. L., Jr.", vec!["|Steele|Jr|G L"]),
            ("John Smith, Jr.", vec!["|Smith|Jr|John"]),
            (
                "{World Health Organization} and {UK Prospective Diabetes Study (UKPDS) Group}",
                vec!["[World Health Organization]", "[UK Prospective Diabetes Study (UKPDS) Group]"],
            ),
            (
                "{Centers for Disease Control and Prevention}",
                vec!["[Centers for Disease Control and Prevention]"],
            ),
            ("{Barnes and Noble, Inc.} and Smith, A", vec!["[Barnes and Noble, Inc.]", "|Smith||A"]),
            ("{Smith, John}", vec!["|Smith||John"]),
            ("{\\'A}lvarez, Juan AND {\\O}stergaard, {\\AA}se", vec!["|Álvarez||Juan", "|Østergaard||Åse"]),
            ("{\\'E}tienne Dupont", vec!["|Dupont||Étienne"]),
            ("Garc{\\'\\i}a M{\\'a}rquez, Gabriel", vec!["|García Márquez||Gabriel"]),
            ("{van der Berg}, Jan", vec!["van der|Berg||Jan"]),
            ("Smith, A and others", vec!["|Smith||A", "..."]),
            ("Smith, A and et al.", vec!["|Smith||A", "..."]),
            ("Smith J et al.", vec!["|Smith||J", "..."]),
            ("family=Beethoven, given=Ludwig, prefix=van, useprefix=true", vec!["van|Beethoven||Ludwig"]),
            ("given=Hans, family={Harman Jones}", vec!["|Harman Jones||Hans"]),
            ("Nguyen TH and Lee K", vec!["|Nguyen||T H", "|Lee||K"]),
            ("Ortega y Gasset, Jos{\\'e}", vec!["|Ortega y Gasset||José"]),
            ("Plato", vec!["|Plato||"]),
            ("A\nand\n B, C and", vec!["|A||", "|B||C"]),
            ("Jean~Paul Sartre", vec!["|Sartre||Jean Paul"]),
            ("{NICE}, ", vec!["[NICE]"]),
            ("Smith, J., Doe, A. B., \\& Roe, C.", vec!["|Smith||J", "|Doe||A B", "|Roe||C"]),
            ("Smith, John; Doe, Anna; et al.", vec!["|Smith||John", "|Doe||Anna", "..."]),
            ("Guo, W. et al.", vec!["|Guo||W", "..."]),
            ("Guo, Wenbo et~al", vec!["|Guo||Wenbo", "..."]),
            ("Guo, Wenbo, et al.", vec!["|Guo||Wenbo", "..."]),
            ("Wenbo Guo et al", vec!["|Guo||Wenbo", "..."]),
            ("Guo, W. and Song, D. et al.", vec!["|Guo||W", "|Song||D", "..."]),
            ("Wenbo Guo, Dawn Song, et al.", vec!["|Guo||Wenbo", "|Song||Dawn", "..."]),
            ("Hal, Petal", vec!["|Hal||Petal"]),
            ("World Health Organization", vec!["[World Health Organization]"]),
            ("", vec![]),
        ] {
            assert_eq!(shown(list), names, "{list}");
        }
    }

    proptest! {
        #[test]
        fn anything_may_stand_for_names(list in "([A-Ca-c{}\\\\',=~ é]|and | and |others|, ){0,30}") {
            parse(&list);
        }
    }
}
