//! Searches online for the words of a question, with the author's consent to these words.
//!
//! Permission to look up references does not include searching for sentences: the words are shown
//! to the author for consent in every session. An editor that cannot ask searches this machine
//! only, and so does every search for a note.

mod nothing;
mod question;

use crate::consent;
use crate::state::{State, View};
use crate::sync::lock;
pub(super) use nothing::Dismissed;
pub(super) use question::Given;
use question::{ALWAYS, SEARCH, Sent, ask};
use referee_literature::MechanismLookup;
use referee_operations::insert_citation::OfferedSearch;
use referee_records::Source;
use referee_text::{FileId, Phrase};
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long an author may think about the question.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);

/// Returns a snapshot in which a file's references may be looked up online, if the author allows it now or did before.
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

/// Describes what a search for a command's words would send; `None` if no online source may be queried.
fn sent(state: &State, snapshot: &Snapshot, file: &FileId, with_mechanisms: bool) -> Option<Sent> {
    let network = snapshot.network(file);
    let hosts = snapshot.hosts(file);
    let may_ask = state.are_settings_known()
        && !snapshot.is_confidential(file)
        && network != Network::Deny
        && !hosts.is_empty()
        && !(network == Network::Ask && consent::is_never(&snapshot.workspace_of(file), &hosts));
    may_ask.then(|| Sent {
        hosts: snapshot.search_hosts(file),
        reference_hosts: hosts,
        mechanism_hosts: if with_mechanisms { snapshot.mechanism_hosts(file) } else { Vec::new() },
        allows_references: network == Network::Ask,
    })
}

/// Returns the text for the row of an editor's list that searches online: what would be sent, and to which hosts.
/// `None` if no online source may be queried.
pub(super) fn offered(view: &View, file: &FileId) -> Option<OfferedSearch> {
    const THESE_WORDS: Phrase = Phrase { english: "These words", spanish: "Estas palabras" };
    let snapshot = lock(&view.state.session).snapshot();
    let sent = sent(&view.state, &snapshot, file, false)?;
    let is_asked = !lock(&view.state.searched).contains(&snapshot.workspace_of(file));
    let text = sent.sentences(view.state.language(), THESE_WORDS);
    Some(OfferedSearch { asks: is_asked, hosts: sent.hosts, sent: text })
}

/// Returns the online sources that may be searched for these words now; empty if the author does not allow it. `wanted`
/// is the command's argument: `Some(false)` queries no source. Without it, an author who was never asked about this
/// workspace is asked only if there is nothing to search on this machine; a command that finds nothing there calls
/// again with `Some(true)`. One question also covers looking up references.
pub(super) fn searchers(
    view: &View,
    file: &FileId,
    words: &str,
    wanted: Option<bool>,
    given: Option<Given>,
    cancel: &CancellationToken,
) -> Result<OnlineSearch, Dismissed> {
    if wanted == Some(false) || was_put_off(view, file, wanted) {
        return Ok(OnlineSearch::default());
    }
    let state = &view.state;
    let snapshot = lock(&state.session).snapshot();
    let Some(sent) = sent(state, &snapshot, file, true) else { return Ok(OnlineSearch::default()) };
    let workspace = snapshot.workspace_of(file);
    let is_allowed = !sent.allows_references && lock(&state.searched).contains(&workspace);
    if !is_allowed {
        let answer = match given {
            Some(Given::Once) => Some(SEARCH),
            Some(Given::Session) => Some(ALWAYS),
            None if view.client_capabilities().asks => ask(view, words, &sent, ANSWER_LIMIT),
            None => return Ok(OnlineSearch::default()),
        };
        match answer {
            Some(SEARCH) => {}
            Some(ALWAYS) => {
                lock(&state.searched).insert(workspace.clone());
            }
            Some(_) => return Ok(OnlineSearch::default()),
            None => return Err(Dismissed),
        }
        if sent.allows_references {
            consent::allow(state, &workspace, &sent.reference_hosts);
        }
    }
    let snapshot = lock(&state.session).snapshot();
    Ok(OnlineSearch {
        sources: snapshot.searchers(file, cancel),
        mechanisms: snapshot.mechanisms(file, cancel),
    })
}

/// Returns the online sources restricted to answers from this session and the cache, without
/// requests.
pub(super) fn recalled(view: &View, file: &FileId) -> Vec<Arc<dyn Source>> {
    let silent = CancellationToken::new();
    silent.cancel();
    view.snapshot.searchers(file, &silent)
}
