//! What went wrong with a model, and what it had to do with a result.

use serde::{Deserialize, Serialize};

/// Why a model gave nothing that can be used. It is never a pass, and says nothing about the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "detail")]
pub enum ModelError {
    /// Nobody agreed that something is sent to another machine, or no network is allowed.
    #[error("was not asked: {0}")]
    NotAllowed(String),
    /// No connection, or one that broke off.
    #[error("could not be reached: {0}")]
    Unreachable(String),
    /// Silent for longer than the settings allow; in seconds.
    #[error("was silent for {0} s (the setting llm.timeout)")]
    Timeout(u64),
    /// It wants to be asked less often.
    #[error("wants to be asked less often (status 429)")]
    Busy,
    /// It refuses: a wrong key, a model that it does not know; with the status of HTTP.
    #[error("{}", refusal(*.0))]
    Refused(u16),
    /// An error of the server; with the status of HTTP.
    #[error("failed (status {0} of its server)")]
    Server(u16),
    /// The model declined to answer.
    #[error("declined to answer")]
    Declined,
    /// The answer was empty.
    #[error("answered nothing")]
    Empty,
    /// The answer was not what was asked for, and nothing could be read out of it.
    #[error("did not answer in the form that was asked for")]
    Unreadable,
    /// It was read, and nothing in it held against the evidence.
    #[error("said nothing that the evidence holds")]
    Unfounded,
    /// There was nothing to show it: no abstract is known of the works.
    #[error("was not asked: no abstract is known")]
    NothingToRead,
    /// The author called it off.
    #[error("was called off")]
    Cancelled,
    /// As much was asked and answered as one piece of work may cost.
    #[error("was asked as much as one piece of work may cost")]
    Budget,
    /// It is not set up, or not in this build; in words.
    #[error("{0}")]
    Unusable(String),
}

impl ModelError {
    /// Whether asking again during the same piece of work is of no use.
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

/// What the status of a refusal says.
fn refusal(status: u16) -> String {
    match status {
        404 => "is not known at this address (status 404); see the settings llm.base_url and llm.model"
            .to_owned(),
        401 | 403 => format!("refused the key (status {status}); see the setting llm.api_key_env"),
        _ => format!("refused the question (status {status})"),
    }
}

/// What a model had to do with a result; shown with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelContribution {
    /// Its name.
    pub model: String,
    /// Why it gave nothing: the result is then what can be had without it.
    #[serde(rename = "trouble", default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ModelError>,
    /// What was left out of its answer, and why; each in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl ModelContribution {
    /// In a sentence, where the model failed.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let error = self.error.as_ref()?;
        Some(format!("The language model {} {error}.", self.model))
    }
}
