//! Describes a difference between a reference and its record in a clause that shows both values.

use super::wording;
use crate::{AuthorChange, Difference, Reference};
use referee_text::Language;

/// The maximum number of changes among the authors that a clause lists.
const MAX_CHANGES: usize = 3;

/// The maximum length, in characters, of a title or journal that is quoted in full.
const MAX_WHOLE: usize = 100;

/// The number of words that are shown on each side of the ones that differ.
const CONTEXT_WORDS: usize = 3;

/// The difference as a clause: "the year is 2012 here but 2002 in Crossref". `place` is "in Crossref", or "there" if
/// the source was mentioned before; `source` is its name.
pub(super) fn of(language: Language, difference: &Difference, source: &str, place: &str) -> String {
    if !difference.authors.is_empty() {
        return of_authors(language, &difference.authors, source, place);
    }
    let field = wording::field(language, difference.field);
    let quoted = matches!(difference.field, "title" | "journal" | "authors");
    let (claimed, recorded) = if quoted {
        where_they_part(language, &difference.claimed, &difference.recorded)
    } else {
        (difference.claimed.clone(), difference.recorded.clone())
    };
    let are_many = matches!(difference.field, "authors" | "pages");
    let verb = match are_many {
        true => language.pick("are", "son"),
        false => language.pick("is", "es"),
    };
    if difference.recorded.is_empty() {
        let lacks = if are_many { "figuran" } else { "figura" };
        language.pick(
            format!("{field} {verb} {claimed} here, and none {place}"),
            format!("{field} {verb} {claimed} aquí, y no {lacks} {place}"),
        )
    } else if difference.claimed.is_empty() {
        let lacks = if are_many { "faltan" } else { "falta" };
        language.pick(
            format!("{field} {verb} missing: {recorded} {place}"),
            format!("{lacks} {field}: {recorded} {place}"),
        )
    } else {
        language.pick(
            format!("{field} {verb} {claimed} here but {recorded} {place}"),
            format!("{field} {verb} {claimed} aquí pero {recorded} {place}"),
        )
    }
}

/// All differences, the gravest first, after the key: one sentence if it is short, otherwise a short one with the
/// gravest and another with the rest. `source` is the name of the record's source, `named` the name with its
/// identifier.
pub(super) fn sentences(
    language: Language,
    reference: &Reference,
    differences: &[&Difference],
    source: &str,
    named: &str,
) -> String {
    let first_place = language.pick(format!("in {named}"), format!("en {named}"));
    let other_place = language.pick("there", "allí");
    let clauses: Vec<String> = differences
        .iter()
        .enumerate()
        .map(|(at, difference)| {
            let place = if at == 0 { first_place.as_str() } else { other_place };
            of(language, difference, source, place)
        })
        .collect();
    let Some((first, others)) = clauses.split_first() else { return String::new() };
    let whole = wording::about(reference, first);
    let is_short = wording::fits_first(&whole) || first.chars().count() <= MAX_WHOLE + named.chars().count();
    let mut out = if is_short {
        format!("{whole}.")
    } else {
        let field = differences.first().map_or("", |difference| difference.field);
        let are_many = matches!(field, "authors" | "pages");
        let field = wording::field(language, field);
        let fact = language.pick(
            format!("{field} {} from {source}", if are_many { "differ" } else { "differs" }),
            format!("{field} no {} con {source}", if are_many { "coinciden" } else { "coincide" }),
        );
        format!("{}. {}.", wording::about(reference, &fact), wording::sentence(first))
    };
    if !others.is_empty() {
        out.push_str(&format!(" {}.", wording::sentence(&others.join("; "))));
    }
    out
}

