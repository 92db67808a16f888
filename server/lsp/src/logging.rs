//! Where logs go: all to standard error, warnings and errors to the editor as well.
//!
//! Standard output belongs to the protocol. No log holds the text of a draft; the messages of panics are left
//! out for the same reason, since the standard library quotes the text that an index fell into.

use referee_text::visible::on_one_line;
use referee_text::visible::visible;
use std::fmt::Write as _;
use std::io::Write;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tower_lsp::Client;
use tower_lsp::lsp_types::MessageType;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt};

/// The environment variable that says what is logged, as `tracing` directives: `info`, `referee_lsp=debug`.
const VARIABLE: &str = "REFEREE_LOG";

/// How many messages wait for the editor; more are left out there, and stand on standard error.
const CHANNEL_CAPACITY: usize = 64;

/// What is on its way to the editor.
pub(crate) type Messages = Receiver<(MessageType, String)>;

/// Starts logging; the result is what the editor is to be told.
pub(crate) fn start() -> Messages {
    let (sender, receiver) = channel(CHANNEL_CAPACITY);
    // tower-lsp writes whole messages at its finest level: they hold drafts, and stay off.
    let wanted = std::env::var(VARIABLE).unwrap_or_else(|_| String::from("warn"));
    let filter = EnvFilter::builder().parse_lossy(format!("{wanted},tower_lsp=warn"));
    let started = tracing_subscriber::registry()
        .with(fmt::layer().with_writer(VisibleStderr::default).with_ansi(false).with_filter(filter))
        .with(ToEditor { sender })
        .try_init();
    if started.is_err() {
        tracing::debug!("logging was started before");
    }
    std::panic::set_hook(Box::new(|panic| {
        let place =
            panic.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
        tracing::error!("an internal error{place}; please report it with this line");
    }));
    receiver
}

/// Tells the editor what was logged, for as long as the session lasts.
pub(crate) async fn forward(mut messages: Messages, client: Client) {
    while let Some((kind, text)) = messages.recv().await {
        client.log_message(kind, on_one_line(&text)).await;
    }
}

/// Standard error, without what a terminal obeys: a log names files and keys, and one line of it is one event.
#[derive(Default)]
struct VisibleStderr;

impl Write for VisibleStderr {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // An event comes in one piece.
        let text = String::from_utf8_lossy(bytes);
        std::io::stderr().write_all(visible(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}

/// A layer that hands warnings and errors to the editor.
struct ToEditor {
    sender: Sender<(MessageType, String)>,
}

impl<S: Subscriber> Layer<S> for ToEditor {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        let metadata = event.metadata();
        // What tower-lsp reports is often that the editor cannot be reached: telling it would go round in
        // circles.
        if *metadata.level() > Level::WARN || metadata.target().starts_with("tower_lsp") {
            return;
        }
        let kind = if *metadata.level() == Level::ERROR { MessageType::ERROR } else { MessageType::WARNING };
        let mut text = Text::default();
        event.record(&mut text);
        // An editor that does not read is not waited for.
        let _ = self.sender.try_send((kind, text.0));
    }
}

#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let separator = if self.0.is_empty() { "" } else { " " };
        let written = if field.name() == "message" {
            write!(self.0, "{separator}{value:?}")
        } else {
            write!(self.0, "{separator}{}={value:?}", field.name())
        };
        debug_assert!(written.is_ok());
    }
}
