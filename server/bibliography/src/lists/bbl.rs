//! Reads `.bbl` files: the items that BibTeX writes into `thebibliography`, and the data that biber
//! writes for biblatex.

use super::listed_reference::ListedReference;
use crate::bibtex::parse_date;
use crate::gather::add;
use crate::latex_arguments::{Arguments, blanks, closing};
use crate::reference_list::read_bibitem;
use crate::{FieldName, Identifier, Name, ParsedItem, Work, WorkKind, latex_text};
use referee_text::Span;

/// Reads the entries of a file.
pub(super) fn read(text: &str) -> Vec<ListedReference> {
    if text.contains("\\entry{") && (text.contains("\\endentry") || text.contains("\\datalist")) {
        biblatex(text)
    } else {
        items(text)
    }
}

/// Reads `\bibitem[label]{key} text` and Harvard's `\harvarditem[label]{label}{year}{key} text`,
/// each up to the next item.
fn items(text: &str) -> Vec<ListedReference> {
    const HARVARD: &str = "\\harvarditem";
    let mut out = Vec::new();
    let mut starts: Vec<usize> =
        ["\\bibitem", HARVARD].iter().flat_map(|name| text.match_indices(name)).map(|(at, _)| at).collect();
    starts.sort_unstable();
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(text.len());
        let Some(item) = text.get(*start..end) else { continue };
        let item = item.split("\\end{thebibliography}").next().unwrap_or(item);
        let is_harvard = item.starts_with(HARVARD);
        let mut at = if is_harvard { HARVARD.len() } else { "\\bibitem".len() };
        at += blanks(item, at);
        if item.get(at..).is_some_and(|rest| rest.starts_with('[')) {
            at = closing(item, at, b'[', b']').map_or(at, |close| close + 1);
        }
        let mut arguments = Arguments { text: item, at };
        let Some(key) = arguments.nth(if is_harvard { 2 } else { 0 }) else { continue };
        let behind = arguments.at;
        let name = item.get(key.range()).unwrap_or_default();
        let before = name.len() - name.trim_start_matches(['%', '\n', '\r', ' ', '\t']).len();
        let name = name.get(before..).unwrap_or_default().trim_end();
        let key_at = start + key.start as usize + before;
        let body = item.get(behind..).unwrap_or_default();
        let ParsedItem { work, fields } = read_bibitem(body);
        out.push(ListedReference {
            key: name.to_owned(),
            key_span: Some(Span::new(key_at, key_at + name.len())),
            span: Span::new(*start, start + item.trim_end().len()),
            kind: String::from("bibitem"),
            work,
            fields: fields.into_iter().map(|(field, span)| (field, span.shift(start + behind))).collect(),
        });
    }
    out
}

/// Reads `\entry{key}{article}{…} … \endentry`.
fn biblatex(text: &str) -> Vec<ListedReference> {
    let mut out: Vec<ListedReference> = Vec::new();
    let starts: Vec<usize> = text.match_indices("\\entry{").map(|(at, _)| at).collect();
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(text.len());
        let Some(entry) = text.get(*start..end) else { continue };
        let entry = entry.find("\\endentry").and_then(|end| entry.get(..end)).unwrap_or(entry);
        let mut arguments = Arguments { text: entry, at: "\\entry".len() };
        let (Some(key), Some(kind)) = (arguments.next(), arguments.next()) else { continue };
        let key_name = entry.get(key.range()).unwrap_or_default().to_owned();
        // Biber lists the same entry once per sorting.
        if out.iter().any(|known| known.key == key_name) {
            continue;
        }
        let kind = entry.get(kind.range()).unwrap_or_default().to_owned();
        let (work, fields) = fields(entry, &kind);
        out.push(ListedReference {
            key: key_name,
            key_span: Some(key.shift(*start)),
            span: Span::new(*start, start + entry.trim_end().len()),
            kind,
            work,
            fields: fields.into_iter().map(|(field, span)| (field, span.shift(*start))).collect(),
        });
    }
    out
}

