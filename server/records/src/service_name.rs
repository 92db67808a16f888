//! The online services: the names of each, and how good its records are.

use referee_text::Language;

/// An online service. Its name in settings, records and findings is [`name`](Self::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// PubMed.
    PubMed,
    /// Crossref.
    Crossref,
    /// Europe PMC.
    EuropePmc,
    /// OpenAlex.
    OpenAlex,
    /// doi.org.
    Doi,
    /// DataCite.
    DataCite,
    /// arXiv.
    Arxiv,
    /// ClinicalTrials.gov.
    ClinicalTrials,
    /// The PMC ID converter.
    IdConverter,
    /// Semantic Scholar.
    SemanticScholar,
    /// Open Library.
    OpenLibrary,
    /// The web pages in references.
    WebPage,
    /// Software Heritage.
    SoftwareHeritage,
    /// The Internet Archive.
    InternetArchive,
    /// dblp.
    Dblp,
    /// OpenReview.
    OpenReview,
    /// CRAN.
    Cran,
    /// The Python Package Index.
    Pypi,
    /// GitHub.
    GitHub,
    /// PubTator3.
    PubTator,
    /// Open Targets.
    OpenTargets,
    /// The full texts of Europe PMC.
    EuropePmcFullText,
    /// The sources of arXiv works.
    ArxivSources,
    /// Web search.
    Web,
}

impl Service {
    /// All services. The last [`ON_REQUEST`](Self::ON_REQUEST) are asked only if the settings say so.
    pub const ALL: [Service; 24] = [
        Service::PubMed,
        Service::Crossref,
        Service::Doi,
        Service::DataCite,
        Service::OpenAlex,
        Service::EuropePmc,
        Service::SemanticScholar,
        Service::Arxiv,
        Service::ClinicalTrials,
        Service::IdConverter,
        Service::OpenLibrary,
        Service::SoftwareHeritage,
        Service::InternetArchive,
        Service::Dblp,
        Service::OpenReview,
        Service::Cran,
        Service::Pypi,
        Service::GitHub,
        Service::PubTator,
        Service::OpenTargets,
        Service::EuropePmcFullText,
        Service::Web,
        Service::ArxivSources,
        Service::WebPage,
    ];

    /// The number of services that are off by default: the sources of arXiv works, because arXiv
    /// allows one request every three seconds, and cited web pages, whose hosts are not known in
    /// advance and cannot be shown to the author.
    pub const ON_REQUEST: usize = 2;

    /// Returns the name in settings, records and findings: `pubmed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Service::PubMed => "pubmed",
            Service::Crossref => "crossref",
            Service::EuropePmc => "europepmc",
            Service::OpenAlex => "openalex",
            Service::Doi => "doi",
            Service::DataCite => "datacite",
            Service::Arxiv => "arxiv",
            Service::ClinicalTrials => "clinicaltrials",
            Service::IdConverter => "idconv",
            Service::SemanticScholar => "semanticscholar",
            Service::OpenLibrary => "openlibrary",
            Service::WebPage => "webpage",
            Service::SoftwareHeritage => "softwareheritage",
            Service::InternetArchive => "internetarchive",
            Service::Dblp => "dblp",
            Service::OpenReview => "openreview",
            Service::Cran => "cran",
            Service::Pypi => "pypi",
            Service::GitHub => "github",
            Service::PubTator => "pubtator",
            Service::OpenTargets => "opentargets",
            Service::EuropePmcFullText => "europepmc_full_text",
            Service::ArxivSources => "arxiv_sources",
            Service::Web => "web",
        }
    }

    /// Returns the name for people within a sentence: `Crossref`, `the Internet Archive`.
    #[must_use]
    pub fn display_name(self, language: Language) -> &'static str {
        match self {
            Service::PubMed => "PubMed",
            Service::Crossref => "Crossref",
            Service::DataCite => "DataCite",
            Service::OpenAlex => "OpenAlex",
            Service::EuropePmc => "Europe PMC",
            Service::SemanticScholar => "Semantic Scholar",
            Service::OpenLibrary => "Open Library",
            Service::WebPage => language.pick("the page itself", "la propia página"),
            Service::SoftwareHeritage => "Software Heritage",
            Service::InternetArchive => language.pick("the Internet Archive", "Internet Archive"),
            Service::Dblp => language.pick("the dblp bibliography", "la bibliografía dblp"),
            Service::OpenReview => "OpenReview",
            Service::Cran => "CRAN",
            Service::Pypi => "PyPI",
            Service::GitHub => "GitHub",
            Service::PubTator => "PubTator3",
            Service::OpenTargets => "Open Targets",
            Service::Arxiv => "arXiv",
            Service::EuropePmcFullText => {
                language.pick("the full texts of Europe PMC", "los textos completos de Europe PMC")
            }
            Service::ArxivSources => language.pick("the sources of arXiv", "las fuentes de arXiv"),
            Service::ClinicalTrials => "ClinicalTrials.gov",
            Service::IdConverter => language.pick("the PMC ID converter", "el conversor de PMC"),
            Service::Doi => "doi.org",
            Service::Web => language.pick("a search of the web", "una búsqueda en la web"),
        }
    }

    /// Returns how good its records are; lower is better.
    #[must_use]
    pub(crate) fn rank(self) -> u8 {
        match self {
            Service::PubMed | Service::ClinicalTrials => 0,
            Service::Crossref => 1,
            Service::EuropePmc | Service::DataCite | Service::Arxiv | Service::Dblp => 2,
            Service::OpenAlex
            | Service::SemanticScholar
            | Service::OpenLibrary
            | Service::OpenReview
            | Service::Cran
            | Service::Pypi
            | Service::GitHub => 3,
            Service::Doi
            | Service::IdConverter
            | Service::WebPage
            | Service::SoftwareHeritage
            | Service::InternetArchive
            | Service::PubTator
            | Service::OpenTargets
            | Service::EuropePmcFullText
            | Service::ArxivSources
            | Service::Web => 8,
        }
    }

    /// Returns the service with a name; `None` for other sources, such as a library.
    ///
    /// ```
    /// use referee_records::Service;
    ///
    /// assert_eq!(Service::named("europepmc"), Some(Service::EuropePmc));
    /// assert_eq!(Service::named("library"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Service> {
        Service::ALL.into_iter().find(|service| service.name() == name)
    }

    /// Whether a name is that of one of these services.
    #[must_use]
    pub fn is_among(name: &str, services: &[Service]) -> bool {
        services.iter().any(|service| service.name() == name)
    }
}

impl PartialEq<Service> for str {
    fn eq(&self, service: &Service) -> bool {
        self == service.name()
    }
}

impl PartialEq<Service> for String {
    fn eq(&self, service: &Service) -> bool {
        self == service.name()
    }
}
