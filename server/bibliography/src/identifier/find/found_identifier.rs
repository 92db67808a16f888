//! What is found in a text.

use crate::Identifier;
use referee_text::{Phrase, Span};

/// What looks like an identifier and is none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Malformed {
    /// As it stands in the text.
    pub text: String,
    /// What is wrong, as a part of a sentence: "an NCT number has 8 digits".
    pub reason: Phrase,
}

/// An identifier in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundIdentifier {
    /// The identifier's own characters: `10.1056/NEJMoa012512`, the digits behind `PMID:`, `NCT00004992`.
    pub span: Span,
    /// With its label or address: `doi:10.1056/NEJMoa012512`, `https://pubmed.ncbi.nlm.nih.gov/11832527/`.
    pub whole: Span,
    /// The identifier, or what is wrong with what looks like one.
    pub result: Result<Identifier, Malformed>,
}
