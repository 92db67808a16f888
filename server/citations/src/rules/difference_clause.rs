//! Describes a difference between a reference and its record in a clause that shows both values.

use super::wording;
use crate::{AuthorChange, Difference};
use referee_text::Language;

/// The maximum number of changes among the authors that a clause lists.
const MAX_CHANGES: usize = 3;

/// The maximum length, in characters, of a title or journal that is quoted in full.
const MAX_WHOLE: usize = 100;

/// The number of words that are shown on each side of the ones that differ.
const CONTEXT_WORDS: usize = 3;

/// Returns the clause for a difference: "the year is 2012 here and 2002 in the record".
pub(super) fn of(language: Language, difference: &Difference) -> String {
    if !difference.authors.is_empty() {
        return of_authors(language, &difference.authors);
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
            format!("{field} {verb} {claimed} here, and the record names none"),
            format!("{field} {verb} {claimed} aquí, y en el registro no {lacks}"),
        )
    } else if difference.claimed.is_empty() {
        let lacks = if are_many { "faltan" } else { "falta" };
        language.pick(
            format!("{field} {verb} missing: {recorded} in the record"),
            format!("{lacks} {field}: {recorded} en el registro"),
        )
    } else {
        language.pick(
            format!("{field} {verb} {claimed} here and {recorded} in the record"),
            format!("{field} {verb} {claimed} aquí y {recorded} en el registro"),
        )
    }
}

/// Describes all differences, the most serious first: in one sentence if it is short, else the most
/// serious in a short sentence, followed by the others.
pub(super) fn sentences(language: Language, differences: &[&Difference]) -> String {
    let clauses: Vec<String> = differences.iter().map(|difference| of(language, difference)).collect();
    let whole = clauses.join("; ");
    if wording::fits_first(&whole) {
        return format!("{}.", wording::sentence(&whole));
    }
    let Some((first, others)) = clauses.split_first() else { return String::new() };
    let mut out =
        short_sentence_first(language, differences.first().map_or("", |difference| difference.field), first);
    if !others.is_empty() {
        out.push_str(&format!(" {}.", wording::sentence(&others.join("; "))));
    }
    out
}

/// Writes the clause about `field` as one sentence if it is short, else as a short sentence
/// followed by the detail.
fn short_sentence_first(language: Language, field: &str, clause: &str) -> String {
    if wording::fits_first(clause) {
        return format!("{}.", wording::sentence(clause));
    }
    if let Some((fact, detail)) = clause.split_once(": ")
        && wording::fits_first(fact)
    {
        return format!("{}. {}.", wording::sentence(fact), wording::sentence(detail));
    }
    let are_many = matches!(field, "authors" | "pages");
    let field = wording::field(language, field);
    let fact = wording::sentence(&language.pick(
        format!("{field} {} from the record", if are_many { "differ" } else { "differs" }),
        format!("{field} no {} con el registro", if are_many { "coinciden" } else { "coincide" }),
    ));
    format!("{fact}. {}.", wording::sentence(clause))
}

fn of_authors(language: Language, changes: &[AuthorChange]) -> String {
    if let Some(clause) = of_missing_authors(language, changes) {
        return clause;
    }
    let mut clauses: Vec<String> =
        changes.iter().take(MAX_CHANGES).map(|change| of_author(language, change)).collect();
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

/// Returns the clause about a list that differs only by lacking several authors of the record.
fn of_missing_authors(language: Language, changes: &[AuthorChange]) -> Option<String> {
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
        format!("{count} authors of the record are missing here: {names}"),
        format!("faltan aquí {count} autores del registro: {names}"),
    ))
}

fn of_author(language: Language, change: &AuthorChange) -> String {
    let quoted = |name: &str| wording::quoted(language, name);
    match change {
        AuthorChange::Other { position, claimed, recorded } => {
            let (claimed, recorded) = (quoted(claimed), quoted(recorded));
            language.pick(
                format!("author {position} is {claimed} here and {recorded} in the record"),
                format!("el autor {position} es {claimed} aquí y {recorded} en el registro"),
            )
        }
        AuthorChange::Added { position, claimed } => {
            let claimed = quoted(claimed);
            language.pick(
                format!("author {position}, {claimed}, is not in the record"),
                format!("el autor {position}, {claimed}, no está en el registro"),
            )
        }
        AuthorChange::Missing { position, recorded } => {
            let recorded = quoted(recorded);
            language.pick(
                format!("{recorded}, author {position} in the record, is missing"),
                format!("falta {recorded}, autor {position} en el registro"),
            )
        }
        AuthorChange::Order { claimed, recorded } => {
            let (claimed, recorded) = (quoted(claimed), quoted(recorded));
            language.pick(
                format!("the authors begin with {claimed} here and with {recorded} in the record"),
                format!("los autores empiezan por {claimed} aquí y por {recorded} en el registro"),
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

    #[test]
    fn authors_that_a_list_lacks_are_named_together() {
        let cut = |count: usize| {
            let missing =
                |position| AuthorChange::Missing { position, recorded: format!("A Name{position}") };
            of(
                Language::English,
                &Difference {
                    authors: (2..2 + count).map(missing).collect(),
                    ..difference("authors", "", "")
                },
            )
        };
        assert_eq!(cut(1), "“A Name2”, author 2 in the record, is missing");
        assert_eq!(cut(2), "2 authors of the record are missing here: “A Name2” and “A Name3”");
        assert_eq!(
            cut(9),
            "9 authors of the record are missing here: “A Name2”, “A Name3”, “A Name4” and 6 more"
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
        let clause =
            of(Language::English, &difference("title", &title("mortality"), &title("hospital admissions")));
        assert_eq!(
            clause,
            "the title is “…physical activity on mortality in people who…” here and “…physical activity on hospital \
             admissions in people who…” in the record"
        );
    }

    #[test]
    fn a_short_title_is_shown_whole() {
        assert_eq!(
            of(Language::English, &difference("title", "Sleep in mice", "Sleep in rats")),
            "the title is “Sleep in mice” here and “Sleep in rats” in the record"
        );
    }

    #[test]
    fn the_authors_who_differ_are_named_and_no_others() {
        let authors = vec![
            AuthorChange::Other { position: 7, claimed: "A Viglio".into(), recorded: "B Okafor".into() },
            AuthorChange::Missing { position: 9, recorded: "C Lind".into() },
        ];
        let clause = of(Language::English, &Difference { authors, ..difference("authors", "…", "…") });
        assert_eq!(
            clause,
            "author 7 is “A Viglio” here and “B Okafor” in the record and “C Lind”, author 9 in the record, is missing"
        );
    }
}
