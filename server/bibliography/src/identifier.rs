//! Identifiers of works, normalised.
//!
//! [`Identifier::parse`] and its siblings read one identifier from a field; [`find_identifiers`]
//! finds them anywhere in prose. [`Malformed`] is text that looks like an identifier but is
//! invalid.

mod arxiv;
mod doi;
mod extent;
mod find;
mod isbn;
mod parts;
mod trial;

pub use doi::{base_doi, doi_problem};
pub use find::{FoundIdentifier, Malformed, find_identifiers};

use parts::{after_any, after_label, ends_here, number_alone, strip_prefix_folded, unwrapped};
use referee_text::visible::is_active;
use std::fmt;

/// One identifier in its normal form: equal identifiers refer to the same object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind", content = "id")]
pub enum Identifier {
    /// A DOI, ASCII letters in lower case, without resolver and prefix: `10.1056/nejmoa012512`.
    Doi(String),
    /// A PubMed identifier (PMID).
    Pmid(u32),
    /// A PubMed Central identifier (PMCID): the digits of `PMC2675004`.
    Pmcid(u32),
    /// An arXiv identifier and its version, `2103.15348` and 1; old ones with their archive,
    /// `hep-th/9901001`.
    Arxiv(String, Option<u16>),
    /// A trial registration, in the spelling of its registry: `NCT01234567`, `ISRCTN12345678`,
    /// `2004-000446-20` (EudraCT), `2022-501417-31-01` (CTIS), `ACTRN12605000000000`,
    /// `ChiCTR2000029308`, `DRKS00000000`, `jRCT…`, `UMIN…`, `CTRI/…`, `NTR…`, `IRCT…`, `KCT…`,
    /// `PACTR…`, `RBR-…`, `SLCTR/…`, `TCTR…`, `LBCTR…`.
    Trial(String),
    /// An ISBN of 13 digits; one of 10 is converted.
    Isbn(String),
}

impl Identifier {
    /// Whether the identifier is free of control characters for a terminal or an editor.
    #[must_use]
    pub fn is_printable(&self) -> bool {
        match self {
            Identifier::Pmid(_) | Identifier::Pmcid(_) => true,
            Identifier::Doi(text)
            | Identifier::Arxiv(text, _)
            | Identifier::Trial(text)
            | Identifier::Isbn(text) => !text.chars().any(|c| is_active(c) || c.is_control()),
        }
    }

    /// Reads a DOI: bare, with `doi:`, or as the address of a resolver; `None` if [`doi_problem`]
    /// finds a problem.
    #[must_use]
    pub fn doi(text: &str) -> Option<Self> {
        doi::read(text).ok().map(Identifier::Doi)
    }

