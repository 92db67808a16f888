//! The session: `initialize`, `initialized`, `shutdown`.

use crate::client_capabilities::ClientCapabilities;
use crate::handlers::workspace;
use crate::server_capabilities::offered;
use crate::state::State;
use crate::sync::lock;
use crate::threads;
use crate::{own_program, parent, settings, uri};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tower_lsp::lsp_types::request::RegisterCapability;
use tower_lsp::lsp_types::*;

/// How long an editor may take to accept a registration.
const REGISTRATION_LIMIT: Duration = Duration::from_secs(10);

/// Glob patterns of files whose changes on disk matter: drafts, bibliographies, libraries,
/// settings.
const WATCHED: [&str; 3] = [
    "**/*.{bib,bibtex,json,yml,yaml,nbib,ris,xml,csv}",
    "**/*.{md,markdown,mdown,mkd,pandoc,qmd,rmd,Rmd,tex,ltx,latex,typ,org,rst,rest,txt,text}",
    "**/referee.toml",
];

/// Handles `initialize`: stores the capabilities and the folders of the editor, and answers with
/// those of the server.
pub(crate) fn initialize(state: &Arc<State>, params: InitializeParams) -> InitializeResult {
    state.set_client_capabilities(ClientCapabilities::read(&params));
    own_program::set_editor_commands(params.capabilities.experimental.as_ref());
    if let Some(pid) = params.process_id {
        tokio::spawn(parent::watch(pid, Arc::clone(&state.lifecycle)));
    }
    if let Some(locale) = &params.locale {
        lock(&state.session).set_locale(locale);
    }
    lock(&state.session).set_folders(folders(&params));
    lock(&state.settings).start_with(params.initialization_options);
    settings::apply(state);
    InitializeResult {
        capabilities: offered(state.client_capabilities()),
        server_info: Some(ServerInfo {
            name: String::from("referee"),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// Returns the folders of the workspace; an editor without folder support sends one root.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let given = params.workspace_folders.iter().flatten().filter_map(|folder| uri::path(&folder.uri));
    let mut folders: Vec<PathBuf> = given.collect();
    if folders.is_empty() {
        folders.extend(params.root_uri.as_ref().and_then(uri::path));
    }
    #[expect(deprecated, reason = "old editors give nothing else")]
    if folders.is_empty() {
        folders.extend(params.root_path.as_ref().map(PathBuf::from).filter(|path| path.is_absolute()));
    }
    folders
}

/// Handles `initialized`: starts the background work on the first call.
pub(crate) fn initialized(state: &Arc<State>) {
    if state.started.swap(true, Ordering::SeqCst) {
        tracing::warn!("the editor sent `initialized` more than once");
        return;
    }
    if state.client_capabilities().configuration {
        state.worker.hold();
    }
    threads::start(state);
    show_unread_tables(state);
    register(state);
    settings::ask(state);
    workspace::changed(state);
}

/// Shows which of the user's own tables could not be read.
fn show_unread_tables(state: &Arc<State>) {
    /// The maximum number of lines that are shown; more would fill the screen.
    const MAX_SHOWN: usize = 5;
    let complaints = &state.unread_tables;
    if complaints.is_empty() {
        return;
    }
    let mut message = complaints.iter().take(MAX_SHOWN).cloned().collect::<Vec<_>>().join("\n");
    if complaints.len() > MAX_SHOWN {
        message += &format!("\n… {}", complaints.len() - MAX_SHOWN);
    }
    state.client.show_message(MessageType::WARNING, message);
}

/// Asks the editor to notify us of changes to files and settings.
fn register(state: &Arc<State>) {
    let mut registrations = Vec::new();
    if state.client_capabilities().registers_watchers {
        let watchers: Vec<_> = WATCHED.iter().map(|pattern| json!({"globPattern": pattern})).collect();
        registrations.push(Registration {
            id: String::from("referee/files"),
            method: String::from("workspace/didChangeWatchedFiles"),
            register_options: Some(json!({"watchers": watchers})),
        });
    }
    if state.client_capabilities().registers_configuration {
        registrations.push(Registration {
            id: String::from("referee/settings"),
            method: String::from("workspace/didChangeConfiguration"),
            register_options: Some(json!({"section": "referee"})),
        });
    }
    if registrations.is_empty() {
        return;
    }
    let state = Arc::clone(state);
    tokio::spawn(async move {
        let params = RegistrationParams { registrations };
        match state.client.request_within::<RegisterCapability>(params, REGISTRATION_LIMIT).await {
            Ok(()) => {
                state.watches_files.store(state.client_capabilities().registers_watchers, Ordering::Relaxed)
            }
            Err(error) => {
                tracing::warn!("the editor did not agree to report changes on disk and of settings: {error}");
            }
        }
    });
}

/// Handles `shutdown`: ends the threads and the running work.
pub(crate) fn shutdown(state: &State) {
    state.worker.end();
}
