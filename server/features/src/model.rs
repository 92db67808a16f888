//! Sets up the models of the settings.

use crate::api_key::{ApiKeys, KeyError};
use referee_literature::gate::{is_local, state_folder};
use referee_literature::model_package::{MINILM, models_folder};
use referee_literature::{Consent, Gate, GateOptions};
use referee_research::Embedder;
use referee_research::embed::{UnusableEmbedder, local};
use referee_research::model::vectors::ServedEmbedder;
use referee_research::model::{Model, ModelAccess, Permission};
use referee_research::run::{Models, Purpose};
use referee_workspace::consent::Consents;
use referee_workspace::settings::{Network, Settings};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Why the model of the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelSetupError {
    /// The settings give no address for it.
    #[error("The language model {model} has no address: llm.base_url is empty.")]
    NoAddress {
        /// The name of the model.
        model: String,
    },
    /// Its requests could not be logged.
    #[error("The language model {model} is not asked: {NO_LOG}.")]
    NoLog {
        /// The name of the model.
        model: String,
    },
    /// The command for its key failed.
    #[error(transparent)]
    Key(#[from] KeyError),
}

/// The state of the models during a session: the keys that commands returned, and the local model,
/// which is read once.
#[derive(Default)]
pub struct ModelSession {
    keys: ApiKeys,
    loaded: Mutex<Option<(PathBuf, Arc<dyn Embedder>)>>,
}

impl std::fmt::Debug for ModelSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Do not print the keys.
        f.debug_struct("ModelSession").finish_non_exhaustive()
    }
}

impl ModelSession {
    /// Returns the models for a research run: those that its purpose needs and the settings name.
    /// `permission` and `private` are as for [`ModelSession::of`].
    ///
    /// # Errors
    ///
    /// If the language model in the settings cannot be used.
    pub fn for_research(
        &self,
        settings: &Settings,
        purpose: Purpose,
        permission: Arc<Permission>,
        private: bool,
    ) -> Result<Models, ModelSetupError> {
        let language = match purpose.asks_language_model() {
            true => self.of(settings, Arc::clone(&permission), private)?,
            false => None,
        };
        let embedder = match purpose.chooses_works(language.is_some()) {
            true => self.embedder(settings, permission, private),
            false => None,
        };
        Ok(Models { language, embedder, query_embedder: self.query_embedder(settings) })
    }

    /// Returns the model of the settings for one task; `None` if they do not name one. `permission`
    /// is asked before anything is sent to another machine; with `network = "deny"` nothing is sent
    /// and no permission is asked. For a clinical note (`private`), text that is sent to another
    /// machine is redacted first.
    ///
    /// # Errors
    ///
    /// If the model in the settings cannot be used.
    pub fn of(
        &self,
        settings: &Settings,
        permission: Arc<Permission>,
        private: bool,
    ) -> Result<Option<Model>, ModelSetupError> {
        let model = settings.values.llm_model.trim().to_owned();
        if model.is_empty() {
            return Ok(None);
        }
        let base_url = settings.values.llm_base_url.trim().to_owned();
        if base_url.is_empty() {
            return Err(ModelSetupError::NoAddress { model });
        }
        let fast_model = settings.values.llm_fast_model.trim().to_owned();
        let made = self.made(settings, permission, private, base_url, &model, fast_model)?;
        made.map(Some).ok_or(ModelSetupError::NoLog { model })
    }

    /// Returns the embedder of the settings for one task; `None` if works are compared by their
    /// words. An embedder that cannot be used gives the reason when it is called. `permission` and
    /// `private` are as for [`ModelSession::of`].
    #[must_use]
    pub fn embedder(
        &self,
        settings: &Settings,
        permission: Arc<Permission>,
        private: bool,
    ) -> Option<Box<dyn Embedder>> {
        match settings.values.embeddings_backend.as_str() {
            "openai" => Some(self.served(settings, permission, private)),
            "local" => Some(local(local_model_folder(settings).as_deref())),
            _ => None,
        }
    }

