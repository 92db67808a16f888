//! Asks whether a text may be sent to a language model.
//!
//! For a model on another machine, the author is asked about each text, with the text itself open
//! in the editor: it is shown byte for byte as it would be sent. For a model on this machine, the
//! author is asked once, before it receives the first clinical note. An editor that cannot show a
//! text or cannot ask sends nothing.

use crate::consent::tell;
use crate::editor_client::Question;
use crate::state::{State, View};
use referee_literature::private_files;
use referee_research::model::{Payload, Permission};
use referee_text::{Message, Phrase};
use referee_workspace::Folders;
use std::future::Future;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tower_lsp::lsp_types::request::ShowDocument;
use tower_lsp::lsp_types::{MessageType, ShowDocumentParams, Url};

const SEND: Phrase = Phrase { english: "Send", spanish: "Enviar" };
const KEEP: Phrase = Phrase { english: "Do not send", spanish: "No enviar" };
const ALLOW: Phrase = Phrase { english: "Allow", spanish: "Permitir" };

/// The prefix of files that show what would be sent; the process id follows.
const SHOWN_PREFIX: &str = "to-be-sent-";

/// How long an editor may take to show a text.
const SHOW_LIMIT: Duration = Duration::from_secs(30);

/// How long an author may read.
const ANSWER_LIMIT: Duration = Duration::from_secs(15 * 60);

/// Returns a permission that asks the author through the editor. It blocks the calling thread.
pub(crate) fn of(view: &View) -> Arc<Permission> {
    let (state, cancel) = (Arc::clone(&view.state), view.cancel.clone());
    Arc::new(move |payload: &Payload<'_>| ask(&state, payload, &cancel))
}

/// Removes the shown texts that crashed sessions left.
pub(crate) fn sweep_left_over() {
    if let Some(folders) = Folders::of_user() {
        private_files::sweep(&folders.state, SHOWN_PREFIX);
    }
}

fn ask(state: &Arc<State>, payload: &Payload<'_>, cancel: &CancellationToken) -> bool {
    if payload.local {
        return ask_once(state, payload, cancel);
    }
    let client_capabilities = state.client_capabilities();
    if !client_capabilities.asks || !client_capabilities.shows_documents {
        let (host, model) = (payload.host, payload.model);
        let message = Message::new(
            format!(
                "Nothing was sent to {host}: this editor cannot show what the language model {model} would be sent, and ask whether it may."
            ),
            format!(
                "No se envió nada a {host}: este editor no puede mostrar lo que recibiría el modelo de lenguaje {model} ni preguntar si se permite."
            ),
        );
        tell(state, MessageType::WARNING, message);
        return false;
    }
    let shown = match ShownPayloadFile::write(payload) {
        Ok(shown) => shown,
        Err(error) => {
            tracing::warn!("what would be sent to the language model cannot be shown: {error}");
            return false;
        }
    };
    let Ok(uri) = Url::from_file_path(&shown.0) else { return false };
    let (language, model, host) = (state.language(), payload.model, payload.host);
    let name = shown.0.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let text = language.pick(
        format!(
            "May referee send this text to the language model {model} at {host}? It is open now ({name}), the whole of it, as it would leave this machine."
        ),
        format!(
            "¿Puede referee enviar este texto al modelo de lenguaje {model} de {host}? Está abierto ahora ({name}), completo, tal como saldría de este equipo."
        ),
    );
    let question = Question { language, text, answers: [SEND, KEEP] };
    let client = state.client.clone();
    let asking = async move {
        let params =
            ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: None };
        let seen = client.request_within::<ShowDocument>(params, SHOW_LIMIT).await;
        // A text that was not shown cannot be agreed to.
        if !seen.is_ok_and(|seen| seen.success) {
            return None;
        }
        client.choose_within(question, ANSWER_LIMIT).await.ok().flatten()
    };
    unless_cancelled(state, cancel, asking) == Some(SEND)
}

/// Asks whether a model on this machine may read clinical notes. The answer counts for every note.
fn ask_once(state: &Arc<State>, payload: &Payload<'_>, cancel: &CancellationToken) -> bool {
    if !state.client_capabilities().asks {
        let (host, model) = (payload.host, payload.model);
        let message = Message::new(
            format!(
                "Nothing of the note was given to the language model {model} at {host}: this editor cannot ask whether it may. `referee recommend --send-to-model` or `referee hypothesize --send-to-model` on the note allows it."
            ),
            format!(
                "No se envió nada de la nota al modelo de lenguaje {model} de {host}: este editor no puede preguntar si se permite. `referee recommend --send-to-model` o `referee hypothesize --send-to-model` sobre la nota lo permiten."
            ),
        );
        tell(state, MessageType::WARNING, message);
        return false;
    }
    let (language, model, host) = (state.language(), payload.model, payload.host);
    let text = language.pick(
        format!(
            "May the language model {model} at {host}, on this machine, read clinical notes, names and dates included? It is asked once for this model."
        ),
        format!(
            "¿Puede el modelo de lenguaje {model} de {host}, en este equipo, leer notas clínicas, con nombres y fechas? Se pregunta una vez para este modelo."
        ),
    );
    let question = Question { language, text, answers: [ALLOW, KEEP] };
    let client = state.client.clone();
    let asking = async move { client.choose_within(question, ANSWER_LIMIT).await.ok().flatten() };
    unless_cancelled(state, cancel, asking) == Some(ALLOW)
}

/// Waits for the author's answer; `None` if the request is cancelled first.
fn unless_cancelled(
    state: &State,
    cancel: &CancellationToken,
    asking: impl Future<Output = Option<Phrase>>,
) -> Option<Phrase> {
    state.runtime.block_on(async { cancel.run_until_cancelled(asking).await.flatten() })
}

/// The file that shows a text; deleted after the answer.
struct ShownPayloadFile(PathBuf);

impl ShownPayloadFile {
    fn write(payload: &Payload<'_>) -> std::io::Result<ShownPayloadFile> {
        static NEXT_FILE_NUMBER: AtomicU32 = AtomicU32::new(0);
        let folders = Folders::of_user().ok_or_else(|| std::io::Error::other("there is no folder for it"))?;
        private_files::create_folder(&folders.state)?;
        let number = NEXT_FILE_NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folders.state.join(format!("{SHOWN_PREFIX}{}-{number}.md", std::process::id()));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let shown = ShownPayloadFile(path);
        let mut file = options.open(&shown.0)?;
        let replaced = match payload.replaced {
            [] => String::new(),
            some => format!(
                "Replaced in your words, because it could tell who the note is about: {}. Look whether something is left.\n\n",
                some.join("; ")
            ),
        };
        write!(
            file,
            "# To be sent to {} at {}\n\n{replaced}To be read:\n\n{}\n\n# As it is sent\n\n{}\n",
            payload.model, payload.host, payload.readable, payload.body
        )?;
        Ok(shown)
    }
}

impl Drop for ShownPayloadFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
