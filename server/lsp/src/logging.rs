//! Logging: everything goes to standard error, warnings and errors also to the editor.
//!
//! Standard output belongs to the protocol. Logs never contain the text of a draft. Panic messages
//! are left out for the same reason, because the standard library quotes the text when an index is
//! invalid.

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

/// The environment variable with the log filter, as `tracing` directives: `info`,
/// `referee_lsp=debug`.
const VARIABLE: &str = "REFEREE_LOG";

/// The maximum number of messages that wait for the editor; further ones appear on standard error
/// only.
const CHANNEL_CAPACITY: usize = 64;

/// The messages for the editor.
pub(crate) type Messages = Receiver<(MessageType, String)>;

/// Starts logging; returns the messages for the editor.
pub(crate) fn start() -> Messages {
    let (sender, receiver) = channel(CHANNEL_CAPACITY);
    // At its finest level tower-lsp logs whole messages, which contain drafts, so it stays off.
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

/// Forwards log messages to the editor until the session ends.
pub(crate) async fn forward(mut messages: Messages, client: Client) {
    while let Some((kind, text)) = messages.recv().await {
        client.log_message(kind, on_one_line(&text)).await;
    }
}

/// Standard error without terminal control characters: a log contains names of files and keys, and
/// each event is one line.
#[derive(Default)]
struct VisibleStderr;

impl Write for VisibleStderr {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // An event arrives in one piece.
        let text = String::from_utf8_lossy(bytes);
        std::io::stderr().write_all(visible(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
}

/// A layer that sends warnings and errors to the editor.
struct ToEditor {
    sender: Sender<(MessageType, String)>,
}

impl<S: Subscriber> Layer<S> for ToEditor {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        let metadata = event.metadata();
        // Reports of tower-lsp often mean that the editor cannot be reached; sending them would
        // loop.
        if *metadata.level() > Level::WARN || metadata.target().starts_with("tower_lsp") {
            return;
        }
        let kind = if *metadata.level() == Level::ERROR { MessageType::ERROR } else { MessageType::WARNING };
        let mut text = Text::default();
        event.record(&mut text);
        // Do not wait for an editor that does not read.
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
