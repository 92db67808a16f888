//! Converts CSL items, in JSON or YAML, into works.

use crate::bibtex::{is_server, parse_date};
use crate::data_tree::{Node, Value};
use crate::gather::{add, addresses, labelled, trials};
use crate::{Date, FieldName, Identifier, Identifiers, Name, Work, WorkKind, html_text, journal_id};
use referee_text::Span;

/// Returns the work that an item describes.
pub(crate) fn work(item: &Node) -> Work {
    let text = |keys: &[&str]| keys.iter().find_map(|key| string(item.get(key)?));
    let identifiers = identifiers(item);
    let kind = kind(item, &identifiers);
    let (authors, authors_truncated) = names(item.get("author"));
    let (editors, _) = names(item.get("editor"));
    let has_issues = !matches!(kind, WorkKind::Report | WorkKind::Standard | WorkKind::Patent);
    Work {
        kind,
        title: text(&["title"]),
        subtitle: None,
        original_title: text(&["original-title"]),
        authors,
        authors_truncated,
        editors,
        container: text(&["container-title", "event-title", "event"]).filter(|_| kind != WorkKind::Book),
        container_short: text(&["container-title-short", "journalAbbreviation"]),
        container_others: Vec::new(),
        journal_ids: item
            .get("ISSN")
            .or_else(|| item.get("issn"))
            .map_or(&[][..], Node::elements)
            .iter()
            .filter_map(Node::text)
            .flat_map(journal_id::issns)
            .collect(),
        publisher: text(&["publisher"]),
        date: item.get("issued").and_then(date),
        online_date: item.get("available-date").and_then(date),
        volume: text(&["volume"]),
        issue: text(&["issue"])
            .or_else(|| text(&["number"]).filter(|_| has_issues && kind == WorkKind::Article)),
        pages: text(&["page", "article-number", "page-first"]).map(|pages| pages.replace('–', "-")),
        edition: text(&["edition"]),
        identifiers,
        url: text(&["URL", "url"]),
        language: text(&["language"]),
        summary: text(&["abstract"]),
        printed: None,
    }
}

/// Returns the fields with their spans.
pub(crate) fn fields(item: &Node) -> Vec<(FieldName, Span)> {
    let place = |field: FieldName, keys: &[&str]| {
        let node = keys.iter().find_map(|key| item.get(key))?;
        Some((field, node.inner()))
    };
    [
        place(FieldName::Title, &["title"]),
        place(FieldName::Authors, &["author"]),
        place(FieldName::Year, &["issued"]),
        place(FieldName::Journal, &["container-title"]),
        place(FieldName::Volume, &["volume"]),
        place(FieldName::Issue, &["issue"]),
        place(FieldName::Pages, &["page", "article-number"]),
        place(FieldName::Doi, &["DOI", "doi"]),
        place(FieldName::Pmid, &["PMID", "pmid"]),
        place(FieldName::Pmcid, &["PMCID", "pmcid"]),
        place(FieldName::Url, &["URL", "url"]),
        place(FieldName::Isbn, &["ISBN", "isbn"]),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the text of a value; for a list, its first non-empty element.
fn string(node: &Node) -> Option<String> {
    let text = node.elements().iter().find_map(Node::text)?;
    let plain = html_text::plain(text);
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    (!plain.is_empty()).then_some(plain)
}

fn identifiers(item: &Node) -> Identifiers {
    let mut found = Identifiers::default();
    let raw = |keys: &[&str]| keys.iter().find_map(|key| item.text_of(key));
    add(&mut found, raw(&["DOI", "doi"]).and_then(Identifier::doi));
    add(&mut found, raw(&["PMID", "pmid"]).and_then(Identifier::pmid));
    add(&mut found, raw(&["PMCID", "pmcid"]).and_then(Identifier::pmcid));
    for key in ["number", "archive_location", "archive-location", "DOI", "container-title", "note"] {
        if let Some(text) = raw(&[key]) {
            let folded = text.to_ascii_lowercase();
            if let Some(at) = folded.find("arxiv:").or_else(|| folded.find("arxiv.")) {
                let rest = text.get(at + 6..).unwrap_or_default().trim_start();
                let id = rest.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ']' | ')')).next();
                add(&mut found, id.and_then(Identifier::arxiv));
            }
        }
    }
    if raw(&["archive"]).is_some_and(|archive| archive.eq_ignore_ascii_case("arxiv")) {
        add(&mut found, raw(&["archive_location", "archive-location", "number"]).and_then(Identifier::arxiv));
    }
    if let Some(note) = raw(&["note", "annote"]) {
        labelled(note, &mut found);
    }
    for key in ["URL", "url", "note"] {
        if let Some(text) = raw(&[key]) {
            addresses(text, &mut found);
        }
    }
    if let Some(node) = item.get("ISBN").or_else(|| item.get("isbn")) {
        for text in node.elements().iter().filter_map(Node::text) {
            for part in text.split([',', ';', ' ']).filter(|part| part.len() >= 10) {
                add(&mut found, Identifier::isbn(part));
            }
        }
    }
    if !raw(&["type"]).is_some_and(|kind| kind.starts_with("article-") || kind == "paper-conference") {
        trials(raw(&["URL"]).unwrap_or_default(), &mut found);
        trials(raw(&["number"]).unwrap_or_default(), &mut found);
    }
    found
}

