//! `.bbl` files: the items that BibTeX wrote into `thebibliography`, and the data that biber wrote for biblatex.

use super::listed_reference::ListedReference;
use crate::bibtex::parse_date;
use crate::gather::add;
use crate::{FieldName, Identifier, Name, Work, WorkKind, latex_text, read_item};
use referee_text::Span;

/// The entries of a file.
pub(super) fn read(text: &str) -> Vec<ListedReference> {
    if text.contains("\\entry{") && (text.contains("\\endentry") || text.contains("\\datalist")) {
        biblatex(text)
    } else {
        items(text)
    }
}

/// `\bibitem[label]{key} text`, up to the next one.
fn items(text: &str) -> Vec<ListedReference> {
    let mut out = Vec::new();
    let starts: Vec<usize> = text.match_indices("\\bibitem").map(|(at, _)| at).collect();
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(text.len());
        let Some(item) = text.get(*start..end) else { continue };
        let item = item.split("\\end{thebibliography}").next().unwrap_or(item);
        let mut at = "\\bibitem".len();
        at += blanks(item, at);
        if item.get(at..).is_some_and(|rest| rest.starts_with('[')) {
            at = closing(item, at, b'[', b']').map_or(at, |close| close + 1);
            at += blanks(item, at);
        }
        let Some(close) =
            item.get(at..).filter(|rest| rest.starts_with('{')).and_then(|_| closing(item, at, b'{', b'}'))
        else {
            continue;
        };
        let key = item.get(at + 1..close).unwrap_or_default().trim();
        let body = item.get(close + 1..).unwrap_or_default().trim();
        // Comments end a line early, and `\newblock` stands between sentences.
        let visible = body.replace("\\newblock", " ").replace("%\n", "");
        // Between volume, issue and pages styles allow a line to break, at a price.
        let visible = visible.replace("\\penalty0 ", "").replace("\\penalty0", "");
        let mut work = read_item(&latex_text::plain(&visible)).work;
        work.pages = work.pages.map(|pages| hyphenated(&pages));
        out.push(ListedReference {
            key: key.to_owned(),
            key_span: Some(Span::new(start + at + 1, start + close)),
            span: Span::new(*start, start + item.trim_end().len()),
            kind: String::from("bibitem"),
            work,
            fields: Vec::new(),
        });
    }
    out
}

fn blanks(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '%']).len()
}

/// The mark that closes the one at `at`.
fn closing(text: &str, at: usize, open: u8, close: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut braces = 0_usize;
    let mut at = at;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'\\' => at += 1,
            byte if byte == open && (open == b'{' || braces == 0) => depth += 1,
            byte if byte == close && (close == b'}' || braces == 0) => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'{' => braces += 1,
            b'}' => braces = braces.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// `\entry{key}{article}{…} … \endentry`.
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
        // The same entry is listed once for each sorting.
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

/// The arguments in braces behind a place.
struct Arguments<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Arguments<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        self.at += blanks(self.text, self.at);
        self.text.get(self.at..).filter(|rest| rest.starts_with('{'))?;
        let close = closing(self.text, self.at, b'{', b'}')?;
        let span = Span::new(self.at + 1, close);
        self.at = close + 1;
        Some(span)
    }
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
        let value = arguments.nth(1).and_then(|place| entry.get(place.range()));
        work.publisher = value.map(|value| latex_text::plain(value.trim().trim_end_matches('%')));
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

/// Pages with a hyphen between them, whatever stood there.
fn hyphenated(pages: &str) -> String {
    let parts: Vec<&str> = pages.split(['-', '–']).map(str::trim).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// `\verb{doi}` with the value behind `\verb ` on the next line.
fn verbatim<'a>(entry: &'a str, name: &str) -> Option<(&'a str, Span)> {
    let mark = format!("\\verb{{{name}}}");
    let at = entry.find(&mark)? + mark.len();
    let value = at + entry.get(at..)?.find("\\verb ")? + "\\verb ".len();
    let line = entry.get(value..)?.lines().next()?.trim_end();
    Some((line, Span::new(value, value + line.len())))
}

/// `\name{author}{2}{}{{{hash=…}{family={Smith}, given={Anna}}}…}`.
fn names(entry: &str, role: &str) -> Vec<Name> {
    let mark = format!("\\name{{{role}}}");
    let Some(at) = entry.find(&mark) else { return Vec::new() };
    let Some(list) = (Arguments { text: entry, at: at + mark.len() }).nth(2) else { return Vec::new() };
    let list = entry.get(list.range()).unwrap_or_default();
    let mut out = Vec::new();
    // Each person is one group of `key=value`; a part of a name stands in braces.
    for person in (Arguments { text: list, at: 0 }) {
        let person = list.get(person.range()).unwrap_or_default();
        let part = |name: &str| {
            let starts = person.match_indices(name).map(|(at, _)| at).find(|at| {
                // `given` and not `giveni`, the initials.
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
