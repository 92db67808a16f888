//! Determines the kind of work that an entry describes.

use super::resolve::Fields;
use crate::{Identifiers, WorkKind, latex_text};
use std::sync::LazyLock;

/// A preprint server: one row of `preprint_servers.tsv`.
struct PreprintServer {
    /// How authors write it, in lower case.
    written: &'static str,
    /// Its name; `None` if the text is not a server's name, or is ambiguous outside of the journal
    /// field.
    name: Option<&'static str>,
}

static PREPRINT_SERVERS: LazyLock<Vec<PreprintServer>> = LazyLock::new(|| {
    let lines = include_str!("../../data/preprint_servers.tsv").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(written, name)| PreprintServer { written, name: (name != "-").then_some(name) })
        .collect()
});

/// Returns the kind, from the type of the entry and hints in its fields.
pub(super) fn kind(entry: &str, fields: &Fields, identifiers: &Identifiers) -> WorkKind {
    let plain = |names: &[&str]| fields.get(names).map(latex_text::plain).unwrap_or_default().to_lowercase();
    let hints = plain(&["howpublished", "type", "note"])
        + " "
        + &plain(&["note", "type"])
        + " "
        + &plain(&["archiveprefix", "eprinttype"]);
    let journal = plain(&["journal", "journaltitle"]);
    let url = plain(&["url", "howpublished"]);
    match entry {
        "article" | "review" | "suppperiodical" | "article-journal" | "shortarticle" => {
            if is_server(&journal) || (journal.is_empty() && is_preprint(fields, identifiers, &hints)) {
                WorkKind::Preprint
            } else if matches!(plain(&["entrysubtype"]).as_str(), "newspaper" | "magazine") {
                WorkKind::Other
            } else {
                WorkKind::Article
            }
        }
        "preprint" => WorkKind::Preprint,
        "inproceedings" | "conference" | "paper-conference" => WorkKind::ConferencePaper,
        "book" | "mvbook" | "collection" | "mvcollection" | "proceedings" | "mvproceedings" | "reference"
        | "mvreference" | "booklet" | "periodical" => WorkKind::Book,
        "inbook" | "bookinbook" | "suppbook" | "incollection" | "suppcollection" | "inreference" => {
            WorkKind::Chapter
        }
        "phdthesis" | "mastersthesis" | "thesis" | "bachelorsthesis" | "masterthesis" => WorkKind::Thesis,
        "techreport" | "report" | "workingpaper" => {
            if is_server(&plain(&["institution"])) || is_preprint(fields, identifiers, &hints) {
                WorkKind::Preprint
            } else {
                WorkKind::Report
            }
        }
        // R's `citation()` lists every package as a manual.
        "manual" => {
            let all =
                format!("{hints} {url} {} {}", plain(&["title"]), plain(&["organization", "publisher"]));
            let software = [
                "r package",
                "r foundation",
                "software",
                "version",
                "cran.",
                "github.com",
                "package",
                "toolbox",
                "library for",
                "user guide",
                "user's guide",
                "r-project.org",
                "computing",
            ];
            if software.iter().any(|hint| all.contains(hint)) { WorkKind::Software } else { WorkKind::Report }
        }
        "software" | "softwareversion" | "softwaremodule" | "codefragment" | "program" => WorkKind::Software,
        "dataset" | "data" => WorkKind::Dataset,
        "patent" => WorkKind::Patent,
        "standard" => WorkKind::Standard,
        "online" | "electronic" | "www" | "webpage" | "website" | "internet" => {
            if is_trial(&url, identifiers) {
                WorkKind::Trial
            } else if is_preprint(fields, identifiers, &hints) {
                WorkKind::Preprint
            } else {
                WorkKind::WebPage
            }
        }
        "unpublished" => {
            if is_preprint(fields, identifiers, &hints) {
                WorkKind::Preprint
            } else {
                WorkKind::Other
            }
        }
        "artwork" | "audio" | "bibnote" | "case" | "commentary" | "image" | "jurisdiction" | "legal"
        | "legislation" | "letter" | "movie" | "music" | "performance" | "video" | "newspaper" | "bill"
        | "film" | "broadcast" | "speech" | "interview" | "talk" | "presentation" | "map" | "comment_law"
        | "hearing" | "statute" => WorkKind::Other,
        _ => other_kind(fields, identifiers, &hints, &journal, &url),
    }
}

