//! The online services from the perspective of judging: their identifiers, and the works that each
//! lists.
//!
//! A [`ServiceProfile`] is data. The crate that accesses the network knows how to query a service
//! and how to parse its answers; this crate decides what the absence of an answer means.

mod computing;
mod coverage;
mod venues;

pub use coverage::{is_datacite_doi, is_number_of_acm, is_of_life_sciences};

use crate::{Coverage, Service};
use referee_bibliography::{Work, WorkKind};
use referee_text::Phrase;

/// What is known about an online service before it is queried.
#[derive(Clone, Copy, Debug)]
pub struct ServiceProfile {
    /// The service.
    pub service: Service,
    /// Its name in settings and findings: `pubmed`.
    pub name: &'static str,
    /// Whether its records contain notices about a work (retractions, corrections).
    pub states_notices: bool,
    covers: fn(&Work) -> Coverage,
}

impl ServiceProfile {
    /// Creates the profile of a service; `covers` returns which works it lists.
    #[must_use]
    pub const fn new(service: Service, states_notices: bool, covers: fn(&Work) -> Coverage) -> Self {
        ServiceProfile { service, name: service.name(), states_notices, covers }
    }

    /// Returns what the absence of `work` from the service means.
    #[must_use]
    pub fn covers(&self, work: &Work) -> Coverage {
        (self.covers)(work)
    }
}

/// PubMed.
pub const PUBMED: ServiceProfile = ServiceProfile::new(Service::PubMed, true, coverage::pubmed);
/// Crossref.
pub const CROSSREF: ServiceProfile = ServiceProfile::new(Service::Crossref, true, coverage::crossref);
/// Europe PMC.
pub const EUROPE_PMC: ServiceProfile = ServiceProfile::new(Service::EuropePmc, true, coverage::europepmc);
/// OpenAlex.
pub const OPENALEX: ServiceProfile = ServiceProfile::new(Service::OpenAlex, false, coverage::openalex);
/// doi.org.
pub const DOI: ServiceProfile = ServiceProfile::new(Service::Doi, false, coverage::doi);
/// DataCite.
pub const DATACITE: ServiceProfile = ServiceProfile::new(Service::DataCite, false, coverage::datacite);
/// arXiv.
pub const ARXIV: ServiceProfile = ServiceProfile::new(Service::Arxiv, true, coverage::arxiv);
/// ClinicalTrials.gov.
pub const CLINICAL_TRIALS: ServiceProfile =
    ServiceProfile::new(Service::ClinicalTrials, false, coverage::clinicaltrials);
/// The PMC ID converter.
pub const ID_CONVERTER: ServiceProfile = ServiceProfile::new(Service::IdConverter, false, coverage::idconv);
/// Semantic Scholar.
pub const SEMANTIC_SCHOLAR: ServiceProfile =
    ServiceProfile::new(Service::SemanticScholar, false, coverage::semanticscholar);
/// Open Library.
pub const OPEN_LIBRARY: ServiceProfile =
    ServiceProfile::new(Service::OpenLibrary, false, coverage::openlibrary);
/// The web pages in references, which are requested themselves.
pub const WEB_PAGE: ServiceProfile = ServiceProfile::new(Service::WebPage, false, |_| Coverage::None);
/// Software Heritage, which archives source code by the address of its repository.
pub const SOFTWARE_HERITAGE: ServiceProfile =
    ServiceProfile::new(Service::SoftwareHeritage, false, |_| Coverage::None);
/// The Internet Archive, which archives web pages.
pub const INTERNET_ARCHIVE: ServiceProfile =
    ServiceProfile::new(Service::InternetArchive, false, |_| Coverage::None);
/// dblp, the bibliography of computer science.
pub const DBLP: ServiceProfile = ServiceProfile::new(Service::Dblp, false, coverage::dblp);
/// OpenReview, which conferences and a journal on machine learning use for peer review.
pub const OPEN_REVIEW: ServiceProfile = ServiceProfile::new(Service::OpenReview, false, coverage::openreview);
/// CRAN, the archive of R packages.
pub const CRAN: ServiceProfile = ServiceProfile::new(Service::Cran, false, |_| Coverage::None);
/// The Python Package Index.
pub const PYPI: ServiceProfile = ServiceProfile::new(Service::Pypi, false, |_| Coverage::None);
/// GitHub, which hosts software repositories.
pub const GITHUB: ServiceProfile = ServiceProfile::new(Service::GitHub, false, |_| Coverage::None);
/// PubTator3, which annotates entities and their relations in PubMed's abstracts automatically.
pub const PUBTATOR: ServiceProfile = ServiceProfile::new(Service::PubTator, false, |_| Coverage::None);
/// Open Targets, which lists the targets of drugs.
pub const OPEN_TARGETS: ServiceProfile = ServiceProfile::new(Service::OpenTargets, false, |_| Coverage::None);
/// The full texts of Europe PMC.
pub const EUROPE_PMC_FULL_TEXT: ServiceProfile =
    ServiceProfile::new(Service::EuropePmcFullText, false, |_| Coverage::None);
