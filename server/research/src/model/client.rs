//! A model that can be asked: its address, the consent, the tokens spent and permanent failures.

use super::prompt::{self, RequestForm, one_line};
use super::{ModelContribution, ModelError, Prompt, redact};
use referee_literature::gate::{Gate, host, is_local};
use serde_json::Value;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The maximum number of tokens, as counted here, for one task: prompts and answers together.
const MAX_TOKENS_PER_TASK: u64 = 240_000;

/// The access to a model, from the author's settings.
#[derive(Clone, PartialEq, Eq)]
pub struct ModelAccess {
    /// The base URL up to the version: `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// The model that writes.
    pub model: String,
    /// The model that judges; empty for the same model.
    pub fast_model: String,
    /// The API key, if one is needed.
    pub key: Option<String>,
    /// How long the model may be silent.
    pub patience: Duration,
}

impl fmt::Debug for ModelAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// The data that would leave this machine, for display to the author.
#[derive(Clone, Copy, Debug)]
pub struct Payload<'a> {
    /// The host that would receive it.
    pub host: &'a str,
    /// The model that would read it.
    pub model: &'a str,
    /// The complete request body, exactly as it would be sent.
    pub body: &'a str,
    /// The payload in readable form: the messages with their line breaks.
    pub readable: &'a str,
    /// The author's words that were replaced, with their replacements: `Ruiz is [NAME_1]`. Shown to
    /// the author only.
    pub replaced: &'a [String],
    /// The model is on this machine and the text belongs to a clinical note. Nothing leaves the
    /// machine; the author is asked whether this model may read notes.
    pub local: bool,
}

/// Asks the author whether a payload may be sent. For a model on this machine it is asked about
/// clinical notes only.
pub type Permission = dyn Fn(&Payload<'_>) -> bool + Send + Sync;

/// Controls a call while a model answers.
pub struct CallControl<'a> {
    /// The token that cancels the call.
    pub cancel: &'a CancellationToken,
    /// Receives the number of characters that have arrived.
    pub on_progress: &'a mut dyn FnMut(usize),
}

/// A language model for one task. After a permanent failure it is not asked again.
pub struct Model {
    pub(super) access: ModelAccess,
    pub(super) gate: Gate,
    pub(super) permission: Arc<Permission>,
    pub(super) private: bool,
    spent: AtomicU64,
    broken: Mutex<Option<ModelError>>,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("access", &self.access).finish_non_exhaustive()
    }
}

impl Model {
    /// Creates a model that is reached through `gate`; `permission` is asked before anything goes
    /// to another machine, and before a clinical note goes to a model on this machine.
    #[must_use]
    pub fn new(access: ModelAccess, gate: Gate, permission: Arc<Permission>) -> Self {
        Model { access, gate, permission, private: false, spent: AtomicU64::new(0), broken: Mutex::default() }
    }

    /// Returns the model for text of a clinical note: text for another machine is redacted first.
    #[must_use]
    pub fn for_note(self) -> Self {
        Model { private: true, ..self }
    }

    /// Returns the author's words as this model may read them, and the replacements in them; words
    /// of the `published` texts may stay.
    pub(super) fn outward(&self, words: &str, published: &str) -> Result<(String, Vec<String>), ModelError> {
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

    /// Returns the name of the model.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.access.model
    }

    /// Returns the name of the model that judges.
    #[must_use]
    pub fn judge(&self) -> &str {
        if self.access.fast_model.is_empty() { &self.access.model } else { &self.access.fast_model }
    }

    /// Returns whether the model runs on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_local(&self.access.base_url)
    }

    /// Returns the host of the model.
    #[must_use]
    pub fn host(&self) -> String {
        host(&self.access.base_url)
    }

    /// Returns a request as it would be sent, with its address.
    pub(super) fn show_prompt(&self, prompt: &Prompt) -> Result<Value, ModelError> {
        let body =
            prompt::body(prompt, if prompt.fast { self.judge() } else { self.name() }, RequestForm::FIRST)?;
        let mut shown = serde_json::json!({"to": self.access.base_url, "body": body});
        if !prompt.replaced.is_empty() {
            shown["replaced"] = serde_json::json!(prompt.replaced);
        }
        Ok(shown)
    }

    /// Returns the model's contribution after a success.
    pub(super) fn part(&self, fast: bool) -> ModelContribution {
        let model = if fast { self.judge() } else { self.name() };
        ModelContribution { model: model.to_owned(), ..ModelContribution::default() }
    }

    /// Returns the model's contribution after a failure.
    pub(super) fn failed(&self, fast: bool, error: ModelError) -> ModelContribution {
        ModelContribution { error: Some(error), ..self.part(fast) }
    }

    /// Returns how long the model may be silent.
    pub(super) fn patience(&self) -> Duration {
        self.access.patience
    }

    pub(super) fn broken(&self) -> Option<ModelError> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn note(&self, error: &ModelError) {
        if error.lasts() {
            *self.broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.clone());
        }
    }

    /// Takes tokens out of the budget; `false` if the budget is exceeded.
    pub(super) fn spend(&self, tokens: usize) -> bool {
        let tokens = tokens as u64;
        self.spent.fetch_add(tokens, Ordering::Relaxed).saturating_add(tokens) <= MAX_TOKENS_PER_TASK
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_literature::GateOptions;

    fn model(base_url: &str) -> Model {
        let access = ModelAccess {
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
