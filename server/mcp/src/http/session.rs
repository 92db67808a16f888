//! One client over HTTP: its messages come in many requests, and each answer goes back where its request came from.

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

/// How many messages of one call wait for a client that does not read.
const MAX_UNREAD: usize = 64;

/// How many messages of one client wait until they are taken up.
const MAX_WAITING: usize = 64;

/// Why a request is not taken.
pub(super) enum NotTaken {
    /// Another request has its id.
    Used(RequestId),
    /// The session was ended.
    Ended,
}

/// The session of one client. When it is dropped, its calls are called off.
pub(super) struct HttpSession {
    messages: mpsc::Sender<ClientJsonRpcMessage>,
    routes: Arc<Routes>,
    _service: RunningService<RoleServer, Server>,
}

impl HttpSession {
    /// A session that has not begun yet: it answers `initialize` as any other request.
    pub(super) fn new(context: Arc<ServerContext>) -> Self {
        let (messages, received) = mpsc::channel(MAX_WAITING);
        let routes = Arc::new(Routes::default());
        let transport = HttpTransport { received, routes: Arc::clone(&routes) };
        let _service = serve_directly(Server::new(context), transport, None);
        HttpSession { messages, routes, _service }
    }

    /// Takes a request. What comes back gets the lines about its progress and its answer, and ends with that, or with
    /// nothing where it is called off.
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

    /// Takes a notification.
    pub(super) async fn notify(&self, notification: ClientNotification) {
        let called_off = match &notification {
            ClientNotification::CancelledNotification(cancelled) => cancelled.params.request_id.clone(),
            _ => None,
        };
        // The service may have ended; ignore the send error.
        let _ = self.messages.send(ClientJsonRpcMessage::notification(notification)).await;
        // Nobody waits for the answer to what was called off. Its id stays: no client may use one twice.
        if let Some(id) = called_off
            && let Some(route) = self.routes.lock().get_mut(&id)
        {
            route.lines = None;
        }
    }
}

/// Where the answer to a request goes.
struct Route {
    /// `None` where the request was called off.
    lines: Option<mpsc::Sender<String>>,
    /// What the client calls the progress of the request.
    progress: Option<ProgressToken>,
}

/// The requests that were not answered.
#[derive(Default)]
struct Routes(Mutex<HashMap<RequestId, Route>>);

impl Routes {
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Route>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a message goes. An answer ends its route.
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

/// What connects the service of a session with the requests of its client.
///
/// `rmcp` has a service for HTTP. It refuses clients that do not read both events and JSON, and bounds neither how many
/// sessions there are nor how long a message may take to come.
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
        // Whoever waits for an answer still gets none.
        self.routes.lock().clear();
        Ok(())
    }
}
