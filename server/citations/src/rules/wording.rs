//! Wording that the messages of several rules share.

use crate::{Origin, Reference, guideline};
use referee_bibliography::{Date, FieldName, Identifier, Name, Work};
use referee_records::{Record, source_name};
use referee_text::Language;
use std::borrow::Cow;

/// The maximum length of a title that a message quotes in full, in characters.
const MAX_TITLE_CHARACTERS: usize = 120;

/// The maximum length of a message's first sentence without its full stop, in characters: narrow
/// windows show no more.
const MAX_FIRST_SENTENCE_CHARACTERS: usize = 90;

/// The longest key, in characters, that begins a message.
const MAX_LABEL_CHARACTERS: usize = 60;

/// The key or number with which a message begins, to distinguish several citations on a line; the name of an entry
/// without a key. `None` for a bare identifier, which the message contains anyway, and for a list item without a number.
pub(crate) fn label(reference: &Reference) -> Option<Cow<'_, str>> {
    if reference.is_without_key() && reference.work.full_title().is_some() {
        return Some(reference.name());
    }
    let label = reference.label.trim();
    let is_name = reference.origin != Origin::Identifier
        && label != "[?]"
        && (1..=MAX_LABEL_CHARACTERS).contains(&label.chars().count())
        && reference.work.title.as_deref() != Some(label);
    is_name.then_some(Cow::Borrowed(label))
}

/// A fact about a reference, after its key: `smith2019: retracted on 2020-03-01`. `fact` begins in lower case.
pub(crate) fn about(reference: &Reference, fact: &str) -> String {
    match label(reference) {
        Some(label) => format!("{label}: {fact}"),
        None => sentence(fact),
    }
}

/// Whether a text is short enough for the first sentence of a message.
pub(crate) fn fits_first(text: &str) -> bool {
    text.trim_end_matches('.').chars().count() <= MAX_FIRST_SENTENCE_CHARACTERS
}

/// Joins a fact and its detail in one sentence if it is short, else in two: `fact: detail.`, `fact.
/// Detail.`
pub(crate) fn fact_and_detail(fact: &str, detail: &str) -> String {
    let whole = format!("{fact}: {detail}.");
    if fits_first(&whole) { whole } else { format!("{fact}. {}.", sentence(detail)) }
}

