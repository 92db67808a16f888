//! Parses items of styles that put each field into a separate command: `\bibinfo` of Elsevier and
//! the American Physical Society, and the commands of apacite.

use super::super::ParsedItem;
use super::super::imprint::hyphenated;
use crate::bibtex::parse_date;
use crate::gather::add;
use crate::latex_arguments::Arguments;
use crate::name::names_of_block;
use crate::{FieldName, Identifier, Name, WorkKind, latex_text};
use referee_text::Span;

/// Parses an item with tagged fields; returns whether it is one.
pub(super) fn read(latex: &str, item: &mut ParsedItem) -> bool {
    bibinfo(latex, item) || apacite(latex, item)
}

/// Iterates over the arguments of each `\name` in the source.
fn calls<'a>(latex: &'a str, name: &str) -> std::vec::IntoIter<Arguments<'a>> {
    let all = latex.match_indices(name).filter_map(|(at, _)| {
        let behind = at + name.len();
        let ends =
            latex.get(behind..).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        ends.then_some(Arguments { text: latex, at: behind })
    });
    all.collect::<Vec<_>>().into_iter()
}

/// Returns the text of a span, without markup.
fn text(latex: &str, place: Span) -> Option<String> {
    let source = latex.get(place.range())?.replace("%\n", "");
    Some(latex_text::plain(&source)).filter(|text| !text.is_empty())
}

fn bibinfo(latex: &str, item: &mut ParsedItem) -> bool {
    let mut values: Vec<(&str, Span)> = Vec::new();
    for mut call in calls(latex, "\\bibinfo") {
        if let (Some(name), Some(value)) = (call.next(), call.next()) {
            values.push((latex.get(name.range()).unwrap_or_default().trim(), value));
        }
    }
    let get = |wanted: &str| values.iter().find(|(name, _)| *name == wanted).map(|(_, place)| *place);
    let people = |role: &str| -> Vec<Name> {
        let all = values.iter().filter(|(name, _)| *name == role);
        all.filter_map(|(_, place)| text(latex, *place)).flat_map(|name| person(&name)).collect()
    };
    let authors = people("author");
    let title = get("title").or_else(|| get("booktitle"));
    if authors.is_empty() && get("editor").is_none() || title.is_none() && get("journal").is_none() {
        return false;
    }
    let work = &mut item.work;
    work.authors = authors;
    work.authors_truncated = latex.contains("et~al") || latex.contains("et al");
    work.editors = people("editor");
    work.title = title.and_then(|place| text(latex, place));
    let container = get("journal").or_else(|| get("booktitle").filter(|_| get("title").is_some()));
    work.container = container.and_then(|place| text(latex, place));
    work.volume = get("volume").and_then(|place| text(latex, place));
    work.issue = get("number").and_then(|place| text(latex, place));
    work.pages = get("pages").and_then(|place| text(latex, place)).map(|pages| hyphenated(&pages));
    work.publisher = get("publisher").and_then(|place| text(latex, place));
    work.edition = get("edition").and_then(|place| text(latex, place));
    work.date = get("year").and_then(|place| text(latex, place)).and_then(|year| year_of(&year));
    if let Some(doi) = get("doi").and_then(|place| text(latex, place)) {
        add(&mut work.identifiers, Identifier::doi(&doi));
    }
    work.kind = match () {
        () if get("journal").is_some() => WorkKind::Article,
        () if get("booktitle").is_some() && get("title").is_some() => WorkKind::Chapter,
        () if get("publisher").is_some() => WorkKind::Book,
        () => WorkKind::Unknown,
    };
    let places = [
        (FieldName::Authors, get("author")),
        (FieldName::Title, title),
        (FieldName::Journal, container),
        (FieldName::Year, get("year")),
        (FieldName::Volume, get("volume")),
        (FieldName::Issue, get("number")),
        (FieldName::Pages, get("pages")),
    ];
    for (field, place) in places {
        if let Some(place) = place {
            item.add_field(field, place);
        }
    }
    true
}

