//! What went wrong with a model, and what it had to do with a result.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a model gave nothing that can be used. It is never a pass, and says nothing about the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "detail")]
pub enum ModelError {
    /// Nobody agreed that something is sent to another machine, or no network is allowed.
    NotAllowed(String),
    /// No connection, or one that broke off.
    Unreachable(String),
    /// Silent for longer than the settings allow; in seconds.
    Timeout(u64),
    /// It wants to be asked less often.
    Busy,
    /// It refuses: a wrong key, a model that it does not know; with the status of HTTP.
    Refused(u16),
    /// An error of the server; with the status of HTTP.
    Server(u16),
    /// The model declined to answer.
    Declined,
    /// The answer was empty.
    Empty,
    /// The answer was not what was asked for, and nothing could be read out of it.
    Unreadable,
    /// It was read, and nothing in it held against the evidence.
    Unfounded,
    /// There was nothing to show it: no abstract is known of the works.
    NothingToRead,
    /// The author called it off.
    Cancelled,
    /// As much was asked and answered as one piece of work may cost.
    Budget,
    /// It is not set up, or not in this build; in words.
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

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::NotAllowed(why) => write!(f, "was not asked: {why}"),
            ModelError::Unreachable(why) => write!(f, "could not be reached: {why}"),
            ModelError::Timeout(seconds) => write!(f, "was silent for {seconds} s (the setting llm.timeout)"),
            ModelError::Busy => f.write_str("wants to be asked less often (status 429)"),
            ModelError::Refused(404) => f.write_str(
                "is not known at this address (status 404); see the settings llm.base_url and llm.model",
            ),
            ModelError::Refused(status @ (401 | 403)) => {
                write!(f, "refused the key (status {status}); see the setting llm.api_key_env")
            }
            ModelError::Refused(status) => write!(f, "refused the question (status {status})"),
            ModelError::Server(status) => write!(f, "failed (status {status} of its server)"),
            ModelError::Declined => f.write_str("declined to answer"),
            ModelError::Empty => f.write_str("answered nothing"),
            ModelError::Unreadable => f.write_str("did not answer in the form that was asked for"),
            ModelError::Unfounded => f.write_str("said nothing that the evidence holds"),
            ModelError::NothingToRead => f.write_str("was not asked: no abstract is known"),
            ModelError::Cancelled => f.write_str("was called off"),
            ModelError::Budget => f.write_str("was asked as much as one piece of work may cost"),
            ModelError::Unusable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ModelError {}

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
