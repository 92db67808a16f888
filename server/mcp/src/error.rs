//! Why a tool gives no answer.

use referee_features::cite::NotAnIdentifier;
use referee_research::evidence::StoreError;

/// Why a tool gives no answer: told to the agent as the result of the call, so that it can do better.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    /// The arguments are not those of the tool.
    #[error("the arguments do not fit: {0}")]
    Arguments(#[from] serde_json::Error),
    /// One argument is too large.
    #[error("`{name}` has {is} {unit}; at most {most} are taken")]
    TooLarge {
        /// The name of the argument.
        name: &'static str,
        /// How large it is.
        is: usize,
        /// How large it may be.
        most: usize,
        /// What is counted.
        unit: &'static str,
    },
    /// An argument that is needed is missing or empty.
    #[error("`{0}` is missing or empty")]
    Empty(&'static str),
    /// Two arguments exclude each other, or one of two is needed.
    #[error("give either `{0}` or `{1}`")]
    OneOf(&'static str, &'static str),
    /// The format is not known.
    #[error("`{0}` is no format that is read here")]
    UnknownFormat(String),
    /// An identifier is none.
    #[error(transparent)]
    NotAnIdentifier(#[from] NotAnIdentifier),
    /// A work is neither an identifier, nor an entry, nor a printed reference.
    #[error("`work` names no work: give a DOI, a PMID, a BibTeX entry, or a reference as it is printed")]
    NoWork,
    /// There are no words to look for.
    #[error("there is no word to search for")]
    NoWords,
    /// There is no library.
    #[error(
        "there is no library on this machine; the author makes one with `referee library import FILE...`"
    )]
    NoLibrary,
    /// The evidence of the call cannot be kept in memory.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too many calls wait already.
    #[error("too many calls are under way; wait for an answer before the next")]
    Busy,
    /// The work stopped because of a fault of the program.
    #[error("a fault of referee stopped this call")]
    Fault,
}
