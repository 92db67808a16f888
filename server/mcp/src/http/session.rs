//! The session of one client over HTTP: its messages arrive in many requests, and each answer is
//! sent to its own request.

use crate::messages::{answer_line, answered};
use crate::server::{Server, ServerContext};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetMeta, ProgressToken, RequestId,
    ServerJsonRpcMessage, ServerNotification,
};
use rmcp::service::{RunningService, serve_directly};
use rmcp::transport::Transport;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// The maximum number of unread messages per call.
const MAX_UNREAD: usize = 64;

/// The maximum number of unprocessed messages per client.
const MAX_WAITING: usize = 64;

/// The reason why a request is not accepted.
pub(super) enum NotTaken {
    /// Another running request has its ID.
    Used(RequestId),
    /// The session has ended.
    Ended,
}

/// The session of one client. Its calls are cancelled when it is dropped.
pub(super) struct HttpSession {
    messages: mpsc::Sender<ClientJsonRpcMessage>,
    routes: Arc<Routes>,
    _service: RunningService<RoleServer, Server>,
}

impl HttpSession {
    /// Creates an uninitialised session, which answers `initialize` like any other request.
    pub(super) fn new(context: Arc<ServerContext>) -> Self {
        let (messages, received) = mpsc::channel(MAX_WAITING);
        let routes = Arc::new(Routes::default());
        let transport = HttpTransport { received, routes: Arc::clone(&routes) };
        let _service = serve_directly(Server::new(context), transport, None);
        HttpSession { messages, routes, _service }
    }

    /// Sends a request. The receiver gets the progress lines and finally the answer, or is closed
    /// without one if the request is cancelled.
    pub(super) async fn ask(
        &self,
        id: RequestId,
        request: ClientRequest,
    ) -> Result<mpsc::Receiver<String>, NotTaken> {
        let (lines, answers) = mpsc::channel(MAX_UNREAD);
        match self.routes.lock().entry(id.clone()) {
            Entry::Occupied(_) => return Err(NotTaken::Used(id)),
            Entry::Vacant(place) => {
                let progress = request.get_meta().get_progress_token();
                place.insert(Route { lines: Some(lines), progress })
            }
        };
        let sent = self.messages.send(ClientJsonRpcMessage::request(request, id)).await;
        sent.map_err(|_| NotTaken::Ended).map(|()| answers)
    }

    /// Sends a notification.
    pub(super) async fn notify(&self, notification: ClientNotification) {
        let called_off = match &notification {
            ClientNotification::CancelledNotification(cancelled) => cancelled.params.request_id.clone(),
            _ => None,
        };
        // The service may have ended; ignore the send error.
        let _ = self.messages.send(ClientJsonRpcMessage::notification(notification)).await;
        // No answer to a cancelled request is awaited. Its ID stays reserved: a client must not
        // reuse one.
        if let Some(id) = called_off
            && let Some(route) = self.routes.lock().get_mut(&id)
        {
            route.lines = None;
        }
    }
}

/// The destination of the answer to a request.
struct Route {
    /// `None` if the request was cancelled.
    lines: Option<mpsc::Sender<String>>,
    /// The client's token for the progress of the request.
    progress: Option<ProgressToken>,
}

/// The unanswered requests.
#[derive(Default)]
struct Routes(Mutex<HashMap<RequestId, Route>>);

impl Routes {
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Route>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the destination of a message. An answer removes its route.
    fn take(&self, message: &ServerJsonRpcMessage) -> Option<mpsc::Sender<String>> {
        let mut all = self.lock();
        if let Some(id) = answered(message) {
            return all.remove(id)?.lines;
        }
        let ServerJsonRpcMessage::Notification(message) = message else { return None };
        let ServerNotification::ProgressNotification(progress) = &message.notification else { return None };
        let token = Some(&progress.params.progress_token);
        all.values().find(|route| route.progress.as_ref() == token)?.lines.clone()
    }
}

/// Connects the service of a session with the requests of its client.
///
/// `rmcp` has an HTTP service, but it rejects clients that do not accept both events and JSON, and
/// limits neither the number of sessions nor the time for receiving a message.
struct HttpTransport {
    received: mpsc::Receiver<ClientJsonRpcMessage>,
    routes: Arc<Routes>,
}

impl Transport<RoleServer> for HttpTransport {
    type Error = Infallible;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        let route = self.routes.take(&message);
        async move {
            if let Some(route) = route {
                // The client may have gone; ignore the send error.
                let _ = route.send(answer_line(message)).await;
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.received.recv().await
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        // Dropping the routes closes the streams of waiting requests without an answer.
        self.routes.lock().clear();
        Ok(())
    }
}