/// Formats a date with its known parts: `2024-05-02`, `2024-05`, `2024`.
pub(crate) fn date(date: Date) -> String {
    match (date.month, date.day) {
        (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", date.year),
        (Some(month), None) => format!("{:04}-{month:02}", date.year),
        _ => format!("{:04}", date.year),
    }
}

/// Returns the source of a record and its date: `PubMed, 2024-05-02`.
pub(crate) fn attribution(language: Language, record: &Record) -> String {
    match record.as_of {
        Some(as_of) => format!("{}, {}", source_name(language, &record.source), date(as_of)),
        None => source_name(language, &record.source).to_owned(),
    }
}

/// Puts the first letter of a sentence in upper case.
pub(crate) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// Describes a part of a guideline: `page 3 of “Guide”, “1.2 Second line”, as your library has it`.
pub(crate) fn part(language: Language, work: &Work) -> String {
    let Some(place) = guideline::place(work) else { return self::work(language, work) };
    let page = place.page.map_or_else(String::new, |page| {
        language.pick(format!("page {page} of "), format!("la página {page} de "))
    });
    let quoted = |text| quoted(language, text);
    let section = place.section.map_or_else(String::new, |section| format!(", {},", quoted(section)));
    let has = language.pick("as your library has it", "según su biblioteca");
    format!("{page}{}{section} {has}", quoted(place.whole))
}

/// Describes a work briefly: `“Title” (Smith 2019, N Engl J Med)`.
pub(crate) fn work(language: Language, work: &Work) -> String {
    work_and_source(language, work, None)
}

/// The work of a record, and whose record it is: `“Title” (Smith 2019, N Engl J Med; Crossref)`.
pub(crate) fn recorded(language: Language, record: &Record) -> String {
    work_and_source(language, &record.work, Some(source_name(language, &record.source)))
}

fn work_and_source(language: Language, work: &Work, source: Option<&str>) -> String {
    let title = work.full_title().map(|title| quoted(language, &title));
    let mut behind: Vec<String> = author_and_year(work).into_iter().collect();
    behind.extend(work.container_short.clone().or_else(|| work.container.clone()));
    let details = match (behind.join(", "), source) {
        (details, Some(source)) if details.is_empty() => source.to_owned(),
        (details, Some(source)) => format!("{details}; {source}"),
        (details, None) => details,
    };
    match (title, details.is_empty()) {
        (Some(title), true) => title,
        (Some(title), false) => format!("{title} ({details})"),
        (None, false) => details,
        (None, true) => work.identifiers.iter().next().map_or_else(
            || language.pick("a work without a title", "un trabajo sin título").to_owned(),
            |named| identifier(language, named),
        ),
    }
}

/// The first author and the year, as far as they are known: `Smith 2019`.
pub(crate) fn author_and_year(work: &Work) -> Option<String> {
    let author = work.authors.first().or(work.editors.first()).map(Name::surname);
    match (author, work.year()) {
        (Some(author), Some(year)) => Some(format!("{author} {year}")),
        (Some(author), None) => Some(author),
        (None, year) => year.map(|year| year.to_string()),
    }
}

/// A title or another text in quotation marks, cut off where it is very long.
pub(crate) fn quoted(language: Language, text: &str) -> String {
    let text = text.trim();
    let mut short: String = text.chars().take(MAX_TITLE_CHARACTERS).collect();
    if short.len() < text.len() {
        // Cut at a word if there is a space in the second half.
        if let Some(at) = short.rfind(' ').filter(|at| *at > MAX_TITLE_CHARACTERS / 2) {
            short.truncate(at);
        }
        short.push('…');
    }
    language.pick(format!("“{short}”"), format!("«{short}»"))
}

/// Formats an identifier for a sentence: `DOI 10.1056/nejmoa012512`, `PMID 11832527`.
pub(crate) fn identifier(language: Language, identifier: &Identifier) -> String {
    format!("{} {}", kind(language, identifier), value(identifier)).trim_start().to_owned()
}

/// Returns the kind of an identifier for a sentence.
pub(crate) fn kind(language: Language, identifier: &Identifier) -> &'static str {
    match identifier {
        Identifier::Doi(_) => "DOI",
        Identifier::Pmid(_) => "PMID",
        Identifier::Pmcid(_) => "PMCID",
        Identifier::Arxiv(..) => language.pick("arXiv number", "número de arXiv"),
        Identifier::Trial(_) => language.pick("trial registration", "registro de ensayo"),
        Identifier::Isbn(_) => "ISBN",
    }
}

/// Returns the identifier without its kind.
pub(crate) fn value(identifier: &Identifier) -> String {
    match identifier {
        Identifier::Doi(id) | Identifier::Trial(id) | Identifier::Isbn(id) | Identifier::Arxiv(id, None) => {
            id.clone()
        }
        Identifier::Pmid(number) => number.to_string(),
        Identifier::Pmcid(number) => format!("PMC{number}"),
        Identifier::Arxiv(id, Some(version)) => format!("{id}v{version}"),
    }
}

/// Returns the identifier of the same kind among those of a work.
pub(crate) fn same_kind<'a>(identifier: &Identifier, work: &'a Work) -> Option<&'a Identifier> {
    work.identifiers.iter().find(|other| std::mem::discriminant(*other) == std::mem::discriminant(identifier))
}

/// Returns the field that holds an identifier.
pub(crate) fn field_of(identifier: &Identifier) -> Option<FieldName> {
    match identifier {
        Identifier::Doi(_) => Some(FieldName::Doi),
        Identifier::Pmid(_) => Some(FieldName::Pmid),
        Identifier::Pmcid(_) => Some(FieldName::Pmcid),
        Identifier::Arxiv(..) => Some(FieldName::Arxiv),
        Identifier::Isbn(_) => Some(FieldName::Isbn),
        Identifier::Trial(_) => None,
    }
}

