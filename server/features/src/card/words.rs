//! The words that the parts of a card share.

use crate::markup::Markup;
use referee_bibliography::render::vancouver;
use referee_bibliography::{Date, Work};
use referee_text::Language;

/// Writes a work as a reference list would.
pub(super) fn describe(card: &mut Markup, work: &Work) {
    card.words(&vancouver(work));
}

/// The name of a source as people write it.
#[must_use]
pub fn source_name(language: Language, name: &str) -> &str {
    match name {
        "pubmed" => "PubMed",
        "crossref" => "Crossref",
        "datacite" => "DataCite",
        "openalex" => "OpenAlex",
        "europepmc" => "Europe PMC",
        "semanticscholar" => "Semantic Scholar",
        "openlibrary" => "Open Library",
        "webpage" => language.pick("the page itself", "la propia página"),
        "softwareheritage" => "Software Heritage",
        "internetarchive" => language.pick("the Internet Archive", "Internet Archive"),
        "arxiv" => "arXiv",
        "doi" => "doi.org",
        "clinicaltrials" => "ClinicalTrials.gov",
        "idconv" => language.pick("the PMC ID converter", "el conversor de PMC"),
        "retraction-watch" => "Retraction Watch",
        "library" => language.pick("the library", "la biblioteca"),
        "shared-library" => language.pick("the shared library", "la biblioteca compartida"),
        "bibtex" => language.pick("a BibTeX file in the library", "un archivo BibTeX de la biblioteca"),
        "ris" => language.pick("a RIS file in the library", "un archivo RIS de la biblioteca"),
        "csl-json" => language.pick("a CSL-JSON file in the library", "un archivo CSL-JSON de la biblioteca"),
        "nbib" => language.pick("an NBIB file in the library", "un archivo NBIB de la biblioteca"),
        other => other,
    }
}

/// A date as people read it: `2 February 2010`, `February 2010`, `2010`.
pub(super) fn day(language: Language, date: Date) -> String {
    const ENGLISH: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    const SPANISH: [&str; 12] = [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ];
    let months = language.pick(ENGLISH, SPANISH);
    let of = language.pick(" ", " de ");
    let month = date.month.and_then(|month| months.get(usize::from(month).checked_sub(1)?));
    match (month, date.day) {
        (Some(month), Some(day)) => format!("{day}{of}{month}{of}{}", date.year),
        (Some(month), None) => format!("{month}{of}{}", date.year),
        _ => date.year.to_string(),
    }
}

pub(super) fn shortened(text: &str) -> String {
    const MAX_CHARACTERS: usize = 120;
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(MAX_CHARACTERS).collect();
    out.push('…');
    out
}