    /// Reads a PubMed identifier: `11832527`, `PMID: 11832527` or its address at PubMed or Europe
    /// PMC.
    #[must_use]
    pub fn pmid(text: &str) -> Option<Self> {
        // A fast path for record files, which have millions of these.
        if (1..=8).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit()) {
            return text.parse().ok().filter(|number| *number > 0).map(Identifier::Pmid);
        }
        let text = unwrapped(text);
        let rest = after_any(text, PUBMED_ADDRESSES)
            .or_else(|| after_label(text, &["pmid", "pubmed", "medline"]))
            .unwrap_or(text);
        number_alone(rest).filter(|number| (1..=MAX_PMID).contains(number)).map(Identifier::Pmid)
    }

    /// Reads a PubMed Central identifier: `PMC2675004`, `PMCID: 2675004` or its address.
    #[must_use]
    pub fn pmcid(text: &str) -> Option<Self> {
        let text = unwrapped(text);
        let rest = after_any(text, PMC_ADDRESSES).or_else(|| after_label(text, &["pmcid"])).unwrap_or(text);
        let rest = strip_prefix_folded(rest, "pmc").unwrap_or(rest).trim_start_matches([':', ' ']);
        number_alone(rest).filter(|number| *number > 0).map(Identifier::Pmcid)
    }

    /// Reads an arXiv identifier, new or old: `2103.15348v2`, `arXiv:hep-th/9901001`, an address at
    /// arXiv or the DOI that arXiv assigns to its papers.
    #[must_use]
    pub fn arxiv(text: &str) -> Option<Self> {
        let text = unwrapped(text);
        let rest = after_any(text, ARXIV_ADDRESSES).or_else(|| after_label(text, &["arxiv"])).unwrap_or(text);
        let (id, version, length) = arxiv::arxiv_number(rest).ok()?;
        let behind = rest.get(length..)?.trim_end_matches(['/', '.', ',', ';', ')', ']']);
        let fits = behind.is_empty()
            || behind.starts_with(['?', '#'])
            || behind.trim_start().starts_with('[')
            || behind.eq_ignore_ascii_case(".pdf");
        fits.then_some(Identifier::Arxiv(id, version))
    }

    /// Reads a trial registration in the notation of any registry, or its address.
    #[must_use]
    pub fn trial(text: &str) -> Option<Self> {
        trial::read(unwrapped(text)).map(Identifier::Trial)
    }

    /// Reads an ISBN of 10 or 13 digits with a valid check digit.
    #[must_use]
    pub fn isbn(text: &str) -> Option<Self> {
        let text = unwrapped(text);
        let rest = after_label(text, &["isbn-13", "isbn-10", "isbn13", "isbn10", "isbn", "urn:isbn"])
            .unwrap_or(text);
        isbn::read(rest)
            .ok()
            .filter(|(_, length)| rest.get(*length..).is_some_and(ends_here))
            .map(|(isbn, _)| Identifier::Isbn(isbn))
    }

    /// Reads one identifier of any kind. A bare number of up to 8 digits is a PubMed identifier.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::doi(text)
            .or_else(|| Self::trial(text))
            .or_else(|| Self::arxiv(text))
            .or_else(|| strip_prefix_folded(unwrapped(text), "isbn").and_then(|_| Self::isbn(text)))
            .or_else(|| (!text.to_ascii_lowercase().contains("pmc")).then(|| Self::pmid(text)).flatten())
            .or_else(|| Self::isbn(text))
            .or_else(|| text.to_ascii_lowercase().contains("pmc").then(|| Self::pmcid(text)).flatten())
    }

    /// Returns the form in which two notations of the same object are equal: arXiv's DOIs become
    /// arXiv identifiers, and arXiv versions are dropped.
    #[must_use]
    pub fn canonical(&self) -> Self {
        match self {
            Identifier::Doi(doi) if doi.starts_with(ARXIV_DOI) => match Self::arxiv(doi) {
                Some(Identifier::Arxiv(id, _)) => Identifier::Arxiv(id, None),
                _ => self.clone(),
            },
            Identifier::Arxiv(id, _) => Identifier::Arxiv(id.clone(), None),
            other => other.clone(),
        }
    }

    /// Returns the DOI of the same object: the DOI itself, or the one that arXiv registers for its
    /// papers.
    #[must_use]
    pub fn as_doi(&self) -> Option<String> {
        match self {
            Identifier::Doi(doi) => Some(doi.clone()),
            Identifier::Arxiv(id, _) => Some(format!("{ARXIV_DOI}{}", id.to_ascii_lowercase())),
            _ => None,
        }
    }

    /// Returns the web address of the work; `None` for registries without stable addresses.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        match self {
            Identifier::Doi(doi) => Some(format!("https://doi.org/{}", doi::percent_encoded(doi))),
            Identifier::Pmid(number) => Some(format!("https://pubmed.ncbi.nlm.nih.gov/{number}/")),
            Identifier::Pmcid(number) => Some(format!("https://pmc.ncbi.nlm.nih.gov/articles/PMC{number}/")),
            Identifier::Arxiv(id, None) => Some(format!("https://arxiv.org/abs/{id}")),
            Identifier::Arxiv(id, Some(version)) => Some(format!("https://arxiv.org/abs/{id}v{version}")),
            Identifier::Trial(id) => trial::url(id),
            Identifier::Isbn(isbn) => Some(format!("https://openlibrary.org/isbn/{isbn}")),
        }
    }
}

