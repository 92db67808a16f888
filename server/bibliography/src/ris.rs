//! Reads RIS as written by EndNote, Zotero, Mendeley, Web of Science, Scopus, Embase, Ovid and
//! ProQuest.
//!
//! Tags have different meanings in different programs. An ambiguous tag is used only if no better
//! tag has the value.

pub(crate) mod misread;
mod write;

pub use write::write;

use crate::pubmed::month_number;
use crate::tagged::{TaggedField, fields, tag};
use crate::{Date, Identifier, Name, SourceRecord, Work, WorkKind, journal_id};
use std::ops::Range;

/// Reads all records of a file, in order. Records without any value are skipped.
pub fn read(text: &str) -> impl Iterator<Item = SourceRecord> + '_ {
    record_ranges(text).filter_map(|range| {
        let mut found: Vec<TaggedField> = fields(text.get(range)?).collect();
        let type_name =
            found.iter().find(|field| field.tag == "TY").map(TaggedField::line).unwrap_or_default();
        found.retain(|field| !field.value.is_empty() && !matches!(field.tag.as_str(), "TY" | "ER" | "EF"));
        (!found.is_empty()).then(|| record(&type_name, &found).without_controls())
    })
}

/// Tags that describe a work. Ovid writes other tags, with addresses, between records.
const TAGS_OF_A_WORK: &[&str] = &[
    "TI", "T1", "CT", "BT", "AU", "A1", "A2", "ED", "PY", "Y1", "DA", "JO", "JF", "JA", "J2", "T2", "VL",
    "IS", "SP", "EP", "DO", "AB", "N2", "PB", "SN", "KW",
];

/// The ranges of the records in a file, each from its first tag to its `ER`.
///
/// `TY` need not come first: some programs sort the tags. A record without an `ER` ends at the next
/// `TY`.
pub(crate) fn record_ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut lines = text.split_inclusive('\n');
    let mut at = 0;
    let mut start = None;
    let (mut is_typed, mut is_described) = (false, false);
    std::iter::from_fn(move || {
        for line in lines.by_ref() {
            let line_start = at;
            at += line.len();
            let Some(tag) = tag(line) else { continue };
            let open = is_typed || is_described;
            match tag {
                "ER" | "EF" => {
                    let range = start.take().filter(|_| open).map(|start| start..at);
                    (is_typed, is_described) = (false, false);
                    if range.is_some() {
                        return range;
                    }
                }
                "TY" => {
                    let ended = start.filter(|_| is_typed).map(|start| start..line_start);
                    // Tags before `TY` belong to the record only if one of them describes a work:
                    // Ovid writes addresses between records.
                    if is_typed || !is_described {
                        start = Some(line_start);
                        is_described = false;
                    }
                    is_typed = true;
                    if ended.is_some() {
                        return ended;
                    }
                }
                other => {
                    start = start.or(Some(line_start));
                    is_described |= TAGS_OF_A_WORK.contains(&other);
                }
            }
        }
        let range = start.take().filter(|_| is_typed || is_described).map(|start| start..text.len());
        (is_typed, is_described) = (false, false);
        range
    })
}

/// Whether the beginning of a file looks like RIS.
#[must_use]
pub fn recognises(head: &str) -> bool {
    head.lines().take(40).any(|line| {
        let line = line.trim_start_matches('\u{feff}');
        line.starts_with("TY  -") || line.starts_with("TY - ")
    })
}

/// Returns the kind of work of a reference type.
fn kind(name: &str) -> WorkKind {
    match name.trim() {
        "JOUR" | "JFULL" | "EJOUR" | "INPR" | "ABST" | "MGZN" => WorkKind::Article,
        "PREPRINT" | "PPRN" => WorkKind::Preprint,
        "CPAPER" => WorkKind::ConferencePaper,
        // Used for whole proceedings and for a paper in them.
        "CONF" => WorkKind::ConferencePaper,
        "BOOK" | "EBOOK" | "EDBOOK" | "SER" | "CTLG" | "ENCYC" | "DICT" => WorkKind::Book,
        "CHAP" | "ECHAP" => WorkKind::Chapter,
        "THES" => WorkKind::Thesis,
        "RPRT" | "GOVDOC" => WorkKind::Report,
        "ELEC" | "WEB" | "BLOG" | "ICOMM" => WorkKind::WebPage,
        "COMP" => WorkKind::Software,
        "DATA" | "DBASE" | "AGGR" => WorkKind::Dataset,
        "STAND" => WorkKind::Standard,
        "PAT" => WorkKind::Patent,
        "GEN" | "UNPB" | "MANSCPT" | "" => WorkKind::Unknown,
        _ => WorkKind::Other,
    }
}

/// The fields of one record.
struct Fields<'f>(&'f [TaggedField]);

