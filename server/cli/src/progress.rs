//! Bars and spinners on standard error, shown only where someone looks at a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// How often a spinner turns.
const SPINNER_INTERVAL: Duration = Duration::from_millis(120);

/// A spinner with a message.
pub(crate) fn spinner() -> ProgressBar {
    let bar = styled(ProgressBar::new_spinner(), "{spinner} {msg}");
    bar.enable_steady_tick(SPINNER_INTERVAL);
    bar
}

/// A bar of `length` steps; `template` is one of indicatif.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    styled(ProgressBar::new(length), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