/// Returns the kind of `@misc` and of types that no style defines.
fn other_kind(fields: &Fields, identifiers: &Identifiers, hints: &str, journal: &str, url: &str) -> WorkKind {
    let says = |words: &[&str]| words.iter().any(|word| hints.contains(word));
    if is_trial(url, identifiers) {
        WorkKind::Trial
    } else if is_server(journal) || is_preprint(fields, identifiers, hints) {
        WorkKind::Preprint
    } else if !journal.is_empty() {
        WorkKind::Article
    } else if says(&["thesis", "dissertation"]) {
        WorkKind::Thesis
    } else if says(&["dataset", "data set", "database"]) {
        WorkKind::Dataset
    } else if says(&["software", "computer program", "r package", "python package"])
        || ["github.com/", "gitlab.com/", "cran.r-project.org", "pypi.org", "bioconductor.org"]
            .iter()
            .any(|host| url.contains(host))
    {
        WorkKind::Software
    } else if says(&["report", "white paper", "guideline"]) {
        WorkKind::Report
    } else if says(&["patent"]) {
        WorkKind::Patent
    } else if fields.get(&["booktitle"]).is_some() {
        WorkKind::Chapter
    } else if identifiers.doi().is_none()
        && identifiers.pmid().is_none()
        && (fields.get(&["url"]).is_some() || url.contains("http") || url.contains("www."))
    {
        WorkKind::WebPage
    } else if identifiers.is_empty() && fields.get(&["isbn"]).is_some() {
        WorkKind::Book
    } else {
        WorkKind::Unknown
    }
}

/// Whether a journal or publisher, in lower case, is a preprint server.
pub(crate) fn is_server(journal: &str) -> bool {
    PREPRINT_SERVERS.iter().any(|server| {
        journal
            .strip_prefix(server.written)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    }) || journal.contains("preprint")
        || ["abs/", "arxiv:"].iter().any(|mark| journal.starts_with(mark))
        || journal.starts_with("available at ssrn")
        || journal.starts_with("ssrn ")
}

/// Returns the preprint server mentioned in `howpublished`, `note` and similar fields instead of
/// `journal`.
pub(super) fn server_in_notes(fields: &Fields) -> Option<&'static str> {
    let texts = ["howpublished", "note", "type", "addendum", "pubstate", "archiveprefix", "eprinttype"];
    texts.into_iter().filter_map(|name| fields.get(&[name])).find_map(|text| {
        let text = latex_text::plain(text).to_lowercase();
        PREPRINT_SERVERS.iter().filter(|server| text.contains(server.written)).find_map(|server| server.name)
    })
}

fn is_preprint(fields: &Fields, identifiers: &Identifiers, hints: &str) -> bool {
    if fields.get(&["booktitle"]).is_some() {
        return false;
    }
    let publisher =
        fields.get(&["publisher", "institution"]).map(latex_text::plain).unwrap_or_default().to_lowercase();
    let doi = identifiers.doi().unwrap_or_default();
    identifiers.arxiv().is_some()
        || is_server(&publisher)
        || hints.contains("preprint")
        || hints.contains("arxiv")
        || [
            "10.1101/20",
            "10.1101/1",
            "10.1101/2",
            "10.48550/",
            "10.21203/",
            "10.2139/ssrn",
            "10.20944/",
            "10.31234/",
            "10.26434/",
        ]
        .iter()
        .any(|prefix| doi.starts_with(prefix))
}

fn is_trial(url: &str, identifiers: &Identifiers) -> bool {
    identifiers.iter().any(|id| matches!(id, crate::Identifier::Trial(_)))
        || (url.contains("clinicaltrials.gov/") && url.contains("nct"))
}
