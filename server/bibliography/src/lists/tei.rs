//! Reads the reference list of a document in TEI, as written by GROBID and publishers.
//!
//! Source: TEI P5, `<biblStruct>`.

use super::listed_reference::ListedReference;
use crate::bibtex::parse_date;
use crate::gather::{add, addresses};
use crate::xml_tree::Element;
use crate::{FieldName, Identifier, Name, Work, WorkKind, read_item};

/// Returns the references in the lists of a document; without a list, all references outside of its
/// header.
pub(super) fn read(root: &Element) -> Vec<ListedReference> {
    let lists = root.descendants("listBibl");
    let mut references: Vec<&Element> = Vec::new();
    for list in &lists {
        references.extend(list.descendants("biblStruct"));
        // An unstructured reference.
        references.extend(list.children().filter(|child| child.name == "bibl"));
    }
    if references.is_empty() {
        let parts = root.children().filter(|part| part.name != "teiHeader");
        references.extend(parts.flat_map(|part| part.descendants("biblStruct")));
    }
    if references.is_empty() {
        references.extend(paragraphs_of_list(root));
    }
    references.sort_by_key(|reference| reference.span);
    references.into_iter().map(reference).collect()
}

/// Returns the paragraphs after a heading such as "References", as written by Pandoc.
fn paragraphs_of_list(root: &Element) -> Vec<&Element> {
    const HEADINGS: [&str; 12] = [
        "references",
        "reference list",
        "list of references",
        "bibliography",
        "works cited",
        "literature cited",
        "literature",
        "referencias",
        "referencias bibliográficas",
        "bibliografía",
        "referências",
        "literatur",
    ];
    let is_list = |part: &Element| {
        let heading = part.child("head").map(Element::text).unwrap_or_default().to_lowercase();
        let heading = heading.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
        HEADINGS.contains(&heading.trim_end_matches(['.', ':']))
    };
    let mut out = Vec::new();
    let mut waiting: Vec<&Element> = vec![root];
    while let Some(next) = waiting.pop() {
        if next.name == "div" && is_list(next) {
            out.extend(next.children().flat_map(|child| match child.name.as_str() {
                "p" => vec![child],
                "list" => child.descendants("item"),
                _ => Vec::new(),
            }));
        } else if next.name != "teiHeader" {
            waiting.extend(next.children());
        }
    }
    out
}

