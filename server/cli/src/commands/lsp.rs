//! `referee lsp`

use referee_bibliography::printed::ReferencePrinter;
use std::process::ExitCode;
use std::sync::Arc;

/// Serves an editor on standard input and output until it exits.
pub(crate) fn run() -> ExitCode {
    ExitCode::from(referee_lsp::run_stdio(printer()))
}

/// Returns the printer of references in citation styles, if the program was built with it.
fn printer() -> Option<Arc<dyn ReferencePrinter>> {
    #[cfg(feature = "csl")]
    return Some(Arc::new(referee_csl::CslPrinter));
    #[cfg(not(feature = "csl"))]
    return None;
}
