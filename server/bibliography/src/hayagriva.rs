//! Converts Hayagriva entries into works.

use crate::bibtex::{is_server, parse_date};
use crate::csl::{self};
use crate::data_tree::{Node, Value};
use crate::gather::{add, addresses, trials};
use crate::{FieldName, Identifier, Identifiers, Name, Work, WorkKind, journal_id};
use referee_text::Span;

/// Returns the work that an entry describes.
pub(crate) fn work(entry: &Node) -> Work {
    let parents: &[Node] = entry.get("parent").map(Node::elements).unwrap_or_default();
    let own = |keys: &[&str]| keys.iter().find_map(|key| string(entry.get(key)?));
    // Fields that an article lacks, such as volume and date, come from its journal.
    let inherited = |key: &str| {
        string_of(entry, key).or_else(|| parents.iter().find_map(|parent| string_of(parent, key)))
    };
    let identifiers = identifiers(entry, parents);
    let (authors, authors_truncated) = names(entry.get("author"));
    let (editors, _) = names(entry.get("editor"));
    let title = entry.get("title");
    let container = parents.iter().find_map(|parent| parent.get("title"));
    let date = entry.get("date").or_else(|| parents.iter().find_map(|parent| parent.get("date")));
    Work {
        kind: kind(entry, parents, &identifiers),
        title: title.and_then(string),
        subtitle: None,
        original_title: None,
        authors,
        authors_truncated,
        editors,
        container: container.and_then(string),
        container_short: container.and_then(|container| string_of(container, "short")),
        container_others: Vec::new(),
        journal_ids: parents
            .iter()
            .chain([entry])
            .filter_map(|node| node.get("serial-number")?.text_of("issn"))
            .flat_map(journal_id::issns)
            .collect(),
        publisher: inherited("publisher").or_else(|| inherited("organization")),
        date: date.and_then(|date| date.text().and_then(parse_date).or_else(|| csl::date(date))),
        online_date: None,
        volume: inherited("volume"),
        issue: inherited("issue"),
        pages: own(&["page-range", "pages"]).map(|pages| pages.replace('–', "-")),
        edition: inherited("edition"),
        identifiers,
        url: entry.get("url").and_then(string),
        language: own(&["language"]),
        summary: own(&["abstract"]),
        printed: None,
    }
}