fn reference(reference: &Element) -> ListedReference {
    // A `<bibl>` has the fields of a `<biblStruct>` but not its parts.
    let flat = (reference.name == "bibl").then_some(reference);
    let analytic = reference.child("analytic").or(flat);
    let monogr = reference.child("monogr").or(flat);
    let title = |part: Option<&Element>, levels: &[&str]| {
        let titles = part?.children().filter(|child| child.name == "title");
        let mut all = titles.filter(|title| levels.contains(&title.attribute("level").unwrap_or_default()));
        all.next().and_then(Element::some_text)
    };
    let article = title(analytic, if flat.is_some() { &["a"] } else { &["a", "", "m"] });
    let container = title(monogr, &["j", "m", "s", "u", ""]);
    let is_journal = title(monogr, &["j"]).is_some();
    let imprint = monogr.and_then(|monogr| monogr.child("imprint")).or(flat);
    let scope = |unit: &str| {
        let scopes = imprint.into_iter().flat_map(|imprint| imprint.descendants("biblScope"));
        let mut all =
            scopes.filter(|scope| scope.attribute("unit").or(scope.attribute("type")) == Some(unit));
        all.next()
    };
    let pages = scope("page").or_else(|| scope("pp")).and_then(|scope| {
        match (scope.attribute("from"), scope.attribute("to")) {
            (Some(from), Some(to)) if from != to => Some(format!("{from}-{to}")),
            (Some(from), _) => Some(from.to_owned()),
            _ => scope.some_text().map(|pages| pages.replace('–', "-")),
        }
    });
    let date = reference
        .descendants("date")
        .into_iter()
        .find_map(|date| date.attribute("when").and_then(parse_date).or_else(|| parse_date(&date.text())));
    let authors = people(analytic, "author");
    let kind = match (&article, is_journal) {
        (Some(_), true) => WorkKind::Article,
        (Some(_), false) if monogr.is_some_and(|monogr| monogr.child("meeting").is_some()) => {
            WorkKind::ConferencePaper
        }
        (Some(_), false) if container.is_some() => WorkKind::Chapter,
        (None, false) if container.is_some() && flat.is_none() => WorkKind::Book,
        _ => WorkKind::Unknown,
    };
    let mut work = Work {
        kind,
        title: article.clone().or_else(|| container.clone().filter(|_| !is_journal)),
        authors: if authors.is_empty() { people(monogr, "author") } else { authors },
        editors: people(monogr, "editor"),
        container: container.filter(|_| article.is_some() || is_journal),
        publisher: imprint.and_then(|imprint| imprint.child("publisher")).and_then(Element::some_text),
        date,
        volume: scope("volume").or_else(|| scope("vol")).and_then(Element::some_text),
        issue: scope("issue").and_then(Element::some_text),
        pages,
        ..Work::default()
    };
    for id in reference.descendants("idno") {
        let value = id.text();
        let found = &mut work.identifiers;
        match id.attribute("type").unwrap_or_default().to_ascii_lowercase().as_str() {
            "doi" => add(found, Identifier::doi(&value)),
            "pmid" => add(found, Identifier::pmid(&value)),
            "pmcid" | "pmc" => add(found, Identifier::pmcid(&value)),
            "arxiv" => add(found, Identifier::arxiv(&value)),
            "isbn" => add(found, Identifier::isbn(&value)),
            _ => addresses(&value, found),
        }
    }
    for link in reference.descendants("ptr").into_iter().chain(reference.descendants("ref")) {
        let Some(target) = link.attribute("target").filter(|target| target.starts_with("http")) else {
            continue;
        };
        addresses(target, &mut work.identifiers);
        work.url = work.url.take().or_else(|| Some(target.to_owned()));
    }
    if work.title.is_none() {
        let raw = reference
            .descendants("note")
            .into_iter()
            .find(|note| note.attribute("type") == Some("raw_reference"));
        let read = read_item(&raw.unwrap_or(reference).text()).work;
        work = Work {
            identifiers: if work.identifiers.is_empty() {
                read.identifiers.clone()
            } else {
                work.identifiers
            },
            ..read
        };
    }
    let mut fields = Vec::new();
    let titles =
        [(FieldName::Title, analytic.or(monogr), "a"), (FieldName::Journal, analytic.and(monogr), "j")];
    for (field, part, level) in titles {
        let mut all = part.into_iter().flat_map(|part| part.children().filter(|child| child.name == "title"));
        let title = all.find(|title| flat.is_none() || title.attribute("level") == Some(level));
        fields.extend(title.map(|title| (field, title.inner_span())));
    }
    fields.extend(scope("volume").map(|scope| (FieldName::Volume, scope.inner_span())));
    ListedReference {
        key: reference.attribute("id").unwrap_or_default().to_owned(),
        key_span: None,
        span: reference.span,
        kind: String::new(),
        work,
        fields,
    }
}

fn people(part: Option<&Element>, role: &str) -> Vec<Name> {
    let people = part.into_iter().flat_map(|part| part.children().filter(|child| child.name == role));
    people
        .filter_map(|person| {
            let names = |name: &str| {
                let all: Vec<String> = person.descendants(name).into_iter().map(Element::text).collect();
                all.join(" ")
            };
            let family = names("surname");
            if !family.is_empty() {
                return Name::from_parts(&family, &names("forename"), &names("genName"));
            }
            let organisation = person.descendant("orgName").and_then(Element::some_text);
            organisation.map(Name::organisation).or_else(|| Name::parse(&person.text()))
        })
        .collect()
}
