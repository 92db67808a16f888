//! Reads the description of an article in JATS: title, authors, identifiers, licence.

use super::inline::text_of;
use referee_bibliography::xml_tree::Element;
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};

/// The maximum length of a licence that is given in words, in characters.
const MAX_LICENCE_CHARACTERS: usize = 200;

/// The description of an article.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) work: Work,
    pub(super) version: Option<String>,
    pub(super) licence: Option<String>,
}

/// Returns the metadata of an article.
pub(super) fn meta(article: &Element) -> Option<&Element> {
    let front = article.child("front").or_else(|| article.child("front-stub"))?;
    Some(front.child("article-meta").unwrap_or(front))
}

pub(super) fn read(article: &Element) -> Front {
    let kind = article.attribute("article-type").unwrap_or_default();
    let Some(meta) = meta(article) else { return Front::default() };
    let journal = article.child("front").and_then(|front| front.child("journal-meta"));
    let group = meta.child("title-group");
    let title = |name: &str| Some(text_of(group?.child(name)?)).filter(|text| !text.is_empty());
    let text = |name: &str| meta.child(name).and_then(Element::some_text);
    let pages = match (text("fpage"), text("lpage")) {
        (Some(first), Some(last)) if first != last => Some(format!("{first}-{last}")),
        (first, _) => first.or_else(|| text("elocation-id")),
    };
    let mut work = Work {
        kind: if kind == "preprint" { WorkKind::Preprint } else { WorkKind::Article },
        title: title("article-title"),
        subtitle: title("subtitle"),
        authors: authors(meta),
        container: journal
            .and_then(|journal| journal.descendant("journal-title"))
            .and_then(Element::some_text),
        date: date(meta),
        volume: text("volume"),
        issue: text("issue"),
        pages,
        language: article.attribute("lang").map(str::to_owned),
        ..Work::default()
    };
    for id in meta.children().filter(|child| child.name == "article-id") {
        let value = id.text();
        let identifier = match id.attribute("pub-id-type").unwrap_or_default() {
            "doi" => Identifier::doi(&value),
            "pmid" => Identifier::pmid(&value),
            "pmc" | "pmcid" => {
                Identifier::pmcid(value.trim_start_matches("PMC")).or_else(|| Identifier::pmcid(&value))
            }
            "arxiv" => Identifier::arxiv(&value),
            _ => None,
        };
        work.identifiers.extend(identifier);
    }
    Front { version: version(kind, meta, &work), licence: licence(meta), work }
}

fn authors(meta: &Element) -> Vec<Name> {
    let mut out = Vec::new();
    for group in meta.children().filter(|child| child.name == "contrib-group") {
        for person in group.children().filter(|child| child.name == "contrib") {
            if !matches!(person.attribute("contrib-type"), None | Some("author")) {
                continue;
            }
            let name = person.child("name").or_else(|| person.descendant("name"));
            let part = |name: &Element, part: &str| name.child(part).map(text_of).unwrap_or_default();
            let read = match (name, person.descendant("collab")) {
                (Some(name), _) => Name::from_parts(
                    &part(name, "surname"),
                    &part(name, "given-names"),
                    &part(name, "suffix"),
                ),
                (None, Some(group)) => group.some_text().map(Name::organisation),
                (None, None) => None,
            };
            out.extend(read);
        }
    }
    out
}

/// Returns the date in print, else the first date.
fn date(meta: &Element) -> Option<Date> {
    let dates: Vec<&Element> = meta.children().filter(|child| child.name == "pub-date").collect();
    let kind = |date: &Element| {
        ["pub-type", "date-type"].iter().find_map(|name| date.attribute(name)).unwrap_or_default().to_owned()
    };
    let printed = dates.iter().find(|date| matches!(kind(date).as_str(), "ppub" | "collection" | "pub"));
    let date = printed.or_else(|| dates.first())?;
    let number = |name: &str| date.child(name).and_then(|part| part.text().parse::<u16>().ok());
    let small = |name: &str, most: u16| number(name).filter(|value| *value <= most && *value > 0);
    Some(Date {
        year: i32::from(number("year")?),
        month: small("month", 12).and_then(|month| u8::try_from(month).ok()),
        day: small("day", 31).and_then(|day| u8::try_from(day).ok()),
    })
}

/// Returns the version: a preprint, a manuscript, or a notice about another article.
fn version(kind: &str, meta: &Element, work: &Work) -> Option<String> {
    let stated = meta.descendant("article-version").and_then(Element::some_text);
    let is_manuscript = || {
        meta.children().any(|id| id.name == "article-id" && id.attribute("pub-id-type") == Some("manuscript"))
    };
    match kind {
        "correction" | "retraction" | "addendum" | "expression-of-concern" => Some(kind.replace('-', " ")),
        "preprint" => Some(match work.identifiers.iter().find_map(arxiv_version) {
            Some(version) => version,
            None => "preprint".to_owned(),
        }),
        _ => stated.or_else(|| is_manuscript().then(|| "accepted manuscript".to_owned())),
    }
}

fn arxiv_version(identifier: &Identifier) -> Option<String> {
    match identifier {
        Identifier::Arxiv(_, Some(version)) => Some(format!("arXiv v{version}")),
        _ => None,
    }
}

/// Returns the licence: its address, else its words.
fn licence(meta: &Element) -> Option<String> {
    let licence = meta.descendant("license")?;
    let address = licence.attribute("href").map(str::to_owned).or_else(|| {
        let link =
            licence.descendants("ext-link").into_iter().chain(licence.descendants("license_ref")).next()?;
        link.attribute("href").map(str::to_owned).or_else(|| link.some_text())
    });
    let words = || licence.some_text().map(|text| text.chars().take(MAX_LICENCE_CHARACTERS).collect());
    address.filter(|address| !address.trim().is_empty()).or_else(words)
}
