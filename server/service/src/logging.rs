//! The log of a service: one JSON object in each line of standard error, without any text of a draft.
//!
//! Only what this crate and the database's say is logged: other crates tell an author of their files, and here those are
//! somebody else's. Panics are noted by their place, since the standard library quotes the text that an index fell into.

use tracing_subscriber::EnvFilter;

/// The environment variable that says what is logged, as `tracing` directives.
const LOG_VARIABLE: &str = "REFEREE_LOG";

/// The directives where the environment has none.
const DEFAULT_DIRECTIVES: &str = "off,referee_service=info,referee_postgres=info";

/// Starts logging to standard error, and notes panics there by their place. Called again it changes nothing about the
/// log.
pub fn start() {
    let directives = std::env::var(LOG_VARIABLE).unwrap_or_else(|_| DEFAULT_DIRECTIVES.to_owned());
    let filter = EnvFilter::builder().parse_lossy(directives);
    let log = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_span_list(false)
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    if log.try_init().is_err() {
        tracing::debug!("logging was started before");
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, |at| format!("{}:{}", at.file(), at.line()));
        // The PDF reader panics on malformed pages; that is caught, and said as what it means.
        if std::thread::current().name() != Some("pdf") {
            tracing::error!(place, "an internal error; please report it with this line");
        }
    }));
}
