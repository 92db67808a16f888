//! From the fields of an entry to a [`Work`].

use super::resolve::Fields;
use super::{date, kind, names};
use crate::{Identifier, Identifiers, Work, WorkKind, latex_text};

/// The names of the fields that may hold something, the best first.
pub(super) mod known {
    use crate::FieldName;

    pub(in crate::bibtex) const TITLE: &[&str] = &["title"];
    pub(in crate::bibtex) const AUTHORS: &[&str] = &["author"];
    pub(in crate::bibtex) const YEAR: &[&str] = &["date", "year"];
    pub(in crate::bibtex) const JOURNAL: &[&str] = &["journal", "journaltitle", "booktitle", "fulljournal"];
    pub(in crate::bibtex) const VOLUME: &[&str] = &["volume"];
    pub(in crate::bibtex) const ISSUE: &[&str] = &["number", "issue"];
    pub(in crate::bibtex) const PAGES: &[&str] =
        &["pages", "eid", "article-number", "articleno", "elocation-id", "articlenumber", "page"];
    pub(in crate::bibtex) const DOI: &[&str] = &["doi"];
    pub(in crate::bibtex) const PMID: &[&str] = &["pmid", "pubmed", "pubmedid"];
    pub(in crate::bibtex) const PMCID: &[&str] = &["pmcid", "pmc"];
    pub(in crate::bibtex) const ARXIV: &[&str] = &["eprint", "arxivid", "arxiv"];
    pub(in crate::bibtex) const URL: &[&str] = &["url"];
    pub(in crate::bibtex) const ISBN: &[&str] = &["isbn"];

    /// The names that `field` may have.
    pub(in crate::bibtex) fn names(field: FieldName) -> &'static [&'static str] {
        match field {
            FieldName::Title => TITLE,
            FieldName::Authors => AUTHORS,
            FieldName::Year => YEAR,
            FieldName::Journal => JOURNAL,
            FieldName::Volume => VOLUME,
            FieldName::Issue => ISSUE,
            FieldName::Pages => PAGES,
            FieldName::Doi => DOI,
            FieldName::Pmid => PMID,
            FieldName::Pmcid => PMCID,
            FieldName::Arxiv => ARXIV,
            FieldName::Url => URL,
            FieldName::Isbn => ISBN,
        }
    }
}

/// The work that an entry of the type `entry` (in lower case) with these fields describes.
pub(super) fn work(entry: &str, fields: &Fields) -> Work {
    let text = |names: &[&str]| fields.get(names).map(latex_text::plain).filter(|text| !text.is_empty());
    let identifiers = identifiers(entry, fields);
    let kind = kind::kind(entry, fields, &identifiers);
    let (authors, authors_truncated) = fields.get(known::AUTHORS).map(names::parse).unwrap_or_default();
    let (editors, _) = fields.get(&["editor"]).map(names::parse).unwrap_or_default();
    let container = text(known::JOURNAL).or_else(|| text(&["shortjournal", "maintitle"]));
    let container_short = text(&["shortjournal", "journalabbr", "journal-abbrev", "journal_abbrev"])
        .filter(|short| Some(short) != container.as_ref());
    // A report's number is no issue.
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
        publisher: text(&["publisher", "institution", "school", "organization"]),
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
    }
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
        add(&mut found, Identifier::doi(&doi));
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
                for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
                    if word.len() == 11 && word.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("nct"))
                    {
                        add(&mut found, Identifier::trial(word));
                    }
                }
            }
        }
    }
    found
}

/// The first of a kind counts: what stands in its own field is not overruled by a note.
fn add(found: &mut Identifiers, identifier: Option<Identifier>) {
    let Some(identifier) = identifier else {
        return;
    };
    let known = match &identifier {
        Identifier::Doi(_) => found.doi().is_some(),
        Identifier::Pmid(_) => found.pmid().is_some(),
        Identifier::Pmcid(_) => found.pmcid().is_some(),
        Identifier::Arxiv(..) => found.arxiv().is_some(),
        Identifier::Trial(_) | Identifier::Isbn(_) => false,
    };
    if !known {
        found.insert(identifier);
    }
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
            // Without a type only what looks like an arXiv number is one; a reprint's address is not.
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

/// `PMID: 123`, `PMCID: PMC123`, `doi:10.1/x` in a note.
fn labelled(text: &str, found: &mut Identifiers) {
    let folded = text.to_ascii_lowercase();
    for label in ["pmcid", "pmid", "doi:"] {
        let Some(at) = folded.find(label) else {
            continue;
        };
        let rest = text.get(at + label.len()..).unwrap_or_default();
        let rest = rest.trim_start_matches([':', '=', ' ', '#']);
        let word = rest
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ']'))
            .next()
            .unwrap_or_default();
        let word = word.trim_end_matches(['.', ')']);
        match label {
            "pmcid" => add(found, Identifier::pmcid(word)),
            "pmid" => add(found, Identifier::pmid(word)),
            _ => add(found, Identifier::doi(word)),
        }
    }
}

/// The identifiers in the addresses that stand in `text`.
fn addresses(text: &str, found: &mut Identifiers) {
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '|')) {
        let folded = word.to_ascii_lowercase();
        let word = word.trim_end_matches([',', ';', ')', '.']);
        if let Some(at) = folded.find("doi.org/10.") {
            add(found, word.get(at + 8..).and_then(|doi| Identifier::doi(&percent_decoded(doi))));
        } else if folded.contains("arxiv.org/") {
            add(found, Identifier::arxiv(word));
        } else if folded.contains("/pmc/articles/") || folded.contains("pmc.ncbi.nlm.nih.gov/articles/") {
            add(found, Identifier::pmcid(word));
        } else if folded.contains("ncbi.nlm.nih.gov/pubmed/")
            || folded.contains("pubmed.ncbi.nlm.nih.gov/")
            || folded.contains("pubmed.gov/")
        {
            add(found, Identifier::pmid(word));
        }
    }
}

/// The text with `%2F` and the like resolved.
fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = bytes.get(at + 1..at + 3).and_then(|code| std::str::from_utf8(code).ok());
        match code.filter(|_| *byte == b'%').and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