fn fields(entry: &str, kind: &str) -> (Work, Vec<(FieldName, Span)>) {
    let mut work = Work { kind: self::kind(kind), ..Work::default() };
    let mut places = Vec::new();
    let (mut year, mut month, mut subtitle, mut book) = (None, None, None, None);
    for (at, _) in entry.match_indices("\\field{") {
        let mut arguments = Arguments { text: entry, at: at + "\\field".len() };
        let (Some(name), Some(place)) = (arguments.next(), arguments.next()) else { continue };
        let source = entry.get(place.range()).unwrap_or_default().replace("\\bibrangedash", "-");
        let value = Some(latex_text::plain(&source)).filter(|value| !value.is_empty());
        let field = match entry.get(name.range()).unwrap_or_default() {
            "title" => (&mut work.title, Some(FieldName::Title)),
            "subtitle" => (&mut subtitle, None),
            "journaltitle" => (&mut work.container, Some(FieldName::Journal)),
            "booktitle" => (&mut book, Some(FieldName::Journal)),
            "volume" => (&mut work.volume, Some(FieldName::Volume)),
            "number" | "issue" => (&mut work.issue, Some(FieldName::Issue)),
            "pages" => (&mut work.pages, Some(FieldName::Pages)),
            "edition" => (&mut work.edition, None),
            "year" => (&mut year, Some(FieldName::Year)),
            "month" => (&mut month, None),
            "note" | "abstract" | "annotation" => continue,
            _ => continue,
        };
        let (slot, name) = field;
        *slot = value.map(|value| if name == Some(FieldName::Pages) { hyphenated(&value) } else { value });
        places.extend(name.map(|name| (name, place)));
    }
    work.subtitle = subtitle;
    work.container = work.container.take().or(book);
    work.date = year.as_deref().and_then(parse_date).map(|date| crate::Date {
        month: month.and_then(|month| month.parse().ok()).filter(|month| (1..=12).contains(month)),
        ..date
    });
    work.authors = names(entry, "author");
    work.editors = names(entry, "editor");
    for (at, _) in entry.match_indices("\\list{publisher}") {
        let mut arguments = Arguments { text: entry, at: at + "\\list{publisher}".len() };
        // Each of several publishers has its own braces, and each line ends with `%`.
        let list = arguments.nth(1).and_then(|place| entry.get(place.range())).unwrap_or_default();
        let values = Arguments { text: list, at: 0 };
        let values = values.filter_map(|place| list.get(place.range())).map(latex_text::plain);
        work.publisher = Some(values.collect::<Vec<_>>().join("; ")).filter(|value| !value.is_empty());
    }
    for name in ["doi", "url", "eprint"] {
        let Some((value, place)) = verbatim(entry, name) else { continue };
        match name {
            "doi" => {
                add(&mut work.identifiers, Identifier::doi(value));
                places.push((FieldName::Doi, place));
            }
            "eprint" => add(&mut work.identifiers, Identifier::arxiv(value)),
            _ => work.url = Some(value.to_owned()),
        }
    }
    if let Some(address) = work.url.clone() {
        crate::gather::addresses(&address, &mut work.identifiers);
    }
    (work, places)
}

/// Joins the parts of a page range with a hyphen.
fn hyphenated(pages: &str) -> String {
    let parts: Vec<&str> = pages.split(['-', '–']).map(str::trim).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// Returns the value of `\verb{doi}`, which follows `\verb ` on the next line.
fn verbatim<'a>(entry: &'a str, name: &str) -> Option<(&'a str, Span)> {
    let mark = format!("\\verb{{{name}}}");
    let at = entry.find(&mark)? + mark.len();
    let value = at + entry.get(at..)?.find("\\verb ")? + "\\verb ".len();
    let line = entry.get(value..)?.lines().next()?.trim_end();
    Some((line, Span::new(value, value + line.len())))
}

/// Reads `\name{author}{2}{}{{{hash=…}{family={Smith}, given={Anna}}}…}`.
fn names(entry: &str, role: &str) -> Vec<Name> {
    let mark = format!("\\name{{{role}}}");
    let Some(at) = entry.find(&mark) else { return Vec::new() };
    let Some(list) = (Arguments { text: entry, at: at + mark.len() }).nth(2) else { return Vec::new() };
    let list = entry.get(list.range()).unwrap_or_default();
    let mut out = Vec::new();
    // Each person is one group of `key=value`; the parts of a name are in braces.
    for person in (Arguments { text: list, at: 0 }) {
        let person = list.get(person.range()).unwrap_or_default();
        let part = |name: &str| {
            let starts = person.match_indices(name).map(|(at, _)| at).find(|at| {
                // `given`, but not `giveni` (the initials).
                person.get(..*at).is_none_or(|before| {
                    before.ends_with(|c: char| !c.is_alphanumeric()) || before.is_empty()
                })
            })?;
            let behind = starts + name.len();
            let value = (Arguments { text: person, at: behind }).next()?;
            Some(latex_text::plain(person.get(value.range())?))
        };
        let family = part("family=").unwrap_or_default();
        let prefix = part("prefix=").map(|prefix| format!("{prefix} ")).unwrap_or_default();
        match part("given=") {
            Some(given) => out.extend(Name::from_parts(
                &format!("{prefix}{family}"),
                &given,
                &part("suffix=").unwrap_or_default(),
            )),
            None if !family.is_empty() => out.push(Name::organisation(family)),
            None => {}
        }
    }
    out
}

fn kind(name: &str) -> WorkKind {
    match name {
        "article" => WorkKind::Article,
        "inproceedings" | "conference" => WorkKind::ConferencePaper,
        "book" | "mvbook" | "collection" | "proceedings" => WorkKind::Book,
        "incollection" | "inbook" | "suppbook" | "inreference" => WorkKind::Chapter,
        "thesis" | "phdthesis" | "mastersthesis" => WorkKind::Thesis,
        "report" | "techreport" => WorkKind::Report,
        "online" | "electronic" | "www" => WorkKind::WebPage,
        "software" => WorkKind::Software,
        "dataset" => WorkKind::Dataset,
        "patent" => WorkKind::Patent,
        _ => WorkKind::Unknown,
    }
}