impl Fields<'_> {
    /// Returns the first value of the first of `tags` that has one.
    fn first(&self, tags: &[&str]) -> Option<String> {
        tags.iter()
            .find_map(|tag| self.0.iter().find(|field| field.tag == *tag))
            .map(TaggedField::line)
            .filter(|line| !line.is_empty())
    }

    /// Returns all values of `tags`, in the order of the file.
    fn all<'a>(&'a self, tags: &'a [&str]) -> impl Iterator<Item = &'a TaggedField> {
        self.0.iter().filter(move |field| tags.contains(&field.tag.as_str()))
    }

    fn people(&self, tags: &[&str]) -> Vec<Name> {
        self.all(tags).flat_map(|field| field.value.lines()).filter_map(person).collect()
    }
}

/// Reads a name: `Family, Given, Suffix`; Embase writes `Liu R.`
fn person(text: &str) -> Option<Name> {
    let text = text.trim();
    if crate::name::is_organisation(text.trim_end_matches(',')) && !text.trim_end_matches(',').contains(',') {
        return Some(Name::organisation(text.trim_end_matches(',')));
    }
    if text.contains(',') { Name::family_first(text) } else { Name::parse(text) }
}

fn record(type_name: &str, found: &[TaggedField]) -> SourceRecord {
    let fields = Fields(found);
    let kind = kind(type_name);
    let book = matches!(kind, WorkKind::Book);
    let within = matches!(kind, WorkKind::Chapter | WorkKind::ConferencePaper);
    let mut work = Work {
        kind,
        title: fields
            .first(if book { &["TI", "T1", "BT", "CT"] } else { &["TI", "T1", "CT"] })
            .and_then(|title| title_of(&title)),
        original_title: fields.first(&["OP"]).and_then(|title| title_of(&title)),
        authors: fields.people(&["AU", "A1"]),
        editors: fields.people(if book || within { &["ED", "A2"] } else { &["ED"] }),
        journal_ids: fields
            .all(&["SN"])
            .flat_map(|field| journal_id::issns(&field.line()).collect::<Vec<_>>())
            .collect(),
        publisher: fields.first(&["PB", "PU"]),
        date: date(&fields),
        volume: fields.first(&["VL"]),
        issue: fields.first(&["IS"]),
        pages: pages(&fields),
        edition: fields.first(&["ET"]).filter(|_| !matches!(kind, WorkKind::Article)),
        url: fields.all(&["UR", "LK"]).map(TaggedField::line).find(|url| url.starts_with("http")),
        language: fields.first(&["LA"]),
        summary: fields.first(&["AB", "N2"]),
        ..Work::default()
    };
    containers(&fields, &mut work);
    identify(&fields, &mut work);
    let mut subjects: Vec<String> = Vec::new();
    for line in fields.all(&["KW"]).flat_map(|field| field.value.lines()) {
        let subject = line.trim().trim_start_matches('*').to_owned();
        if !subject.is_empty() && !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    let types =
        fields.all(&["M3"]).map(TaggedField::line).filter(|kind| Identifier::doi(kind).is_none()).collect();
    SourceRecord { work, subjects, types, ..SourceRecord::default() }
}

/// Converts a title to plain text, without its full stop and the brackets of a translation.
fn title_of(title: &str) -> Option<String> {
    crate::pubmed::plain_title(crate::html_text::plain(title).into_owned())
}

/// Sets the journal or book, in full and abbreviated.
fn containers(fields: &Fields<'_>, work: &mut Work) {
    let full = match work.kind {
        // `T2` is the series of a book.
        WorkKind::Book => None,
        WorkKind::Chapter => fields.first(&["T2", "BT", "JF"]),
        _ => fields.first(&["JF", "T2", "BT", "JO"]),
    };
    let short = if matches!(work.kind, WorkKind::Book) {
        None
    } else {
        fields.first(&["JA", "J2", "JI", "JO", "J9"])
    };
    work.container = full.clone().or_else(|| short.clone());
    work.container_short =
        if full.is_some() { short.filter(|short| Some(short) != full.as_ref()) } else { None };
}

/// Returns first and last page; some programs write both into `SP`.
fn pages(fields: &Fields<'_>) -> Option<String> {
    let first = fields.first(&["SP"]);
    let last = fields.first(&["EP"]);
    match (first, last) {
        (Some(first), Some(last)) if !first.contains(['-', '\u{2013}']) && first != last => {
            Some(format!("{first}-{last}"))
        }
        (Some(first), _) => Some(first),
        (None, Some(last)) => Some(last),
        (None, None) => fields.first(&["C7", "AR"]),
    }
}

/// Returns the date: the year of `PY`, `Y1` or `DA`, with month and day from a date of the same
/// year.
fn date(fields: &Fields<'_>) -> Option<Date> {
    let dates: Vec<Date> =
        fields.all(&["PY", "Y1", "DA"]).filter_map(|field| slashed(&field.line())).collect();
    let year = ["PY", "Y1", "DA"]
        .iter()
        .find_map(|tag| fields.all(&[tag]).find_map(|field| slashed(&field.line())))
        .map(|date| date.year)?;
    let finest = dates
        .into_iter()
        .filter(|date| date.year == year)
        .max_by_key(|date| (date.month.is_some(), date.day.is_some()))?;
    if finest.month.is_some() {
        return Some(finest);
    }
    // Web of Science writes the month separately: `DA - SEP`.
    let month = fields
        .first(&["DA"])
        .filter(|text| !text.contains(|c: char| c.is_ascii_digit()))
        .and_then(|text| month_number(&text));
    Some(Date { year, month, day: None })
}

/// Parses `2012`, `2019//`, `2012/07/03`, `2019/10//undefined`, `2012-07-03`.
fn slashed(text: &str) -> Option<Date> {
    let mut parts = text.split(['/', '-', ' ']);
    let year = parts.next()?.trim();
    let year: i32 = if year.len() == 4 { year.parse().ok()? } else { return None };
    let month = parts.next().and_then(month_number);
    let day = parts.next().and_then(|day| day.parse().ok()).filter(|day| (1..=31).contains(day));
    Some(Date { year, month, day: day.filter(|_| month.is_some()) })
}

/// Tags whose values are notes and numbers of any kind.
const OTHER_TAGS: &[&str] = &[
    "N1", "AN", "ID", "M1", "M2", "U1", "U2", "U3", "U4", "U5", "C1", "C2", "C3", "C4", "C5", "C6", "C7",
    "C8",
];

/// Returns the DOI in a line of a note: `doi: 10.1000/1`, `10.1000/1 [doi]`,
/// `DOI = https://doi.org/10.1000/1`, or a bare DOI; `None` if the line has several.
fn labelled_doi(line: &str) -> Option<Identifier> {
    let line = line.trim();
    let is_alone = line.starts_with("10.") || line.to_ascii_lowercase().ends_with("[doi]");
    if is_alone && let Some(doi) = Identifier::doi(line) {
        return Some(doi);
    }
    if !line.to_ascii_lowercase().contains("doi") {
        return None;
    }
    let mut found = crate::find_identifiers(line).into_iter().filter_map(|found| {
        let label = line.get(found.whole.start as usize..found.span.start as usize)?.to_ascii_lowercase();
        found.result.ok().filter(|id| matches!(id, Identifier::Doi(_)) && label.contains("doi"))
    });
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// Reads DOI, PMID and other identifiers from the tags that programs use.
fn identify(fields: &Fields<'_>, work: &mut Work) {
    let ids = &mut work.identifiers;
    for field in fields.all(&["DO", "DI", "DOI", "M3", "L3"]) {
        if ids.doi().is_none() {
            ids.extend(Identifier::doi(&field.line()));
        }
    }
    // The accession number is a PMID if the database is PubMed.
    let medline = fields.all(&["DB", "DP"]).any(|field| {
        let name = field.line().to_lowercase();
        name.contains("medline") || name.contains("pubmed") || name == "nlm"
    });
    if medline {
        ids.extend(fields.first(&["AN"]).and_then(|number| Identifier::pmid(&number)));
    }
    for field in fields.all(&["PM", "PMID"]) {
        ids.extend(Identifier::pmid(&field.line()));
    }
    for field in fields.all(&["C2", "PMC", "PMCID"]) {
        let line = field.line();
        ids.extend(line.starts_with("PMC").then(|| Identifier::pmcid(&line)).flatten());
    }
    // Zotero writes them into a note.
    for line in fields.all(&["N1"]).flat_map(|field| field.value.lines()) {
        if ids.pmid().is_none() && (line.starts_with("PMID:") || line.starts_with("PMCID:")) {
            ids.extend(crate::find_identifiers(line).into_iter().filter_map(|found| found.result.ok()));
        }
    }
    // Rayyan and others write it into another field, after its label or with its kind in brackets.
    for line in fields.all(OTHER_TAGS).flat_map(|field| field.value.lines()) {
        if ids.doi().is_none() {
            ids.extend(labelled_doi(line));
        }
    }
    for field in fields.all(&["UR", "LK", "L2", "L1", "L4"]) {
        let line = field.line();
        let lower = line.to_ascii_lowercase();
        if ids.doi().is_none() && lower.contains("doi.org/10.") {
            ids.extend(Identifier::doi(&line));
        }
        if ids.pmid().is_none()
            && (lower.contains("pubmed.ncbi.nlm.nih.gov/") || lower.contains("ncbi.nlm.nih.gov/pubmed/"))
        {
            ids.extend(Identifier::pmid(&line));
        }
        if ids.arxiv().is_none() && lower.contains("arxiv.org/") {
            ids.extend(Identifier::arxiv(&line));
        }
    }
    if matches!(work.kind, WorkKind::Book | WorkKind::Chapter | WorkKind::ConferencePaper | WorkKind::Report)
    {
        for field in fields.all(&["SN", "BN"]) {
            let line = field.line();
            ids.extend(Identifier::isbn(line.split([' ', ';']).next().unwrap_or(&line)));
        }
    }
}

#[cfg(test)]
mod tests;
