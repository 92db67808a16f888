//! What each field may be called in BibTeX, the preferred name first.

use crate::FieldName;

pub(super) const TITLE: &[&str] = &["title"];
pub(super) const AUTHORS: &[&str] = &["author"];
pub(super) const YEAR: &[&str] = &["date", "year"];
pub(super) const JOURNAL: &[&str] = &["journal", "journaltitle", "booktitle", "fulljournal"];
pub(super) const VOLUME: &[&str] = &["volume"];
pub(super) const ISSUE: &[&str] = &["number", "issue"];
pub(super) const PAGES: &[&str] =
    &["pages", "eid", "article-number", "articleno", "elocation-id", "articlenumber", "page"];
pub(super) const DOI: &[&str] = &["doi"];
pub(super) const PMID: &[&str] = &["pmid", "pubmed", "pubmedid"];
pub(super) const PMCID: &[&str] = &["pmcid", "pmc"];
pub(super) const ARXIV: &[&str] = &["eprint", "arxivid", "arxiv"];
pub(super) const URL: &[&str] = &["url"];
pub(super) const ISBN: &[&str] = &["isbn"];

/// Returns what `field` may be called, the preferred name first.
pub(super) fn names(field: FieldName) -> &'static [&'static str] {
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
