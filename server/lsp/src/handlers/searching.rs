//! Searches online for the words of a question, with the author's consent to these words.
//!
//! Permission to look up references does not include searching for sentences: the words are shown
//! to the author for consent in every session. An editor that cannot ask searches this machine
//! only, and so does every search for a note.

mod question;

use crate::consent;
use crate::state::View;
use crate::sync::lock;
use question::{ALWAYS, SEARCH, ask};
use referee_literature::MechanismLookup;
use referee_records::Source;
use referee_text::{FileId, Message, Phrase};
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long an author may think about the question.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);

/// The author closed the question whether to search online; the command stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dismissed;

impl Dismissed {
    /// Returns the message for the author.
    pub(super) fn message(self) -> Message {
        Message::new(
            "The question was closed: nothing was searched online, and nothing was written. Run the command again and choose, or allow online look-ups for this workspace (the command referee.allowNetwork).",
            "La pregunta se cerró: no se buscó nada en línea ni se escribió nada. Ejecute la orden otra vez y elija, o permita las consultas en línea para este espacio de trabajo (la orden referee.allowNetwork).",
        )
    }
}

/// The message if there is nothing to search at all, with the next step.
pub(super) fn nothing_to_search(view: &View, file: &FileId) -> Phrase {
    if view.snapshot.is_confidential(file) {
        return Phrase {
            english: "There is nothing to search: there is no library on this machine, and the words of a clinical note stay on it. Import records into the library.",
            spanish: "No hay dónde buscar: no hay biblioteca en este equipo, y las palabras de una nota clínica no salen de él. Importe registros a la biblioteca.",
        };
    }
    if view.snapshot.network(file) == Network::Deny {
        return Phrase {
            english: "There is nothing to search: there is no library on this machine, and the setting `network` is `deny`. Import records into the library, or change the setting.",
            spanish: "No hay dónde buscar: no hay biblioteca en este equipo, y el ajuste `network` es `deny`. Importe registros a la biblioteca, o cambie el ajuste.",
        };
    }
    Phrase {
        english: "There is nothing to search: there is no library on this machine, and online services may not be asked here. Allow online look-ups (the command referee.allowNetwork), or import records into the library.",
        spanish: "No hay dónde buscar: no hay biblioteca en este equipo, y aquí no se puede preguntar a los servicios en línea. Permita las consultas en línea (la orden referee.allowNetwork), o importe registros a la biblioteca.",
    }
}

/// Returns a snapshot in which references of a file may be looked up online, if the author allows
/// it now or allowed it before.
pub(super) fn allowed(view: &View, file: &FileId) -> Result<Option<Snapshot>, Dismissed> {
    // The editor's settings, which may forbid it, have not arrived yet.
    if !view.state.are_settings_known() {
        return Ok(None);
    }
    let snapshot = &lock(&view.state.session).snapshot();
    match snapshot.network(file) {
        Network::Allow => Ok(Some(snapshot.clone())),
        Network::Deny => Ok(None),
        Network::Ask => {
            let workspace = snapshot.workspace_of(file);
            match consent::ask_and_wait(&view.state, &workspace, &snapshot.hosts(file), ANSWER_LIMIT) {
                Some(true) => Ok(Some(lock(&view.state.session).snapshot())),
                Some(false) => Ok(None),
                None => Err(Dismissed),
            }
        }
    }
}

/// Returns whether [`searchers`] does not ask yet because there is something to search on this
/// machine first.
pub(super) fn was_put_off(view: &View, file: &FileId, wanted: Option<bool>) -> bool {
    let seen = &view.snapshot;
    let asks = !seen.is_confidential(file) && seen.network(file) == Network::Ask;
    wanted.is_none() && asks && seen.has_sources(file)
}

/// The online sources that may be searched now.
#[derive(Clone, Default)]
pub(super) struct OnlineSearch {
    /// The sources for word searches.
    pub(super) sources: Vec<Arc<dyn Source>>,
    /// The services for drug mechanisms.
    pub(super) mechanisms: Option<MechanismLookup>,
}

/// Returns the online sources that may be searched for these words now; empty if the author did not
/// allow it. `wanted` is the argument of the command: with `Some(false)` the author is not asked.
/// With `None`, if the author was never asked about this workspace, they are asked only if there is
/// nothing to search on this machine; a command that finds nothing there asks again with
/// `Some(true)`.
pub(super) fn searchers(
    view: &View,
    file: &FileId,
    words: &str,
    wanted: Option<bool>,
    cancel: &CancellationToken,
) -> Result<OnlineSearch, Dismissed> {
    let snapshot = &view.snapshot;
    if wanted == Some(false) || snapshot.is_confidential(file) || was_put_off(view, file, wanted) {
        return Ok(OnlineSearch::default());
    }
    let Some(snapshot) = allowed(view, file)? else { return Ok(OnlineSearch::default()) };
    let workspace = snapshot.workspace_of(file);
    let always = lock(&view.state.searched).contains(&workspace);
    if !always && view.client_capabilities().asks {
        match ask(view, words, &snapshot.hosts(file), &snapshot.mechanism_hosts(file), ANSWER_LIMIT) {
            Some(SEARCH) => {}
            Some(ALWAYS) => {
                lock(&view.state.searched).insert(workspace);
            }
            Some(_) => return Ok(OnlineSearch::default()),
            None => return Err(Dismissed),
        }
    } else if !always {
        return Ok(OnlineSearch::default());
    }
    let mechanisms = snapshot.mechanisms(file, cancel);
    Ok(OnlineSearch { sources: snapshot.searchers(file, cancel), mechanisms })
}

/// Returns the online sources restricted to answers from this session and the cache, without
/// requests.
pub(super) fn recalled(view: &View, file: &FileId) -> Vec<Arc<dyn Source>> {
    let silent = CancellationToken::new();
    silent.cancel();
    view.snapshot.searchers(file, &silent)
}
