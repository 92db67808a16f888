//! Determines the kind of work that an item describes.

use super::field_ranges::FieldRanges;
use super::remarks::Remarks;
use crate::{Work, WorkKind};
use regex::Regex;
use std::sync::LazyLock;

/// Returns the kind of work that the item describes.
pub(super) fn kind(work: &Work, parts: &FieldRanges, remarks: &Remarks, source: &str) -> WorkKind {
    static PREPRINT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:medrxiv|biorxiv|arxiv|chemrxiv|psyarxiv|socarxiv|research square|ssrn|osf preprints|preprints?\.org|preprint)\b").expect("the pattern is valid")
    });
    let lower = source.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| remarks.text.contains(word));
    let journal = work.container.as_deref().unwrap_or_default();
    let numbered = work.volume.is_some() || work.issue.is_some();
    if has(&["dissertation", "thesis", "tesis"])
        || lower.contains("doctoral dissertation")
        || lower.contains("phd thesis")
        || lower.contains("ph.d. thesis")
        || lower.contains("tesis doctoral")
    {
        return WorkKind::Thesis;
    }
    if has(&["software", "computer"]) || lower.contains("r package version") {
        return WorkKind::Software;
    }
    if has(&["data set", "dataset", "database"]) {
        return WorkKind::Dataset;
    }
    if has(&["preprint"]) || PREPRINT.is_match(journal) || (!numbered && PREPRINT.is_match(source)) {
        return WorkKind::Preprint;
    }
    if lower.contains("clinicaltrials.gov") && journal.is_empty() && !numbered {
        return WorkKind::Trial;
    }
    if parts.within || lower.contains("proceedings of") || lower.contains(" in proc. ") {
        let words = ["proceedings", "proc.", "conference", "symposium", "workshop", "congress", "meeting"];
        let conference = words.iter().any(|word| {
            journal.to_lowercase().contains(word) || (journal.is_empty() && lower.contains(word))
        });
        if parts.within {
            return if conference { WorkKind::ConferencePaper } else { WorkKind::Chapter };
        }
        if conference && !numbered {
            return WorkKind::ConferencePaper;
        }
    }
    if !journal.is_empty() && (numbered || work.pages.is_some()) || work.identifiers.pmid().is_some() {
        return WorkKind::Article;
    }
    if parts.published || parts.edition.is_some() || work.identifiers.isbn().is_some() {
        return WorkKind::Book;
    }
    if work.url.is_some() && work.identifiers.is_empty() {
        return WorkKind::WebPage;
    }
    if work.identifiers.trial().is_some() && journal.is_empty() && work.identifiers.doi().is_none() {
        return WorkKind::Trial;
    }
    WorkKind::Unknown
}
