//! Determines where works of a kind are listed: preprint servers, repositories or nowhere.

use super::holdings::doi_prefix;
use crate::words;
use referee_bibliography::{Identifier, Work, WorkKind};

/// Returns the kind of a work whose fields are more specific than its type, such as `@article` with
/// `journal = {arXiv}`.
pub fn kind_of(work: &Work) -> WorkKind {
    match work.kind {
        WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Unknown if on_preprint_server(work) => {
            WorkKind::Preprint
        }
        WorkKind::Unknown
            if work.identifiers.iter().any(|identifier| matches!(identifier, Identifier::Trial(_)))
                && work.title.is_none() =>
        {
            WorkKind::Trial
        }
        kind => kind,
    }
}

/// Whether no collection lists works of this kind. A PubMed or arXiv identifier does not change
/// that: a data set may have that of its article.
pub fn listed_nowhere(work: &Work) -> bool {
    matches!(
        work.kind,
        WorkKind::WebPage
            | WorkKind::Thesis
            | WorkKind::Software
            | WorkKind::Dataset
            | WorkKind::Standard
            | WorkKind::Patent
            | WorkKind::Report
            | WorkKind::Other
    ) || (work.kind == WorkKind::Book && work.identifiers.doi().is_none())
}

/// Whether the work has only a DOI.
pub(super) fn is_bare_doi(work: &Work) -> bool {
    let only_dois = work.identifiers.iter().all(|identifier| matches!(identifier, Identifier::Doi(_)));
    work.title.is_none() && work.container.is_none() && only_dois && work.identifiers.doi().is_some()
}

/// The prefixes of repositories that register the DOIs of data, slides and programs at DataCite:
/// Zenodo, figshare, Dryad, Dataverse, Mendeley Data, OSF, GigaDB, ResearchGate, GBIF,
/// protocols.io, Code Ocean, ICPSR, PDB, PANGAEA, NASA's Earth data.
const REPOSITORIES: &[&str] = &[
    "10.5281", "10.6084", "10.5061", "10.7910", "10.17632", "10.17605", "10.5524", "10.13140", "10.15468",
    "10.17504", "10.24433", "10.3886", "10.2210", "10.1594", "10.5067",
];

/// Whether the DOI belongs to a repository.
pub(super) fn in_repository(work: &Work) -> bool {
    work.identifiers.doi().and_then(doi_prefix).is_some_and(|prefix| REPOSITORIES.contains(&prefix))
}

pub(super) fn is_nct(identifier: &Identifier) -> bool {
    matches!(identifier, Identifier::Trial(id) if id.starts_with("NCT"))
}

/// Whether the work is a preprint on arXiv, by identifier, journal or address.
pub fn on_arxiv(work: &Work) -> bool {
    work.identifiers.arxiv().is_some()
        || work.identifiers.doi().is_some_and(|doi| doi.starts_with("10.48550/"))
        || names(work).any(|name| name == "corr" || name.starts_with("arxiv") || name.contains(" arxiv"))
        || work.url.as_deref().is_some_and(|url| url.contains("arxiv.org/"))
}

/// Whether the work is on a preprint server.
pub fn on_preprint_server(work: &Work) -> bool {
    names(work).any(|name| {
        name == "corr"
            || [
                "arxiv",
                "biorxiv",
                "medrxiv",
                "chemrxiv",
                "psyarxiv",
                "research square",
                "ssrn",
                "preprints",
                "osf preprints",
                "techrxiv",
            ]
            .iter()
            .any(|server| name.starts_with(server))
    })
}

fn names(work: &Work) -> impl Iterator<Item = String> {
    [&work.container, &work.publisher].into_iter().flatten().map(|name| words::journal_key(name))
}
