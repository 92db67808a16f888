//! The errors of the tools.

use referee_features::cite::NotAnIdentifier;
use referee_research::evidence::StoreError;

/// An error of a tool, which the agent receives as the result of the call, so that it can correct
/// it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    /// The arguments do not match the schema of the tool.
    #[error("the arguments do not fit: {0}")]
    Arguments(#[from] serde_json::Error),
    /// One argument is too large.
    #[error("`{name}` has {is} {unit}; at most {most} are taken")]
    TooLarge {
        /// The name of the argument.
        name: &'static str,
        /// Its size.
        is: usize,
        /// The maximum size.
        most: usize,
        /// The unit of the size.
        unit: &'static str,
    },
    /// A required argument is missing or empty.
    #[error("`{0}` is missing or empty")]
    Empty(&'static str),
    /// Exactly one of two arguments is required.
    #[error("give either `{0}` or `{1}`")]
    OneOf(&'static str, &'static str),
    /// The format is unknown.
    #[error("`{0}` is not a supported format")]
    UnknownFormat(String),
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
    /// Too many calls are waiting.
    #[error("too many calls are running; wait for an answer before the next")]
    Busy,
    /// The call failed because of a bug in the program.
    #[error("a fault of referee stopped this call")]
    Fault,
}
