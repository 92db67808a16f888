//! A language model of the author's own choice: any server that speaks as OpenAI does.
//!
//! A model is asked for judgement and wording, and never for a fact: it is shown numbered evidence, answers with
//! those numbers and with quotations, and everything that it says is checked against the stored text before
//! anything is made of it. What it must not do is in code, not in the prompt: no text of a paper and no answer can
//! make a search, a citation or a request that the code did not want to make.
//!
//! Every call passes the gate ([`referee_literature::gate::Destination`]). A failure is a [`ModelError`], which is
//! shown and never taken for an answer. Start at [`Model::ask`], then [`hypotheses`].

mod ask;
pub mod budget;
pub mod check;
pub mod hypotheses;
pub mod judge;
pub mod reading;
pub mod recommend;
pub mod redact;
pub mod report;
pub mod shown;
pub mod support;
pub mod vectors;

pub use ask::Call;

use referee_literature::gate::{Gate, host, is_local};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// So many tokens, counted here, are spent on one piece of work at most: what was asked and what was answered.
const BUDGET: u64 = 240_000;

/// How a model is reached: what the author's own settings say.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// The address up to the version: `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// The model that writes.
    pub model: String,
    /// The model that judges; empty: the same.
    pub fast_model: String,
    /// The key, where one is needed.
    pub key: Option<String>,
    /// How long the model may be silent.
    pub patience: Duration,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// What would leave this machine, for the author to see.
#[derive(Clone, Copy, Debug)]
pub struct Payload<'a> {
    /// Where it would go.
    pub host: &'a str,
    /// The model that would read it.
    pub model: &'a str,
    /// The whole of what would be sent, as it would be sent.
    pub body: &'a str,
    /// The same to be read: the messages, with their line breaks.
    pub readable: &'a str,
    /// What of the author's words was replaced before, and by what: `Ruiz is [NAME_1]`. Shown to the author only.
    pub replaced: &'a [String],
}

/// Asks the author whether a payload may leave. It is never asked about a model on this machine.
pub type Permission = dyn Fn(&Payload<'_>) -> bool + Send + Sync;

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
    fn lasts(&self) -> bool {
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
pub struct Part {
    /// Its name.
    pub model: String,
    /// Why it gave nothing: the result is then what can be had without it.
    #[serde(rename = "trouble", default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ModelError>,
    /// What was left out of its answer, and why; each in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl Part {
    /// In a sentence, where the model failed.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let error = self.error.as_ref()?;
        Some(format!("The language model {} {error}.", self.model))
    }
}

/// What every prompt begins with; `mark` stands before each piece of evidence.
fn frame(mark: &str) -> String {
    include_str!("model/prompts/frame.md").replace("{MARK}", mark)
}

/// A text as one line, without control characters, and not longer than a question is.
pub(crate) fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !c.is_control()).take(2_000).collect()
}

/// One question to a model.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// What the answer is: `hypotheses`, `verdict`.
    pub name: &'static str,
    /// What the model is to do, and how.
    pub system: String,
    /// The question and the evidence.
    pub user: String,
    /// The JSON schema of the answer.
    pub schema: Value,
    /// How long the answer may be, in tokens.
    pub answer: u32,
    /// Whether the faster model will do.
    pub fast: bool,
    /// What of the author's words was replaced, and by what; it is not sent.
    pub replaced: Vec<String>,
}

/// A language model, for one piece of work. When it has failed in a way that lasts it is not asked again.
pub struct Model {
    access: Access,
    gate: Gate,
    permission: Arc<Permission>,
    private: bool,
    spent: AtomicU64,
    broken: Mutex<Option<ModelError>>,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("access", &self.access).finish_non_exhaustive()
    }
}

impl Model {
    /// A model that is reached through `gate`; `permission` is asked before anything goes to another machine.
    #[must_use]
    pub fn new(access: Access, gate: Gate, permission: Arc<Permission>) -> Self {
        Model { access, gate, permission, private: false, spent: AtomicU64::new(0), broken: Mutex::default() }
    }

    /// The same for words of a clinical note: what goes to another machine is redacted first.
    #[must_use]
    pub fn for_note(self) -> Self {
        Model { private: true, ..self }
    }

