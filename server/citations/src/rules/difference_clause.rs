//! A difference between a reference and its record in a clause that shows the difference itself.

use super::wording;
use crate::{AuthorChange, Difference};

/// The most changes among the authors that a clause names.
const MAX_CHANGES: usize = 3;

/// The longest title or journal, in characters, that is quoted whole.
const MAX_WHOLE: usize = 100;

/// How many words are shown around the ones that differ.
const CONTEXT_WORDS: usize = 3;

/// The difference in a clause: "the year is 2012 here and 2002 in the record".
pub(super) fn of(difference: &Difference) -> String {
    if !difference.authors.is_empty() {
        return of_authors(&difference.authors);
    }
    let field = wording::field(difference.field);
    let quoted = matches!(difference.field, "title" | "journal" | "authors");
    let (claimed, recorded) = if quoted {
        where_they_part(&difference.claimed, &difference.recorded)
    } else {
        (difference.claimed.clone(), difference.recorded.clone())
    };
    let verb = if difference.field == "authors" || difference.field == "pages" { "are" } else { "is" };
    if difference.recorded.is_empty() {
        format!("the {field} {verb} {claimed} here, and the record names none")
    } else if difference.claimed.is_empty() {
        format!("the {field} {verb} missing: {recorded} in the record")
    } else {
        format!("the {field} {verb} {claimed} here and {recorded} in the record")
    }
}

/// All differences, the gravest first: one sentence where that is short, else the gravest in a short one and the
/// others behind it.
pub(super) fn sentences(differences: &[&Difference]) -> String {
    let clauses: Vec<String> = differences.iter().map(|difference| of(difference)).collect();
    let whole = clauses.join("; ");
    if wording::fits_first(&whole) {
        return format!("{}.", wording::sentence(&whole));
    }
    let Some((first, others)) = clauses.split_first() else { return String::new() };
    let mut out = short_sentence_first(differences.first().map_or("", |difference| difference.field), first);
    if !others.is_empty() {
        out.push_str(&format!(" {}.", wording::sentence(&others.join("; "))));
    }
    out
}

/// The clause about `field` as one sentence where it is short, else as a short one and the detail behind it.
fn short_sentence_first(field: &str, clause: &str) -> String {
    if wording::fits_first(clause) {
        return format!("{}.", wording::sentence(clause));
    }
    if let Some((fact, detail)) = clause.split_once(": ")
        && wording::fits_first(fact)
    {
        return format!("{}. {}.", wording::sentence(fact), wording::sentence(detail));
    }
    let verb = if matches!(field, "authors" | "pages") { "differ" } else { "differs" };
    let fact = wording::sentence(&format!("the {} {verb} from the record", wording::field(field)));
    format!("{fact}. {}.", wording::sentence(clause))
}

fn of_authors(changes: &[AuthorChange]) -> String {
    if let Some(clause) = of_missing_authors(changes) {
        return clause;
    }
    let mut clauses: Vec<String> = changes.iter().take(MAX_CHANGES).map(of_author).collect();
    let more = changes.len().saturating_sub(MAX_CHANGES);
    match more {
        0 => {}
        1 => clauses.push(String::from("one more author differs")),
        _ => clauses.push(format!("{more} more authors differ")),
    }
    wording::list(&clauses)
}

/// The clause about a list that only lacks several authors of the record.
fn of_missing_authors(changes: &[AuthorChange]) -> Option<String> {
    let missing = |change: &AuthorChange| match change {
        AuthorChange::Missing { recorded, .. } => Some(wording::quoted(recorded)),
        _ => None,
    };
    let mut names: Vec<String> = changes.iter().map(missing).collect::<Option<_>>()?;
    let count = names.len();
    if count < 2 {
        return None;
    }
    if count > MAX_CHANGES + 1 {
        names.truncate(MAX_CHANGES);
        names.push(format!("{} more", count - MAX_CHANGES));
    }
    Some(format!("{count} authors of the record are missing here: {}", wording::list(&names)))
}

fn of_author(change: &AuthorChange) -> String {
    match change {
        AuthorChange::Other { position, claimed, recorded } => format!(
            "author {position} is {} here and {} in the record",
            wording::quoted(claimed),
            wording::quoted(recorded)
        ),
        AuthorChange::Added { position, claimed } => {
            format!("author {position}, {}, is not in the record", wording::quoted(claimed))
        }
        AuthorChange::Missing { position, recorded } => {
            format!("{}, author {position} in the record, is missing", wording::quoted(recorded))
        }
        AuthorChange::Order { claimed, recorded } => format!(
            "the authors begin with {} here and with {} in the record",
            wording::quoted(claimed),
            wording::quoted(recorded)
        ),
    }
}

/// Two texts in quotation marks; of long ones, only the words around those that differ.
fn where_they_part(claimed: &str, recorded: &str) -> (String, String) {
    let is_long = |text: &str| text.chars().count() > MAX_WHOLE;
    let (one, other): (Vec<&str>, Vec<&str>) =
        (claimed.split_whitespace().collect(), recorded.split_whitespace().collect());
    let fold = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let same = |(a, b): &(&&str, &&str)| fold(a) == fold(b);
    let front = one.iter().zip(&other).take_while(same).count();
    let rest = one.len().min(other.len()) - front;
    let back = one.iter().rev().zip(other.iter().rev()).take(rest).take_while(same).count();
    if !(is_long(claimed) || is_long(recorded)) || front + back == 0 {
        return (wording::quoted(claimed), wording::quoted(recorded));
    }
    let window = |words: &[&str]| {
        let from = front.saturating_sub(CONTEXT_WORDS);
        let to = (words.len() - back + CONTEXT_WORDS).min(words.len());
        let before = if from > 0 { "…" } else { "" };
        let behind = if to < words.len() { "…" } else { "" };
        let inside = words.get(from..to).unwrap_or_default().join(" ");
        wording::quoted(&format!("{before}{inside}{behind}"))
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
            of(&Difference {
                authors: (2..2 + count).map(missing).collect(),
                ..difference("authors", "", "")
            })
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
        let clause = of(&difference("title", &title("mortality"), &title("hospital admissions")));
        assert_eq!(
            clause,
            "the title is “…physical activity on mortality in people who…” here and “…physical activity on hospital \
             admissions in people who…” in the record"
        );
    }

    #[test]
    fn a_short_title_is_shown_whole() {
        assert_eq!(
            of(&difference("title", "Sleep in mice", "Sleep in rats")),
            "the title is “Sleep in mice” here and “Sleep in rats” in the record"
        );
    }

    #[test]
    fn the_authors_who_differ_are_named_and_no_others() {
        let authors = vec![
            AuthorChange::Other { position: 7, claimed: "A Viglio".into(), recorded: "B Okafor".into() },
            AuthorChange::Missing { position: 9, recorded: "C Lind".into() },
        ];
        let clause = of(&Difference { authors, ..difference("authors", "…", "…") });
        assert_eq!(
            clause,
            "author 7 is “A Viglio” here and “B Okafor” in the record and “C Lind”, author 9 in the record, is missing"
        );
    }
}
