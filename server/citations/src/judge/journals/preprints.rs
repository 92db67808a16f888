//! Detects preprints.

use referee_bibliography::{Work, WorkKind};
use referee_text::fold;

/// Returns whether a work is a preprint, by its kind, its venue or the server that registered its
/// DOI.
pub(crate) fn is_preprint(work: &Work) -> bool {
    match (&work.container, work.kind) {
        (Some(container), _) if is_preprint_server(container) => true,
        (Some(_), WorkKind::Preprint) => true,
        // The reference gives a journal or proceedings: the arXiv number only says where the text
        // can be read.
        (Some(_), _) => false,
        (None, WorkKind::Preprint) => true,
        (
            None,
            WorkKind::Unknown | WorkKind::WebPage | WorkKind::Report | WorkKind::Article | WorkKind::Other,
        ) => {
            work.publisher.as_deref().is_some_and(is_preprint_server)
                || work.identifiers.doi().is_some_and(is_preprint_doi)
                || (work.identifiers.arxiv().is_some() && work.identifiers.doi().is_none())
        }
        (None, _) => false,
    }
}

/// Returns whether a preprint server registered a DOI.
pub(in crate::judge) fn is_preprint_doi(doi: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "10.48550/arxiv",
        "10.21203/rs",
        "10.2139/ssrn",
        "10.26434/chemrxiv",
        "10.31234/",
        "10.31219/",
        "10.31235/",
        "10.20944/preprints",
        "10.22541/",
        "10.36227/techrxiv",
        "10.1101/20",
        "10.64898/",
        "10.31223/",
        "10.31222/",
        "10.35542/",
        "10.7287/peerj.preprints",
    ];
    // Before 2019, bioRxiv numbered its papers: 10.1101/123456.
    let numbered = doi
        .strip_prefix("10.1101/")
        .is_some_and(|rest| rest.len() >= 6 && rest.bytes().take(6).all(|byte| byte.is_ascii_digit()));
    numbered || PREFIXES.iter().any(|prefix| doi.starts_with(prefix))
}

/// Returns the server of a preprint, from its publisher or its DOI; `None` if the work is not a
/// preprint.
pub(in crate::judge) fn preprint_server(work: &Work) -> Option<String> {
    const SERVERS: &[(&str, &str)] = &[
        ("10.48550/", "arXiv"),
        ("10.1101/", "bioRxiv or medRxiv"),
        ("10.64898/", "bioRxiv or medRxiv"),
        ("10.21203/", "Research Square"),
        ("10.2139/", "SSRN"),
        ("10.26434/", "ChemRxiv"),
        ("10.31234/", "PsyArXiv"),
        ("10.31235/", "SocArXiv"),
        ("10.20944/", "Preprints.org"),
        ("10.36227/", "TechRxiv"),
        ("10.7287/", "PeerJ Preprints"),
    ];
    if !is_preprint(work) {
        return None;
    }
    let named = work.publisher.as_deref().filter(|publisher| is_preprint_server(publisher));
    let by_doi = || {
        let doi = work.identifiers.doi()?;
        SERVERS.iter().find(|(prefix, _)| doi.starts_with(prefix)).map(|(_, server)| *server)
    };
    let by_number = || work.identifiers.arxiv().map(|_| "arXiv");
    Some(named.or_else(by_doi).or_else(by_number).unwrap_or("a preprint server").to_owned())
}

fn is_preprint_server(name: &str) -> bool {
    let folded = fold::title(name);
    const SERVERS: &[&str] = &[
        "arxiv",
        "biorxiv",
        "medrxiv",
        "chemrxiv",
        "psyarxiv",
        "socarxiv",
        "techrxiv",
        "engrxiv",
        "eartharxiv",
        "edarxiv",
        "osf preprints",
        "research square",
        "ssrn",
        "computing research repository",
        "preprints org",
        "authorea",
        "e prints",
        "eprint archive",
        "peerj preprints",
        "preprint",
    ];
    folded == "corr"
        || folded.starts_with("corr abs")
        || folded == "preprints"
        || SERVERS.iter().any(|server| folded.contains(server))
}
