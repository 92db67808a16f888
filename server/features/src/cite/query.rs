//! What an author names to be cited: words, a title, or an identifier in any of the ways in which people paste it.

use crate::address;
use referee_bibliography::{Identifier, find_identifiers};
use referee_citations::Reference;
use referee_text::{FileId, Message, Span};

/// The most digits of a PMID.
const MAX_PMID_DIGITS: usize = 8;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CiteQuery {
    /// A sentence, a title, or other words.
    Words(String),
    /// One work, by its number.
    Identifier(Identifier),
}

/// What was given as an identifier is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no DOI, no PMID, no arXiv number and no address of a paper.")]
pub struct NotAnIdentifier(pub String);

impl NotAnIdentifier {
    /// Why, in the languages of authors.
    #[must_use]
    pub fn message(&self) -> Message {
        let spanish =
            format!("«{}» no es un DOI, un PMID, un número de arXiv ni la dirección de un artículo.", self.0);
        Message::new(self.to_string(), spanish)
    }
}

impl CiteQuery {
    /// Reads the words of an author: an identifier where they are nothing else.
    #[must_use]
    pub fn read(text: &str) -> Option<CiteQuery> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        Some(identifier(text).map_or_else(|| CiteQuery::Words(text.to_owned()), CiteQuery::Identifier))
    }

    /// Reads what is said to be an identifier.
    ///
    /// # Errors
    ///
    /// Where it is none.
    pub fn read_identifier(text: &str) -> Result<CiteQuery, NotAnIdentifier> {
        let found = identifier(text.trim());
        found.map(CiteQuery::Identifier).ok_or_else(|| NotAnIdentifier(text.trim().to_owned()))
    }

    /// The reference that an identifier makes in a file.
    #[must_use]
    pub fn reference(&self, file: &FileId) -> Option<Reference> {
        match self {
            CiteQuery::Words(_) => None,
            CiteQuery::Identifier(identifier) => {
                Some(Reference::from_identifier(file, identifier, Span::default()))
            }
        }
    }

    /// What is looked for, in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            CiteQuery::Words(words) => words.clone(),
            CiteQuery::Identifier(identifier) => identifier.to_string(),
        }
    }
}

/// The identifier that a text is and nothing beside it: `10.1000/1`, `PMID 123`, `123`, `arXiv:2003.00001`, an
/// address.
fn identifier(text: &str) -> Option<Identifier> {
    let text = text.trim_matches(|c: char| {
        matches!(c, '<' | '>' | '(' | ')' | '[' | ']' | '"' | '“' | '”') || c.is_whitespace()
    });
    if !text.is_empty() && text.len() <= MAX_PMID_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Identifier::pmid(text);
    }
    if text.contains("://") && !text.contains(char::is_whitespace) {
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
    // `PMID: 123.`: a mark may stand behind it.
    let beside = text.len().saturating_sub(one.whole.len());
    if beside <= 2 { one.result.clone().ok() } else { None }
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
        ] {
            let found = match CiteQuery::read(text) {
                Some(CiteQuery::Identifier(identifier)) => referee_research::identity::key(&identifier),
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
            assert_eq!(CiteQuery::read(text), Some(CiteQuery::Words(text.to_owned())));
        }
        assert_eq!(CiteQuery::read("  "), None);
        assert!(CiteQuery::read_identifier("yoga").is_err());
    }
}
