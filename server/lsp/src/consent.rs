//! Asks whether references may be looked up online, once for each workspace.
//!
//! The answer is stored in the user's state folder. An editor that cannot ask
//! (`window/showMessageRequest`) stays offline, unless the user's settings allow it.

use crate::editor_client::Question;
use crate::state::State;
use crate::sync::lock;
use referee_text::visible::as_name;
use referee_text::{FileId, Language, Message, Phrase};
use referee_workspace::consent::KIND_OF_DATA;
use referee_workspace::settings::Network;
use referee_workspace::{Consent, Consents, Folders, Snapshot};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tower_lsp::lsp_types::MessageType;

const ALLOW: Phrase = Phrase { english: "Allow", spanish: "Permitir" };
const NOT_NOW: Phrase = Phrase { english: "Not now", spanish: "Ahora no" };
const NEVER: Phrase =
    Phrase { english: "Never for this workspace", spanish: "Nunca en esta área de trabajo" };
const NEVER_FOR_FILE: Phrase = Phrase { english: "Never for this file", spanish: "Nunca para este archivo" };

fn consents() -> Option<Consents> {
    Folders::of_user().map(|folders| Consents::new(folders.state))
}

/// Applies the answers of earlier sessions; returns whether anything changed.
pub(crate) fn recall(state: &State, snapshot: &Snapshot, files: &[FileId]) -> bool {
    let Some(consents) = consents() else { return false };
    let mut changed = false;
    let mut seen = BTreeSet::new();
    for file in files {
        for found in outside_bibliographies(snapshot, file) {
            if consents.of(&found, &snapshot.hosts(file)) == Some(Consent::Allowed) {
                lock(&state.session).grant(&found, true);
                changed = true;
            }
        }
        let workspace = snapshot.workspace_of(file);
        if snapshot.network(file) == Network::Ask
            && seen.insert(workspace.clone())
            && consents.of(&workspace, &snapshot.hosts(file)) == Some(Consent::Allowed)
        {
            lock(&state.session).grant(&workspace, true);
            changed = true;
        }
    }
    changed
}

/// Returns the real paths of the bibliographies of a file whose titles may not be looked up because
/// they are outside of the workspace.
pub(crate) fn outside_bibliographies(snapshot: &Snapshot, file: &FileId) -> Vec<PathBuf> {
    let all = snapshot.bibliographies(file).into_iter().map(|found| found.file);
    let outside = all.filter(|file| !snapshot.may_share_titles(file));
    outside.filter_map(|file| snapshot.real_path(file.path()).map(Path::to_path_buf)).collect()
}

/// Asks the author, unless they were already asked in this session or answered “never”; with
/// `anew`, asks in any case. Returns immediately; the answer is processed later.
pub(crate) fn ask(state: &Arc<State>, workspace: &Path, hosts: &[String], count: usize, anew: bool) {
    if hosts.is_empty() {
        return;
    }
    if !state.client_capabilities().asks {
        if anew {
            tell(state, MessageType::WARNING, CANNOT_ASK);
        }
        return;
    }
    let answered = consents().and_then(|consents| consents.of(workspace, hosts));
    if answered == Some(Consent::Never) && !anew {
        return;
    }
    if !lock(&state.asked).insert(workspace.to_path_buf()) && !anew {
        return;
    }
    let language = state.language();
    let text = question(language, workspace, hosts, count);
    let client = state.client.clone();
    let (state, workspace, hosts) = (Arc::clone(state), workspace.to_path_buf(), hosts.to_vec());
    let question = Question { language, text, answers: [ALLOW, NOT_NOW, NEVER] };
    client.choose_at_leisure(question, move |answer| {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                tracing::warn!("the editor did not ask whether references may be looked up: {error}");
                None
            }
        };
        let consent = match answer {
            Some(ALLOW) => Consent::Allowed,
            Some(NEVER) => Consent::Never,
            // Closed, or not now: nothing is sent, and the next session asks again.
            _ => return,
        };
        // The answer is written to a file, which may block.
        tokio::task::spawn_blocking(move || take(&state, &workspace, consent, &hosts));
    });
}

/// Asks the author on behalf of a command and waits for the answer: whether references may be
/// looked up now, or `None` if the question was closed or timed out. An editor that cannot ask does
/// not allow it. Blocks; do not call it from async code.
pub(crate) fn ask_and_wait(
    state: &Arc<State>,
    workspace: &Path,
    hosts: &[String],
    limit: Duration,
) -> Option<bool> {
    if hosts.is_empty() || !state.client_capabilities().asks || is_never(workspace, hosts) {
        return Some(false);
    }
    lock(&state.asked).insert(workspace.to_path_buf());
    let language = state.language();
    let text = question(language, workspace, hosts, 0);
    let question = Question { language, text, answers: [ALLOW, NOT_NOW, NEVER] };
    let consent = match state.runtime.block_on(state.client.choose_within(question, limit)).ok().flatten()? {
        ALLOW => Consent::Allowed,
        NEVER => Consent::Never,
        _ => return Some(false),
    };
    take(state, workspace, consent, hosts);
    Some(consent == Consent::Allowed)
}

/// Whether the author said that these hosts are never asked for this workspace.
pub(crate) fn is_never(workspace: &Path, hosts: &[String]) -> bool {
    consents().and_then(|consents| consents.of(workspace, hosts)) == Some(Consent::Never)
}

/// Puts the author's word in force that references of a workspace may be looked up.
pub(crate) fn allow(state: &Arc<State>, workspace: &Path, hosts: &[String]) {
    lock(&state.asked).insert(workspace.to_path_buf());
    take(state, workspace, Consent::Allowed, hosts);
}

