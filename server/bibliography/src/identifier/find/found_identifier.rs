//! The result of searching a text for identifiers.

use crate::Identifier;
use referee_text::{Phrase, Span};

/// Text that looks like an identifier but is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Malformed {
    /// The text as written.
    pub text: String,
    /// The reason, as a clause: "an NCT number has 8 digits".
    pub reason: Phrase,
}

/// An identifier in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundIdentifier {
    /// The identifier itself: `10.1056/NEJMoa012512`, the digits after `PMID:`, `NCT00004992`.
    pub span: Span,
    /// The identifier with its label or address: `doi:10.1056/NEJMoa012512`,
    /// `https://pubmed.ncbi.nlm.nih.gov/11832527/`.
    pub whole: Span,
    /// The identifier, or why it is invalid.
    pub result: Result<Identifier, Malformed>,
}
