//! Why a request brought no answer.

use referee_records::source::SourceError;

/// Why a request brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What kind of failure it is, as the states of sources are told.
    pub(crate) why: SourceError,
    /// The cause in a few words for the author; holds no key and no text.
    pub(crate) detail: String,
}

impl Failure {
    pub(crate) fn new(why: SourceError, detail: &str) -> Self {
        Failure { why, detail: detail.to_owned() }
    }
}
