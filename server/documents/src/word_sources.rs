//! Reads Word's own sources, which its "Insert Citation" stores in `customXml`.
//!
//! Source: ECMA-376, part 1, section 22.6, Bibliography.

use referee_bibliography::xml_tree::Element;
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use std::collections::HashMap;

/// Returns the works in a part of `customXml`, by their tags; empty if the part holds no sources.
pub(crate) fn sources(root: &Element) -> HashMap<String, Work> {
    let mut out = HashMap::new();
    if root.name != "Sources" {
        return out;
    }
    for source in root.children().filter(|child| child.name == "Source") {
        if let Some(tag) = source.child("Tag").and_then(Element::some_text) {
            out.insert(tag, work(source));
        }
    }
    out
}

fn work(source: &Element) -> Work {
    let text = |name: &str| source.child(name).and_then(Element::some_text);
    let number = |name: &str| text(name).and_then(|text| text.trim().parse::<u8>().ok());
    let kind = match text("SourceType").unwrap_or_default().as_str() {
        "JournalArticle" | "ArticleInAPeriodical" => WorkKind::Article,
        "Book" => WorkKind::Book,
        "BookSection" => WorkKind::Chapter,
        "ConferenceProceedings" => WorkKind::ConferencePaper,
        "Report" => WorkKind::Report,
        "InternetSite" | "DocumentFromInternetSite" => WorkKind::WebPage,
        "Patent" => WorkKind::Patent,
        "Misc" | "" => WorkKind::Unknown,
        _ => WorkKind::Other,
    };
    let container =
        ["JournalName", "PeriodicalTitle", "ConferenceName", "BookTitle"].iter().find_map(|name| text(name));
    let mut work = Work {
        kind,
        title: text("Title"),
        authors: people(source, "Author"),
        editors: people(source, "Editor"),
        container,
        publisher: text("Publisher"),
        date: text("Year").and_then(|year| year.trim().parse().ok()).map(|year| Date {
            year,
            month: number("Month").filter(|month| (1..=12).contains(month)),
            day: None,
        }),
        volume: text("Volume"),
        issue: text("Issue"),
        pages: text("Pages").map(|pages| pages.replace('–', "-")),
        edition: text("Edition"),
        url: text("URL"),
        ..Work::default()
    };
    for number in [
        text("DOI").and_then(|doi| Identifier::doi(&doi)),
        text("StandardNumber").and_then(|number| Identifier::parse(&number)),
    ] {
        work.identifiers.extend(number);
    }
    work.without_controls()
}

/// Reads `b:Author/b:Author/b:NameList/b:Person`, or `b:Corporate`.
fn people(source: &Element, role: &str) -> Vec<Name> {
    let Some(list) = source.child("Author").and_then(|all| all.child(role)) else { return Vec::new() };
    let mut out = Vec::new();
    for person in list.descendants("Person") {
        let part = |name: &str| person.child(name).map(Element::text).unwrap_or_default();
        let given = format!("{} {}", part("First"), part("Middle"));
        out.extend(Name::from_parts(&part("Last"), given.trim(), ""));
    }
    out.extend(list.child("Corporate").and_then(Element::some_text).map(Name::organisation));
    out
}