fn apacite(latex: &str, item: &mut ParsedItem) -> bool {
    const BEGIN: &str = "\\begin{APACrefauthors}";
    let call = |name: &str| calls(latex, name).next();
    let article = call("\\APACrefatitle").and_then(|mut call| call.next());
    let book = call("\\APACrefbtitle").and_then(|mut call| call.next());
    let Some(title) = article.or(book) else { return false };
    let people = latex.find(BEGIN).map(|at| at + BEGIN.len());
    let people = people.and_then(|start| {
        let length = latex.get(start..)?.find("\\end{APACrefauthors}")?;
        Some(Span::new(start, start + length))
    });
    if let Some(place) = people {
        let words = latex.get(place.range()).unwrap_or_default();
        let mut words = words.replace("%\n", "");
        for (command, shown) in [
            ("\\BPBI", ". "),
            ("\\BHBI", ".-"),
            ("\\BCBT", ","),
            ("\\BCBL", ","),
            ("\\BBA", " and "),
            ("\\BOthersPeriod", ", et al."),
            ("\\BOthers", ", et al."),
            ("{}", ""),
            ("{.}", ""),
        ] {
            words = words.replace(command, shown);
        }
        let words = latex_text::plain(&words);
        let list = names_of_block(words.trim_end_matches('.'));
        let list = list.or_else(|| {
            let is_one = !words.contains(',');
            is_one.then(|| crate::NameList {
                names: vec![Name::organisation(words.trim_end_matches('.'))],
                ..crate::NameList::default()
            })
        });
        if let Some(list) = list {
            let is_edited = latex.contains("\\BEDS") || latex.contains("\\BED)") || latex.contains("\\BED ");
            if is_edited && article.is_none() {
                item.work.editors = list.names;
            } else {
                item.work.authors = list.names;
                item.work.authors_truncated = list.truncated;
            }
            item.add_field(FieldName::Authors, place);
        }
    }
    item.work.title = text(latex, title).map(|title| title.trim_end_matches('.').to_owned());
    item.add_field(FieldName::Title, title);
    let year =
        call("\\APACrefYearMonthDay").or_else(|| call("\\APACrefYear")).and_then(|mut call| call.next());
    item.work.date = year.and_then(|place| text(latex, place)).and_then(|year| year_of(&year));
    if let Some(place) = year.filter(|_| item.work.date.is_some()) {
        item.add_field(FieldName::Year, place);
    }
    if let Some(journal) = call("\\APACjournalVolNumPages") {
        let mut places = journal;
        let work = &mut item.work;
        let slots = [
            (FieldName::Journal, &mut work.container),
            (FieldName::Volume, &mut work.volume),
            (FieldName::Issue, &mut work.issue),
            (FieldName::Pages, &mut work.pages),
        ];
        let mut found = Vec::new();
        for (field, slot) in slots {
            let Some(place) = places.next() else { break };
            *slot = text(latex, place);
            found.extend(slot.as_ref().map(|_| (field, place)));
        }
        work.pages = work.pages.take().map(|pages| hyphenated(&pages));
        work.kind = WorkKind::Article;
        for (field, place) in found {
            item.add_field(field, place);
        }
    } else if article.is_some()
        && let Some(place) = book
    {
        let pages = latex.find("\\BPG").and_then(|at| latex.get(at..)?.split(')').next());
        let pages = pages
            .map(|pages| latex_text::plain(pages.trim_start_matches("\\BPGS").trim_start_matches("\\BPG")));
        item.work.pages = pages.map(|pages| hyphenated(&pages)).filter(|pages| !pages.is_empty());
        item.work.container = text(latex, place);
        item.work.kind = WorkKind::Chapter;
        item.add_field(FieldName::Journal, place);
    } else if latex.contains("APACaddressSchool") {
        item.work.kind = WorkKind::Thesis;
    } else if call("\\APACaddressPublisher").is_some() && !latex.contains("\\APACrefbtitle {}") {
        item.work.kind = WorkKind::Book;
    }
    let publisher = ["\\APACaddressPublisher", "\\APACaddressPublisherEqAuth"];
    let publisher = publisher.iter().find_map(|name| call(name)).and_then(|mut call| call.nth(1));
    item.work.publisher = publisher.and_then(|place| text(latex, place));
    true
}

/// Returns the people in one tag, usually one.
fn person(name: &str) -> Vec<Name> {
    match names_of_block(name.trim_end_matches([',', ' '])) {
        Some(list) => list.names,
        None => Name::parse(name).into_iter().collect(),
    }
}

/// Returns the year in a text such as `2010a`.
fn year_of(text: &str) -> Option<crate::Date> {
    parse_date(text.trim_end_matches(|c: char| c.is_ascii_lowercase()))
}
