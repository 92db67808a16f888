//! `referee lsp`

use referee_bibliography::printed::ReferencePrinter;
use std::process::ExitCode;
use std::sync::Arc;

/// Serves an editor on standard input and output until it says goodbye.
pub(crate) fn run() -> ExitCode {
    ExitCode::from(referee_lsp::run_stdio(printer()))
}

/// What prints references in the citation styles that drafts name, where the program was built with it.
fn printer() -> Option<Arc<dyn ReferencePrinter>> {
    #[cfg(feature = "csl")]
    return Some(Arc::new(referee_csl::CslPrinter));
    #[cfg(not(feature = "csl"))]
    return None;
}
