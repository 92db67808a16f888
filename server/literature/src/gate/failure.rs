//! The reason why a request failed.

use referee_records::source::SourceError;

/// The reason why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind of failure, as reported to the sources.
    pub(crate) why: SourceError,
    /// A short cause for the author; contains no API key and no text.
    pub(crate) detail: String,
}

impl Failure {
    pub(crate) fn new(why: SourceError, detail: &str) -> Self {
        Failure { why, detail: detail.to_owned() }
    }
}
