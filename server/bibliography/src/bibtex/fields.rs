//! Converts the fields of an entry into a [`Work`].

use super::file::BibtexFile;
use super::resolve::Fields;
use super::{date, kind, known, names};
use crate::gather::{add, addresses, labelled, trials};
use crate::program::RepeatedField;
use crate::{Identifier, Identifiers, Work, WorkKind, journal_id, latex_text};
use referee_text::Rope;

impl BibtexFile {
    /// Returns the work that the entry describes.
    pub(crate) fn work(&self, text: &Rope, index: usize, repeated: RepeatedField) -> Work {
        let (kind, fields) = self.fields(text, index, repeated);
        work(&kind, &fields)
    }
}

/// Returns the work described by an entry of the type `entry` (in lower case) with these fields.
fn work(entry: &str, fields: &Fields) -> Work {
    let text = |names: &[&str]| fields.get(names).map(latex_text::plain).filter(|text| !text.is_empty());
    let identifiers = identifiers(entry, fields);
    let kind = kind::kind(entry, fields, &identifiers);
    let (authors, authors_truncated) = fields.get(known::AUTHORS).map(names::parse).unwrap_or_default();
    let (editors, _) = fields.get(&["editor"]).map(names::parse).unwrap_or_default();
    let container = text(known::JOURNAL).or_else(|| text(&["shortjournal", "maintitle"]));
    let container_short = text(&["shortjournal", "journalabbr", "journal-abbrev", "journal_abbrev"])
        .filter(|short| Some(short) != container.as_ref());
    let has_container = container.is_some();
    // The number of a report is not an issue.
    let has_issues = matches!(
        kind,
        WorkKind::Article
            | WorkKind::Preprint
            | WorkKind::ConferencePaper
            | WorkKind::Unknown
            | WorkKind::Other
    );
    Work {
        kind,
        title: text(known::TITLE).or_else(|| text(&["titleaddon"])),
        subtitle: text(&["subtitle"]),
        original_title: text(&["origtitle"]),
        authors,
        authors_truncated,
        editors,
        container: container.map(|container| match text(&["journalsubtitle", "booksubtitle"]) {
            Some(subtitle) if !container.contains(&subtitle) => format!("{container}: {subtitle}"),
            _ => container,
        }),
        container_short,
        container_others: Vec::new(),
        journal_ids: text(&["issn"]).map(|text| journal_id::issns(&text).collect()).unwrap_or_default(),
        publisher: text(&["publisher", "institution", "school", "organization"]).or_else(|| {
            // "howpublished = {arXiv preprint}" without a number gives the server, as "journal =
            // {arXiv}" does.
            let server =
                kind::server_in_notes(fields).filter(|_| kind == WorkKind::Preprint && !has_container);
            server.map(str::to_owned)
        }),
        date: date::date(
            text(&["date"]).as_deref(),
            text(&["year"]).as_deref(),
            text(&["month"]).as_deref(),
            text(&["day"]).as_deref(),
        ),
        online_date: None,
        volume: text(known::VOLUME).filter(|volume| !volume.starts_with("abs/")),
        issue: text(known::ISSUE).filter(|_| has_issues),
        pages: text(known::PAGES).map(|pages| pages.replace('–', "-").replace(" - ", "-")),
        edition: text(&["edition"]),
        identifiers,
        url: url(fields),
        language: text(&["language", "langid"]),
        summary: text(&["abstract"]),
        printed: None,
    }
    .with_printed_reference(fields)
}

fn url(fields: &Fields) -> Option<String> {
    if let Some(url) = fields.get(known::URL).map(latex_text::verbatim).filter(|url| !url.is_empty()) {
        return Some(url);
    }
    let text = latex_text::verbatim(fields.get(&["howpublished", "note"])?);
    let start = text.find("http://").or_else(|| text.find("https://"))?;
    let rest = text.get(start..)?;
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"')).unwrap_or(rest.len());
    let url = rest.get(..end)?.trim_end_matches(['.', ',', ';', ')']);
    (url.len() > 8).then(|| url.to_owned())
}

