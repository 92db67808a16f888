//! Sends one request to a model: the payload, the wait for an answer, and the kinds of failure.

use super::prompt::{RequestForm, body};
use super::{CallControl, Model, ModelAccess, ModelError, Payload, Prompt, budget, reading};
use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use async_openai::middleware::retry::OpenAIRetryLayer;
use futures::StreamExt;
use referee_literature::gate::{BodyDigest, DeliveryError, Destination};
use referee_records::SourceError;
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;
use tracing::subscriber::NoSubscriber;

/// The maximum number of retries after a server is busy or fails.
const MAX_RETRIES: usize = 2;

/// The maximum `Retry-After` that is waited for, in seconds.
const MAX_RETRY_AFTER_SECONDS: u64 = 20;

/// The interval at which the caller is notified of the progress of an answer.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// The maximum length of the answer text, in bytes; the rest is cut off.
const MAX_ANSWER_BYTES: usize = 64 << 10;

/// The maximum length of the answer text for each allowed token, in bytes.
const MAX_BYTES_PER_TOKEN: usize = 16;

/// The maximum size of a response, in bytes. The frames of a stream are a hundred times the size of
/// its text.
const MAX_RESPONSE_BYTES: u64 = 16 << 20;

/// The maximum time for a complete answer, as a multiple of the timeout in the settings.
const MAX_PATIENCES: u32 = 8;

impl Model {
    /// Sends a prompt and reads the answer as JSON. Blocks until the answer is complete; do not
    /// call it from async code.
    ///
    /// # Errors
    ///
    /// If the answer is missing or unreadable. After a permanent error, such as a refused key, every
    /// further prompt returns the same error at once.
    pub fn ask(&self, prompt: &Prompt, call: &mut CallControl<'_>) -> Result<Value, ModelError> {
        if let Some(error) = self.broken() {
            return Err(error);
        }
        let asked = self.try_to_ask(prompt, call);
        if let Err(error) = &asked {
            self.note(error);
        }
        asked
    }

    fn try_to_ask(&self, prompt: &Prompt, call: &mut CallControl<'_>) -> Result<Value, ModelError> {
        if !self.spend(budget::tokens(&prompt.system) + budget::tokens(&prompt.user)) {
            return Err(ModelError::Budget);
        }
        let name = if prompt.fast { self.judge() } else { self.name() };
        let forms = RequestForm::all();
        let bodies = forms.iter().map(|form| body(prompt, name, *form)).collect::<Result<Vec<_>, _>>()?;
        let readable = format!("{}\n\n{}", prompt.system, prompt.user);
        // The other bodies contain the same text; they leave out or rename fields that some servers
        // do not know.
        let destination =
            self.destination("model", name, &bodies, &bodies[..1], &readable, &prompt.replaced)?;
        let text = quietly(async {
            let mut form = RequestForm::FIRST;
            loop {
                let exchange = Arc::new(Mutex::new(Exchange::default()));
                let body = body(prompt, name, form)?;
                let waited = self.wait(&destination, body, prompt.answer, &exchange, call).await;
                let Err(ModelError::Refused(400 | 415 | 422 | 501)) = waited else { return waited };
                match form.after_refusal(lock(&exchange).names_limit) {
                    Some(next) => form = next,
                    None => return waited,
                }
            }
        })?;
        self.spend(budget::tokens(&text));
        if text.trim().is_empty() {
            return Err(ModelError::Empty);
        }
        let wanted: Vec<&str> =
            prompt.schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        reading::read(&text, &wanted).ok_or(ModelError::Unreadable)
    }

    /// Returns the destination of bodies. The author must first agree to bodies that go to another
    /// machine and to those of a clinical note: the `shown` bodies are presented with a `readable`
    /// form and contain everything that the others do.
    ///
    /// # Errors
    ///
    /// If the author does not agree.
    pub(super) fn destination(
        &self,
        purpose: &'static str,
        model: &str,
        bodies: &[Value],
        shown: &[Value],
        readable: &str,
        replaced: &[String],
    ) -> Result<Destination, ModelError> {
        let mut destination = Destination {
            base_url: self.access.base_url.clone(),
            purpose,
            agreed: Vec::new(),
            at_most: MAX_RESPONSE_BYTES,
        };
        let local = destination.is_local();
        if local && !self.private {
            return Ok(destination);
        }
        let host = self.host();
        let body = shown.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
        let payload = Payload { host: &host, model, body: &body, readable, replaced, local };
        if !(self.permission)(&payload) {
            return Err(ModelError::NotAllowed(if local {
                format!("the model at {host} was not allowed to read clinical notes")
            } else {
                format!("no consent was given to send this to {host}")
            }));
        }
        let written = bodies.iter().filter_map(|body| serde_json::to_vec(body).ok());
        destination.agreed = written.map(|body| BodyDigest::of(&body)).collect();
        Ok(destination)
    }

