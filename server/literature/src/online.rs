//! The online sources: a file each.
//!
//! A [`Service`] does no I/O. It says which requests answer a set of questions, as few as the service allows, and
//! reads what came back. Sending, waiting, remembering and giving up are the business of the gate, the cache and
//! the scheduler of look-ups. To add a source, write its file and one line in [`all`].

mod arxiv;
mod clinicaltrials;
mod cran;
mod crossref;
mod datacite;
mod dblp;
mod doi;
mod europepmc;
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

/// All services, in the order in which they are asked.
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

/// The services that know what acts on what, in the order in which they are asked. They answer no question about a
/// work, so [`all`] does not have them.
#[must_use]
pub fn of_mechanisms() -> &'static [&'static dyn MechanismService] {
    &[&opentargets::OpenTargets, &pubtator::PubTator]
}

/// The search of the web, where the user names an address for it. It is none of [`all`]: it lists no works, and nothing
/// that it says counts by itself.
#[must_use]
pub fn web() -> &'static dyn Service {
    &web::Web
}
