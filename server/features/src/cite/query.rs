//! Reads the work that an author wants to cite: words, a title, or an identifier in any common
//! form.

use crate::address;
use referee_bibliography::{Identifier, find_identifiers};
use referee_citations::Reference;
use referee_text::{FileId, Message, Span};

/// The maximum number of digits of a PMID.
const MAX_PMID_DIGITS: usize = 8;

/// The query of a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CiteQuery {
    /// A sentence, a title, or other words.
    Words(String),
    /// A single work, by its identifier.
    Identifier(Identifier),
}

/// Why a text is not an identifier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnIdentifier {
    /// It is something else.
    #[error("“{0}” is not a DOI, PMID, arXiv number or URL of a paper.")]
    Other(String),
    /// It is an address without an identifier, whose words are not those of a paper.
    #[error("No DOI can be read from this address: {0}. Give the DOI, the PMID or the title of the paper.")]
    Address(String),
}

impl NotAnIdentifier {
    /// Returns the reason in the languages of authors.
    #[must_use]
    pub fn message(&self) -> Message {
        let spanish = match self {
            NotAnIdentifier::Other(text) => {
                format!("«{text}» no es un DOI, un PMID, un número de arXiv ni la dirección de un artículo.")
            }
            NotAnIdentifier::Address(text) => format!(
                "En esta dirección no se reconoce ningún DOI: {text}. Dé el DOI, el PMID o el título del artículo."
            ),
        };
        Message::new(self.to_string(), spanish)
    }
}

impl CiteQuery {
    /// Reads the words of an author: an identifier if the text contains only that; `None` for an
    /// empty text.
    ///
    /// # Errors
    ///
    /// If the text is an address that contains no identifier.
    pub fn read(text: &str) -> Result<Option<CiteQuery>, NotAnIdentifier> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        match identifier(text) {
            Some(identifier) => Ok(Some(CiteQuery::Identifier(identifier))),
            None if is_address(unquoted(text)) => Err(NotAnIdentifier::Address(unquoted(text).to_owned())),
            None => Ok(Some(CiteQuery::Words(text.to_owned()))),
        }
    }

    /// Reads a text that must be an identifier.
    ///
    /// # Errors
    ///
    /// If it is not one.
    pub fn read_identifier(text: &str) -> Result<CiteQuery, NotAnIdentifier> {
        let found = identifier(text.trim());
        let text = unquoted(text);
        found.map(CiteQuery::Identifier).ok_or_else(|| {
            let kind = if is_address(text) { NotAnIdentifier::Address } else { NotAnIdentifier::Other };
            kind(text.to_owned())
        })
    }

    /// Returns the reference that an identifier makes in a file.
    #[must_use]
    pub fn reference(&self, file: &FileId) -> Option<Reference> {
        match self {
            CiteQuery::Words(_) => None,
            CiteQuery::Identifier(identifier) => {
                Some(Reference::from_identifier(file, identifier, Span::default()))
            }
        }
    }

    /// Returns the query in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            CiteQuery::Words(words) => words.clone(),
            CiteQuery::Identifier(identifier) => identifier.to_string(),
        }
    }
}

/// Returns the identifier if the text is only that: `10.1000/1`, `PMID 123`, `123`,
/// `arXiv:2003.00001`, an address.
fn identifier(text: &str) -> Option<Identifier> {
    let text = unquoted(text);
    if !text.is_empty() && text.len() <= MAX_PMID_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Identifier::pmid(text);
    }
    if is_address(text) && Identifier::parse(text).is_none() {
        let found = find_identifiers(text);
        return match found.as_slice() {
            [one] => one.result.clone().ok(),
            _ => address::doi(text),
        };
    }
    if let Some(found) = Identifier::parse(text) {
        return Some(found);
    }
    let found = find_identifiers(text);
    let [one] = found.as_slice() else { return None };
    // `PMID: 123.`: punctuation may follow.
    let beside = text.len().saturating_sub(one.whole.len());
    if beside <= 2 { one.result.clone().ok() } else { None }
}

/// Returns a text without surrounding brackets, quotation marks and blanks.
fn unquoted(text: &str) -> &str {
    text.trim_matches(|c: char| {
        matches!(c, '<' | '>' | '(' | ')' | '[' | ']' | '"' | '“' | '”') || c.is_whitespace()
    })
}

/// Whether a text is only a web address, with or without a scheme.
fn is_address(text: &str) -> bool {
    if text.contains(char::is_whitespace) {
        return false;
    }
    if text.contains("://") {
        return true;
    }
    let Some((host, path)) = text.split_once('/') else { return false };
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_top = |label: &str| label.len() > 1 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_host = host.split('.').all(is_label) && host.rsplit_once('.').is_some_and(|(_, top)| is_top(top));
    is_host && !path.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_is_known_in_every_way_in_which_it_is_pasted() {
        for (text, expected) in [
            ("10.1000/ABC.d", "doi:10.1000/abc.d"),
            ("doi: 10.1000/abc", "doi:10.1000/abc"),
            ("https://doi.org/10.1000/abc", "doi:10.1000/abc"),
            ("https://journals.example.org/doi/full/10.1000/abc?x=y", "doi:10.1000/abc"),
            ("PMID 11832527", "pmid:11832527"),
            ("pmid:11832527", "pmid:11832527"),
            ("11832527", "pmid:11832527"),
            ("https://pubmed.ncbi.nlm.nih.gov/11832527/", "pmid:11832527"),
            ("arXiv:2103.15348", "arxiv:2103.15348"),
            ("https://arxiv.org/abs/2103.15348v2", "arxiv:2103.15348"),
            ("journals.example.org/doi/full/10.1000/abc", "doi:10.1000/abc"),
            ("doi.org/10.1000/abc", "doi:10.1000/abc"),
            ("pubmed.ncbi.nlm.nih.gov/11832527/", "pmid:11832527"),
        ] {
            let found = match CiteQuery::read(text) {
                Ok(Some(CiteQuery::Identifier(identifier))) => referee_research::identity::key(&identifier),
                other => format!("{other:?}"),
            };
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn words_stay_words() {
        for text in
            ["Metformin and mortality", "smith 2020", "Does 10.1000/abc say that yoga helps against asthma?"]
        {
            assert_eq!(CiteQuery::read(text), Ok(Some(CiteQuery::Words(text.to_owned()))));
        }
        assert_eq!(CiteQuery::read("  "), Ok(None));
        assert!(CiteQuery::read_identifier("yoga").is_err());
    }

    #[test]
    fn an_address_without_an_identifier_is_no_words() {
        for text in [
            "https://www.example.com/articles/s41586-020-2649-2",
            "www.example.com/articles/s41586-020-2649-2",
            "<https://example.org/guidelines>",
        ] {
            assert!(matches!(CiteQuery::read(text), Err(NotAnIdentifier::Address(_))), "{text}");
            assert!(matches!(CiteQuery::read_identifier(text), Err(NotAnIdentifier::Address(_))), "{text}");
        }
        for text in ["yes/no", "IL-6/STAT3", "once. daily/weekly", "pH 7.4/7.5", "Ca2.5/Mg"] {
            assert_eq!(CiteQuery::read(text), Ok(Some(CiteQuery::Words(text.to_owned()))), "{text}");
        }
    }
}