    /// Waits for the text of an answer, until the author cancels or the server is silent for too
    /// long.
    async fn wait(
        &self,
        to: &Destination,
        body: Value,
        tokens: u32,
        exchange: &Arc<Mutex<Exchange>>,
        call: &mut CallControl<'_>,
    ) -> Result<String, ModelError> {
        let patience = self.patience();
        let end = Instant::now() + patience * MAX_PATIENCES;
        let mut silent_until = Instant::now() + patience;
        let mut next_report = Instant::now();
        let (answer, arrived) = (Mutex::new(PartialAnswer::default()), Notify::new());
        let max_bytes = MAX_ANSWER_BYTES.min((tokens as usize).saturating_mul(MAX_BYTES_PER_TOKEN));
        let mut conversation = Box::pin(self.converse(to, body, exchange, &answer, &arrived));
        let done = loop {
            tokio::select! {
                biased;
                () = call.cancel.cancelled() => return Err(ModelError::Cancelled),
                done = &mut conversation => break done,
                () = arrived.notified() => {
                    silent_until = Instant::now() + patience;
                    let answer = lock(&answer);
                    if answer.text.len() > max_bytes {
                        // Read the part that has arrived.
                        break Ok(());
                    }
                    if Instant::now() >= next_report {
                        next_report = Instant::now() + REPORT_INTERVAL;
                        (call.on_progress)(answer.text.chars().count());
                    }
                }
                () = tokio::time::sleep_until(silent_until.min(end)) => {
                    return Err(ModelError::Timeout(patience.as_secs()));
                }
            }
        };
        // Close the connection before reading its text.
        drop(conversation);
        let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
        let exchange = lock(exchange);
        match done {
            // A connection that breaks off after the text has still delivered the text.
            Ok(()) | Err(_) if !answer.text.trim().is_empty() => Ok(answer.text),
            Ok(()) if answer.declined => Err(ModelError::Declined),
            Ok(()) => Err(ModelError::Empty),
            Err(error) => Err(exchange.error(&error, patience)),
        }
    }