fn of_authors(language: Language, changes: &[AuthorChange], source: &str, place: &str) -> String {
    // Another first author is the most visible difference; the others are listed after it.
    if let [first @ AuthorChange::Order { .. }, rest @ ..] = changes
        && let Some(missing) = of_missing_authors(language, rest, source)
    {
        return wording::list(language, &[of_author(language, first, place), missing]);
    }
    if let Some(clause) = of_missing_authors(language, changes, source) {
        return clause;
    }
    let mut clauses: Vec<String> = changes
        .iter()
        .take(MAX_CHANGES)
        .enumerate()
        .map(|(at, change)| {
            let place = if at == 0 { place } else { language.pick("there", "allí") };
            of_author(language, change, place)
        })
        .collect();
    let more = changes.len().saturating_sub(MAX_CHANGES);
    match more {
        0 => {}
        1 => clauses.push(language.pick("one more author differs", "otro autor no coincide").to_owned()),
        _ => clauses.push(
            language
                .pick(format!("{more} more authors differ"), format!("otros {more} autores no coinciden")),
        ),
    }
    wording::list(language, &clauses)
}

/// The clause about a list that only lacks several authors of the record.
fn of_missing_authors(language: Language, changes: &[AuthorChange], source: &str) -> Option<String> {
    let missing = |change: &AuthorChange| match change {
        AuthorChange::Missing { recorded, .. } => Some(wording::quoted(language, recorded)),
        _ => None,
    };
    let mut names: Vec<String> = changes.iter().map(missing).collect::<Option<_>>()?;
    let count = names.len();
    if count < 2 {
        return None;
    }
    if count > MAX_CHANGES + 1 {
        names.truncate(MAX_CHANGES);
        let more = count - MAX_CHANGES;
        names.push(language.pick(format!("{more} more"), format!("{more} más")));
    }
    let names = wording::list(language, &names);
    Some(language.pick(
        format!("{count} authors in {source} are missing here: {names}"),
        format!("faltan aquí {count} autores que figuran en {source}: {names}"),
    ))
}

/// An author by the place in the list: the first in words.
fn author(language: Language, position: usize) -> String {
    match position {
        1 => language.pick("the first author", "el primer autor").to_owned(),
        _ => language.pick(format!("author {position}"), format!("el autor {position}")),
    }
}

fn of_author(language: Language, change: &AuthorChange, place: &str) -> String {
    let quoted = |name: &str| wording::quoted(language, name);
    match change {
        AuthorChange::Other { position, claimed, recorded_position, recorded } => {
            let (who, claimed) = (author(language, *position), quoted(claimed));
            let recorded = match recorded_position == position {
                true => quoted(recorded),
                false => format!("{} ({})", quoted(recorded), author(language, *recorded_position)),
            };
            language.pick(
                format!("{who} is {claimed} here but {recorded} {place}"),
                format!("{who} es {claimed} aquí pero {recorded} {place}"),
            )
        }
        AuthorChange::Added { position, claimed } => {
            let (who, claimed) = (author(language, *position), quoted(claimed));
            language.pick(
                format!("{who}, {claimed}, is not listed {place}"),
                format!("{who}, {claimed}, no figura {place}"),
            )
        }
        AuthorChange::Missing { position, recorded } => {
            let (who, recorded) = (author(language, *position), quoted(recorded));
            language.pick(
                format!("{who} {place}, {recorded}, is missing here"),
                format!("falta aquí {recorded}, {who} {place}"),
            )
        }
        AuthorChange::Order { claimed, position, recorded } => {
            let (claimed, recorded) = (quoted(claimed), quoted(recorded));
            language.pick(
                format!("the first author is {claimed} here but {recorded} {place}, where {claimed} is author {position}"),
                format!("el primer autor es {claimed} aquí pero {recorded} {place}, donde {claimed} es el autor {position}"),
            )
        }
    }
}

