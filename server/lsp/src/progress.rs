//! Work-done progress: begun, reported, ended, and cancelled by the author.

use crate::editor_client::EditorClient;
use crate::state::State;
use crate::sync::lock;
use crate::to_protocol::shown_on_one_line;
use referee_text::{Language, Message};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;
use tower_lsp::lsp_types::notification::Progress as Notification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::*;

/// How long an editor may take to accept a progress token.
const CREATE_LIMIT: Duration = Duration::from_secs(10);

/// Work that takes less time than this is not shown.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// A piece of work that the editor shows. It ends when this value is dropped.
pub(crate) struct Progress {
    token: String,
    state: Arc<State>,
    /// Sends to the task that talks to the editor; `None` if the editor shows no progress.
    say: Option<UnboundedSender<WorkDoneProgress>>,
}

impl Progress {
    /// Starts to show a piece of work; `counted` means that it will report a percentage. The
    /// author's cancel button cancels `cancel`.
    pub(crate) fn begin(
        state: &Arc<State>,
        title: impl Into<Message>,
        counted: bool,
        cancel: &CancellationToken,
    ) -> Self {
        static NEXT_TOKEN: AtomicU32 = AtomicU32::new(0);
        let token = format!("referee/{}", NEXT_TOKEN.fetch_add(1, Ordering::Relaxed));
        if !state.client_capabilities().progress {
            return Progress { token, state: Arc::clone(state), say: None };
        }
        lock(&state.cancellable).insert(token.clone(), cancel.clone());
        let (say, said) = unbounded_channel();
        let begin = WorkDoneProgressBegin {
            title: title.into().into_text(state.language()),
            cancellable: Some(counted),
            message: None,
            percentage: counted.then_some(0),
        };
        state.runtime.spawn(show(state.client.clone(), NumberOrString::String(token.clone()), begin, said));
        Progress { token, state: Arc::clone(state), say: Some(say) }
    }

    /// Reports the progress of the work.
    pub(crate) fn report(&self, done: usize, of: usize) {
        let words = self.state.language().pick(format!("{done} of {of}"), format!("{done} de {of}"));
        self.report_as(&words, done, of);
    }

    /// Reports the progress, with another message.
    pub(crate) fn report_as(&self, words: &str, done: usize, of: usize) {
        if let Some(say) = &self.say {
            let percentage = u32::try_from(done.saturating_mul(100) / of.max(1)).unwrap_or(100);
            let report = WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(shown_on_one_line(words)),
                percentage: Some(percentage.min(100)),
            };
            let _ = say.send(WorkDoneProgress::Report(report));
        }
    }

    /// Reports the progress and the current activity.
    pub(crate) fn tell(&self, done: u32, of: u32, doing: String) {
        if let Some(say) = &self.say {
            let percentage = done.saturating_mul(100) / of.max(1);
            let report = WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(shown_on_one_line(&doing)),
                percentage: Some(percentage.min(100)),
            };
            let _ = say.send(WorkDoneProgress::Report(report));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        lock(&self.state.cancellable).remove(&self.token);
        if let Some(say) = &self.say {
            let _ = say.send(WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
        }
    }
}

/// Shows one piece of work, unless it ends before the minimum time.
async fn show(
    client: EditorClient,
    token: NumberOrString,
    begin: WorkDoneProgressBegin,
    mut said: UnboundedReceiver<WorkDoneProgress>,
) {
    let worth_showing = tokio::time::sleep(SHOW_AFTER);
    tokio::pin!(worth_showing);
    let mut last = None;
    loop {
        tokio::select! {
            () = &mut worth_showing => break,
            progress = said.recv() => match progress {
                None | Some(WorkDoneProgress::End(_)) => return,
                progress => last = progress,
            },
        }
    }
    let create = WorkDoneProgressCreateParams { token: token.clone() };
    let agreed = client.request_within::<WorkDoneProgressCreate>(create, CREATE_LIMIT).await;
    if agreed.is_err() {
        return;
    }
    let mut next = Some(WorkDoneProgress::Begin(begin));
    while let Some(progress) = next {
        let params = ProgressParams { token: token.clone(), value: ProgressParamsValue::WorkDone(progress) };
        client.notify::<Notification>(params).await;
        next = match last.take() {
            Some(progress) => Some(progress),
            None => said.recv().await,
        };
    }
}

/// Handles the author's cancellation of a piece of work.
pub(crate) fn cancel(state: &State, params: &WorkDoneProgressCancelParams) {
    if let NumberOrString::String(token) = &params.token
        && let Some(cancel) = lock(&state.cancellable).get(token)
    {
        cancel.cancel();
    }
}

/// Returns the message that a language model is writing, with the number of characters so far.
pub(crate) fn model_writes(language: Language, name: &str, characters: usize) -> String {
    language.pick(
        format!("{name} writes ({characters} characters)"),
        format!("{name} escribe ({characters} caracteres)"),
    )
}
