//! Searching online for the words of a question, with the author's word for these words.
//!
//! That references may be looked up is no leave to search for sentences: the words are shown, and asked about, in
//! every session anew. An editor that cannot ask searches this machine alone, and so does every search for a note.

use crate::state::View;
use crate::sync::lock;
use referee_records::Source;
use referee_text::FileId;
use referee_workspace::settings::Network;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const SEARCH: &str = "Search online";
const ALWAYS: &str = "Always in this session";
const HERE: &str = "This machine only";

/// How long an author may think about it.
const ANSWER_LIMIT: Duration = Duration::from_secs(120);

/// The longest question that is shown whole, in characters.
const LONGEST: usize = 300;

/// The online sources that may be searched for these words now; none where the author did not allow it.
/// `wanted` is what the command says itself: `Some(false)` asks nobody.
pub(super) fn searchers(
    view: &View,
    file: &FileId,
    words: &str,
    wanted: Option<bool>,
    cancel: &CancellationToken,
) -> Vec<Arc<dyn Source>> {
    let snapshot = &view.snapshot;
    if wanted == Some(false) || snapshot.network(file) != Network::Allow || snapshot.is_confidential(file) {
        return Vec::new();
    }
    let workspace = snapshot.workspace_of(file);
    let always = lock(&view.state.searched).contains(&workspace);
    if !always {
        match ask(view, words, &snapshot.hosts(file)).as_deref() {
            Some(SEARCH) => {}
            Some(ALWAYS) => {
                lock(&view.state.searched).insert(workspace);
            }
            _ => return Vec::new(),
        }
    }
    snapshot.searchers(file, cancel)
}

/// What the author answers; `None` where they cannot be asked, or do not answer.
fn ask(view: &View, words: &str, hosts: &[String]) -> Option<String> {
    if !view.client_capabilities().asks {
        return None;
    }
    let shown: String = words.chars().take(LONGEST).collect();
    let question = format!(
        "May referee search online for “{shown}”? These words, and those of the searches that follow from what is found, are sent to {}; nothing else of the draft is. The \
         command `referee egress` shows what left this machine.",
        hosts.join(", ")
    );
    let asked = view.state.client.choose_within(question, [SEARCH, ALWAYS, HERE], ANSWER_LIMIT);
    view.state.runtime.block_on(asked).ok().flatten()
}

/// The online sources as they answer from what was asked in this session or is remembered, without asking anybody.
pub(super) fn recalled(view: &View, file: &FileId) -> Vec<Arc<dyn Source>> {
    let silent = CancellationToken::new();
    silent.cancel();
    if view.snapshot.network(file) != Network::Allow {
        return Vec::new();
    }
    view.snapshot.searchers(file, &silent)
}
