//! The names of the online services.

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
    /// All services.
    pub const ALL: [Service; 24] = [
        Service::PubMed,
        Service::Crossref,
        Service::EuropePmc,
        Service::OpenAlex,
        Service::Doi,
        Service::DataCite,
        Service::Arxiv,
        Service::ClinicalTrials,
        Service::IdConverter,
        Service::SemanticScholar,
        Service::OpenLibrary,
        Service::WebPage,
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
        Service::ArxivSources,
        Service::Web,
    ];

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
