//! Reads EndNote's XML: its exports, and the records in the field codes of a Word document.

use super::listed_reference::ListedReference;
use super::refer::{is_pubmed_number, kind};
use crate::bibtex::parse_date;
use crate::gather::{add, addresses, labelled};
use crate::xml_tree::{Element, XmlError};
use crate::{FieldName, Identifier, Name, Work};

/// Returns the works of all records in EndNote XML, in order, each with its number in the author's
/// library.
///
/// # Errors
///
/// If the XML cannot be parsed.
pub fn records(xml: &str) -> Result<Vec<(String, Work)>, XmlError> {
    let root = Element::parse(xml)?;
    let listed = read(&root);
    Ok(listed.into_iter().map(|reference| (reference.key, reference.work.without_controls())).collect())
}

/// Reads the records of an export.
pub(super) fn read(root: &Element) -> Vec<ListedReference> {
    let records = if root.name == "record" { vec![root] } else { root.descendants("record") };
    records.into_iter().map(record).collect()
}

fn record(record: &Element) -> ListedReference {
    let text = |path: &[&str]| at(record, path).and_then(Element::some_text);
    let type_name = record
        .child("ref-type")
        .map(|kind| kind.attribute("name").map_or_else(|| kind.text(), str::to_owned))
        .unwrap_or_default();
    let kind = kind(&type_name);
    let people = |path: &[&str]| {
        let names = at(record, path).into_iter().flat_map(|list| list.children());
        names.filter_map(|name| person(&name.text())).collect::<Vec<Name>>()
    };
    let date = text(&["dates", "year"]).and_then(|year| parse_date(&year));
    let container = text(&["titles", "secondary-title"])
        .or_else(|| text(&["periodical", "full-title"]))
        .or_else(|| text(&["periodical", "abbr-1"]));
    let mut work = Work {
        kind,
        title: text(&["titles", "title"]),
        authors: people(&["contributors", "authors"]),
        editors: people(&["contributors", "secondary-authors"]),
        container: container.filter(|_| kind != crate::WorkKind::Book),
        container_short: text(&["periodical", "abbr-1"]),
        publisher: text(&["publisher"]),
        date,
        volume: text(&["volume"]),
        issue: text(&["number"]),
        pages: text(&["pages"]).map(|pages| pages.replace('–', "-")),
        // EndNote writes the date of PubMed's first record there, as `2002/02/08`.
        edition: text(&["edition"])
            .filter(|edition| parse_date(edition).is_none() || !edition.contains(['/', '-'])),
        language: text(&["language"]),
        summary: text(&["abstract"]),
        ..Work::default()
    };
    let found = &mut work.identifiers;
    add(found, text(&["electronic-resource-num"]).and_then(|doi| Identifier::doi(&doi)));
    add(
        found,
        text(&["custom2"]).filter(|pmc| pmc.starts_with("PMC")).and_then(|pmc| Identifier::pmcid(&pmc)),
    );
    let from_pubmed = text(&["remote-database-name"]).is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        name.contains("medline") || name.contains("pubmed") || name == "nlm"
    });
    if let Some(accession) = text(&["accession-num"]) {
        let is_number = is_pubmed_number(&accession);
        add(
            found,
            Some(accession).filter(|_| is_number || from_pubmed).and_then(|number| Identifier::pmid(&number)),
        );
    }
    for url in record.child("urls").map(|urls| urls.descendants("url")).unwrap_or_default() {
        addresses(&url.text(), found);
        work.url = work.url.take().or_else(|| url.some_text().filter(|url| url.starts_with("http")));
    }
    labelled(&text(&["notes"]).unwrap_or_default(), found);
    if let Some(number) = text(&["isbn"]) {
        let first = number.split([' ', ';', '\r', '\n']).next().unwrap_or(&number);
        add(found, Identifier::isbn(first));
    }
    let label = record.child("label").or_else(|| record.child("rec-number"));
    let places: [(FieldName, &[&str]); 9] = [
        (FieldName::Title, &["titles", "title"]),
        (FieldName::Authors, &["contributors", "authors"]),
        (FieldName::Year, &["dates", "year"]),
        (FieldName::Journal, &["titles", "secondary-title"]),
        (FieldName::Volume, &["volume"]),
        (FieldName::Issue, &["number"]),
        (FieldName::Pages, &["pages"]),
        (FieldName::Doi, &["electronic-resource-num"]),
        (FieldName::Pmid, &["accession-num"]),
    ];
    // An accession number of another database must not be judged as a PMID.
    let has_pmid = work.identifiers.pmid().is_some();
    let fields = places
        .iter()
        .filter(|(field, _)| *field != FieldName::Pmid || has_pmid)
        .filter_map(|(field, path)| Some((*field, at(record, path)?.inner_span())))
        .collect();
    ListedReference {
        key: label.map(Element::text).unwrap_or_default(),
        key_span: label.map(Element::inner_span),
        span: record.span,
        kind: type_name,
        work,
        fields,
    }
}

fn at<'a>(element: &'a Element, path: &[&str]) -> Option<&'a Element> {
    path.iter().try_fold(element, |element, name| element.child(name))
}

fn person(text: &str) -> Option<Name> {
    match text.strip_suffix(',') {
        Some(name) if !name.contains(',') => Some(Name::organisation(name)),
        _ if text.contains(',') => Name::family_first(text),
        _ => Name::parse(text),
    }
}