    /// Sends a request and appends the answer to `answer`; notifies `arrived` of each piece.
    async fn converse(
        &self,
        to: &Destination,
        body: Value,
        exchange: &Arc<Mutex<Exchange>>,
        answer: &Mutex<PartialAnswer>,
        arrived: &Notify,
    ) -> Result<(), OpenAIError> {
        let client = self.client(to, exchange)?;
        let hear = |part: reading::AnswerPiece| {
            let mut answer = lock(answer);
            answer.declined |= part.declined;
            answer.text.push_str(&part.text);
            arrived.notify_one();
        };
        match client.chat().create_stream_byot::<_, Value>(body).await {
            Ok(mut stream) => {
                while let Some(piece) = stream.next().await {
                    match piece {
                        Ok(piece) => hear(reading::piece(&piece)),
                        // Skip a line that is not JSON; the lines around it may contain the answer.
                        Err(OpenAIError::JSONDeserialize(..)) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(())
            }
            Err(error) => {
                // Servers without streaming answer in one piece, regardless of the request.
                let whole = lock(exchange).whole.take();
                match whole {
                    Some(whole) => {
                        hear(reading::whole(&whole));
                        Ok(())
                    }
                    None => Err(error),
                }
            }
        }
    }

    /// Builds the client: its requests pass the gate, and transient failures are retried in one
    /// place.
    pub(super) fn client(
        &self,
        to: &Destination,
        exchange: &Arc<Mutex<Exchange>>,
    ) -> Result<Client<OpenAIConfig>, OpenAIError> {
        let offline_client = self
            .gate
            .offline_client()
            .map_err(|error| OpenAIError::InvalidArgument(format!("no client: {error}")))?;
        let (gate, to, exchange) = (self.gate.clone(), to.clone(), Arc::clone(exchange));
        let service = tower::service_fn(move |request: HttpRequestFactory| {
            let (gate, to, exchange) = (gate.clone(), to.clone(), Arc::clone(&exchange));
            async move {
                let note = |change: &dyn Fn(&mut Exchange)| change(&mut lock(&exchange));
                let request = request.build().await?;
                let response = gate.deliver(request, &to).await.map_err(|failure| {
                    note(&|exchange| exchange.failure = Some(failure.clone()));
                    OpenAIError::Boxed(Box::new(failure))
                })?;
                let status = response.status().as_u16();
                note(&|exchange| exchange.status = Some(status));
                let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
                let too_late =
                    |wait: &str| wait.parse::<u64>().map_or(true, |wait| wait > MAX_RETRY_AFTER_SECONDS);
                let streamed =
                    header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
                match status {
                    200..300 if streamed => return Ok(response),
                    200..300 => {}
                    // Retry, unless the wait would be too long.
                    429 | 500 | 502.. if !header("retry-after").is_some_and(too_late) => return Ok(response),
                    400 | 415 | 422 | 501 => {
                        let said = response.bytes().await.unwrap_or_default();
                        let names_limit = contains(&said, b"max_completion_tokens");
                        note(&|exchange| exchange.names_limit = names_limit);
                        return Err(OpenAIError::InvalidArgument("refused".to_owned()));
                    }
                    _ => return Err(OpenAIError::InvalidArgument("refused".to_owned())),
                }
                let whole = response.bytes().await.map_err(OpenAIError::Reqwest)?;
                note(&|exchange| exchange.whole = Some(whole.to_vec()));
                Err(OpenAIError::InvalidArgument("not a stream".to_owned()))
            }
        });
        let service = tower::Layer::layer(&OpenAIRetryLayer::new(MAX_RETRIES), service);
        Ok(Client::build(offline_client, config(&self.access)).with_http_service(service))
    }
}

/// The observations about an exchange with a server, in addition to the text of the answer.
#[derive(Default)]
pub(super) struct Exchange {
    status: Option<u16>,
    failure: Option<DeliveryError>,
    /// Whether a refusal mentioned `max_completion_tokens`.
    names_limit: bool,
    /// An answer that arrived in one piece.
    pub(super) whole: Option<Vec<u8>>,
}

impl Exchange {
    /// Returns the kind of failure. The server's message is never repeated, because it may contain
    /// the key.
    pub(super) fn error(&self, error: &OpenAIError, patience: Duration) -> ModelError {
        if let Some(failure) = &self.failure {
            return match failure.why {
                SourceError::Offline => ModelError::NotAllowed("no network is allowed".to_owned()),
                SourceError::Private => ModelError::NotAllowed(failure.to_string()),
                SourceError::Timeout => ModelError::Timeout(patience.as_secs()),
                SourceError::Cancelled => ModelError::Cancelled,
                _ => ModelError::Unreachable(failure.to_string()),
            };
        }
        match self.status {
            Some(429) => ModelError::Busy,
            Some(status @ 500..) if status != 501 => ModelError::Server(status),
            Some(status) if status >= 300 => ModelError::Refused(status),
            _ => match error {
                OpenAIError::StreamError(_) | OpenAIError::Reqwest(_) => {
                    ModelError::Unreachable("the connection broke off".to_owned())
                }
                _ => ModelError::Unreadable,
            },
        }
    }
}

/// Runs an exchange with a server on this thread.
///
/// The client crate logs answers and errors of servers, which may contain text of a draft, so
/// logging is disabled meanwhile.
pub(super) fn quietly<T>(work: impl Future<Output = Result<T, ModelError>>) -> Result<T, ModelError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| ModelError::Unreachable(error.to_string()))?;
    tracing::subscriber::with_default(NoSubscriber::default(), || runtime.block_on(work))
}

/// The part of an answer that has arrived.
#[derive(Default)]
struct PartialAnswer {
    text: String,
    /// Whether the model declined to answer.
    declined: bool,
}

