//! Documents: opened, changed, saved, closed.
//!
//! These handlers run on the read loop, one after the other. They change the session and return;
//! they must not block.

use crate::state::State;
use crate::sync::lock;
use crate::threads::read_texts;
use crate::{from_protocol, uri};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tower_lsp::lsp_types::*;

pub(crate) fn did_open(state: &Arc<State>, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let file = uri::file(&document.uri);
    state.with_uris(|uris| uris.open(file.clone(), document.uri));
    lock(&state.pulled).start_anew(&file);
    lock(&state.session).open(file, &document.language_id, document.version, &document.text);
    read_texts(state);
    state.worker.resume();
    state.worker.refresh_all();
    state.worker.verify();
}

/// Changes a document. The session continues whatever the editor sends: a range outside of the text
/// is clamped, and an unexpected version is logged.
pub(crate) fn did_change(state: &Arc<State>, params: DidChangeTextDocumentParams) {
    let file = uri::file(&params.text_document.uri);
    let version = params.text_document.version;
    let encoding = state.client_capabilities().encoding;
    {
        let mut session = lock(&state.session);
        if !session.is_open(&file) {
            tracing::debug!("a document changed that is not open");
            return;
        }
        if session.version(&file).is_some_and(|before| version <= before) {
            odd(state, &format!("version {version} of a document came after a later one"));
        }
        for change in params.content_changes {
            let Some(text) = session.source_text(&file) else { return };
            let (edit, inside) = from_protocol::edit(text, change, encoding);
            if !inside {
                odd(state, &format!("a change to version {version} of a document lay outside of its text"));
            }
            session.edit(&file, &edit);
        }
        session.set_version(&file, version);
    }
    if lock(&state.session).is_unread(&file) {
        // The file is reviewed after it was read.
        read_texts(state);
    } else {
        state.worker.edited(&file);
    }
}

/// Logs an unexpected message of the editor, as a warning the first time.
fn odd(state: &State, what: &str) {
    if state.was_odd.swap(true, Ordering::Relaxed) {
        tracing::debug!("{what}");
    } else {
        tracing::warn!("{what}; further such messages are not reported");
    }
}

/// A document was saved: a good moment to check whether other files changed on disk.
pub(crate) fn did_save(state: &State, _: &DidSaveTextDocumentParams) {
    state.worker.resume();
    state.worker.verify();
}

pub(crate) fn did_close(state: &State, params: &DidCloseTextDocumentParams) {
    let file = uri::file(&params.text_document.uri);
    lock(&state.session).close(&file);
    lock(&state.pulled).start_anew(&file);
    state.text_was_read.notify_waiters();
    state.worker.closed(&file);
}
