//! The verifier: looks up online what the sources on this machine cannot settle, if the author
//! allows it.
//!
//! It works when a file is opened or saved, when the settings or the author's consent change, and
//! on command; never because of a keystroke. References that are added during its work are
//! included. Failed look-ups are retried automatically.

use crate::consent;
use crate::progress::Progress;
use crate::state::State;
use crate::sync::lock;
use crate::worker::LookupOrder;
use referee_features::reference_status::{self, Count};
use referee_records::source_name;
use referee_text::{FileId, Message, Phrase};
use referee_workspace::settings::Network;
use referee_workspace::verify::{ServiceFailure, Verified, VerifyObserver, service_notices, verify};
use referee_workspace::{FileKind, Snapshot};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tower_lsp::lsp_types::MessageType;

/// How long reading files and judging by the sources on this machine may delay it.
const MAX_READING_WAIT: Duration = Duration::from_secs(20);

/// The title of the progress for look-ups.
const LOOKING_UP: Phrase = Phrase { english: "Looking references up", spanish: "Consultando referencias" };

/// Runs the thread that looks up references.
pub(super) fn run(state: &Arc<State>) {
    while let Some(order) = state.worker.verifier.next() {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| look_up(state, order)));
        if done.is_err() {
            tracing::error!("references were not looked up because of an internal error");
        }
    }
}

fn look_up(state: &Arc<State>, order: LookupOrder) {
    // The sources on this machine answer first; references that they settle are not looked up.
    state.worker.reader.wait_until_idle(MAX_READING_WAIT);
    let verifier = &state.worker.verifier;
    let cancel = verifier.running();
    let (snapshot, files) = view(state, order.all);
    let progress: Mutex<Option<Progress>> = Mutex::new(None);
    let watch = VerifyObserver {
        cancel: &cancel,
        learned: &|now| {
            if now.of > 0 {
                let mut progress = lock(&progress);
                let shown = progress.get_or_insert_with(|| Progress::begin(state, LOOKING_UP, true, &cancel));
                let (done, of) = (now.done, now.of);
                let words = state
                    .language()
                    .pick(format!("checking {done} of {of}"), format!("comprobando {done} de {of}"));
                shown.report_as(&words, done, of);
            }
            state.worker.review_all();
        },
        newer: &|| verifier.take_newer().then(|| view(state, order.all)),
        reserved_cores: 1,
    };
    let verified = verify(&snapshot, &files, &watch);
    if !cancel.is_cancelled() {
        super::papers::ask_services(state, &snapshot, &cancel);
    }
    if cancel.is_cancelled() {
        verifier.stop();
    }
    drop(progress);
    state.worker.review_all();
    if order.reported && !cancel.is_cancelled() && verified.waiting.is_empty() {
        report(state, &verified);
    }
    conclude(state, &snapshot, &files, verified, order.all);
}

/// Reports the status of the references of the open drafts in one line, to an author who asked for
/// it.
fn report(state: &Arc<State>, verified: &Verified) {
    let snapshot = lock(&state.session).snapshot();
    let files = snapshot.open_files();
    let drafts = files.iter().filter(|file| matches!(snapshot.kind(file), Some(FileKind::Draft(_))));
    let mut total = Count::default();
    for count in drafts.filter_map(|file| reference_status::count(&snapshot, file, &CancellationToken::new()))
    {
        total.verified += count.verified;
        total.to_look_at += count.to_look_at;
        total.unchecked += count.unchecked;
    }
    let Count { verified: sound, to_look_at, unchecked, .. } = total;
    let denied = files.iter().all(|file| snapshot.network(file) == Network::Deny);
    let notices = service_notices(&verified.failures);
    // Do not repeat a notice, and ignore a failed service if another request left no question open.
    let is_told = |failure: &ServiceFailure| {
        failure.questions == 0
            || notices.iter().any(|notice| {
                notice.service.is_none_or(|service| service == failure.service)
                    && notice.reason == failure.why
            })
    };
    let open = verified.failures.iter().filter(|failure| !is_told(failure));
    let mut silent: Vec<&str> = open.map(|failure| failure.service).collect();
    silent.sort_unstable();
    silent.dedup();
    let message = Message::written(|language| {
        let mut message = language.pick(
            {
                let need = if to_look_at == 1 { "needs" } else { "need" };
                format!("References: {sound} verified, {to_look_at} {need} attention, {unchecked} unchecked.")
            },
            format!("Referencias: {sound} verificadas, {to_look_at} por revisar, {unchecked} sin comprobar."),
        );
        if denied {
            message.push_str(language.pick(
                " Nothing was looked up online: the setting `network` is `deny`.",
                " No se consultó nada en línea: el ajuste `network` es `deny`.",
            ));
        }
        if !silent.is_empty() {
            let without = language.pick("Without an answer", "Sin respuesta");
            message.push_str(&format!(
                " {without}: {}.",
                silent.iter().map(|name| source_name(language, name)).collect::<Vec<_>>().join(", ")
            ));
        }
        for notice in &notices {
            message.push_str(&format!(" {}", notice.text(language)));
        }
        message
    });
    consent::tell(state, MessageType::INFO, message);
}

/// Returns the current snapshot with consents applied, and the open files, most visible first.
fn view(state: &Arc<State>, all: bool) -> (Snapshot, Vec<FileId>) {
    let mut snapshot = lock(&state.session).snapshot();
    let mut files = snapshot.open_files();
    files.sort_by_key(|file| matches!(snapshot.kind(file), Some(FileKind::Bibliography(_))));
    if all {
        let more: Vec<FileId> =
            files.iter().flat_map(|file| snapshot.bibliographies(file)).map(|b| b.file).collect();
        for file in more {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    if consent::recall(state, &snapshot, &files) {
        snapshot = lock(&state.session).snapshot();
    }
    snapshot.sync_network_permission();
    (snapshot, files)
}

/// Handles the results: asks the author if needed, and plans a retry.
fn conclude(state: &Arc<State>, snapshot: &Snapshot, files: &[FileId], verified: Verified, all: bool) {
    for (workspace, count) in &verified.waiting {
        let file = files
            .iter()
            .find(|file| snapshot.workspace_of(file) == *workspace && snapshot.network(file) == Network::Ask);
        if let Some(file) = file {
            consent::ask(state, workspace, &snapshot.hosts(file), *count, all);
        }
    }
    for file in files.iter().filter(|file| snapshot.network(file) == Network::Allow) {
        for outside in consent::outside_bibliographies(snapshot, file) {
            consent::ask_about_outside(state, &outside, &snapshot.hosts(file));
        }
    }
    for trouble in &verified.failures {
        tracing::info!("{} {}: {}", trouble.service, trouble.why, trouble.detail);
    }
    state.worker.verifier.plan_retry(verified.again_in());
}