/// The largest number of 8 digits; NLM has not assigned longer ones.
const MAX_PMID: u32 = 99_999_999;
/// The prefix of arXiv's DOIs.
const ARXIV_DOI: &str = "10.48550/arxiv.";
const PUBMED_ADDRESSES: &[&str] = &[
    "pubmed.ncbi.nlm.nih.gov/",
    "ncbi.nlm.nih.gov/pubmed/",
    "ncbi.nlm.nih.gov/m/pubmed/",
    "europepmc.org/article/med/",
    "europepmc.org/abstract/med/",
    "pubmed.gov/",
];
const PMC_ADDRESSES: &[&str] = &[
    "pmc.ncbi.nlm.nih.gov/articles/",
    "ncbi.nlm.nih.gov/pmc/articles/",
    "europepmc.org/article/pmc/",
    "europepmc.org/articles/",
];
const ARXIV_ADDRESSES: &[&str] = &[
    "arxiv.org/abs/",
    "arxiv.org/pdf/",
    "arxiv.org/html/",
    "arxiv.org/format/",
    "doi.org/10.48550/arxiv.",
    ARXIV_DOI,
];

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Identifier::Doi(doi) => write!(f, "doi:{doi}"),
            Identifier::Pmid(number) => write!(f, "PMID:{number}"),
            Identifier::Pmcid(number) => write!(f, "PMC{number}"),
            Identifier::Arxiv(id, Some(version)) => write!(f, "arXiv:{id}v{version}"),
            Identifier::Arxiv(id, None) => write!(f, "arXiv:{id}"),
            Identifier::Trial(id) => write!(f, "{id}"),
            Identifier::Isbn(isbn) => write!(f, "ISBN {isbn}"),
        }
    }
}

/// The identifiers of one work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Identifiers(Vec<Identifier>);

impl Identifiers {
    /// Removes identifiers with control characters for terminals or editors; valid identifiers have
    /// none.
    pub(crate) fn drop_unprintable(&mut self) {
        self.0.retain(Identifier::is_printable);
    }

    /// Adds `identifier` unless it is already present.
    pub fn insert(&mut self, identifier: Identifier) {
        if !self.0.contains(&identifier) {
            self.0.push(identifier);
        }
    }

    /// Iterates over the identifiers, in the order in which they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, Identifier> {
        self.0.iter()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the DOI, in lower case.
    #[must_use]
    pub fn doi(&self) -> Option<&str> {
        self.0.iter().find_map(|id| if let Identifier::Doi(doi) = id { Some(doi.as_str()) } else { None })
    }

    /// Returns the PubMed identifier.
    #[must_use]
    pub fn pmid(&self) -> Option<u32> {
        self.0.iter().find_map(|id| if let Identifier::Pmid(number) = id { Some(*number) } else { None })
    }

    /// Returns the PubMed Central identifier.
    #[must_use]
    pub fn pmcid(&self) -> Option<u32> {
        self.0.iter().find_map(|id| if let Identifier::Pmcid(number) = id { Some(*number) } else { None })
    }

    /// Returns the arXiv identifier, without its version.
    #[must_use]
    pub fn arxiv(&self) -> Option<&str> {
        self.0.iter().find_map(|id| if let Identifier::Arxiv(id, _) = id { Some(id.as_str()) } else { None })
    }
}

impl Identifiers {
    /// Returns the first trial registration.
    #[must_use]
    pub fn trial(&self) -> Option<&str> {
        self.0.iter().find_map(|id| if let Identifier::Trial(id) = id { Some(id.as_str()) } else { None })
    }

    /// Returns the first ISBN, of 13 digits.
    #[must_use]
    pub fn isbn(&self) -> Option<&str> {
        self.0.iter().find_map(|id| if let Identifier::Isbn(isbn) = id { Some(isbn.as_str()) } else { None })
    }

    /// Whether one of them refers to the same object as one of `other`: see
    /// [`Identifier::canonical`].
    #[must_use]
    pub fn meet(&self, other: &Identifiers) -> bool {
        self.0.iter().any(|mine| {
            let mine = mine.canonical();
            other.0.iter().any(|theirs| theirs.canonical() == mine)
        })
    }
}

impl Extend<Identifier> for Identifiers {
    fn extend<I: IntoIterator<Item = Identifier>>(&mut self, more: I) {
        for identifier in more {
            self.insert(identifier);
        }
    }
}

impl FromIterator<Identifier> for Identifiers {
    fn from_iter<I: IntoIterator<Item = Identifier>>(all: I) -> Self {
        let mut out = Identifiers::default();
        for identifier in all {
            out.insert(identifier);
        }
        out
    }
}

impl<'a> IntoIterator for &'a Identifiers {
    type Item = &'a Identifier;
    type IntoIter = std::slice::Iter<'a, Identifier>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests;