/// Puts an answer in force and remembers it.
fn take(state: &Arc<State>, workspace: &Path, consent: Consent, hosts: &[String]) {
    let remembered = consents().map(|consents| consents.remember(workspace, consent, hosts));
    if let Some(Err(error)) = remembered {
        tracing::warn!("the answer counts for this session only, it could not be kept: {error}");
    }
    lock(&state.session).grant(workspace, consent == Consent::Allowed);
    lock(&state.session).snapshot().sync_network_permission();
    state.worker.refresh_all();
    match consent {
        Consent::Allowed => state.worker.verify_and_report(),
        Consent::Never => state.worker.verify(),
    }
}

/// The maximum length of a name in a question, in characters.
const MAX_NAME: usize = 60;

/// Returns the last part of a path as a name in a question; a folder may have any name, so it is
/// sanitised.
fn name_of(path: &Path) -> String {
    let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    as_name(&name, MAX_NAME)
}

/// Asks, once per session and never again if the author says so, whether the titles in a
/// bibliography outside of the workspace may be looked up too. Returns immediately.
pub(crate) fn ask_about_outside(state: &Arc<State>, file: &Path, hosts: &[String]) {
    if hosts.is_empty() || !state.client_capabilities().asks {
        return;
    }
    let answered = consents().and_then(|consents| consents.of(file, hosts));
    if answered == Some(Consent::Never) || !lock(&state.asked).insert(file.to_path_buf()) {
        return;
    }
    let folder = file.parent().map(name_of).unwrap_or_default();
    let (language, name, services) = (state.language(), name_of(file), hosts.join(", "));
    let text = language.pick(
        format!(
            "“{name}” lies outside of the workspace, in “{folder}”. Look up its references by title too? To: \
             {services}. Until you allow it, only their identifiers are sent."
        ),
        format!(
            "«{name}» está fuera del área de trabajo, en «{folder}». ¿Consultar sus referencias también por \
             título? A: {services}. Mientras no lo permita, solo se envían sus identificadores."
        ),
    );
    let client = state.client.clone();
    let (state, file, hosts) = (Arc::clone(state), file.to_path_buf(), hosts.to_vec());
    let question = Question { language, text, answers: [ALLOW, NOT_NOW, NEVER_FOR_FILE] };
    client.choose_at_leisure(question, move |answer| {
        let consent = match answer.ok().flatten() {
            Some(ALLOW) => Consent::Allowed,
            Some(NEVER_FOR_FILE) => Consent::Never,
            _ => return,
        };
        // Writing the answer may block, as in `ask`.
        tokio::task::spawn_blocking(move || take(&state, &file, consent, &hosts));
    });
}

/// Returns the text of the question.
fn question(language: Language, workspace: &Path, hosts: &[String], count: usize) -> String {
    let (name, services) = (name_of(workspace), hosts.join(", "));
    let how_many = match count {
        0 => language.pick("references", "referencias").to_owned(),
        1 => language.pick("1 reference", "1 referencia").to_owned(),
        n => language.pick(format!("{n} references"), format!("{n} referencias")),
    };
    let sent = KIND_OF_DATA.text(language);
    language.pick(
        format!(
            "Look up {how_many} online for “{name}”? Sent: {sent} (from clinical notes, identifiers only). To: \
             {services}. `referee egress` lists every request."
        ),
        format!(
            "¿Consultar en línea {how_many} de «{name}»? Se envían: {sent} (de las notas clínicas, solo \
             identificadores). A: {services}. El comando `referee egress` muestra cada consulta."
        ),
    )
}

/// The message for an author who wants to be asked by an editor that cannot show questions.
const CANNOT_ASK: Phrase = Phrase {
    english: "This editor cannot ask whether references may be looked up online. To allow it, set \
              `network = \"allow\"` in your own settings (config.toml or the editor's user settings); `referee egress` \
              shows what leaves.",
    spanish: "Este editor no puede preguntar si se pueden consultar referencias en línea. Para \
              permitirlo, ponga `network = \"allow\"` en sus propios ajustes (config.toml o los ajustes de usuario \
              del editor); `referee egress` muestra lo que sale.",
};

/// Asks the author on request, whatever they answered before.
pub(crate) fn ask_anew(state: &Arc<State>) {
    if !state.are_settings_known() {
        // The settings may forbid it; the look-up follows when they are known.
        state.worker.verify_all();
        return;
    }
    let snapshot = lock(&state.session).snapshot();
    let mut seen = BTreeSet::new();
    let (mut denied, mut allowed) = (false, false);
    for file in snapshot.open_files() {
        match snapshot.network(&file) {
            Network::Deny => denied = true,
            Network::Allow => allowed = true,
            Network::Ask => {
                let workspace = snapshot.workspace_of(&file);
                if seen.insert(workspace.clone()) {
                    ask(state, &workspace, &snapshot.hosts(&file), 0, true);
                }
            }
        }
    }
    if !seen.is_empty() {
        return;
    }
    if allowed {
        state.worker.verify_all();
    } else if denied {
        tell(state, MessageType::WARNING, DENIED);
    }
}

/// The message if the settings forbid the look-up that the author requested.
const DENIED: Phrase = Phrase {
    english: "Nothing is looked up online: the setting `network` is `deny`.",
    spanish: "No se consulta nada en línea: el ajuste `network` es `deny`.",
};

/// Shows a message to the author in the language of the editor.
pub(crate) fn tell(state: &Arc<State>, kind: MessageType, message: impl Into<Message>) {
    state.client.show_message(kind, message.into().into_text(state.language()));
}