/// The sources of arXiv works.
pub const ARXIV_SOURCES: ServiceProfile =
    ServiceProfile::new(Service::ArxivSources, false, |_| Coverage::None);
/// Web search, which lists no works: its results prove nothing by themselves. Not in [`all`].
pub const WEB: ServiceProfile = ServiceProfile::new(Service::Web, false, |_| Coverage::None);

/// Returns all services that list works, in the order in which they are queried.
#[must_use]
pub fn all() -> &'static [ServiceProfile] {
    &[
        PUBMED,
        CROSSREF,
        EUROPE_PMC,
        OPENALEX,
        DOI,
        DATACITE,
        ARXIV,
        CLINICAL_TRIALS,
        ID_CONVERTER,
        SEMANTIC_SCHOLAR,
        OPEN_LIBRARY,
        WEB_PAGE,
        SOFTWARE_HERITAGE,
        INTERNET_ARCHIVE,
        DBLP,
        OPEN_REVIEW,
        CRAN,
        PYPI,
        GITHUB,
    ]
}

/// Returns the services that know drug targets and mechanisms, in the order in which they are
/// queried. They list no works, so they are not in [`all`].
#[must_use]
pub fn of_mechanisms() -> &'static [ServiceProfile] {
    &[OPEN_TARGETS, PUBTATOR]
}

/// Returns the services that send full texts of open-access works, in the order in which they are
/// queried. They list no works, so they are not in [`all`].
#[must_use]
pub fn of_full_texts() -> &'static [ServiceProfile] {
    &[EUROPE_PMC_FULL_TEXT, ARXIV_SOURCES]
}

/// Returns a clause about where an author can look up a work of a kind that no service lists
/// completely.
#[must_use]
pub fn would_cover(kind: WorkKind) -> Phrase {
    let (english, spanish) = match kind {
        WorkKind::Book => (
            "a library's catalogue, or an ISBN that Open Library has",
            "el catálogo de una biblioteca, o un ISBN que Open Library tenga",
        ),
        WorkKind::Chapter => (
            "a DOI of the chapter at Crossref, or the catalogue that has the book",
            "un DOI del capítulo en Crossref, o el catálogo que tenga el libro",
        ),
        WorkKind::Thesis => (
            "the repository of the university, or a record of it at DataCite or OpenAlex",
            "el repositorio de la universidad, o un registro en DataCite u OpenAlex",
        ),
        WorkKind::Report => (
            "the body that published it, or a record of it at OpenAlex or Crossref",
            "el organismo que la publicó, o un registro en OpenAlex o Crossref",
        ),
        WorkKind::WebPage => (
            "the page itself, or a copy of it at the Internet Archive",
            "la propia página, o una copia en Internet Archive",
        ),
        WorkKind::Software => (
            "a DOI at DataCite (Zenodo gives one to a release), or its address at CRAN, PyPI or GitHub",
            "un DOI en DataCite (Zenodo da uno a cada versión), o su dirección en CRAN, PyPI o GitHub",
        ),
        WorkKind::Dataset => ("a DOI at DataCite", "un DOI en DataCite"),
        WorkKind::Standard => (
            "the body that published it; of an RFC the DOI 10.17487/RFC and its number",
            "el organismo que la publicó; de un RFC, el DOI 10.17487/RFC y su número",
        ),
        WorkKind::Patent => (
            "the register of the patent office, such as Espacenet; Europe PMC has those of the life sciences",
            "el registro de la oficina de patentes, como Espacenet; Europe PMC tiene las de ciencias de la vida",
        ),
        WorkKind::Trial => ("the register that gave out its number", "el registro que le dio su número"),
        WorkKind::Preprint => {
            ("a DOI or number of the server it is on", "un DOI o número del servidor en que está")
        }
        WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Unknown => (
            "a DOI or a PubMed number, or a library that holds its journal",
            "un DOI o un número de PubMed, o una biblioteca que tenga su revista",
        ),
        WorkKind::Other => ("the place where it was published", "el lugar donde se publicó"),
    };
    Phrase { english, spanish }
}

/// Whether a source with this name is an online service that lists works.
#[must_use]
pub fn is_service(name: &str) -> bool {
    all().iter().any(|service| service.name == name)
}