/// Locks a mutex; a panic of another thread while holding the lock is ignored.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// Sets every option explicitly, so that environment variables are ignored.
fn config(access: &ModelAccess) -> OpenAIConfig {
    let key = access.key.as_deref().unwrap_or_default();
    // A key with characters that are invalid in a header would end the process.
    let key = if key.bytes().all(|byte| byte.is_ascii_graphic()) { key } else { "" };
    OpenAIConfig::new()
        .with_api_base(access.base_url.trim_end_matches('/'))
        .with_org_id("")
        .with_project_id("")
        .with_api_key(key)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_literature::gate::{Consent, Gate, GateOptions};
    use serde_json::json;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio_util::sync::CancellationToken;

    /// A server on this machine that gives every request the same answer; without an answer it
    /// stays silent.
    struct ScriptedServer {
        base_url: String,
        requests: Arc<AtomicUsize>,
    }

    impl ScriptedServer {
        fn start(answer: Option<String>) -> Self {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
            let requests = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&requests);
            std::thread::spawn(move || {
                let mut open = Vec::new();
                for stream in listener.incoming() {
                    let mut stream = stream.unwrap();
                    let mut reader = BufReader::new(stream.try_clone().unwrap());
                    let (mut line, mut length) = (String::new(), 0);
                    while reader.read_line(&mut line).unwrap() > 2 {
                        if let Some((name, value)) = line.split_once(':')
                            && name.eq_ignore_ascii_case("content-length")
                        {
                            length = value.trim().parse().unwrap();
                        }
                        line.clear();
                    }
                    reader.read_exact(&mut vec![0; length]).unwrap();
                    count.fetch_add(1, Ordering::SeqCst);
                    match &answer {
                        Some(answer) => stream.write_all(answer.as_bytes()).unwrap(),
                        None => open.push(stream),
                    }
                }
            });
            ScriptedServer { base_url, requests }
        }

        fn model(&self, state: &std::path::Path, patience: Duration) -> Model {
            let access = ModelAccess {
                base_url: self.base_url.clone(),
                model: "tester".to_owned(),
                fast_model: String::new(),
                key: None,
                patience,
            };
            let options = GateOptions { consent: Consent::Allowed, ..GateOptions::new(state) };
            Model::new(access, Gate::new(options), Arc::new(|_| false))
        }
    }

    fn prompt() -> Prompt {
        Prompt {
            name: "verdict",
            system: "Judge.".to_owned(),
            user: "Does it?".to_owned(),
            schema: json!({"type": "object", "required": ["verdict"]}),
            answer: 100,
            fast: false,
            replaced: Vec::new(),
        }
    }

    fn ask(model: &Model, cancel: &CancellationToken) -> Result<Value, ModelError> {
        model.ask(&prompt(), &mut CallControl { cancel, on_progress: &mut |_| {} })
    }

    #[test]
    fn a_call_that_is_cancelled_ends_while_the_server_is_silent() {
        let (server, state) = (ScriptedServer::start(None), tempfile::tempdir().unwrap());
        let model = server.model(state.path(), Duration::from_secs(60));
        let cancel = CancellationToken::new();
        let later = cancel.clone();
        let requests = Arc::clone(&server.requests);
        std::thread::spawn(move || {
            while requests.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
            later.cancel();
        });
        assert_eq!(ask(&model, &cancel), Err(ModelError::Cancelled));
    }

    #[test]
    fn a_server_that_says_nothing_times_out() {
        let (server, state) = (ScriptedServer::start(None), tempfile::tempdir().unwrap());
        let model = server.model(state.path(), Duration::from_secs(1));
        assert_eq!(ask(&model, &CancellationToken::new()), Err(ModelError::Timeout(1)));
    }

    #[test]
    fn the_pieces_of_a_stream_are_read_as_one_answer() {
        let piece = |text: &str| format!("data: {}\n\n", json!({"choices": [{"delta": {"content": text}}]}));
        let body = [piece("{\"verdict\": "), piece("\"supports\"}"), "data: [DONE]\n\n".to_owned()].concat();
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n";
        let answer = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        let (server, state) = (ScriptedServer::start(Some(answer)), tempfile::tempdir().unwrap());
        let model = server.model(state.path(), Duration::from_secs(30));
        assert_eq!(ask(&model, &CancellationToken::new()), Ok(json!({"verdict": "supports"})));
    }

    #[test]
    fn a_refused_key_is_not_tried_again() {
        let answer = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        let (server, state) = (ScriptedServer::start(Some(answer.to_owned())), tempfile::tempdir().unwrap());
        let model = server.model(state.path(), Duration::from_secs(30));
        for _ in 0..2 {
            assert_eq!(ask(&model, &CancellationToken::new()), Err(ModelError::Refused(401)));
        }
        assert_eq!(server.requests.load(Ordering::SeqCst), 1);
    }
}
