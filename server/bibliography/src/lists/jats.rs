//! Reads the reference list of an article in JATS, the XML of PubMed Central and of journals.
//!
//! Source: the JATS Archiving and Interchange tag set, `<ref-list>`.

use super::listed_reference::ListedReference;
use crate::gather::{add, addresses};
use crate::xml_tree::{Element, Node};
use crate::{Date, FieldName, Identifier, Name, Work, WorkKind, read_item};

/// Reads the references of all lists of an article.
pub(super) fn read(root: &Element) -> Vec<ListedReference> {
    let mut out = Vec::new();
    for list in root.descendants("ref-list") {
        for reference in list.descendants("ref") {
            for (nth, citation) in citations(reference).into_iter().enumerate() {
                let mut read = self::reference(reference, citation);
                if nth > 0 {
                    // One reference number may contain several works.
                    read.key = citation
                        .attribute("id")
                        .map_or_else(|| format!("{}-{}", read.key, nth + 1), str::to_owned);
                    read.span = citation.span;
                }
                out.push(read);
            }
        }
    }
    out
}

/// Returns the citations of a reference. Of two forms of the same citation, the tagged one is used.
fn citations(reference: &Element) -> Vec<&Element> {
    const NAMES: [&str; 4] = ["element-citation", "mixed-citation", "nlm-citation", "citation"];
    let own: Vec<&Element> =
        reference.children().filter(|child| NAMES.contains(&child.name.as_str())).collect();
    let is_one_kind = own.windows(2).all(|pair| matches!(pair, [a, b] if a.name == b.name));
    if own.len() > 1 && is_one_kind {
        return own;
    }
    NAMES.iter().find_map(|name| reference.descendant(name)).into_iter().collect()
}

fn reference(reference: &Element, citation: &Element) -> ListedReference {
    let kind_name = ["publication-type", "citation-type"].iter().find_map(|name| citation.attribute(name));
    let text = |name: &str| citation.descendant(name).and_then(Element::some_text);
    let title = text("article-title").or_else(|| text("data-title"));
    let chapter = text("chapter-title");
    let (authors, truncated) = people(citation, "author");
    let (editors, _) = people(citation, "editor");
    let source = text("source");
    let kind = kind(kind_name.unwrap_or_default(), chapter.is_some(), title.is_some());
    let is_book = matches!(kind, WorkKind::Book | WorkKind::Report | WorkKind::Thesis);
    let mut work = Work {
        kind,
        title: title.or(chapter).or_else(|| source.clone().filter(|_| is_book)),
        authors,
        authors_truncated: truncated,
        editors,
        container: source.filter(|_| !is_book),
        publisher: text("publisher-name"),
        date: text("year").and_then(|year| {
            let digits: String = year.chars().take_while(char::is_ascii_digit).collect();
            let month = text("month").and_then(|month| crate::pubmed::month_number(&month));
            digits.parse().ok().map(|year| Date { year, month, day: None })
        }),
        volume: text("volume"),
        issue: text("issue"),
        pages: pages(citation),
        edition: text("edition"),
        ..Work::default()
    };
    identify(citation, &mut work);
    let mut fields = Vec::new();
    for (field, name) in [
        (FieldName::Title, "article-title"),
        (FieldName::Authors, "person-group"),
        (FieldName::Year, "year"),
        (FieldName::Journal, "source"),
        (FieldName::Volume, "volume"),
        (FieldName::Issue, "issue"),
        (FieldName::Pages, "fpage"),
    ] {
        fields.extend(citation.descendant(name).map(|element| (field, element.inner_span())));
    }
    if work.title.is_none() || (work.authors.is_empty() && work.date.is_none()) {
        // Some journals tag little or nothing of a citation; parse its text.
        let read = read_item(&citation.text()).work;
        work = filled(work, read);
    }
    ListedReference {
        key: reference.attribute("id").unwrap_or_default().to_owned(),
        key_span: None,
        span: reference.span,
        kind: kind_name.unwrap_or_default().to_owned(),
        work,
        fields,
    }
}

/// Completes the tagged fields with what was parsed from the text.
fn filled(tagged: Work, read: Work) -> Work {
    let mut identifiers = read.identifiers;
    for identifier in tagged.identifiers.iter() {
        if !identifiers.iter().any(|known| known == identifier) {
            add(&mut identifiers, Some(identifier.clone()));
        }
    }
    Work {
        kind: if tagged.kind == WorkKind::Unknown { read.kind } else { tagged.kind },
        title: tagged.title.or(read.title),
        authors: if tagged.authors.is_empty() { read.authors } else { tagged.authors },
        authors_truncated: tagged.authors_truncated || read.authors_truncated,
        container: tagged.container.or(read.container),
        date: tagged.date.or(read.date),
        volume: tagged.volume.or(read.volume),
        issue: tagged.issue.or(read.issue),
        pages: tagged.pages.or(read.pages),
        url: tagged.url.or(read.url),
        identifiers,
        ..tagged
    }
}

