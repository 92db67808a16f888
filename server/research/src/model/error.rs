//! The failures of a model, and its contribution to a result.

use serde::{Deserialize, Serialize};

/// The reason why a model returned nothing usable. It is never a pass and says nothing about the
/// evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "detail")]
pub enum ModelError {
    /// The author did not agree to the payload, or no network is allowed.
    #[error("was not asked: {0}")]
    NotAllowed(String),
    /// The connection failed or was interrupted.
    #[error("could not be reached: {0}")]
    Unreachable(String),
    /// The model was silent for longer than the settings allow, in seconds.
    #[error("did not answer for {0} s (the setting llm.timeout)")]
    Timeout(u64),
    /// The server limits the rate of requests.
    #[error("limits the rate of requests (status 429)")]
    Busy,
    /// The server refuses the request: a wrong key or an unknown model; with the HTTP status.
    #[error("{}", refusal(*.0))]
    Refused(u16),
    /// An error of the server, with the HTTP status.
    #[error("failed (status {0} of its server)")]
    Server(u16),
    /// The model declined to answer.
    #[error("declined to answer")]
    Declined,
    /// The answer was empty.
    #[error("returned an empty answer")]
    Empty,
    /// The answer was not in the requested form, and nothing could be read from it.
    #[error("did not answer in the required form")]
    Unreadable,
    /// The answer was read, and no part of it is supported by the evidence.
    #[error("said nothing that the evidence supports")]
    Unfounded,
    /// There was nothing to show: none of the works has an abstract.
    #[error("was not asked: no abstract is known")]
    NothingToRead,
    /// The author cancelled the request.
    #[error("was cancelled")]
    Cancelled,
    /// The token budget of one task is used up.
    #[error("reached the cost limit of one task")]
    Budget,
    /// The model is not configured, or not part of this build; with an explanation.
    #[error("{0}")]
    Unusable(String),
}

impl ModelError {
    /// Returns whether retrying during the same task is pointless.
    pub(super) fn lasts(&self) -> bool {
        !matches!(
            self,
            ModelError::Declined
                | ModelError::Empty
                | ModelError::Unreadable
                | ModelError::Unfounded
                | ModelError::NothingToRead
        )
    }
}

/// Describes the status of a refusal.
fn refusal(status: u16) -> String {
    match status {
        404 => "is not known at this address (status 404); see the settings llm.base_url and llm.model"
            .to_owned(),
        401 | 403 => format!("refused the key (status {status}); see the setting llm.api_key_env"),
        _ => format!("refused the question (status {status})"),
    }
}

/// The contribution of a model to a result; shown with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelContribution {
    /// The name of the model.
    pub model: String,
    /// The error that prevented a contribution: the result is then the one without a model.
    #[serde(rename = "trouble", default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ModelError>,
    /// The parts of the answer that were left out, with the reason, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl ModelContribution {
    /// Returns the failure as a sentence, if the model failed.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let error = self.error.as_ref()?;
        Some(format!("The language model {} {error}.", self.model))
    }
}