/// Returns the field of a [`crate::Difference`].
pub(crate) fn field_named(name: &str) -> Option<FieldName> {
    match name {
        "title" => Some(FieldName::Title),
        "authors" => Some(FieldName::Authors),
        "year" => Some(FieldName::Year),
        "journal" => Some(FieldName::Journal),
        "volume" => Some(FieldName::Volume),
        "issue" => Some(FieldName::Issue),
        "pages" => Some(FieldName::Pages),
        "doi" => Some(FieldName::Doi),
        "pmid" => Some(FieldName::Pmid),
        "pmcid" => Some(FieldName::Pmcid),
        "arxiv" => Some(FieldName::Arxiv),
        "isbn" => Some(FieldName::Isbn),
        _ => None,
    }
}

/// Returns the name of a field of a [`crate::Difference`] for a sentence, with its article.
pub(crate) fn field(language: Language, name: &str) -> &str {
    match name {
        "doi" => language.pick("the DOI", "el DOI"),
        "pmid" => language.pick("the PMID", "el PMID"),
        "pmcid" => language.pick("the PMCID", "el PMCID"),
        "arxiv" => language.pick("the arXiv number", "el número de arXiv"),
        "isbn" => language.pick("the ISBN", "el ISBN"),
        "title" => language.pick("the title", "el título"),
        "authors" => language.pick("the authors", "los autores"),
        "year" => language.pick("the year", "el año"),
        "journal" => language.pick("the journal", "la revista"),
        "volume" => language.pick("the volume", "el volumen"),
        "issue" => language.pick("the issue", "el número"),
        "pages" => language.pick("the pages", "las páginas"),
        other => other,
    }
}

/// Joins items: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(language: Language, items: &[String]) -> String {
    joined(items, |last| language.pick("and", spanish_and(last)))
}

/// Joins items after a negation: `is not in a, b or c`, in Spanish `no está en a, b ni c`.
pub(crate) fn denied_list(language: Language, items: &[String]) -> String {
    joined(items, |_| language.pick("or", "ni"))
}

fn joined(items: &[String], conjunction: impl Fn(&str) -> &'static str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} {} {last}", init.join(", "), conjunction(last)),
    }
}

/// Returns the Spanish "and" before a word: `e` before the sound of an i.
fn spanish_and(next: &str) -> &'static str {
    let folded: String = next.trim_start_matches(['«', '“', '`', '(']).chars().take(3).collect();
    let folded = folded.to_lowercase().replace('í', "i");
    let sounds_as_i = folded.starts_with('i') || (folded.starts_with("hi") && !folded.starts_with("hie"));
    if sounds_as_i { "e" } else { "y" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_is_named_by_title_author_year_and_journal() {
        let named = Work {
            title: Some("A trial".into()),
            authors: vec![Name::person("Smith", "J")],
            date: Some(Date { year: 2019, ..Date::default() }),
            container: Some("N Engl J Med".into()),
            ..Work::default()
        };
        assert_eq!(work(Language::English, &named), "“A trial” (Smith 2019, N Engl J Med)");
        assert_eq!(work(Language::Spanish, &named), "«A trial» (Smith 2019, N Engl J Med)");
        assert_eq!(
            work(Language::English, &Work { title: Some("A trial".into()), ..Work::default() }),
            "“A trial”"
        );
    }

    #[test]
    fn a_long_title_is_cut_at_a_word() {
        let long = "wörd ".repeat(60);
        let short = quoted(Language::English, &long);
        assert!(short.ends_with("wörd…”") && short.chars().count() <= MAX_TITLE_CHARACTERS + 3, "{short}");
    }

    #[test]
    fn dates_are_as_exact_as_they_are_known() {
        assert_eq!(date(Date { year: 2024, month: Some(5), day: None }), "2024-05");
    }
}
