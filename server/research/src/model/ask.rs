//! One question to a model: what is sent, how it is waited for, and what kinds of failure there are.

use super::prompt::body;
use super::{Access, Call, Model, ModelError, Payload, Prompt, budget, reading};
use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use async_openai::middleware::retry::OpenAIRetryLayer;
use futures::StreamExt;
use referee_literature::gate::{BodyDigest, Destination, NotDelivered};
use referee_records::SourceError;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing::subscriber::NoSubscriber;

/// So often is asked again at most where a server is busy or fails.
const AGAIN: usize = 2;

/// A server that wants to be left alone for longer than this is not waited for.
const WAIT: u64 = 20;

/// How often it is looked whether the author has called the work off.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// An answer with more characters than this is cut off there.
const LONGEST: usize = 64 << 10;

/// More bytes than this are no answer; what surrounds the words of a stream is a hundred times the words.
const BYTES: u64 = 16 << 20;

/// An answer takes so many times the allowed silence at most.
const WHOLE: u32 = 8;

impl Model {
    /// Asks, and reads the answer as JSON. Waits; not to be called from async code.
    ///
    /// # Errors
    ///
    /// Says why there is no answer.
    pub fn ask(&self, prompt: &Prompt, call: &mut Call<'_>) -> Result<Value, ModelError> {
        if let Some(error) = self.broken() {
            return Err(error);
        }
        let asked = self.try_to_ask(prompt, call);
        if let Err(error) = &asked {
            self.note(error);
        }
        asked
    }

