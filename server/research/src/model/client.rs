//! A model that can be asked: where it is, who agreed to it, what was spent, and whether it failed for good.

use super::prompt::{self, RequestForm, one_line};
use super::{ModelContribution, ModelError, Prompt, redact};
use referee_literature::gate::{Gate, host, is_local};
use serde_json::Value;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// So many tokens, counted here, are spent on one piece of work at most: what was asked and what was answered.
const MAX_TOKENS_PER_TASK: u64 = 240_000;

/// How a model is reached: what the author's own settings say.
#[derive(Clone, PartialEq, Eq)]
pub struct ModelAccess {
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

impl fmt::Debug for ModelAccess {
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
    /// The payload in a form to be read: the messages, with their line breaks.
    pub readable: &'a str,
    /// What of the author's words was replaced before, and by what: `Ruiz is [NAME_1]`. Shown to the author only.
    pub replaced: &'a [String],
    /// The model is on this machine, and the words are those of a clinical note. Nothing leaves; the author is asked
    /// whether this model may read notes.
    pub local: bool,
}

/// Asks the author whether a payload may be sent. About a model on this machine it is asked for clinical notes only.
pub type Permission = dyn Fn(&Payload<'_>) -> bool + Send + Sync;

/// What goes on while a model answers.
pub struct CallControl<'a> {
    /// Says that the answer is no longer wanted.
    pub cancel: &'a CancellationToken,
    /// Hears how many characters have come.
    pub on_progress: &'a mut dyn FnMut(usize),
}

/// A language model, for one piece of work. When it has failed in a way that lasts it is not asked again.
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
    /// A model that is reached through `gate`; `permission` is asked before anything goes to another machine,
    /// and before a clinical note goes to one on this machine.
    #[must_use]
    pub fn new(access: ModelAccess, gate: Gate, permission: Arc<Permission>) -> Self {
        Model { access, gate, permission, private: false, spent: AtomicU64::new(0), broken: Mutex::default() }
    }

    /// The model for words of a clinical note: what goes to another machine is redacted first.
    #[must_use]
    pub fn for_note(self) -> Self {
        Model { private: true, ..self }
    }

    /// The author's words as they may be shown to this model, and what was replaced in them; words of `published` texts
    /// may stay.
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

    /// A question as it would be sent, and to where.
    pub(super) fn show_prompt(&self, prompt: &Prompt) -> Result<Value, ModelError> {
        let body =
            prompt::body(prompt, if prompt.fast { self.judge() } else { self.name() }, RequestForm::FIRST)?;
        let mut shown = serde_json::json!({"to": self.access.base_url, "body": body});
        if !prompt.replaced.is_empty() {
            shown["replaced"] = serde_json::json!(prompt.replaced);
        }
        Ok(shown)
    }

    /// What it had to do with something, where all went well.
    pub(super) fn part(&self, fast: bool) -> ModelContribution {
        let model = if fast { self.judge() } else { self.name() };
        ModelContribution { model: model.to_owned(), ..ModelContribution::default() }
    }

    /// What it had to do with something that it gave nothing to.
    pub(super) fn failed(&self, fast: bool, error: ModelError) -> ModelContribution {
        ModelContribution { error: Some(error), ..self.part(fast) }
    }

    /// How long it may be silent.
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

    /// Takes tokens out of the budget; `false` where there are not so many left.
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
