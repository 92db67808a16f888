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
mod openalex;
mod openlibrary;
mod openreview;
mod package;
mod pubmed;
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

/// The search of the web, where the user names an address for it. It is none of [`all`]: it lists no works, and nothing
/// that it says counts by itself.
#[must_use]
pub fn web() -> &'static dyn Service {
    &web::Web
}
