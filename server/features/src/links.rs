//! Builds the web addresses of works and identifiers.

use referee_bibliography::{Identifier, Work};
use referee_text::Language;
use std::path::Path;

/// A web address and the name of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The name that an editor shows: `DOI`, `PubMed`.
    pub title: String,
    /// The address.
    pub target: String,
}

/// Returns the link of an identifier, with the name of the site in a language.
#[must_use]
pub fn of_identifier(language: Language, identifier: &Identifier) -> Link {
    let (title, target) = match identifier {
        Identifier::Doi(doi) => ("DOI", format!("https://doi.org/{}", encode(doi))),
        Identifier::Pmid(number) => ("PubMed", format!("https://pubmed.ncbi.nlm.nih.gov/{number}/")),
        Identifier::Pmcid(number) => {
            ("PubMed Central", format!("https://pmc.ncbi.nlm.nih.gov/articles/PMC{number}/"))
        }
        Identifier::Arxiv(id, Some(version)) => {
            ("arXiv", format!("https://arxiv.org/abs/{}v{version}", encode(id)))
        }
        Identifier::Arxiv(id, None) => ("arXiv", format!("https://arxiv.org/abs/{}", encode(id))),
        Identifier::Trial(id) if id.starts_with("NCT") => {
            ("ClinicalTrials.gov", format!("https://clinicaltrials.gov/study/{}", encode(id)))
        }
        Identifier::Trial(id) if id.starts_with("ISRCTN") => {
            ("ISRCTN", format!("https://www.isrctn.com/{}", encode(id)))
        }
        Identifier::Trial(id) => {
            let registries = language.pick("trial registries", "registros de ensayos");
            (registries, format!("https://trialsearch.who.int/Trial2.aspx?TrialID={}", encode(id)))
        }
        Identifier::Isbn(isbn) => ("ISBN", format!("https://openlibrary.org/isbn/{}", encode(isbn))),
    };
    Link { title: title.to_owned(), target }
}

/// Returns only the address of an identifier.
#[must_use]
pub fn address(identifier: &Identifier) -> String {
    of_identifier(Language::English, identifier).target
}

/// Returns the links of several identifiers.
#[must_use]
pub fn of_identifiers(language: Language, identifiers: &[Identifier]) -> Vec<Link> {
    identifiers.iter().map(|identifier| of_identifier(language, identifier)).collect()
}

/// Returns the links of a work: those of its identifiers, then its own address.
#[must_use]
pub fn of_work(language: Language, work: &Work) -> Vec<Link> {
    let mut links: Vec<Link> =
        work.identifiers.iter().map(|identifier| of_identifier(language, identifier)).collect();
    if let Some(target) = work.url.as_deref().and_then(web_address)
        && !links.iter().any(|link| link.target == target)
    {
        links.push(Link { title: language.pick("web page", "página web").to_owned(), target });
    }
    links
}

/// Returns `text` as an address that may be opened: http and https only.
#[must_use]
pub fn web_address(text: &str) -> Option<String> {
    let text = text.trim();
    let scheme = text.split("://").next()?;
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    (is_web && text.len() > scheme.len() + 3 && !text.contains(char::is_whitespace)).then(|| text.to_owned())
}

/// Returns the address of a file on this machine; `None` if its path is not valid Unicode.
#[must_use]
pub fn of_file(path: &Path) -> Option<String> {
    let path = path.to_str()?.replace('\\', "/");
    let root = if path.starts_with('/') { "" } else { "/" };
    Some(format!("file://{root}{}", encode(&path)))
}

/// Percent-encodes characters that are not allowed in the path of an address. A DOI may contain
/// almost any character.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b'/' | b'(' | b')' | b':' | b';' | b',' | b'@' | b'=' | b'+'
            | b'!' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_doi_with_angle_brackets_becomes_an_address() {
        let doi = Identifier::Doi(String::from(
            "10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2",
        ));
        let link = of_identifier(Language::English, &doi);
        assert_eq!(
            link.target,
            "https://doi.org/10.1002/(sici)1097-0258(19980815)17:15%3C1661::aid-sim968%3E3.0.co;2-2"
        );
    }

    #[test]
    fn only_web_addresses_are_opened() {
        assert_eq!(web_address(" https://example.org/a "), Some(String::from("https://example.org/a")));
        assert_eq!(web_address("javascript:alert(1)"), None);
        assert_eq!(web_address("file:///etc/passwd"), None);
    }
}
