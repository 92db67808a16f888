//! The display name of each source.

use crate::Service;
use referee_text::Language;

/// Returns the display name of a source within a sentence: `Crossref` for `crossref`. Unlisted
/// sources keep their name in settings and records.
#[must_use]
pub fn source_name(language: Language, name: &str) -> &str {
    if let Some(service) = Service::named(name) {
        return match service {
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
        };
    }
    match name {
        "aclanthology" => language.pick("the ACL Anthology", "la Antología de la ACL"),
        "retraction-watch" => "Retraction Watch",
        "library" => language.pick("the library", "la biblioteca"),
        "shared-library" => language.pick("the shared library", "la biblioteca compartida"),
        "bibtex" => language.pick("the library (BibTeX)", "la biblioteca (BibTeX)"),
        "ris" => language.pick("the library (RIS)", "la biblioteca (RIS)"),
        "nbib" => language.pick("the library (NBIB)", "la biblioteca (NBIB)"),
        "csl-json" | "csl" => language.pick("the library (CSL)", "la biblioteca (CSL)"),
        other => other,
    }
}

/// Returns the display name of a source at the start of a sentence: `The Internet Archive`, but
/// `arXiv` and `doi.org`.
#[must_use]
pub fn source_name_at_start(language: Language, name: &str) -> String {
    let name = source_name(language, name);
    match name.split_once(' ') {
        Some(("the", rest)) => format!("The {rest}"),
        Some(("el", rest)) => format!("El {rest}"),
        Some(("la", rest)) => format!("La {rest}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services;

    #[test]
    fn every_service_has_a_name_for_people_in_each_language() {
        let others = services::of_mechanisms().iter().chain(services::of_full_texts());
        for service in services::all().iter().chain(others) {
            for language in [Language::English, Language::Spanish] {
                assert_ne!(source_name(language, service.name), service.name);
            }
        }
    }

    #[test]
    fn an_article_at_the_beginning_of_a_sentence_has_a_capital() {
        let start = |language, name| source_name_at_start(language, name);
        assert_eq!(start(Language::English, "internetarchive"), "The Internet Archive");
        assert_eq!(start(Language::Spanish, "dblp"), "La bibliografía dblp");
        assert_eq!(start(Language::English, "arxiv"), "arXiv");
    }
}