    /// Returns the local embedder that compares a query with the vectors of a library; `None` if
    /// the settings do not name one, or it is not installed. Its model is read once and kept for
    /// the next search.
    #[must_use]
    pub fn query_embedder(&self, settings: &Settings) -> Option<Arc<dyn Embedder>> {
        if settings.values.embeddings_backend != "local" {
            return None;
        }
        let folder = local_model_folder(settings)?;
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, embedder)) = loaded.as_ref().filter(|(known, _)| *known == folder) {
            return Some(Arc::clone(embedder));
        }
        let embedder: Arc<dyn Embedder> = Arc::from(local(Some(&folder)));
        if !embedder.is_on_this_machine() {
            return None;
        }
        *loaded = Some((folder, Arc::clone(&embedder)));
        Some(embedder)
    }

    /// Returns the embedder of a server.
    fn served(&self, settings: &Settings, permission: Arc<Permission>, private: bool) -> Box<dyn Embedder> {
        let model = settings.values.embeddings_model.trim().to_owned();
        if model.is_empty() {
            return Box::new(UnusableEmbedder::new(
                "of the settings",
                "has no name: embeddings.model is empty",
            ));
        }
        let own = settings.values.embeddings_base_url.trim().to_owned();
        let base_url = if own.is_empty() { settings.values.llm_base_url.trim().to_owned() } else { own };
        if base_url.is_empty() {
            return Box::new(UnusableEmbedder::new(model, "has no address: embeddings.base_url is empty"));
        }
        match self.made(settings, permission, private, base_url, &model, String::new()) {
            Ok(Some(made)) => Box::new(ServedEmbedder::new(made)),
            Ok(None) => Box::new(UnusableEmbedder::new(model, format!("is not asked: {NO_LOG}"))),
            Err(error) => {
                let why = error.to_string();
                Box::new(UnusableEmbedder::new(model, format!("is not asked: {}", why.trim_end_matches('.'))))
            }
        }
    }

    /// Creates a model at an address, with the key and the time limit of the settings; `None` if
    /// its requests could not be logged.
    fn made(
        &self,
        settings: &Settings,
        permission: Arc<Permission>,
        private: bool,
        base_url: String,
        model: &str,
        fast_model: String,
    ) -> Result<Option<Model>, KeyError> {
        let Some(state) = state_folder() else { return Ok(None) };
        let local = is_local(&base_url);
        let permission = match local {
            true => once_for_notes(permission, Consents::new(&state), base_url.clone()),
            false => permission,
        };
        let access = ModelAccess {
            base_url,
            model: model.to_owned(),
            fast_model,
            key: self.keys.find(
                key_variable(settings.values.llm_api_key_env.trim(), local),
                settings.values.llm_api_key_command.trim(),
            )?,
            patience: Duration::from_secs(u64::from(settings.values.llm_timeout.max(1))),
        };
        let gate = Gate::new(GateOptions::new(state));
        let denied = settings.network() == Network::Deny;
        gate.set_consent(if denied { Consent::Denied } else { Consent::Allowed });
        // Requests that stay on this machine do not depend on the network setting.
        let asked: Arc<Permission> = if denied && !local { Arc::new(|_| false) } else { permission };
        let model = Model::new(access, gate, asked);
        Ok(Some(if private { model.for_note() } else { model }))
    }
}

/// Returns the folder of the local model: the one in the settings, otherwise that of the variable
/// `REFEREE_MODEL_DIR`, otherwise the installed one.
fn local_model_folder(settings: &Settings) -> Option<PathBuf> {
    let named = || std::env::var_os("REFEREE_MODEL_DIR").filter(|folder| !folder.is_empty());
    let installed = || Some(MINILM.installed(&models_folder().ok()?)?.folder().to_owned());
    settings.model_folder().or_else(|| named().map(PathBuf::from)).or_else(installed)
}

/// The reason in a message if data that leaves this machine could not be logged.
const NO_LOG: &str = "there is no folder for the log of what leaves this machine";

/// Returns the variable that may contain the key of a model. A local model does not get the
/// variable of a web provider, because any program that listens there would receive the key.
fn key_variable(variable: &str, local: bool) -> &str {
    let default = Settings::default().values.llm_api_key_env;
    if local && variable == default.trim() { "" } else { variable }
}

/// Asks once for permission to use a model on this machine, for all notes: an answer that allows it
/// is remembered.
fn once_for_notes(permission: Arc<Permission>, consents: Consents, base_url: String) -> Arc<Permission> {
    Arc::new(move |payload| {
        if consents.allows_notes(&base_url, payload.model) {
            return true;
        }
        let allowed = permission(payload);
        if allowed {
            // If the answer cannot be remembered, it is asked for again.
            let _ = consents.remember_notes(&base_url, payload.model);
        }
        allowed
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_research::model::Payload;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_model_on_this_machine_gets_a_key_only_from_a_variable_that_was_named_for_it() {
        assert_eq!(key_variable("OPENAI_API_KEY", true), "");
        assert_eq!(key_variable("MY_LLAMA_KEY", true), "MY_LLAMA_KEY");
        assert_eq!(key_variable("OPENAI_API_KEY", false), "OPENAI_API_KEY");
    }

    #[test]
    fn a_model_on_this_machine_is_asked_about_once_and_another_again() -> std::io::Result<()> {
        let state = tempfile::tempdir()?;
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let permission = |answer: bool| -> Arc<Permission> {
            let count = Arc::clone(&count);
            let author: Arc<Permission> = Arc::new(move |_| {
                count.fetch_add(1, Ordering::Relaxed);
                answer
            });
            once_for_notes(author, Consents::new(state.path()), "http://127.0.0.1:1/v1".to_owned())
        };
        let payload = |model| Payload {
            host: "127.0.0.1:1",
            model,
            body: "",
            readable: "",
            replaced: &[],
            local: true,
        };
        assert!(!permission(false)(&payload("tester")));
        for _ in 0..2 {
            assert!(permission(true)(&payload("tester")));
        }
        assert_eq!(asked.load(Ordering::Relaxed), 2);
        assert!(!permission(false)(&payload("other")));
        Ok(())
    }
}
