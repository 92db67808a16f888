//! `referee lsp`

use std::process::ExitCode;

/// Serves an editor on standard input and output until it says goodbye.
pub(crate) fn run() -> ExitCode {
    ExitCode::from(referee_lsp::run_stdio())
}
