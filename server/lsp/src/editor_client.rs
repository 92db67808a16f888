//! Requests of the server to the editor.
//!
//! tower-lsp panics, on the task that reads the input, if an answer arrives for a request whose
//! future was dropped. So each request runs in a separate task that waits for the answer until the
//! session ends. The caller stops waiting after a limit, which every method here requires; a later
//! answer is dropped. Only methods whose caller does not wait are unlimited
//! ([`EditorClient::choose_at_leisure`], [`EditorClient::request_at_leisure`]).

use crate::own_program::runnable;
use crate::to_protocol::shown;
use referee_text::{Language, Phrase};
use std::future::Future;
use std::time::Duration;
use tokio::runtime::Handle;
use tower_lsp::Client;
use tower_lsp::jsonrpc;
use tower_lsp::lsp_types::notification::{Notification, ShowMessage};
use tower_lsp::lsp_types::request::{Request, ShowMessageRequest};
use tower_lsp::lsp_types::{MessageActionItem, MessageType, ShowMessageParams, ShowMessageRequestParams};

/// The reason why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// The editor answered with an error.
    #[error("the editor answered: {0}")]
    Refused(#[source] jsonrpc::Error),
    /// No answer arrived in time. A later answer is dropped.
    #[error("the editor did not answer within {} s", .0.as_secs())]
    TimedOut(Duration),
    /// The session ended before an answer arrived.
    #[error("the session ended before the editor answered")]
    SessionEnded,
}

/// A question to the author, with the answers to choose from.
pub(crate) struct Question<const N: usize> {
    /// The language in which the question and the answers are shown.
    pub(crate) language: Language,
    pub(crate) text: String,
    pub(crate) answers: [Phrase; N],
}

/// Sends requests and notifications to the editor.
#[derive(Clone)]
pub(crate) struct EditorClient {
    client: Client,
    runtime: Handle,
}

impl EditorClient {
    /// Creates a client on top of `client`; requests wait for their answers on `runtime`.
    pub(crate) fn new(client: Client, runtime: Handle) -> Self {
        EditorClient { client, runtime }
    }

    /// Sends a request and waits for its answer without a limit.
    async fn request<R>(&self, params: R::Params) -> Result<R::Result, RequestError>
    where
        R: Request,
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let client = self.client.clone();
        self.runtime.spawn(async move {
            let answer = client.send_request::<R>(params).await;
            // The receiver may have stopped waiting; the answer is then useless.
            let _ = sender.send(answer);
        });
        match receiver.await {
            Ok(answer) => answer.map_err(RequestError::Refused),
            Err(_) => Err(RequestError::SessionEnded),
        }
    }

    /// Sends a request and waits for its answer for at most `limit`.
    pub(crate) async fn request_within<R>(
        &self,
        params: R::Params,
        limit: Duration,
    ) -> Result<R::Result, RequestError>
    where
        R: Request,
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        within(limit, self.request::<R>(params)).await
    }

    /// Sends a request and returns immediately. The answer is useful at any time: a background task
    /// passes it to `take` when it arrives.
    pub(crate) fn request_at_leisure<R>(
        &self,
        params: R::Params,
        take: impl FnOnce(Result<R::Result, RequestError>) + Send + 'static,
    ) where
        R: Request,
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        let client = self.clone();
        self.runtime.spawn(async move { take(client.request::<R>(params).await) });
    }

    /// Asks the author a question and waits for at most `limit`; `None` if they close it.
    pub(crate) async fn choose_within<const N: usize>(
        &self,
        question: Question<N>,
        limit: Duration,
    ) -> Result<Option<Phrase>, RequestError> {
        within(limit, self.choose(question)).await
    }

    /// Asks the author a question and returns immediately. The answer is useful at any time: a
    /// background task passes it to `take` when it arrives.
    pub(crate) fn choose_at_leisure<const N: usize>(
        &self,
        question: Question<N>,
        take: impl FnOnce(Result<Option<Phrase>, RequestError>) + Send + 'static,
    ) {
        let client = self.clone();
        self.runtime.spawn(async move { take(client.choose(question).await) });
    }

    async fn choose<const N: usize>(&self, question: Question<N>) -> Result<Option<Phrase>, RequestError> {
        let Question { language, text, answers } = question;
        let actions = answers.map(|answer| MessageActionItem {
            title: answer.text(language).to_owned(),
            properties: Default::default(),
        });
        let params = ShowMessageRequestParams {
            typ: MessageType::INFO,
            message: shown(&runnable(&text)),
            actions: Some(actions.to_vec()),
        };
        let chosen = self.request::<ShowMessageRequest>(params).await?;
        Ok(chosen.and_then(|action| answers.into_iter().find(|answer| answer.text(language) == action.title)))
    }

    /// Sends a notification, and waits until there is room for it.
    pub(crate) async fn notify<N: Notification>(&self, params: N::Params) {
        self.client.send_notification::<N>(params).await;
    }

    /// Shows a message to the author, in the background.
    pub(crate) fn show_message(&self, kind: MessageType, message: String) {
        let client = self.clone();
        self.runtime.spawn(async move {
            let message = shown(&runnable(&message));
            client.notify::<ShowMessage>(ShowMessageParams { typ: kind, message }).await;
        });
    }
}

/// Waits for an answer for at most `limit`.
async fn within<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, RequestError>>,
) -> Result<T, RequestError> {
    tokio::time::timeout(limit, answer).await.unwrap_or(Err(RequestError::TimedOut(limit)))
}
