//! Why an operation could not be carried out.

use referee_features::cite::NotAnIdentifier;
use referee_research::evidence::StoreError;

/// An error of an operation, in words that help whoever asked to correct the request.
#[derive(Debug, thiserror::Error)]
pub enum OperationError {
    /// One parameter is too large.
    #[error("`{name}` has {is} {unit}; at most {most} are taken")]
    TooLarge {
        /// The name of the parameter.
        name: &'static str,
        /// Its size.
        is: usize,
        /// The maximum size.
        most: usize,
        /// The unit of the size.
        unit: &'static str,
    },
    /// A required parameter is missing or empty.
    #[error("`{0}` is missing or empty")]
    Empty(&'static str),
    /// Exactly one of two parameters is required.
    #[error("give either `{0}` or `{1}`")]
    OneOf(&'static str, &'static str),
    /// The text is not an identifier.
    #[error(transparent)]
    NotAnIdentifier(#[from] NotAnIdentifier),
    /// A work is neither an identifier, nor an entry, nor a printed reference.
    #[error("`work` names no work: give a DOI, a PMID, a BibTeX entry, or a reference as it is printed")]
    NoWork,
    /// The query contains no words.
    #[error("there is no word to search for")]
    NoWords,
    /// This machine lacks a library.
    #[error(
        "there is no library on this machine; the author makes one with `referee library import FILE...`"
    )]
    NoLibrary,
    /// The in-memory evidence store of the call failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
