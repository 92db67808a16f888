//! The display name of each source.

use crate::Service;
use referee_text::Language;

/// Returns the display name of a source within a sentence: `Crossref` for `crossref`. Unlisted
/// sources keep their name in settings and records.
#[must_use]
pub fn source_name(language: Language, name: &str) -> &str {
    if let Some(service) = Service::named(name) {
        return service.display_name(language);
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