/// Returns the names of one role, and whether the list ends with "et al.".
fn people(citation: &Element, role: &str) -> (Vec<Name>, bool) {
    let groups: Vec<&Element> = citation
        .descendants("person-group")
        .into_iter()
        .filter(|group| group.attribute("person-group-type").unwrap_or("author").starts_with(role))
        .collect();
    let mut names = Vec::new();
    let mut truncated = false;
    let mut from = |element: &Element| {
        for child in element.children() {
            match child.name.as_str() {
                "name" | "string-name" => names.extend(name(child)),
                "collab" => names.extend(child.some_text().map(Name::organisation)),
                "etal" => truncated = true,
                _ => {}
            }
        }
    };
    groups.iter().for_each(|group| from(group));
    if role == "author" && citation.descendants("person-group").is_empty() {
        from(citation);
    }
    (names, truncated)
}

fn name(element: &Element) -> Option<Name> {
    let part = |name: &str| element.child(name).map(Element::text).unwrap_or_default();
    let family = part("surname");
    if family.is_empty() {
        return Name::parse(&element.text());
    }
    // Some tag the particle as part of the given names: `Jan van der`.
    let (family, given) = (family, part("given-names"));
    Name::family_first(&format!("{family}, {given}"))
        .filter(|_| !family.contains(',') && part("suffix").is_empty())
        .or_else(|| Name::from_parts(&family, &given, &part("suffix")))
}

fn pages(citation: &Element) -> Option<String> {
    let text = |name: &str| citation.descendant(name).and_then(Element::some_text);
    match (text("fpage"), text("lpage")) {
        (Some(first), Some(last)) if first != last => Some(format!("{first}-{last}")),
        (Some(first), _) => Some(first),
        (None, _) => text("page-range").or_else(|| text("elocation-id")),
    }
}

fn identify(citation: &Element, work: &mut Work) {
    let found = &mut work.identifiers;
    for id in citation.descendants("pub-id").into_iter().chain(citation.descendants("object-id")) {
        let value = id.text();
        match id.attribute("pub-id-type").unwrap_or_default() {
            "doi" => add(found, Identifier::doi(&value)),
            "pmid" | "medline" => add(found, Identifier::pmid(&value)),
            "pmcid" | "pmc" => add(found, Identifier::pmcid(&value)),
            "arxiv" => add(found, Identifier::arxiv(&value)),
            "isbn" => add(found, Identifier::isbn(&value)),
            _ => {}
        }
    }
    for number in citation.descendants("isbn") {
        add(found, Identifier::isbn(&number.text()));
    }
    for link in citation.descendants("ext-link").into_iter().chain(citation.descendants("uri")) {
        let target = link.attribute("href").map_or_else(|| link.text(), str::to_owned);
        match link.attribute("ext-link-type").unwrap_or_default() {
            "doi" => add(found, Identifier::doi(&target)),
            "pmid" => add(found, Identifier::pmid(&target)),
            _ => addresses(&target, found),
        }
        work.url = work.url.take().or_else(|| Some(target).filter(|target| target.starts_with("http")));
    }
    // An untagged identifier: `doi:10.1000/x` at the end.
    if work.identifiers.is_empty() {
        for node in &citation.content {
            if let Node::Text(words, _) = node {
                for one in crate::find_identifiers(words).into_iter().filter_map(|one| one.result.ok()) {
                    add(&mut work.identifiers, Some(one));
                }
            }
        }
    }
}

fn kind(name: &str, is_chapter: bool, has_title: bool) -> WorkKind {
    match name {
        "journal" | "article" => WorkKind::Article,
        "book" | "chapter" if is_chapter || has_title => WorkKind::Chapter,
        "book" | "chapter" => WorkKind::Book,
        "confproc" | "conf-proc" | "conference" => WorkKind::ConferencePaper,
        "thesis" => WorkKind::Thesis,
        "report" | "gov" | "working-paper" => WorkKind::Report,
        "web" | "webpage" | "website" => WorkKind::WebPage,
        "data" | "database" => WorkKind::Dataset,
        "software" => WorkKind::Software,
        "preprint" | "eprint" => WorkKind::Preprint,
        "patent" => WorkKind::Patent,
        "standard" => WorkKind::Standard,
        _ => WorkKind::Unknown,
    }
}
