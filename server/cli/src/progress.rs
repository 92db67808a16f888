//! Progress bars and spinners on standard error, shown only on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// The interval between the frames of a spinner.
const SPINNER_INTERVAL: Duration = Duration::from_millis(120);

/// Returns a spinner.
pub(crate) fn spinner() -> ProgressBar {
    let bar = styled(ProgressBar::new_spinner(), "{spinner} {msg}");
    bar.enable_steady_tick(SPINNER_INTERVAL);
    bar
}

/// Returns a bar of `length` steps; `template` is a template of indicatif.
pub(crate) fn bar(length: u64, template: &str) -> ProgressBar {
    styled(ProgressBar::new(length), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