    /// The author's words as they may be shown to this model, and what was replaced in them; words of `published` texts
    /// may stay.
    fn outward(&self, words: &str, published: &str) -> Result<(String, Vec<String>), ModelError> {
        let line = one_line(words);
        if !self.private || self.is_local() {
            return Ok((line, Vec::new()));
        }
        let allowed = redact::Allowed::with(published);
        let redacted = redact::redact(&line, &allowed);
        if !redact::is_clean(&redacted.text, &allowed) {
            let why = "what could tell who the note is about could not be taken out of the text";
            return Err(ModelError::NotAllowed(why.to_owned()));
        }
        let replaced = redacted
            .taken
            .iter()
            .filter_map(|taken| Some(format!("{} is {}", line.get(taken.range.clone())?, taken.surrogate)));
        let replaced = replaced.collect();
        Ok((redacted.text, replaced))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.access.model
    }

    /// The name of the model that judges.
    #[must_use]
    pub fn judge(&self) -> &str {
        if self.access.fast_model.is_empty() { &self.access.model } else { &self.access.fast_model }
    }

    /// Whether it runs on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_local(&self.access.base_url)
    }

    /// The host that it is asked at.
    #[must_use]
    pub fn host(&self) -> String {
        host(&self.access.base_url)
    }

    /// What it would be asked first about what was found, as it would be sent, and to where; beside it what of the
    /// author's words was replaced, which is not sent.
    ///
    /// # Errors
    ///
    /// Says why it would be sent nothing.
    pub fn show(&self, found: &crate::rounds::Outcome) -> Result<Value, ModelError> {
        self.show_prompt(&hypotheses::first(self, &found.question, &found.evidence, &found.compared)?)
    }

    /// A question as it would be sent, and to where.
    fn show_prompt(&self, prompt: &Prompt) -> Result<Value, ModelError> {
        let body = ask::body(prompt, if prompt.fast { self.judge() } else { self.name() }, true)?;
        let mut shown = serde_json::json!({"to": self.access.base_url, "body": body});
        if !prompt.replaced.is_empty() {
            shown["replaced"] = serde_json::json!(prompt.replaced);
        }
        Ok(shown)
    }

    /// What it had to do with something, where all went well.
    fn part(&self, fast: bool) -> Part {
        let model = if fast { self.judge() } else { self.name() };
        Part { model: model.to_owned(), ..Part::default() }
    }

    /// What it had to do with something that it gave nothing to.
    fn failed(&self, fast: bool, error: ModelError) -> Part {
        Part { error: Some(error), ..self.part(fast) }
    }

    /// How long it may be silent.
    fn patience(&self) -> Duration {
        self.access.patience
    }

    fn broken(&self) -> Option<ModelError> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, error: &ModelError) {
        if error.lasts() {
            *self.broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.clone());
        }
    }

    /// Takes tokens out of the budget; `false` where there are not so many left.
    fn spend(&self, tokens: usize) -> bool {
        let tokens = tokens as u64;
        self.spent.fetch_add(tokens, Ordering::Relaxed).saturating_add(tokens) <= BUDGET
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_literature::GateOptions;

    fn model(base_url: &str) -> Model {
        let access = Access {
            base_url: base_url.to_owned(),
            model: "tester".to_owned(),
            fast_model: String::new(),
            key: Some("sk-secret".to_owned()),
            patience: Duration::from_secs(1),
        };
        let state = tempfile::tempdir().unwrap();
        Model::new(access, Gate::new(GateOptions::new(state.path())), Arc::new(|_| false))
    }

    #[test]
    fn the_words_of_a_note_are_redacted_before_another_machine_and_nowhere_else() {
        let question = "Is metformin safe for Mrs. Quintanilla, born 12/03/1951?";
        let note = model("https://model.invalid/v1").for_note();
        let (words, replaced) = note.outward(question, "").unwrap();
        assert!(words.starts_with("Is metformin safe for "), "{words}");
        assert!(!words.contains("Quintanilla") && !words.contains("1951"), "{words}");
        assert!(replaced.iter().any(|said| said.starts_with("Quintanilla is [NAME_")), "{replaced:?}");
        for open in [model("https://model.invalid/v1"), model("http://127.0.0.1:1/v1").for_note()] {
            assert_eq!(open.outward(question, "").unwrap(), (question.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn nobody_who_prints_a_model_prints_its_key() {
        assert!(!format!("{:?}", model("http://127.0.0.1:1/v1")).contains("sk-secret"));
    }
}