fn kind(item: &Node, identifiers: &Identifiers) -> WorkKind {
    let lower = |key: &str| item.get(key).and_then(string).unwrap_or_default().to_lowercase();
    let preprint = || {
        is_server(&lower("container-title"))
            || is_server(&lower("publisher"))
            || lower("genre").contains("preprint")
            || lower("number").contains("arxiv")
    };
    match lower("type").as_str() {
        "article-journal" | "review" | "review-book" if preprint() => WorkKind::Preprint,
        "article-journal" | "review" | "review-book" => WorkKind::Article,
        "article" | "manuscript" if preprint() || identifiers.arxiv().is_some() => WorkKind::Preprint,
        // Since CSL 1.0.2, an `article` without a journal is a preprint.
        "article" if lower("container-title").is_empty() => WorkKind::Preprint,
        "article" => WorkKind::Article,
        "paper-conference" => WorkKind::ConferencePaper,
        "book" | "periodical" | "collection" => WorkKind::Book,
        "chapter" | "entry" | "entry-encyclopedia" | "entry-dictionary" => WorkKind::Chapter,
        "thesis" => WorkKind::Thesis,
        "report" | "pamphlet" if preprint() => WorkKind::Preprint,
        "report" | "pamphlet" => WorkKind::Report,
        "webpage" | "post" | "post-weblog"
            if identifiers.iter().any(|id| matches!(id, Identifier::Trial(_))) =>
        {
            WorkKind::Trial
        }
        "webpage" | "post" | "post-weblog" if preprint() || identifiers.arxiv().is_some() => {
            WorkKind::Preprint
        }
        "webpage" | "post" | "post-weblog" => WorkKind::WebPage,
        "software" => WorkKind::Software,
        "dataset" => WorkKind::Dataset,
        "standard" => WorkKind::Standard,
        "patent" => WorkKind::Patent,
        "" | "document" if preprint() || identifiers.arxiv().is_some() => WorkKind::Preprint,
        "" | "document" => WorkKind::Unknown,
        _ => WorkKind::Other,
    }
}

/// Reads authors: maps of name parts, literals or plain strings. Also returns whether the list is
/// truncated.
pub(crate) fn names(node: Option<&Node>) -> (Vec<Name>, bool) {
    let mut truncated = false;
    let mut out = Vec::new();
    for node in node.map(Node::elements).unwrap_or_default() {
        let name = name(node);
        match &name {
            Some(Name::Organisation { name } | Name::Person { family: name, .. }) if is_et_al(name) => {
                truncated = true
            }
            _ => out.extend(name),
        }
    }
    (out, truncated)
}

fn is_et_al(name: &str) -> bool {
    matches!(name.trim_end_matches('.').to_lowercase().as_str(), "others" | "et al" | "et. al")
}

fn name(node: &Node) -> Option<Name> {
    if let Some(text) = node.text() {
        return Name::parse(&html_text::plain(text));
    }
    // Registers contain the string "null", from programs that had no name to write.
    let part = |key: &str| node.get(key).and_then(string).filter(|text| text != "null").unwrap_or_default();
    let family = part("family");
    if family.is_empty() {
        let literal =
            [part("literal"), part("name"), part("given")].into_iter().find(|text| !text.is_empty())?;
        return Some(Name::organisation(literal));
    }
    let mut name = Name::from_parts(&family, &part("given"), &part("suffix"))?;
    if let Name::Person { particle, .. } = &mut name {
        let before = format!("{} {}", part("dropping-particle"), part("non-dropping-particle"));
        *particle = format!("{} {particle}", before.trim()).trim().to_owned();
    }
    Some(name)
}

/// Reads a date: `date-parts`, `literal`, `raw`, a string, or Pandoc's `year`, `month`, `day`.
pub(crate) fn date(node: &Node) -> Option<Date> {
    if let Some(text) = node.text() {
        return parse_date(text);
    }
    if let Value::List(nodes) = &node.value {
        // Old versions of Pandoc wrote a range as a list of dates; `[2020, 5]` is one date.
        return if nodes.iter().all(|node| node.text().is_some_and(|text| text.len() < 5)) {
            from_parts(nodes)
        } else {
            nodes.first().and_then(date)
        };
    }
    if let Some(parts) = node.get("date-parts").and_then(|parts| parts.elements().first()) {
        // Also accept `[2020, 5]`, a frequent mistake for `[[2020, 5]]`.
        let found = match &parts.value {
            Value::List(parts) => from_parts(parts),
            _ => node.get("date-parts").and_then(|parts| from_parts(parts.elements())),
        };
        if found.is_some() {
            return found;
        }
    }
    if let Some(year) = node.text_of("year").and_then(parse_date) {
        let part =
            |key: &str, max: u8| node.text_of(key)?.parse().ok().filter(|number| (1..=max).contains(number));
        let month = part("month", 12);
        return Some(Date { month, day: part("day", 31).filter(|_| month.is_some()), ..year });
    }
    ["literal", "raw", "iso-8601"].iter().find_map(|key| parse_date(node.text_of(key)?))
}

fn from_parts(parts: &[Node]) -> Option<Date> {
    let number = |at: usize| parts.get(at).and_then(Node::text).and_then(|text| text.parse::<i32>().ok());
    let year = number(0).or_else(|| parts.first()?.text().and_then(parse_date).map(|date| date.year))?;
    let small = |at: usize, max: i32| {
        number(at).filter(|number| (1..=max).contains(number)).and_then(|number| u8::try_from(number).ok())
    };
    let month = small(1, 12);
    Some(Date { year, month, day: small(2, 31).filter(|_| month.is_some()) })
}