/// Returns the fields with their spans.
pub(crate) fn fields(entry: &Node) -> Vec<(FieldName, Span)> {
    let parents: &[Node] = entry.get("parent").map(Node::elements).unwrap_or_default();
    let value = |node: &Node| node.get("value").map_or_else(|| node.inner(), Node::inner);
    let own = |field: FieldName, key: &str| Some((field, value(entry.get(key)?)));
    let inherited = |field: FieldName, key: &str| {
        let node = entry.get(key).or_else(|| parents.iter().find_map(|parent| parent.get(key)))?;
        Some((field, value(node)))
    };
    let serial = |field: FieldName, key: &str| Some((field, entry.get("serial-number")?.get(key)?.inner()));
    [
        own(FieldName::Title, "title"),
        own(FieldName::Authors, "author"),
        inherited(FieldName::Year, "date"),
        parents.iter().find_map(|parent| Some((FieldName::Journal, value(parent.get("title")?)))),
        inherited(FieldName::Volume, "volume"),
        inherited(FieldName::Issue, "issue"),
        own(FieldName::Pages, "page-range"),
        serial(FieldName::Doi, "doi").or_else(|| own(FieldName::Doi, "doi")),
        serial(FieldName::Pmid, "pmid"),
        serial(FieldName::Pmcid, "pmcid"),
        serial(FieldName::Arxiv, "arxiv"),
        serial(FieldName::Isbn, "isbn").or_else(|| own(FieldName::Isbn, "isbn")),
        own(FieldName::Url, "url"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns a text, the `value` of a formatted text (`{value: …, verbatim: true}`), or the `name` of
/// a publisher.
fn string(node: &Node) -> Option<String> {
    let text = node.text().or_else(|| node.text_of("value")).or_else(|| node.text_of("name"))?;
    let plain: String = text.chars().filter(|c| !matches!(c, '{' | '}')).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    (!plain.is_empty()).then_some(plain)
}

fn string_of(node: &Node, key: &str) -> Option<String> {
    string(node.get(key)?)
}

fn identifiers(entry: &Node, parents: &[Node]) -> Identifiers {
    let mut found = Identifiers::default();
    let read = |node: &Node, found: &mut Identifiers, parent: bool| {
        for (key, read) in [
            ("doi", Identifier::doi as fn(&str) -> Option<Identifier>),
            ("pmid", Identifier::pmid),
            ("pmcid", Identifier::pmcid),
            ("arxiv", Identifier::arxiv),
            ("isbn", Identifier::isbn),
        ] {
            // The DOI of a volume is not that of a paper in it, but libraries know a paper by the
            // volume's ISBN.
            if !parent || key == "isbn" {
                let text = node
                    .get("serial-number")
                    .and_then(|serial| serial.text_of(key))
                    .or_else(|| node.text_of(key));
                add(found, text.and_then(read));
            }
        }
    };
    read(entry, &mut found, false);
    if let Some(serial) = entry.text_of("serial-number") {
        add(&mut found, Identifier::arxiv(serial).filter(|_| serial.to_lowercase().contains("arxiv")));
        add(&mut found, Identifier::doi(serial));
        trials(serial, &mut found);
    }
    if let Some(url) = entry.get("url").and_then(string) {
        addresses(&url, &mut found);
        trials(&url, &mut found);
    }
    for parent in parents {
        read(parent, &mut found, true);
    }
    found
}

fn kind(entry: &Node, parents: &[Node], identifiers: &Identifiers) -> WorkKind {
    let lower = |node: &Node| node.text_of("type").unwrap_or_default().to_lowercase();
    let parent = parents.first().map(lower).unwrap_or_default();
    let journal =
        parents.first().and_then(|parent| string_of(parent, "title")).unwrap_or_default().to_lowercase();
    let publisher = string_of(entry, "publisher").unwrap_or_default().to_lowercase();
    let preprint = is_server(&journal) || is_server(&publisher);
    if identifiers.iter().any(|id| matches!(id, Identifier::Trial(_))) {
        return WorkKind::Trial;
    }
    match lower(entry).as_str() {
        "article" | "manuscript" | "misc" | "" | "web" if preprint => WorkKind::Preprint,
        "article" | "entry" => match parent.as_str() {
            "proceedings" | "conference" => WorkKind::ConferencePaper,
            "newspaper" => WorkKind::Other,
            "blog" | "web" | "thread" => WorkKind::WebPage,
            "book" | "anthology" | "reference" => WorkKind::Chapter,
            "" if identifiers.arxiv().is_some() => WorkKind::Preprint,
            _ => WorkKind::Article,
        },
        "chapter" | "anthos" => WorkKind::Chapter,
        "report" => WorkKind::Report,
        "thesis" => WorkKind::Thesis,
        "web" | "blog" | "post" | "thread" => WorkKind::WebPage,
        "repository" => WorkKind::Software,
        "patent" => WorkKind::Patent,
        "book" | "anthology" | "reference" | "proceedings" | "periodical" => WorkKind::Book,
        "manuscript" | "misc" | "" if identifiers.arxiv().is_some() => WorkKind::Preprint,
        "misc" | "" => WorkKind::Unknown,
        _ => WorkKind::Other,
    }
}

fn names(node: Option<&Node>) -> (Vec<Name>, bool) {
    let mut out = Vec::new();
    let mut truncated = false;
    for node in node.map(Node::elements).unwrap_or_default() {
        if let Some(text) = node.text() {
            // `Family, Given`; a name without a comma must not be split.
            let (names, cut) = if text.contains(',') {
                (Name::family_first(text).into_iter().collect(), false)
            } else if text.contains(char::is_whitespace) {
                (vec![Name::organisation(text.trim_matches(['{', '}']))], false)
            } else {
                crate::bibtex::parse_names(text)
            };
            out.extend(names);
            truncated |= cut;
        } else if let Value::Map(_) = &node.value {
            let part = |key: &str| string_of(node, key).unwrap_or_default();
            if part("given-name").is_empty() && part("name").contains(' ') {
                out.extend((!part("name").is_empty()).then(|| Name::organisation(part("name"))));
                continue;
            }
            let mut name = Name::from_parts(&part("name"), &part("given-name"), &part("suffix"));
            if let Some(Name::Person { particle, .. }) = &mut name
                && particle.is_empty()
            {
                *particle = part("prefix");
            }
            out.extend(name);
        }
    }
    (out, truncated)
}