fn identifiers(entry: &str, fields: &Fields) -> Identifiers {
    let mut found = Identifiers::default();
    let verbatim = |names: &[&str]| fields.get(names).map(latex_text::verbatim);
    if let Some(doi) = verbatim(known::DOI) {
        add(&mut found, Identifier::doi(&doi).or_else(|| contained_doi(&doi)));
        if doi.to_ascii_lowercase().contains("arxiv") {
            add(&mut found, Identifier::arxiv(&doi));
        }
    }
    if let Some(pmid) = verbatim(known::PMID) {
        add(&mut found, Identifier::pmid(&pmid));
    }
    if let Some(pmcid) = verbatim(known::PMCID) {
        add(&mut found, Identifier::pmcid(&pmcid));
    }
    eprint(fields, &mut found);
    if let Some(arxiv) = verbatim(&["arxivid", "arxiv"]) {
        add(&mut found, Identifier::arxiv(&arxiv));
    }
    // `journal = {arXiv preprint arXiv:1706.03762}`, `volume = {abs/1706.03762}`.
    for name in ["journal", "journaltitle", "volume", "number", "note", "howpublished", "pages", "publisher"]
    {
        if let Some(text) = verbatim(&[name]) {
            let folded = text.to_ascii_lowercase();
            for mark in ["arxiv:", "abs/"] {
                if let Some(at) = folded.find(mark) {
                    let rest = text.get(at + mark.len()..).unwrap_or_default().trim_start();
                    let id =
                        rest.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ']' | ')')).next();
                    add(&mut found, id.and_then(Identifier::arxiv));
                }
            }
        }
    }
    for name in ["note", "annote", "annotation", "extra", "howpublished", "addendum"] {
        if let Some(text) = verbatim(&[name]) {
            labelled(&text, &mut found);
        }
    }
    for name in ["url", "ee", "link", "howpublished", "note"] {
        if let Some(text) = verbatim(&[name]) {
            addresses(&text, &mut found);
        }
    }
    for name in ["isbn", "isbn13", "isbn-13"] {
        if let Some(text) = verbatim(&[name]) {
            for part in text.split([',', ';', ' ']).filter(|part| part.len() >= 10) {
                add(&mut found, Identifier::isbn(part));
            }
            if found.isbn().is_none() {
                add(&mut found, Identifier::isbn(&text));
            }
        }
    }
    if !matches!(entry, "article" | "review" | "inproceedings" | "book" | "inbook" | "incollection") {
        for name in ["url", "howpublished", "note", "number", "eprint"] {
            if let Some(text) = verbatim(&[name]) {
                trials(&text, &mut found);
            }
        }
    }
    found
}

/// Returns the DOI in a field that holds more: another identifier or a RIS tag after it, a comment
/// sign before it, or a line break within it.
fn contained_doi(field: &str) -> Option<Identifier> {
    let bare = field.trim().trim_start_matches('%').trim_start();
    let other = ["pmid", "pmcid", "pmc", "lk  -", "ur  -", "http://", "https://", "issn", "isbn", "arxiv"];
    let folded = bare.to_ascii_lowercase();
    let is_boundary = |at: usize| {
        folded
            .get(..at)
            .is_some_and(|before| before.ends_with(|c: char| c.is_whitespace() || matches!(c, ';' | ',')))
    };
    let starts = other.iter().flat_map(|label| folded.match_indices(label)).map(|(at, _)| at);
    let end = starts.filter(|at| *at > 0 && is_boundary(*at)).min().unwrap_or(bare.len());
    let doi = bare.get(..end)?.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
    Identifier::doi(doi)
}

fn eprint(fields: &Fields, found: &mut Identifiers) {
    let Some(eprint) = fields.get(&["eprint"]).map(latex_text::verbatim) else {
        return;
    };
    let kind = fields
        .get(&["eprinttype", "archiveprefix", "archive"])
        .map(latex_text::plain)
        .unwrap_or_default()
        .to_lowercase();
    match kind.as_str() {
        "pubmed" | "pmid" | "medline" => add(found, Identifier::pmid(&eprint)),
        "pmc" | "pmcid" | "pubmedcentral" | "pubmed central" => add(found, Identifier::pmcid(&eprint)),
        "" => {
            // Without a type, accept only what looks like an arXiv number; other values may be
            // addresses.
            if let Some(arxiv) = Identifier::arxiv(&eprint) {
                add(found, Some(arxiv));
            } else {
                addresses(&eprint, found);
            }
        }
        _ if kind.contains("arxiv") => {
            let with_class = fields
                .get(&["eprintclass", "primaryclass"])
                .map(latex_text::plain)
                .filter(|_| !eprint.contains(['/', '.', ':']))
                .map(|class| format!("{}/{eprint}", class.split('.').next().unwrap_or_default()));
            add(found, Identifier::arxiv(&eprint).or_else(|| Identifier::arxiv(&with_class?)));
        }
        _ => addresses(&eprint, found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doi_is_found_in_a_field_that_holds_more() {
        for field in [
            "%doi:10.1017/jfm.2016.420",
            "10.1017/jfm.2016.420; PMID 1",
            "10.1017/jfm.2016.420, PMCID: PMC1",
            "10.1017/jfm.2016.420     LK  - https://example.org/x",
        ] {
            let doi = contained_doi(field);
            assert_eq!(doi, Identifier::doi("10.1017/jfm.2016.420"), "{field}");
        }
        assert_eq!(contained_doi("10.1017/jfm 2016"), None);
        assert_eq!(contained_doi("see the publisher"), None);
        assert_eq!(
            Identifier::doi("10.1037//0022-3514.71.2.230"),
            Identifier::doi("10.1037/0022-3514.71.2.230")
        );
    }
}
