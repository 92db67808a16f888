//! The online sources, one file each.
//!
//! A [`Service`] does no I/O. It builds the requests for a set of questions, as few as the service
//! allows, and parses the responses. The gate, the cache and the look-up scheduler send, wait,
//! remember and give up. To add a source, write its file and add one line to [`all`].

mod arxiv;
mod arxiv_sources;
mod clinicaltrials;
mod cran;
mod crossref;
mod datacite;
mod dblp;
mod doi;
mod europepmc;
mod europepmc_full_text;
mod full_text;
mod github;
mod idconv;
mod internetarchive;
mod mechanism;
mod openalex;
mod openlibrary;
mod openreview;
mod opentargets;
mod package;
mod pubmed;
mod pubtator;
mod pypi;
mod query;
mod relevance;
mod semanticscholar;
mod service;
mod softwareheritage;
#[cfg(test)]
mod tests;
mod value;
mod web;
mod webpage;
mod wire;

pub use full_text::FullTextService;
pub use mechanism::{
    ListedTarget, MarkedPassage, MarkedText, MechanismAnswer, MechanismQuestion, MechanismService, NameKind,
    NameMark, NamedEntity, Partner, TargetAction,
};
pub use relevance::{bearing, relevant};
pub(crate) use service::without_controls;
pub use service::{
    Access, Body, Budget, Disclosure, Limit, NotAnAnswer, RateHeaders, Reading, Request, Response, Service,
    ServiceEndpoint,
};

/// Returns all services, in the order in which they are asked.
#[must_use]
pub fn all() -> &'static [&'static dyn Service] {
    &[
        &pubmed::PubMed,
        &crossref::Crossref,
        &europepmc::EuropePmc,
        &openalex::OpenAlex,
        &doi::Doi,
        &datacite::DataCite,
        &arxiv::Arxiv,
        &clinicaltrials::ClinicalTrials,
        &idconv::IdConv,
        &semanticscholar::SemanticScholar,
        &openlibrary::OpenLibrary,
        &webpage::WebPage,
        &softwareheritage::SoftwareHeritage,
        &internetarchive::InternetArchive,
        &dblp::Dblp,
        &openreview::OpenReview,
        &cran::CRAN,
        &pypi::PYPI,
        &github::GitHub,
    ]
}

/// Returns the services that know which substance acts on which target, in the order in which they
/// are asked. They answer no question about a work, so they are not part of [`all`].
#[must_use]
pub fn of_mechanisms() -> &'static [&'static dyn MechanismService] {
    &[&opentargets::OpenTargets, &pubtator::PubTator]
}

/// Returns the services that send the full text of open-access works, in the order in which they are
/// asked. They answer no question about a work, so they are not part of [`all`].
#[must_use]
pub fn of_full_texts() -> &'static [&'static dyn FullTextService] {
    &[&europepmc_full_text::EuropePmcFullText, &arxiv_sources::ArxivSources]
}

/// Returns the web search, used if the user configures an address for it. It is not part of
/// [`all`]: it lists no works, and its results prove nothing on their own.
#[must_use]
pub fn web() -> &'static dyn Service {
    &web::Web
}
