//! The log of a service: one JSON object per line on standard error, without any text of a draft.
//!
//! Only messages of this crate and of the database crate are logged: other crates write messages
//! for authors about their files, which here belong to other people. Panics are logged by their
//! location only, since the standard library quotes the text that was indexed.

use tracing_subscriber::EnvFilter;

/// The environment variable with the `tracing` directives.
const LOG_VARIABLE: &str = "REFEREE_LOG";

const DEFAULT_DIRECTIVES: &str = "off,referee_service=info,referee_postgres=info";

/// Starts logging to standard error, and logs panics by their location. A second call does not
/// change the log.
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
        // The PDF reader panics on malformed pages; these panics are caught and reported as damage.
        if std::thread::current().name() != Some("pdf") {
            tracing::error!(place, "an internal error; please report it with this line");
        }
    }));
}
