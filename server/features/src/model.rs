//! The language model of the settings, ready to be asked.

use crate::api_key;
use referee_literature::gate::state_folder;
use referee_literature::{Consent, Gate, GateOptions};
use referee_research::model::{Access, Model, Permission};
use referee_workspace::settings::{Network, Settings};
use std::sync::Arc;
use std::time::Duration;

/// The model that the settings name, for one piece of work; `None` where they name none. `permission` is asked
/// before anything goes to another machine; with `network = "deny"` nothing does, and nobody is asked.
///
/// # Errors
///
/// Says in a sentence why the model that is named cannot be asked.
pub fn of(settings: &Settings, permission: Arc<Permission>) -> Result<Option<Model>, String> {
    let text = |path: &str| settings.text(path).trim().to_owned();
    let model = text("llm.model");
    if model.is_empty() {
        return Ok(None);
    }
    let base_url = text("llm.base_url");
    if base_url.is_empty() {
        return Err(format!("The language model {model} has no address: llm.base_url is empty."));
    }
    let state = state_folder().ok_or_else(|| {
        format!("The language model {model} is not asked: there is no folder for the log of what leaves this machine.")
    })?;
    let key = api_key::find(&text("llm.api_key_env"), &text("llm.api_key_command"))?;
    let access = Access {
        base_url,
        model,
        fast_model: text("llm.fast_model"),
        key,
        patience: Duration::from_secs(settings.value("llm.timeout").as_u64().unwrap_or(120).max(1)),
    };
    let gate = Gate::new(GateOptions::new(state));
    let denied = settings.network() == Network::Deny;
    gate.set_consent(if denied { Consent::Denied } else { Consent::Allowed });
    let asked: Arc<Permission> = if denied { Arc::new(|_| false) } else { permission };
    Ok(Some(Model::new(access, gate, asked)))
}