/// Quotes two texts; of long ones, only the words around the difference.
fn where_they_part(language: Language, claimed: &str, recorded: &str) -> (String, String) {
    let is_long = |text: &str| text.chars().count() > MAX_WHOLE;
    let (one, other): (Vec<&str>, Vec<&str>) =
        (claimed.split_whitespace().collect(), recorded.split_whitespace().collect());
    let fold = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let same = |(a, b): &(&&str, &&str)| fold(a) == fold(b);
    let front = one.iter().zip(&other).take_while(same).count();
    let rest = one.len().min(other.len()) - front;
    let back = one.iter().rev().zip(other.iter().rev()).take(rest).take_while(same).count();
    if !(is_long(claimed) || is_long(recorded)) || front + back == 0 {
        return (wording::quoted(language, claimed), wording::quoted(language, recorded));
    }
    let window = |words: &[&str]| {
        let from = front.saturating_sub(CONTEXT_WORDS);
        let to = (words.len() - back + CONTEXT_WORDS).min(words.len());
        let before = if from > 0 { "…" } else { "" };
        let behind = if to < words.len() { "…" } else { "" };
        let inside = words.get(from..to).unwrap_or_default().join(" ");
        wording::quoted(language, &format!("{before}{inside}{behind}"))
    };
    (window(&one), window(&other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weight;

    fn difference(field: &'static str, claimed: &str, recorded: &str) -> Difference {
        Difference {
            field,
            claimed: claimed.to_owned(),
            recorded: recorded.to_owned(),
            weight: Weight::Serious,
            authors: Vec::new(),
        }
    }

    fn clause(difference: &Difference) -> String {
        of(Language::English, difference, "Crossref", "in Crossref")
    }

    #[test]
    fn authors_that_a_list_lacks_are_named_together() {
        let cut = |count: usize| {
            let missing =
                |position| AuthorChange::Missing { position, recorded: format!("A Name{position}") };
            clause(&Difference {
                authors: (2..2 + count).map(missing).collect(),
                ..difference("authors", "", "")
            })
        };
        assert_eq!(cut(1), "author 2 in Crossref, “A Name2”, is missing here");
        assert_eq!(cut(2), "2 authors in Crossref are missing here: “A Name2” and “A Name3”");
        assert_eq!(
            cut(9),
            "9 authors in Crossref are missing here: “A Name2”, “A Name3”, “A Name4” and 6 more"
        );
    }

    #[test]
    fn another_first_author_is_named_first_with_the_true_positions() {
        let order =
            || AuthorChange::Order { claimed: "F Zannad".into(), position: 2, recorded: "B Pitt".into() };
        let missing = |position| AuthorChange::Missing { position, recorded: format!("A Name{position}") };
        let first =
            "the first author is “F Zannad” here but “B Pitt” in Crossref, where “F Zannad” is author 2";
        let clause = |authors| clause(&Difference { authors, ..difference("authors", "…", "…") });
        assert_eq!(clause(vec![order()]), first);
        assert_eq!(
            clause(vec![order(), missing(3), missing(4)]),
            format!("{first} and 2 authors in Crossref are missing here: “A Name3” and “A Name4”")
        );
        let other = AuthorChange::Other {
            position: 2,
            claimed: "S Anker".into(),
            recorded_position: 3,
            recorded: "W Remme".into(),
        };
        assert_eq!(
            clause(vec![order(), other]),
            format!("{first} and author 2 is “S Anker” here but “W Remme” (author 3) there")
        );
    }

    #[test]
    fn a_long_title_shows_the_words_that_differ() {
        let title = |word: &str| {
            format!(
                "Long-term effects of a structured programme of physical activity on {word} in people who live \
                     with chronic obstructive pulmonary disease: a randomised trial in twelve hospitals"
            )
        };
        let clause = clause(&difference("title", &title("mortality"), &title("hospital admissions")));
        assert_eq!(
            clause,
            "the title is “…physical activity on mortality in people who…” here but “…physical activity on hospital \
             admissions in people who…” in Crossref"
        );
    }

    #[test]
    fn a_short_title_is_shown_whole() {
        assert_eq!(
            clause(&difference("title", "Sleep in mice", "Sleep in rats")),
            "the title is “Sleep in mice” here but “Sleep in rats” in Crossref"
        );
    }

    #[test]
    fn the_authors_who_differ_are_named_and_no_others() {
        let authors = vec![
            AuthorChange::Other {
                position: 7,
                claimed: "A Viglio".into(),
                recorded_position: 7,
                recorded: "B Okafor".into(),
            },
            AuthorChange::Missing { position: 9, recorded: "C Lind".into() },
        ];
        let clause = clause(&Difference { authors, ..difference("authors", "…", "…") });
        assert_eq!(
            clause,
            "author 7 is “A Viglio” here but “B Okafor” in Crossref and author 9 there, “C Lind”, is missing here"
        );
    }
}
