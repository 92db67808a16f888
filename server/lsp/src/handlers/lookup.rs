//! Looks up one identifier in order to cite its work.

use crate::edits::apply_edit;
use crate::progress::Progress;
use crate::state::{State, View};
use crate::sync::lock;
use crate::{consent, from_protocol, uri};
use referee_citations::Reference;
use referee_features::cite::CiteQuery;
use referee_features::code_action;
use referee_operations::changed_files::also_changed;
use referee_text::{FileId, Message, Phrase};
use referee_workspace::Snapshot;
use referee_workspace::verify::{VerifyObserver, verify_one};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tower_lsp::lsp_types::{Location, MessageType};

/// The message if the author requests a look-up before the editor has sent the settings that may
/// allow it.
const SETTINGS_UNKNOWN: Phrase = Phrase {
    english: "Nothing was looked up: the editor has not told its settings yet.",
    spanish: "No se consultó nada: el editor todavía no ha comunicado sus ajustes.",
};

/// Looks up the bare identifier at a place and replaces it by a citation, adding a missing entry.
/// Returns immediately; the edit follows.
pub(crate) fn cite(view: &View, place: Location) {
    let state = Arc::clone(&view.state);
    // Services may be slow, and this thread serves other requests.
    state.clone().runtime.spawn(async move {
        // The settings that allow the look-up, and the bibliography, may not have been read yet;
        // both are needed.
        state.worker.ready().await;
        tokio::task::spawn_blocking(move || look_up(&state, &place));
    });
}

fn look_up(state: &Arc<State>, place: &Location) {
    if !state.are_settings_known() {
        return consent::tell(state, MessageType::WARNING, SETTINGS_UNKNOWN);
    }
    let file = uri::file(&place.uri);
    let Some(reference) = at(state, &file, place).and_then(|(snapshot, offset)| {
        code_action::bare_identifier(&snapshot, &file, offset).map(|reference| (snapshot, reference))
    }) else {
        return consent::tell(
            state,
            MessageType::INFO,
            Message::new("There is no identifier any more.", "Ya no hay ningún identificador."),
        );
    };
    let (snapshot, reference) = reference;
    let cancel = CancellationToken::new();
    let progress = Progress::begin(state, looking_up(&reference), false, &cancel);
    let watch = VerifyObserver { cancel: &cancel, learned: &|_| {}, newer: &|| None, reserved_cores: 1 };
    let _ = verify_one(&snapshot, &file, &reference, &watch);
    drop(progress);
    state.worker.refresh_all();
    // The text and the bibliography may have changed meanwhile: find the reference again, and
    // change no other place.
    let view = state.view().read_disk();
    let now = &view.snapshot;
    let action = code_action::cite_reference(now, &file, &reference);
    let edit = action.and_then(|action| Some((view.encoder().workspace_edit(&action.edits)?, action.edits)));
    match edit {
        Some((edit, edits)) => {
            apply_edit(state, edit);
            let elsewhere = also_changed(state.language(), &file, &edits);
            if !elsewhere.is_empty() {
                state.client.show_message(MessageType::INFO, elsewhere.trim_start().to_owned());
            }
        }
        None => {
            let label = &reference.label;
            let known = now.judgement(&reference).is_some_and(|judgement| judgement.record.is_some());
            let message = if known {
                Message::new(
                    format!(
                        "{label} cannot be cited here: the draft names no bibliography that it could be added to."
                    ),
                    format!(
                        "{label} no se puede citar aquí: el texto no nombra ninguna bibliografía a la que añadirlo."
                    ),
                )
            } else {
                Message::new(
                    format!("No source that was asked has {label}."),
                    format!("Ninguna de las fuentes consultadas tiene {label}."),
                )
            };
            consent::tell(state, MessageType::INFO, message);
        }
    }
}

/// Looks up one identifier for a file and blocks; the result is known to the session afterwards.
pub(crate) fn learn(
    state: &Arc<State>,
    snapshot: &Snapshot,
    file: &FileId,
    query: &CiteQuery,
    cancel: &CancellationToken,
) {
    let Some(reference) = query.reference(file) else { return };
    let cancel = cancel.child_token();
    let _progress = Progress::begin(state, looking_up(&reference), true, &cancel);
    let watch = VerifyObserver { cancel: &cancel, learned: &|_| {}, newer: &|| None, reserved_cores: 1 };
    let _ = verify_one(snapshot, file, &reference, &watch);
}

fn looking_up(reference: &Reference) -> Message {
    Message::new(format!("Looking up {}", reference.label), format!("Consultando {}", reference.label))
}

/// Returns the current snapshot and the byte offset of a place.
fn at(state: &State, file: &FileId, place: &Location) -> Option<(Snapshot, usize)> {
    let snapshot = lock(&state.session).snapshot();
    let text = snapshot.source_text(file)?;
    let offset = from_protocol::byte(&text, place.range.start, state.client_capabilities().encoding);
    Some((snapshot, offset))
}
