//! The ranking of sources.

use crate::Service;

/// Returns the rank of a source; lower is better. Users' imports come last, because they may
/// contain the very error that is being looked for.
#[must_use]
pub fn rank(source: &str) -> u8 {
    match Service::named(source) {
        Some(Service::PubMed | Service::ClinicalTrials) => return 0,
        Some(Service::Crossref) => return 1,
        Some(Service::EuropePmc | Service::DataCite | Service::Arxiv | Service::Dblp) => return 2,
        Some(
            Service::OpenAlex
            | Service::SemanticScholar
            | Service::OpenLibrary
            | Service::OpenReview
            | Service::Cran
            | Service::Pypi
            | Service::GitHub,
        ) => return 3,
        _ => {}
    }
    match source {
        "aclanthology" => 2,
        "retraction-watch" => 4,
        "nbib" => 5,
        "csl" | "csl-json" => 6,
        "ris" => 7,
        _ => 8,
    }
}

/// Whether the source is a user's file, which may contain typing errors.
#[must_use]
pub fn is_typed(source: &str) -> bool {
    rank(source) > rank("retraction-watch")
}
