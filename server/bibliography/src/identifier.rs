//! Identifiers of works, normalised.

use std::fmt;

/// One identifier, in its normal form: two that are equal name the same thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind", content = "id")]
pub enum Identifier {
    /// A DOI, ASCII letters in lower case, without resolver and prefix: `10.1056/nejmoa012512`.
    Doi(String),
    /// A PubMed number.
    Pmid(u32),
    /// A PubMed Central number: the digits of `PMC2675004`.
    Pmcid(u32),
    /// An arXiv number and its version, `2103.15348` and 1; old ones with their archive, `hep-th/9901001`.
    Arxiv(String, Option<u16>),
    /// A trial registration, in the spelling of its registry: `NCT01234567`, `ISRCTN12345678`,
    /// `2004-000446-20` (EudraCT), `2022-501417-31-01` (CTIS), `ACTRN12605000000000`, `ChiCTR2000029308`,
    /// `DRKS00000000`, `jRCT…`, `UMIN…`, `CTRI/…`, `NTR…`, `IRCT…`, `KCT…`, `PACTR…`, `RBR-…`, `SLCTR/…`,
    /// `TCTR…`, `LBCTR…`.
    Trial(String),
    /// An ISBN of 13 digits; one of 10 is converted.
    Isbn(String),
}

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
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Identifiers(Vec<Identifier>);

impl Identifiers {
    /// Adds `identifier` unless it is there already.
    pub fn insert(&mut self, identifier: Identifier) {
        if !self.0.contains(&identifier) {
            self.0.push(identifier);
        }
    }

    /// All of them, in the order in which they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, Identifier> {
        self.0.iter()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The DOI, in lower case.
    #[must_use]
    pub fn doi(&self) -> Option<&str> {
        self.0.iter().find_map(|id| if let Identifier::Doi(doi) = id { Some(doi.as_str()) } else { None })
    }

    /// The PubMed number.
    #[must_use]
    pub fn pmid(&self) -> Option<u32> {
        self.0.iter().find_map(|id| if let Identifier::Pmid(number) = id { Some(*number) } else { None })
    }

    /// The PubMed Central number.
    #[must_use]
    pub fn pmcid(&self) -> Option<u32> {
        self.0.iter().find_map(|id| if let Identifier::Pmcid(number) = id { Some(*number) } else { None })
    }

    /// The arXiv number, without its version.
    #[must_use]
    pub fn arxiv(&self) -> Option<&str> {
        self.0.iter().find_map(|id| if let Identifier::Arxiv(id, _) = id { Some(id.as_str()) } else { None })
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