    fn try_to_ask(&self, prompt: &Prompt, call: &mut Call<'_>) -> Result<Value, ModelError> {
        if !self.spend(budget::tokens(&prompt.system) + budget::tokens(&prompt.user)) {
            return Err(ModelError::Budget);
        }
        let name = if prompt.fast { self.judge() } else { self.name() };
        let bodies = [body(prompt, name, true)?, body(prompt, name, false)?];
        let readable = format!("{}\n\n{}", prompt.system, prompt.user);
        // The second body has the same words, without the form of the answer, which some servers do not know.
        let destination =
            self.destination("model", name, &bodies, &bodies[..1], &readable, &prompt.replaced)?;
        let text = quietly(async {
            let [formed, plain] = bodies;
            match self.wait(&destination, formed, prompt.answer, call).await {
                Err(ModelError::Refused(400 | 415 | 422 | 501)) => {
                    self.wait(&destination, plain, prompt.answer, call).await
                }
                waited => waited,
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

    /// Where bodies go. Those that go to another machine the author agrees to first: `shown` of them are put before
    /// them, with `readable` to be read, and say all that the others say.
    ///
    /// # Errors
    ///
    /// If nobody agrees.
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
            at_most: BYTES,
        };
        if destination.is_local() {
            return Ok(destination);
        }
        let host = self.host();
        let body = shown.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
        let payload = Payload { host: &host, model, body: &body, readable, replaced };
        if !(self.permission)(&payload) {
            return Err(ModelError::NotAllowed(format!("nobody agreed to send this to {host}")));
        }
        let written = bodies.iter().filter_map(|body| serde_json::to_vec(body).ok());
        destination.agreed = written.map(|body| BodyDigest::of(&body)).collect();
        Ok(destination)
    }

    /// Waits for an answer, unless it is called off or nothing comes.
    async fn wait(
        &self,
        to: &Destination,
        body: Value,
        tokens: u32,
        call: &mut Call<'_>,
    ) -> Result<String, ModelError> {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let mut text = String::new();
        let patience = self.patience();
        let end = Instant::now() + patience * WHOLE;
        let mut last = Instant::now();
        let words = Mutex::new(Words::default());
        let most = LONGEST.min((tokens as usize).saturating_mul(16));
        let mut conversation = Box::pin(self.converse(to, body, &seen, &words));
        let done = loop {
            tokio::select! {
                biased;
                done = &mut conversation => break done,
                () = tokio::time::sleep(LOOK) => {}
            }
            if call.cancel.is_cancelled() {
                return Err(ModelError::Cancelled);
            }
            let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
            if words.fresh {
                words.fresh = false;
                last = Instant::now();
                (call.heard)(words.text.chars().count());
            }
            if words.text.len() > most {
                // What has come is read as far as it goes.
                break Ok(());
            }
            drop(words);
            if last.elapsed() > patience || Instant::now() > end {
                return Err(ModelError::Timeout(patience.as_secs()));
            }
        };
        // What is under way is broken off before what came is looked at.
        drop(conversation);
        let words = words.into_inner().unwrap_or_else(PoisonError::into_inner);
        text.push_str(&words.text);
        let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        match done {
            // A connection that breaks off behind the words has still brought the words.
            Ok(()) | Err(_) if !text.trim().is_empty() => Ok(text),
            Ok(()) if words.declined => Err(ModelError::Declined),
            Ok(()) => Err(ModelError::Empty),
            Err(error) => Err(seen.error(&error, patience)),
        }
    }

    async fn converse(
        &self,
        to: &Destination,
        body: Value,
        seen: &Arc<Mutex<Seen>>,
        words: &Mutex<Words>,
    ) -> Result<(), OpenAIError> {
        let client = self.client(to, seen)?;
        let hear = |part: reading::Heard| {
            let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
            words.fresh = true;
            words.declined |= part.declined;
            words.text.push_str(&part.text);
        };
        match client.chat().create_stream_byot::<_, Value>(body).await {
            Ok(mut stream) => {
                while let Some(piece) = stream.next().await {
                    match piece {
                        Ok(piece) => hear(reading::piece(&piece)),
                        // A line that is no JSON is passed over; the lines around it may hold the answer.
                        Err(OpenAIError::JSONDeserialize(..)) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(())
            }
            Err(error) => {
                // Servers that do not stream answer in one piece, whatever they were asked.
                let whole = seen.lock().unwrap_or_else(PoisonError::into_inner).whole.take();
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

    /// The client: what it sends goes through the gate, and what fails in passing is tried again in one place.
    pub(super) fn client(
        &self,
        to: &Destination,
        seen: &Arc<Mutex<Seen>>,
    ) -> Result<Client<OpenAIConfig>, OpenAIError> {
        let offline_client = self
            .gate
            .offline_client()
            .map_err(|error| OpenAIError::InvalidArgument(format!("no client: {error}")))?;
        let (gate, to, seen) = (self.gate.clone(), to.clone(), Arc::clone(seen));
        let service = tower::service_fn(move |request: HttpRequestFactory| {
            let (gate, to, seen) = (gate.clone(), to.clone(), Arc::clone(&seen));
            async move {
                let note = |change: &dyn Fn(&mut Seen)| {
                    change(&mut seen.lock().unwrap_or_else(PoisonError::into_inner));
                };
                let letter = request.build().await?;
                let response = gate.deliver(letter, &to).await.map_err(|failure| {
                    note(&|seen| seen.failure = Some(failure.clone()));
                    OpenAIError::Boxed(Box::new(failure))
                })?;
                let status = response.status().as_u16();
                note(&|seen| seen.status = Some(status));
                let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
                let far = |wait: &str| wait.parse::<u64>().map_or(true, |wait| wait > WAIT);
                let streamed =
                    header("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"));
                match status {
                    200..300 if streamed => return Ok(response),
                    200..300 => {}
                    // Asked again, unless that would be much later.
                    429 | 500 | 502.. if !header("retry-after").is_some_and(far) => return Ok(response),
                    _ => return Err(OpenAIError::InvalidArgument("refused".to_owned())),
                }
                let whole = response.bytes().await.map_err(OpenAIError::Reqwest)?;
                note(&|seen| seen.whole = Some(whole.to_vec()));
                Err(OpenAIError::InvalidArgument("not a stream".to_owned()))
            }
        });
        let service = tower::Layer::layer(&OpenAIRetryLayer::new(AGAIN), service);
        Ok(Client::build(offline_client, config(&self.access)).with_http_service(service))
    }
}

/// What was seen of the exchange, beside the words.
#[derive(Default)]
pub(super) struct Seen {
    status: Option<u16>,
    failure: Option<NotDelivered>,
    /// An answer that came in one piece.
    pub(super) whole: Option<Vec<u8>>,
}

impl Seen {
    /// What kind of failure it was; nothing of what the server said is repeated, since it may repeat the key.
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

/// Does what there is to do with a server, on this thread.
///
/// The crate writes answers and errors of servers into the log, and they may hold the words of a draft: nothing is
/// logged meanwhile.
pub(super) fn quietly<T>(work: impl Future<Output = Result<T, ModelError>>) -> Result<T, ModelError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| ModelError::Unreachable(error.to_string()))?;
    tracing::subscriber::with_default(NoSubscriber::default(), || runtime.block_on(work))
}

/// What has been said so far.
#[derive(Default)]
struct Words {
    text: String,
    fresh: bool,
    declined: bool,
}

/// Everything is said, so that no variable of the environment has a say.
fn config(access: &Access) -> OpenAIConfig {
    let key = access.key.as_deref().unwrap_or_default();
    // A key with characters that no header holds would end the process.
    let key = if key.bytes().all(|byte| byte.is_ascii_graphic()) { key } else { "" };
    OpenAIConfig::new()
        .with_api_base(access.base_url.trim_end_matches('/'))
        .with_org_id("")
        .with_project_id("")
        .with_api_key(key)
}
